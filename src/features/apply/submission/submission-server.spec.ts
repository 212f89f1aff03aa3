import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../../../sandbox/contract/contract.ts'
import type { OrderSubmission, ShippingAddress, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { silentCall } from '../../../api/http.ts'
import { exampleForm } from '../../../form-engine/testing/example-form.ts'
import { ProblemError } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { answeringApi } from '../testing/answering-api.ts'
import {
  refusals,
  refusesCorrection,
  needsAddress,
  orderSubmission,
  quoteRequest,
  refusalOf,
  submissionOutcome,
  submissionServer,
} from './submission-server.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00+09:00'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const form = exampleForm({
  steps: [
    { id: 'applicant', schema: { type: 'object', properties: { name: { type: 'string' } } } },
    {
      id: 'papers',
      schema: {
        type: 'object',
        properties: { files: { type: 'array', items: { type: 'string', format: 'attachment-id' } } },
      },
    },
  ],
})
/** A form that delivers only to a person with a name. */
const mailedForm = {
  ...form,
  definition: {
    ...form.definition,
    delivery: { when: { properties: { applicant: { properties: { name: { const: '港' } }, required: ['name'] } } } },
  },
}
const address: ShippingAddress = {
  recipient: '港 花子',
  phone: '0312345678',
  address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '1-5-25' },
}
const content = {
  answers: { applicant: { name: '港', unknown: 1 }, papers: { files: ['AT-1'] } },
  reapplyOf: null,
}
const input = {
  key: { serviceId: 'residence-certificate', type: 'individual' },
  form,
  service: { needsShipping: true },
  content,
  shippingAddress: address,
}

describe('the request for the fee', () => {
  it('contains the form version, the answers that the form asks, and the address', () => {
    expect(quoteRequest(input)).toEqual({
      serviceId: 'residence-certificate',
      type: 'individual',
      formVersion: form.definition.formVersion,
      answers: { applicant: { name: '港' }, papers: { files: ['AT-1'] } },
      shippingAddress: address,
    })
  })

  it('contains no characters that the API refuses, even if the profile has them', () => {
    const older = { ...address, recipient: '港\u202e 花子\u0000' }
    expect(quoteRequest({ ...input, shippingAddress: older }).shippingAddress).toEqual(address)
  })

  it('contains no address if none is known or nothing is sent', () => {
    expect(quoteRequest({ ...input, shippingAddress: null })).not.toHaveProperty('shippingAddress')
    expect(quoteRequest({ ...input, service: { needsShipping: false } })).not.toHaveProperty('shippingAddress')
  })

  it('depends on the delivery condition of the form', () => {
    expect(needsAddress({ needsShipping: true }, mailedForm, { applicant: { name: '港' } })).toBe(true)
    expect(needsAddress({ needsShipping: true }, mailedForm, { applicant: { name: '南' } })).toBe(false)
    expect(needsAddress({ needsShipping: false }, mailedForm, { applicant: { name: '港' } })).toBe(false)
    const collected = { ...input, form: mailedForm, content: { ...content, answers: { applicant: { name: '南' } } } }
    expect(quoteRequest(collected)).not.toHaveProperty('shippingAddress')
  })

  it('names the application that this one replaces', () => {
    expect(quoteRequest(input)).not.toHaveProperty('reapplyOf')
    expect(quoteRequest({ ...input, content: { ...content, reapplyOf: 'OR-1' } }).reapplyOf).toBe('OR-1')
  })
})

describe('an application', () => {
  it('a submission contains what the quote contains, with its attachments, the shown amount and the language', () => {
    expect(orderSubmission(input, 710, 'en')).toEqual({
      ...quoteRequest(input),
      attachments: ['AT-1'],
      expectedTotal: 710,
      locale: 'en',
    })
  })

  it('a submission has an amount of 0 yen, but no amount if there is no fee', () => {
    expect(orderSubmission(input, 0, 'ja').expectedTotal).toBe(0)
    expect(orderSubmission(input, null, 'ja')).not.toHaveProperty('expectedTotal')
  })
})

const api = answeringApi()
const order = { orderId: 'OR-1', receiptNumber: 'R-1', status: 'NOT_STARTED' } as SubmittedOrder
const body = { applicationId: 'application-1', ...orderSubmission(input, 710, 'ja') }
const server = submissionServer(silentCall, async () => undefined)

