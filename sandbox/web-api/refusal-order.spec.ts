import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../create-sandbox.ts'
import type { Caller, Reply } from '../testing/test-sandbox.ts'
import { newKey, trySandbox, withFee } from '../testing/test-sandbox.ts'

let sandbox: Sandbox
let api: Caller
let anonymous: Caller

beforeEach(async () => ({ sandbox, api, anonymous } = await trySandbox()))
afterEach(() => sandbox.close())

function refusal({ status, body }: Reply) {
  return [status, body.code]
}

describe('a request with several mistakes', () => {
  it('gets the refusals of all operations in the order of the document', async () => {
    const tooLarge = { ...withFee(), formVersion: 'x'.repeat(1_000_001) }
    const wrong = { ...withFee(), formVersion: '!', answers: undefined }
    sandbox.backend.faults.add({ kind: 'too-many', operation: 'submitOrder', times: 1 })
    const post = (caller: Caller, body: unknown) => caller.send('POST', '/o/orders', body)
    expect(refusal(await post(anonymous, tooLarge))).toEqual([429, 'SE_CO_0429'])
    expect(refusal(await post(anonymous, tooLarge))).toEqual([401, 'SE_CO_0401'])
    expect(refusal(await post(api, tooLarge))).toEqual([413, 'SE_CO_0413'])
    const { body } = await post(api, wrong)
    expect(body.errors).toMatchObject([
      { pointer: '/Idempotency-Key', code: 'required' },
      { pointer: '/answers', code: 'required' },
      { pointer: '/formVersion', code: 'pattern' },
    ])
    expect(refusal(await api.send('PATCH', '/o/profile', { kind: 'person', phone: 'x' }))).toEqual([412, 'SE_CO_0412'])
    expect(refusal(await api.send('DELETE', '/o/drafts/!/!'))).toEqual([404, 'SE_CO_0404'])
  })

  it('gets that of its key before those of the application', async () => {
    const key = newKey()
    await api.post('/o/orders', withFee(), key)
    expect(refusal(await api.post('/o/orders', { ...withFee(), serviceId: 'passport' }, key))).toEqual([
      422,
      'SE_CO_0422',
    ])
  })

  it('gets those of an application in the order of the document', async () => {
    const sent = withFee()
    await api.post('/o/orders', sent)
    await api.send('PUT', `/o/drafts/${sent.serviceId}/${sent.type}`, {
      formVersion: sent.formVersion,
      answers: {},
      applicationId: 'application-of-the-draft',
    })
    let mistakes = {
      applicationId: sent.applicationId,
      serviceId: 'flu-vaccination',
      type: 'corporate',
      formVersion: 'ffffffffffff',
      answers: { copy: { copies: 11 } },
      reapplyOf: 'OR-OF-NOBODY',
      attachments: ['AT-OF-NOBODY'],
      expectedTotal: 5,
    }
    const corrections = [
      { applicationId: 'another-application' },
      { serviceId: sent.serviceId },
      { type: sent.type },
      { formVersion: sent.formVersion },
      { answers: sent.answers },
      { reapplyOf: undefined },
      { attachments: [] },
      { expectedTotal: sent.expectedTotal },
      { answers: withFee(2).answers, expectedTotal: withFee(2).expectedTotal },
    ]
    const refusals: unknown[] = []
    for (const correction of [{}, ...corrections]) {
      mistakes = { ...mistakes, ...correction } as typeof mistakes
      const reply = await api.post('/o/orders', { ...sent, ...mistakes })
      const [first] = (reply.body.errors ?? []) as { pointer: string }[]
      refusals.push(first?.pointer ?? reply.body.code)
    }
    expect(refusals).toEqual([
      'SE_AP_0006',
      'SE_AP_0001',
      'SE_AP_0002',
      'SE_AP_0002',
      '/answers/copy/copies',
      '/reapplyOf',
      '/attachments/0',
      'SE_AP_0005',
      'SE_AP_0004',
      'SE_CO_0412',
    ])
  })
})

describe('what a client does not send as the document says', () => {
  it.each([
    ['text', '{', 'type'],
    ['nothing', '', 'required'],
  ])('refuses %s instead of a body', async (_what, text, code) => {
    const response = await sandbox.fetch(
      new Request('http://portal.test/app/web/p/tenants/minato-city/login', { method: 'POST', body: text }),
    )
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'SE_CO_0400', errors: [{ pointer: '', code }] },
    ])
  })

  it('accepts JSON whose content type is another one, and ignores an unknown parameter', async () => {
    const headers = { 'Content-Type': 'text/plain', 'Idempotency-Key': newKey() }
    expect((await api.send('POST', '/o/orders', withFee(), headers)).status).toBe(201)
    expect((await api.get('/o/orders?unknown=1')).status).toBe(200)
  })

  it('accepts no other tag than the whole one', async () => {
    const { headers } = await api.get('/o/profile')
    const tag = headers.get('ETag') ?? ''
    const change = (ifMatch: string) =>
      api.send('PATCH', '/o/profile', { kind: 'person', phone: '09011112222' }, { 'If-Match': ifMatch })
    for (const other of ['*', `W/${tag}`, `${tag}, "x"`]) expect((await change(other)).status).toBe(412)
    expect((await change(tag)).status).toBe(200)
  })

  it.each([
    ['en-US,en;q=0.9', 'Copy of the residence record'],
    ['fr,en;q=0.9', '住民票の写しの交付請求'],
    ['', '住民票の写しの交付請求'],
  ])('answers in the language that comes first: %j', async (language, name) => {
    const services = await anonymous.send('GET', '/p/tenants/minato-city/services', undefined, {
      'Accept-Language': language,
    })
    expect(services.body[0]).toMatchObject({ name })
  })
})
