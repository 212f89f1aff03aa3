import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import type { Operation } from './operations.ts'

function operation(id: string): Operation {
  const found = contract().operations.find((each) => each.id === id)
  if (found === undefined) throw new Error(`There is no operation ${id}`)
  return found
}

function headers(more: { [name: string]: string } = {}) {
  return new Headers({ Date: 'x', 'X-Request-Id': 'x', 'Content-Type': 'application/json', ...more })
}

describe('checking an answer against the contract', () => {
  const check = (id: string, status: number, body: unknown, more?: { [name: string]: string }) =>
    contract().checkResponse(operation(id), { status, headers: headers(more), body })

  it('accepts a valid answer', () => {
    expect(check('login', 200, { userId: 'user-1' })).toEqual([])
    expect(check('login', 400, undefined)).toEqual([])
  })

  it('finds a missing member, a wrong type and a wrong value', () => {
    expect(check('login', 200, {})[0]).toContain('userId')
    expect(check('login', 200, { userId: 1 })).toHaveLength(1)
    expect(check('login', 200, { userId: '../x' })).toHaveLength(1)
  })

  it('reports a status, a header, a content type or a body that is not in the document', () => {
    expect(check('login', 418, {})).toEqual(['status 418 is not in the contract'])
    expect(check('getProfile', 200, {}, {})).toContain('the header ETag is missing')
    expect(check('login', 200, {}, { 'Content-Type': 'text/html' })[0]).toContain('text/html')
    expect(check('login', 400, {})).toEqual(['it has a body'])
  })

  it('finds an error code that this response may not have', () => {
    const problem = { code: 'SE_CH_0001' }
    const more = { 'Content-Type': 'application/problem+json' }
    expect(check('declineCharge', 409, problem, more)).toEqual([])
    expect(check('withdrawOrder', 409, problem, more)[0]).toContain('SE_CH_0001')
  })
})

describe('checking a request against the contract', () => {
  const check = (
    id: string,
    given: { path?: { [name: string]: string }; query?: string; body?: unknown; key?: string },
  ) =>
    contract().checkRequest(operation(id), {
      pathParameters: given.path ?? {},
      query: new URLSearchParams(given.query),
      headers: new Headers(given.key === undefined ? {} : { 'Idempotency-Key': given.key }),
      body: given.body,
    })

  it('covers path, query, headers and body', () => {
    expect(check('getTenantInfo', { path: { tenantId: 'a__b' } })).toMatchObject([{ place: 'path' }])
    expect(check('listOrders', { query: 'limit=20&limit=30' })).toMatchObject([{ pointer: '/limit' }])
    expect(check('withdrawOrder', { path: { orderId: 'OR-1' }, key: 'short', body: {} })).toMatchObject([
      { place: 'header' },
    ])
    expect(check('quoteOrder', {})).toMatchObject([{ place: 'body', keyword: 'required' }])
  })

  it('reports only errors of the kind that was sent', () => {
    expect(check('updateProfile', { body: { kind: 'corporation', department: 5 } })).toMatchObject([
      { pointer: '/If-Match' },
      { pointer: '/department', keyword: 'type' },
    ])
    expect(check('updateProfile', { body: { kind: 'club' } })).toMatchObject([
      { pointer: '/If-Match' },
      { pointer: '/kind', keyword: 'enum' },
    ])
    expect(check('updateProfile', { body: 'no JSON' })).toMatchObject([
      { pointer: '/If-Match' },
      { pointer: '', keyword: 'type' },
    ])
  })
})