describe('the server', () => {
  beforeAll(() => api.start())
  afterEach(() => api.reset())
  afterAll(() => api.stop())

  it('receives an application under its key, and its order is the result', async () => {
    api.respond(201, order)
    expect(await server.send(body, 'key-1', null)).toEqual({ kind: 'created', order })
    expect(api.received).toMatchObject([{ method: 'POST', path: '/o/orders', body }])
    expect(api.received[0]?.headers.get('idempotency-key')).toBe('key-1')
  })

  it('receives the tag of the draft that the application replaces, and refuses another one', async () => {
    api.respond(201, order)
    await server.send(body, 'key-1', '"7"')
    expect(api.received[0]?.headers.get('if-match')).toBe('"7"')
    api.respond(412, { code: 'SE_CO_0412' })
    expect(await server.send(body, 'key-1', null)).toEqual({ kind: 'outdated' })
    expect(api.received[1]?.headers.has('if-match')).toBe(false)
  })

  it('refuses an application with its reason', async () => {
    api.respond(409, { code: 'SE_AP_0004' })
    expect(await server.send(body, 'key-1', null)).toMatchObject({
      kind: 'refused',
      refusal: 'duplicate',
      problem: { status: 409, code: 'SE_AP_0004' },
    })
  })

  it('the server may have received an application without reporting it', async () => {
    api.respond(503, {}, { 'Retry-After': '20' })
    expect(await server.send(body, 'key-1', null)).toMatchObject({
      kind: 'unknown',
      problem: { status: 503, retryAfter: 20 },
    })
    api.breakDown()
    expect(await server.send(body, 'key-1', null)).toMatchObject({ kind: 'unknown', problem: { kind: 'offline' } })
  })

  it('receives nothing if another user is signed in', async () => {
    const other = new ProblemError({ kind: 'unauthenticated', fields: [] })
    const refusing = submissionServer(silentCall, () => Promise.reject(other))
    expect(await refusing.send(body, 'key-1', null)).toMatchObject({ kind: 'refused', refusal: 'unauthenticated' })
    expect(api.received).toEqual([])
  })

  it('the outcome is requested by the key', async () => {
    api.respond(200, { state: 'DONE', order })
    expect(await server.ask('key-1')).toEqual({ kind: 'created', order })
    expect(api.received).toMatchObject([{ method: 'GET', path: '/o/submissions/key-1' }])
  })

  it.each([
    ['a submission', () => server.send(body, 'key-1', null)],
    ['a poll', () => server.ask('key-1')],
  ])('%s of an application that has become an order leads to that order', async (name, request) => {
    const received = { ...order, answers: { applicant: { name: '前' } } }
    const problem = { code: 'SE_AP_0006', orderId: 'OR-1', status: 409 }
    const refuse = () =>
      name === 'a poll' ? api.respond(200, { state: 'FAILED', problem }) : api.respond(409, problem)
    refuse()
    api.respond(200, received)
    expect(await request()).toEqual({ kind: 'received', order: received })
    expect(api.received[1]).toMatchObject({ method: 'GET', path: '/o/orders/OR-1' })
    refuse()
    api.respond(503)
    expect(await request(), 'it cannot be read').toMatchObject({ kind: 'refused', refusal: 'general' })
  })

  it('does not know the outcome yet, or names no order', async () => {
    api.respond(200, { state: 'PROCESSING' })
    expect(await server.ask('key-1')).toEqual({ kind: 'still-unknown', problem: null })
    api.respond(200, { state: 'DONE' })
    expect(await server.ask('key-1')).toEqual({ kind: 'still-unknown', problem: null })
    api.respond(200, { state: 'PROCESSING', order })
    expect(await server.ask('key-1')).toEqual({ kind: 'still-unknown', problem: null })
  })

  it('the server reports a refused application with its refused fields', async () => {
    const errors = [{ pointer: '/answers/copy/copies', code: 'maximum' }]
    api.respond(200, { state: 'FAILED', problem: { code: 'SE_CO_0400', status: 422, errors } })
    expect(await server.ask('key-1')).toEqual({
      kind: 'refused',
      refusal: 'fields',
      problem: { kind: 'invalid', code: 'SE_CO_0400', status: 422, fields: errors },
    })
  })

  it('the server reports a refusal for an unknown reason or without a reason', async () => {
    api.respond(200, { state: 'FAILED', problem: { code: 'SE_AP_0004' } })
    expect(await server.ask('key-1')).toEqual({
      kind: 'refused',
      refusal: 'duplicate',
      problem: { kind: 'conflict', status: 409, code: 'SE_AP_0004', fields: [] },
    })
    api.respond(200, { state: 'FAILED' })
    expect(await server.ask('key-1')).toEqual({
      kind: 'refused',
      refusal: 'general',
      problem: { kind: 'conflict', status: 409, fields: [] },
    })
  })

  it('the server reports a refusal because the draft had changed before the order was created', async () => {
    api.respond(200, { state: 'FAILED', problem: { code: 'SE_CO_0412', status: 412 } })
    expect(await server.ask('key-1')).toMatchObject({ kind: 'refused', refusal: 'outdated' })
  })

  it('the server reports that the application never arrived', async () => {
    api.respond(404, {})
    expect(await server.ask('key-1')).toEqual({ kind: 'never-arrived' })
  })

  it('the outcome is unknown while the server cannot be reached', async () => {
    api.respond(503, {}, { 'Retry-After': '20' })
    expect(await server.ask('key-1')).toMatchObject({ kind: 'still-unknown', problem: { status: 503, retryAfter: 20 } })
  })

  it('hides no error of the portal itself', async () => {
    const broken = submissionServer(
      () => Promise.reject(new Error('a defect')),
      async () => undefined,
    )
    await expect(broken.send(body, 'key-1', null)).rejects.toThrow('a defect')
    await expect(broken.ask('key-1')).rejects.toThrow('a defect')
  })
})

