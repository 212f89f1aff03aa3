import { describe, expect, it } from 'vitest'
import { createConformance } from './conformance.ts'
import type { Observed } from './conformance.ts'
import { operationsOf, readDocument } from './document.ts'

const document = readDocument()
const { findings, operationAt } = createConformance(document)
const headers = {
  date: 'Sat, 21 Nov 2026 01:00:00 GMT',
  'x-request-id': 'r-1',
  'content-type': 'application/json',
  'cache-control': 'no-store',
}
const attempt = {
  attemptId: 'PA-1001',
  method: 'GET',
  url: 'https://card.example.jp/1',
  expiresAt: '2026-11-21T10:30:00+09:00',
}

function proceed(changes: Partial<Observed>): string[] {
  const url = '/app/web/o/charges/CH-1001/proceed'
  return findings({ method: 'POST', url, status: 200, headers, body: JSON.stringify(attempt), ...changes })
}

describe('a response compared with the document', () => {
  it('conforms', () => {
    expect(proceed({})).toEqual([])
  })
  it('conforms without its body if that could not be read, but not with another status', () => {
    expect(proceed({ body: null })).toEqual([])
    expect(proceed({ body: null, status: 418 })).toEqual(['proceedCharge 418: the document has no such status'])
  })
  it.each([
    ['an unknown status', { status: 418 }, 'the document has no such status'],
    ['a missing header', { headers: { ...headers, date: undefined as never } }, 'the header Date is missing'],
    [
      'an answer that browsers may store',
      { headers: { ...headers, 'cache-control': undefined as never } },
      'the header Cache-Control is missing',
    ],
    [
      'another content type',
      { headers: { ...headers, 'content-type': 'text/html' } },
      'the content type is "text/html"',
    ],
    ['no JSON', { body: '<html>' }, 'the body is not JSON'],
    ['a missing member', { body: '{}' }, "must have required property 'attemptId'"],
    ['another type', { body: JSON.stringify({ ...attempt, attemptId: 7 }) }, '/attemptId must be string'],
    ['an unknown value', { body: JSON.stringify({ ...attempt, method: 'PUT' }) }, '/method must be equal to one of'],
    [
      'a time without offset',
      { body: JSON.stringify({ ...attempt, expiresAt: '2026-11-21T10:30:00' }) },
      '/expiresAt must match',
    ],
    [
      'a time with a space instead of the T',
      { body: JSON.stringify({ ...attempt, expiresAt: '2026-11-21 10:30:00+09:00' }) },
      '/expiresAt must match',
    ],
    [
      'a day that does not exist',
      { body: JSON.stringify({ ...attempt, expiresAt: '2026-11-31T10:30:00+09:00' }) },
      '/expiresAt must match',
    ],
    [
      'a code of another answer',
      {
        status: 410,
        headers: { ...headers, 'content-type': 'application/problem+json' },
        body: '{"code":"SE_CF_0001"}',
      },
      'the code is SE_CF_0001',
    ],
    [
      'a body where none belongs',
      { method: 'DELETE', url: '/app/web/o/attachments/AT-1', status: 204, body: 'x' },
      'it has a body',
    ],
    ['an unknown path', { url: '/app/web/o/refunds' }, 'is not an operation of the document'],
  ])('does not conform with %s', (_, changes: Partial<Observed>, sentence) => {
    expect(proceed(changes).join()).toContain(sentence)
  })
  it('names no value and no member that is not of the document, because they may be personal', () => {
    const personal = { ...attempt, fields: { 'taro@example.jp': 7 }, code: 'Taro' }
    expect(proceed({ body: JSON.stringify(personal) })).toEqual(['proceedCharge 200: /fields/* must be string'])
    expect(proceed({ headers: { ...headers, 'content-type': 'taro@example.jp' } })).toEqual([
      'proceedCharge 200: the content type is ""',
    ])
  })
  it('says of a person nothing that only a corporation needs', () => {
    const { person } = document.components.examples as Record<string, { value: object }>
    const observed = { method: 'GET', url: '/app/web/o/profile', status: 200, headers, body: '' }
    const wrong = findings({ ...observed, body: JSON.stringify({ ...person?.value, address: 12 }) }, [
      'etag',
      'cache-control',
    ])
    expect(wrong).toEqual(['getProfile 200: /address must be object'])
  })
  it('matches a literal path before a path with a parameter', () => {
    expect(operationAt('POST', '/app/web/o/orders/quote')?.operationId).toBe('quoteOrder')
    expect(operationAt('GET', 'http://portal.test/assets/x.js')).toBeNull()
  })
})

it('matches every operation by its own path', () => {
  for (const { operationId, method, path } of operationsOf(document)) {
    expect(operationAt(method, `/app/web${path.replaceAll(/\{\w+\}/g, 'x')}`)?.operationId).toBe(operationId)
  }
})
