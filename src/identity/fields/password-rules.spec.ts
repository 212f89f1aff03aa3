import { describe, expect, it } from 'vitest'
import { brokenRules } from './password-rules.ts'

describe('the password policy', () => {
  it.each([
    ['Portal-2026!', []],
    ['', ['length', 'upper', 'lower', 'digit', 'symbol']],
    ['Aa1!', ['length']],
    ['portal-2026!', ['upper']],
    ['PORTAL-2026!', ['lower']],
    ['Portal-portal', ['digit']],
    ['Portal2026x', ['symbol']],
    ['Portal 2026', []],
  ])('reports the missing rules of %j', (password, missing) => {
    expect(brokenRules(password)).toEqual(missing)
  })
})