/** What the portal makes of a 202 with this `Retry-After`. */
function answerTo(retryAfter: string | undefined) {
  const response: unknown = { data: { state: 'PROCESSING' }, headers: { 'retry-after': retryAfter } }
  const server = submissionServer(
    async <Answer>() => response as Answer,
    async () => undefined,
  )
  return server.send({} as OrderSubmission, 'key-1', null)
}

it.each([
  ['30', 30],
  ['Sat, 21 Nov 2026 01:00:20 GMT', 20],
  ['86400', 3_600],
])('the outcome of an accepted submission is polled after the delay "%s"', async (retryAfter, seconds) => {
  expect(await answerTo(retryAfter)).toEqual({ kind: 'unknown', problem: null, retryAfter: seconds })
})

it.each([undefined, '', 'soon'])('the delay "%s" is ignored', async (retryAfter) => {
  expect(await answerTo(retryAfter)).toEqual({ kind: 'unknown', problem: null })
})

const submit = contract().operations.find(({ id }) => id === 'submitOrder')
const codesOfSubmission = Array.from({ length: 200 }, (_, index) => submit?.codes(400 + index) ?? []).flat()

const field = { pointer: '/answers/copy/copies', code: 'maximum' }

function problem(over: Partial<Problem>): Problem {
  return { kind: 'unreadable', fields: [], ...over }
}

