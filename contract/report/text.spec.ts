import { expect, it } from 'vitest'
import type { Check } from './check.ts'
import { noStates, textReport } from './text.ts'

const operations = ['login', 'getTenantInfo', 'getCharge', 'submitOrder']

function check(operation: string, changes: Partial<Check> = {}): Check {
  return {
    kind: 'interaction',
    operation,
    name: 'a request',
    state: 'a state',
    result: 'passed',
    reasons: [],
    ...changes,
  }
}

function exchange(status: number, answer: string, sent = '') {
  return { method: 'POST', path: '/app/web/o/orders?x=1', sent, status, answer }
}

it('shows a failure with its request and with code and errors of the answer', () => {
  const answer = JSON.stringify({ title: 'Refused', code: 'SE_CO_0400', errors: [{ pointer: '/type' }] })
  const failed = check('submitOrder', {
    kind: 'rule',
    name: 'one key creates one order',
    harm: 'A resident applies twice.',
    result: 'failed',
    reasons: ['the status is 422 instead of 201'],
    exchange: exchange(422, answer, '{"type":"none"}'),
  })
  expect(
    textReport([failed, check('submitOrder')], operations, 'http://api')
      .split('\n')
      .slice(0, 6),
  ).toEqual([
    'FAIL submitOrder 1 of 1 interactions, 0 of 1 rules',
    '       one key creates one order (given a state)',
    '         A resident applies twice.',
    '         the status is 422 instead of 201',
    '         > POST /app/web/o/orders?x=1 {"type":"none"}',
    '         < 422 SE_CO_0400 [{"pointer":"/type"}]',
  ])
})

it('names the operations that do not exist instead of their failures, in the order of the document', () => {
  const wanted: Partial<Check> = {
    result: 'failed',
    reasons: ['the status is 404 instead of 200'],
    exchange: exchange(404, ''),
  }
  const checks = [
    check('getTenantInfo'),
    check('getCharge', wanted),
    check('getCharge', { exchange: exchange(404, '{"code":"SE_CO_0404"}') }),
    check('login', wanted),
  ]
  expect(textReport(checks, operations, 'http://api').split('\n')).toEqual([
    'ok   getTenantInfo 1 of 1 interactions',
    '2 operations are not there yet, begin with login: login, getCharge',
    '2 of 4 interactions pass at http://api',
  ])
})

it('names what was not verified once for each reason', () => {
  const open: Partial<Check> = { kind: 'rule', result: 'not verified', reasons: ['there is no second user'] }
  const checks = [check('getCharge', { ...open, name: 'a foreign charge' }), check('submitOrder', open)]
  expect(textReport(checks, operations, 'http://api')).toContain(
    'Not verified: there is no second user.\n       getCharge: a foreign charge\n       submitOrder: a request\n',
  )
})

it('names a state that could not be set once at each operation that fails because of it', () => {
  const unset: Partial<Check> = { result: 'failed', reasons: ['the state "s" could not be set: 500'], isUnset: true }
  const checks = [check('getCharge', unset), check('getCharge', unset), check('submitOrder', unset), check('login')]
  expect(textReport(checks, operations, 'http://api').split('\n')).toEqual([
    'ok   login 1 of 1 interactions',
    'FAIL getCharge 0 of 2 interactions',
    '       the state "s" could not be set: 500 (2 checks)',
    'FAIL submitOrder 0 of 1 interactions',
    '       the state "s" could not be set: 500 (1 check)',
    '1 of 4 interactions pass at http://api',
  ])
})

it('does not take an operation whose states could not be set for one that is not there yet', () => {
  const unset: Partial<Check> = { result: 'failed', reasons: ['the state "s" could not be set: 404'], isUnset: true }
  const checks = [check('getCharge', { ...unset, exchange: exchange(404, '') }), check('login')]
  expect(textReport(checks, operations, 'http://api')).not.toContain('not there yet')
})

it('says in one line that no state can be set', () => {
  const unset: Partial<Check> = { result: 'failed', reasons: ['the state "s" could not be set: 404'], isUnset: true }
  expect(noStates([check('login', unset), check('getCharge', unset)], 'http://api/states')).toBe(
    'No state can be set at http://api/states: the state "s" could not be set: 404. See "The states" in docs/contract.md.',
  )
  expect(noStates([check('login', unset), check('getCharge')], 'http://api/states')).toBeNull()
})
