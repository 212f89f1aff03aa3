import { expect, it } from 'vitest'
import { brokenRules } from '../../../src/identity/fields/password-rules.ts'
import { brokenRule } from './passwords.ts'

it.each([
  ['Password1!', null],
  ['Pass word1', null],
  [' Password1', 'Password must have symbol characters'],
  ['Password1 ', 'Password must have symbol characters'],
  ['Password1¥', 'Password must have symbol characters'],
  ['Password１!', 'Password must have numeric characters'],
  ['Àpassword1!', 'Password must have uppercase characters'],
  ['Pass1!', 'Password not long enough'],
])('checks "%s" like Amazon Cognito, and like the portal', (password, rule) => {
  expect(brokenRule(password)).toBe(rule)
  expect(brokenRules(password).length > 0).toBe(rule !== null)
})