describe('what a failed submission means', () => {
  it.each([
    ['the service stopped', { kind: 'gone', status: 410, code: 'SE_AP_0001' }, 'stopped'],
    ['the form is not known', { kind: 'not-found', status: 404, code: 'SE_AP_0002' }, 'unknown-form'],
    ['a refused form version', { kind: 'conflict', status: 409, code: 'SE_AP_0003' }, 'form-version'],
    ['a duplicate', { kind: 'conflict', status: 409, code: 'SE_AP_0004' }, 'duplicate'],
    ['another amount', { kind: 'invalid', status: 422, code: 'SE_AP_0005' }, 'amount-changed'],
    ['a virus', { kind: 'invalid', status: 422, code: 'SE_AT_0001' }, 'infected'],
    ['wrong fields', { kind: 'invalid', status: 422, code: 'SE_CO_0400', fields: [field] }, 'fields'],
    ['a 413 from a proxy', { kind: 'unreadable', status: 413 }, 'too-large'],
    ['an ended session', { kind: 'unauthenticated', status: 401 }, 'unauthenticated'],
    ['no permission', { kind: 'forbidden', status: 403 }, 'general'],
    ['a bare 400', { kind: 'invalid', status: 400 }, 'general'],
    ['a 422 that names no field', { kind: 'invalid', status: 422 }, 'general'],
  ] as const)('a failed submission is a refusal for %s', (_case, over, outcome) => {
    expect(submissionOutcome(problem({ ...over, fields: 'fields' in over ? [...over.fields] : [] }))).toBe(outcome)
  })

  it.each([
    ['in progress', { kind: 'conflict', status: 409, code: 'SE_CO_0409' }],
    ['a 409 without a code', { kind: 'conflict', status: 409 }],
    ['a key that is bound already', { kind: 'invalid', status: 422, code: 'SE_CO_0422' }],
    ['too many requests', { kind: 'too-many', status: 429 }],
    ['unavailable', { kind: 'unavailable', status: 503 }],
    ['a server fault', { kind: 'unavailable', status: 500 }],
    ['a bad gateway with HTML', { kind: 'unreadable', status: 502 }],
    ['a time-out', { kind: 'timeout' }],
    ['a lost network', { kind: 'offline' }],
    ['an unreadable success', { kind: 'unreadable', status: 200 }],
  ] as const)('the outcome is unknown for %s, so nothing is sent again automatically', (_case, over) => {
    expect(submissionOutcome(problem(over))).toBe('unknown')
  })

  it.each([
    ['SE_AP_0001', 'stopped'],
    ['SE_AP_0002', 'unknown-form'],
    ['SE_AP_0003', 'form-version'],
    ['SE_AP_0004', 'duplicate'],
    ['SE_AP_0005', 'amount-changed'],
    ['SE_AP_0006', 'duplicate'],
    ['SE_AT_0001', 'infected'],
    ['SE_CO_0401', 'unauthenticated'],
    ['SE_CO_0404', 'unknown-form'],
    ['SE_CO_0409', 'unknown'],
    ['SE_CO_0413', 'too-large'],
    ['SE_CO_0422', 'unknown'],
    ['SE_CO_0429', 'unknown'],
    ['SE_CO_0503', 'unknown'],
  ])('follows the code %s rather than the status', (code, outcome) => {
    const status = outcome === 'unknown' ? 403 : 500
    expect(submissionOutcome(problem({ code, status }))).toBe(outcome)
  })

  it.each(codesOfSubmission)('gives the code %s of the contract one meaning, whatever the status', (code) => {
    const problems = [400, 409, 410, 413, 422, 500].map((status) => problem({ code, status, fields: [field] }))
    expect(new Set(problems.map(submissionOutcome)).size).toBe(1)
  })

  it('names a returned application that has been replaced already', () => {
    const replaced = { pointer: '/reapplyOf', code: 'reapplyOf' }
    expect(submissionOutcome(problem({ code: 'SE_CO_0400', status: 422, fields: [replaced] }))).toBe('correction')
  })

  it('a returned application that has been replaced is named even among other refused fields', () => {
    expect(refusesCorrection(problem({ fields: [field, { pointer: '/reapplyOf', code: 'reapplyOf' }] }))).toBe(true)
    expect(refusesCorrection(problem({ fields: [field] }))).toBe(false)
  })

  it('a refusal is by the network if nothing could be sent, and general if nothing else is known', () => {
    expect(refusalOf(problem({ kind: 'offline' }))).toBe('offline')
    expect(refusalOf(problem({ kind: 'timeout' }))).toBe('general')
    expect(refusalOf(problem({ kind: 'gone' }))).toBe('stopped')
  })

  it('a refusal is general if its code is that of refused fields but names no field', () => {
    expect(submissionOutcome(problem({ code: 'SE_CO_0400', status: 400, fields: [field] }))).toBe('fields')
    expect(submissionOutcome(problem({ code: 'SE_CO_0400', status: 400 }))).toBe('general')
  })

  it.each([
    ['unauthenticated', 'unauthenticated'],
    ['forbidden', 'general'],
    ['not-found', 'unknown-form'],
    ['conflict', 'unknown'],
    ['gone', 'stopped'],
    ['invalid', 'fields'],
    ['too-many', 'unknown'],
    ['unavailable', 'unknown'],
    ['offline', 'unknown'],
    ['timeout', 'unknown'],
    ['unreadable', 'unknown'],
  ] as const)('follows the kind %s if there is neither a code nor a known status', (kind, outcome) => {
    expect(submissionOutcome(problem({ kind, code: 'SE_XX_9999', fields: [field] }))).toBe(outcome)
    expect(submissionOutcome(problem({ kind, status: 499, fields: [field] }))).toBe(outcome)
  })

  it.each([
    [400, 'general'],
    [413, 'too-large'],
    [415, 'general'],
    [500, 'unknown'],
    [599, 'unknown'],
  ] as const)('follows the status %d rather than the kind', (status, outcome) => {
    expect(submissionOutcome(problem({ kind: 'forbidden', status }))).toBe(outcome)
    expect(submissionOutcome(problem({ kind: 'gone', status }))).toBe(outcome)
  })

  it('ends the application only if no correction could help', () => {
    expect([refusals.stopped, refusals['unknown-form']]).toEqual(['none', 'none'])
    expect(refusals.fields).not.toBe('none')
  })
})
