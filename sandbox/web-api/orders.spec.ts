import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Manifest } from '../../form-model/definition.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import type { Sandbox } from '../create-sandbox.ts'
import { fixtureForms, oldVersion } from '../testing/fixture-forms.ts'
import type { Caller } from '../testing/test-sandbox.ts'
import { newKey, newResident, signedIn, trySandbox, withFee, withoutFee } from '../testing/test-sandbox.ts'
import { day, hour, minute } from '../core/tokyo-time.ts'

let sandbox: Sandbox
let api: Caller
let userId: string

beforeEach(async () => ({ sandbox, api, userId } = await trySandbox()))
afterEach(() => sandbox.close())

function ordersOf() {
  return sandbox.backend.orders.query({ tenantId: 'minato-city', userId, limit: 100 })
}

/** Submits the draft with that tag. */
function submitDraft(order: object, tag: string | null, key = newKey()) {
  return api.send('POST', '/o/orders', order, { 'Idempotency-Key': key, ...(tag === null ? {} : { 'If-Match': tag }) })
}

describe('submitOrder', () => {
  it('creates an order with a waiting charge when there is a fee', async () => {
    const { status, body, headers } = await api.post('/o/orders', withFee(2))
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'WAITING_PAYMENT', charge: { status: 'WAITING' } })
    expect(body.receiptNumber).toMatch(/^\d{4}-\d{6}$/)
    expect(headers.get('Location')).toBe(`/app/web/o/orders/${String(body.orderId)}`)
    const details = await api.get(`/o/orders/${String(body.orderId)}`)
    expect(details.body).toMatchObject({
      answers: { copy: { copies: 2 } },
      allowedActions: ['pay', 'withdraw'],
      timeline: [{ status: 'WAITING_PAYMENT', actor: 'USER' }],
      charges: [{ amount: { total: 600, tax: 54, currency: 'JPY' }, allowedActions: ['proceed', 'decline'] }],
      // The service delivers by post, and the profile has an address.
      shippingAddress: { recipient: '港 花子', address: { postalCode: '1050011' } },
    })
  })

  it('requires an address only if the result is sent by post', async () => {
    const resident = sandbox.backend.residents.find('minato-city', userId)
    if (resident === null) throw new Error('The resident is gone')
    const { address: _moved, ...profile } = resident.profile
    sandbox.backend.residents.save({ ...resident, profile })
    const inWay = (method: string) => {
      const order = withFee()
      return { ...order, answers: { copy: { ...order.answers.copy, method } } }
    }
    expect(await api.post('/o/orders', inWay('post'))).toMatchObject({
      status: 422,
      body: { code: 'SE_CO_0400', errors: [{ pointer: '/shippingAddress', code: 'required' }] },
    })
    const { status, body } = await api.post('/o/orders', inWay('counter'))
    expect(status).toBe(201)
    expect((await api.get(`/o/orders/${String(body.orderId)}`)).body.shippingAddress).toBeUndefined()
  })

  it('creates an order without charge when there is no fee', async () => {
    const { status, body } = await api.post('/o/orders', withoutFee())
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'NOT_STARTED' })
    expect(body.charge).toBeUndefined()
  })

  it('returns the stored answer for the same key and body, and creates one order', async () => {
    const key = newKey()
    const sent = withFee()
    const first = await api.post('/o/orders', sent, key)
    const { serviceId, ...rest } = sent
    const again = await api.post('/o/orders', { ...rest, serviceId }, key)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(ordersOf()).toHaveLength(1)
  })

  it('refuses the same key with another body', async () => {
    const key = newKey()
    await api.post('/o/orders', withoutFee(), key)
    const other = await api.post('/o/orders', withoutFee('food'), key)
    expect(other).toMatchObject({ status: 422, body: { code: 'SE_CO_0422' } })
    expect(ordersOf()).toHaveLength(1)
  })

  it('allows a refused key for the corrected body', async () => {
    const key = newKey()
    const refused = await api.post('/o/orders', withFee(11), key)
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'SE_CO_0400', errors: [{ pointer: '/answers/copy/copies', code: 'maximum' }] },
    })
    expect(await api.post('/o/orders', withFee(10), key)).toMatchObject({ status: 201 })
  })

  it('treats the same key of two users as two keys', async () => {
    const key = newKey()
    await api.post('/o/orders', withoutFee(), key)
    const other = await signedIn(sandbox, (await newResident(sandbox)).email)
    const { body } = await other.post('/o/orders', withoutFee(), key)
    expect(body.orderId).not.toBe(ordersOf()[0]?.orderId)
  })

  it('creates one order when the same request arrives twice at once', async () => {
    const key = newKey()
    const sent = withFee()
    const replies = await Promise.all([api.post('/o/orders', sent, key), api.post('/o/orders', sent, key)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(replies.map(({ body }) => body.orderId)).size).toBe(1)
    expect(ordersOf()).toHaveLength(1)
  })

  it('returns the order of a lost response for the same key', async () => {
    const key = newKey()
    sandbox.backend.faults.add({ kind: 'answer-lost', operation: 'submitOrder', times: 1 })
    const sent = withFee()
    expect((await api.post('/o/orders', sent, key)).status).toBe(0)
    const submission = await api.get(`/o/submissions/${key}`)
    expect(submission).toMatchObject({ status: 200, body: { state: 'DONE', order: { status: 'WAITING_PAYMENT' } } })
    expect((await api.post('/o/orders', sent, key)).status).toBe(201)
    expect(ordersOf()).toHaveLength(1)
  })

  it('creates nothing when the amount is not the one the user agreed to', async () => {
    const { status, body } = await api.post('/o/orders', { ...withFee(2), expectedTotal: 300 })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'SE_AP_0005' })
    expect(ordersOf()).toEqual([])
  })

  it.each([
    ['an older form version', { formVersion: oldVersion }, 409, 'SE_AP_0003'],
    ['an unpublished form version', { formVersion: 'ffffffffffff' }, 404, 'SE_AP_0002'],
    ['a type the service does not have', { type: 'corporate' }, 404, 'SE_AP_0002'],
    ['a service the tenant does not have', { serviceId: 'passport' }, 404, 'SE_CO_0404'],
    ['a service that is not open yet', { serviceId: 'flu-vaccination' }, 410, 'SE_AP_0001'],
    ['a service that has closed', { serviceId: 'summer-festival-stall' }, 410, 'SE_AP_0001'],
    ['an attachment of another user', { attachments: ['AT-OF-NOBODY'] }, 422, 'SE_CO_0400'],
    ['an order that cannot be repeated', { reapplyOf: 'OR-OF-NOBODY' }, 422, 'SE_CO_0400'],
    ['an unknown member', { note: 'x' }, 422, 'SE_CO_0400'],
  ])('refuses %s', async (_what, change, status, code) => {
    expect(await api.post('/o/orders', { ...withoutFee(), ...change })).toMatchObject({ status, body: { code } })
    expect(ordersOf()).toEqual([])
  })

  it('accepts a version that is published for a later time from then on, and refuses the one before it', async () => {
    const folder = fixtureForms({ current: 'bbbbbbbbbbbb' })
    const file = join(folder, 'minato-city/manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const { versions = [] } = manifest.forms['childcare-consultation']?.individual ?? {}
    const planned = [{ formVersion: 'bbbbbbbbbbbb', from: tokyoIso(sandbox.clock.now() + minute) }]
    manifest.forms['childcare-consultation'] = { individual: { current: oldVersion, versions, planned } }
    writeFileSync(file, JSON.stringify(manifest))
    sandbox.backend.forms.publish(folder)
    const offered = async () => {
      const { body } = await api.get('/p/tenants/minato-city/services')
      const services = body as unknown as { serviceId: string; forms: { formVersion: string }[] }[]
      return services.find(({ serviceId }) => serviceId === 'childcare-consultation')?.forms[0]?.formVersion
    }
    const send = async (formVersion: string, topic: string) =>
      (await api.post('/o/orders', { ...withoutFee(topic), formVersion })).status
    expect(await offered()).toBe(oldVersion)
    expect([await send('bbbbbbbbbbbb', 'food'), await send(oldVersion, 'food')]).toEqual([409, 201])
    sandbox.clock.shift(minute)
    expect(await offered()).toBe('bbbbbbbbbbbb')
    expect([await send(oldVersion, 'play'), await send('bbbbbbbbbbbb', 'play')]).toEqual([409, 201])
  })

  it('refuses applications from the moment a service stops', async () => {
    sandbox.clock.shift(7 * day)
    // Tokens expire after an hour.
    const later = await signedIn(sandbox, sandbox.backend.residents.find('minato-city', userId)?.email ?? '')
    expect(await later.post('/o/orders', withoutFee())).toMatchObject({ status: 410, body: { code: 'SE_AP_0001' } })
  })

  it('refuses the same answers within minutes, and accepts them later as a new application', async () => {
    await api.post('/o/orders', withFee())
    expect(await api.post('/o/orders', withFee())).toMatchObject({ status: 409, body: { code: 'SE_AP_0004' } })
    sandbox.clock.shift(hour / 2)
    expect(await api.post('/o/orders', withFee())).toMatchObject({ status: 201 })
  })

  it('deletes the draft of the submitted application', async () => {
    const draft = { formVersion: withFee().formVersion, answers: {}, applicationId: 'application-1' }
    const saved = await api.send('PUT', '/o/drafts/residence-certificate/individual', draft)
    const submitted = await submitDraft(withFee(), saved.headers.get('ETag'))
    expect(submitted.status).toBe(201)
    expect(await api.get('/o/drafts/residence-certificate/individual')).toMatchObject({ status: 404 })
  })

  it('keeps the draft of another device: only the named one may be replaced, and the key stays unused', async () => {
    const path = '/o/drafts/residence-certificate/individual'
    const draft = { formVersion: withFee().formVersion, answers: {}, applicationId: 'application-1' }
    const saved = await api.send('PUT', path, draft)
    const older = saved.headers.get('ETag')
    const newer = await api.send('PUT', path, { ...draft, applicationId: 'application-2' }, { 'If-Match': older ?? '' })
    const key = newKey()
    const outdated = { status: 412, body: { code: 'SE_CO_0412' } }
    const sent = withFee()
    expect(await submitDraft(sent, older, key), 'an older draft').toMatchObject(outdated)
    expect(await api.post('/o/orders', sent, key), 'no draft').toMatchObject(outdated)
    expect((await api.get(path)).body.applicationId).toBe('application-2')
    expect(ordersOf()).toEqual([])
    const tag = newer.headers.get('ETag')
    expect(await submitDraft(sent, tag, key), 'the draft').toMatchObject({ status: 201 })
    expect(await submitDraft(sent, tag, key), 'a repetition').toMatchObject({ status: 201 })
    expect(ordersOf()).toHaveLength(1)
    sandbox.clock.shift(hour / 2)
    expect(await submitDraft(withFee(), tag), 'a draft that is gone').toMatchObject(outdated)
  })

  it('refuses whatever arrives of an application that has become an order, and names the order', async () => {
    const path = '/o/drafts/residence-certificate/individual'
    const { applicationId, formVersion, ...rest } = withFee()
    const submission = { applicationId, formVersion, ...rest }
    const draft = { applicationId, formVersion, answers: {} }
    const tag = (await api.send('PUT', path, draft)).headers.get('ETag')
    const key = newKey()
    const { body } = await submitDraft(submission, tag, key)
    const refused = { status: 409, body: { code: 'SE_AP_0006', orderId: body.orderId } }
    const corrected = { ...submission, answers: { copy: { copies: 2 } }, expectedTotal: 600 }
    expect(await api.post('/o/orders', corrected), 'a corrected version with another key').toMatchObject(refused)
    expect(await submitDraft(corrected, tag), 'with the tag of its draft').toMatchObject(refused)
    expect(await api.post('/o/orders', submission), 'the same version with another key').toMatchObject(refused)
    expect(await api.send('PUT', path, draft), 'a first save').toMatchObject(refused)
    expect(await api.send('PUT', path, draft, { 'If-Match': tag ?? '' }), 'a later save').toMatchObject(refused)
    const deletion = api.send('DELETE', `${path}?applicationId=${applicationId}`, undefined, { 'If-Match': tag ?? '' })
    expect(await deletion, 'a deletion').toMatchObject(refused)
    expect(await submitDraft(submission, tag, key), 'a repetition').toMatchObject({ status: 201, body })
    expect(await api.get(path), 'no draft').toMatchObject({ status: 404 })
    expect(ordersOf()).toHaveLength(1)
    const other = await newResident(sandbox)
    const ofOther = (await signedIn(sandbox, other.email)).post('/o/orders', submission)
    expect(await ofOther, 'of another user').toMatchObject({ status: 201 })
  })

  it('counts an expired draft as none', async () => {
    const draft = { formVersion: withFee().formVersion, answers: {}, applicationId: 'application-1' }
    const { userId: other, email } = await newResident(sandbox)
    await (await signedIn(sandbox, email)).send('PUT', '/o/drafts/residence-certificate/individual', draft)
    sandbox.clock.shift(8 * day)
    expect(await (await signedIn(sandbox, email)).post('/o/orders', withFee())).toMatchObject({ status: 201 })
    expect(sandbox.backend.orders.query({ tenantId: 'minato-city', userId: other, limit: 9 })).toHaveLength(1)
  })

  it('sends a mail to the user', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const mail = sandbox.backend.outbox.list()[0]
    expect(mail?.subject).toContain('申請受付のお知らせ')
    expect(mail?.body).toContain(String(body.receiptNumber))
  })
})

describe('a submission that takes time', () => {
  it('answers 202, then PROCESSING, and is completed when it is due', async () => {
    const key = newKey()
    sandbox.backend.faults.add({ kind: 'submission-slow', operation: 'submitOrder', times: 1, delayMs: 6000 })
    const sent = withFee()
    const first = await api.post('/o/orders', sent, key)
    expect(first).toMatchObject({ status: 202, body: { state: 'PROCESSING' } })
    expect(first.headers.get('Location')).toBe(`/app/web/o/submissions/${key}`)
    expect(await api.post('/o/orders', sent, key)).toMatchObject({ status: 409, body: { code: 'SE_CO_0409' } })
    expect(await api.get(`/o/submissions/${key}`)).toMatchObject({ body: { state: 'PROCESSING' } })
    sandbox.clock.shift(6000)
    expect(await api.get(`/o/submissions/${key}`)).toMatchObject({ body: { state: 'DONE' } })
    expect(await api.post('/o/orders', sent, key)).toMatchObject({ status: 201 })
    expect(ordersOf()).toHaveLength(1)
  })

  it('reports a failure and leaves the key unused', async () => {
    const key = newKey()
    sandbox.backend.faults.add({ kind: 'submission-fails', operation: 'submitOrder', times: 1 })
    const sent = withFee()
    await api.post('/o/orders', sent, key)
    sandbox.clock.shift(6000)
    expect(await api.get(`/o/submissions/${key}`)).toMatchObject({
      body: { state: 'FAILED', problem: { code: 'SE_AP_0001' } },
    })
    expect(await api.post('/o/orders', sent, key)).toMatchObject({ status: 201 })
  })

  it('fails if another device has saved a draft meanwhile, and keeps that draft', async () => {
    const key = newKey()
    const path = '/o/drafts/residence-certificate/individual'
    sandbox.backend.faults.add({ kind: 'submission-slow', operation: 'submitOrder', times: 1, delayMs: 6000 })
    await api.post('/o/orders', withFee(), key)
    await api.send('PUT', path, { formVersion: withFee().formVersion, answers: {}, applicationId: 'application-1' })
    sandbox.clock.shift(6000)
    expect(await api.get(`/o/submissions/${key}`)).toMatchObject({
      body: { state: 'FAILED', problem: { code: 'SE_CO_0412' } },
    })
    expect((await api.get(path)).body.applicationId).toBe('application-1')
    expect(ordersOf()).toEqual([])
  })

  it('fails if a corrected version has become the order meanwhile', async () => {
    const [first, key] = [withFee(), newKey()]
    sandbox.backend.faults.add({ kind: 'submission-slow', operation: 'submitOrder', times: 1, delayMs: 6000 })
    await api.post('/o/orders', first, key)
    const corrected = { ...first, answers: { copy: { copies: 2 } }, expectedTotal: 600 }
    const { body } = await api.post('/o/orders', corrected)
    sandbox.clock.shift(6000)
    expect(await api.get(`/o/submissions/${key}`)).toMatchObject({
      body: { state: 'FAILED', problem: { code: 'SE_AP_0006', orderId: body.orderId } },
    })
    expect(ordersOf()).toHaveLength(1)
  })

  it('reports 404 for a submission that never arrived', async () => {
    expect(await api.get(`/o/submissions/${newKey()}`)).toMatchObject({ status: 404 })
  })
})

describe('quoteOrder', () => {
  const quote = ({
    applicationId: _i,
    attachments: _a,
    expectedTotal: _e,
    locale: _l,
    ...request
  }: ReturnType<typeof withFee>) => request

  it('returns the fee of an application in the language of the request', async () => {
    const { status, body } = await api.send('POST', '/o/orders/quote', quote(withFee(3)))
    expect(status).toBe(200)
    expect(body).toEqual({
      amount: { total: 900, tax: 81, currency: 'JPY' },
      lines: [{ label: '住民票の写し', quantity: 3, unitPrice: 300, amount: 900 }],
    })
  })

  it('refuses answers that the form refuses', async () => {
    const { status, body } = await api.send('POST', '/o/orders/quote', { ...quote(withFee()), answers: {} })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ pointer: '/answers/copy', code: 'required' }])
  })

  it.each(['\u200b', '\u3164 \ufe0f', '\u3000'])(
    'counts a text without anything to see as missing: %j',
    async (copies) => {
      const { status, body } = await api.send('POST', '/o/orders/quote', {
        ...quote(withFee()),
        answers: { copy: { copies } },
      })
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ pointer: '/answers/copy/copies', code: 'required' }])
    },
  )

  it.each(['a\u0000b', 'a\u0007b', '\u202efdp', '\u2066a'])('refuses %j, whatever the form says', async (note) => {
    const { status, body } = await api.send('POST', '/o/orders/quote', {
      ...quote(withFee()),
      answers: { copy: { copies: 1, notes: ['fine', note] } },
    })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ pointer: '/answers/copy/notes/1', code: 'characters' }])
  })
})

it('neither quotes nor accepts an answer for which the form has no amount', async () => {
  const { applicationId: _i, attachments: _a, expectedTotal: _e, locale: _l, ...request } = withFee(1.5)
  const refused = { status: 422, body: { errors: [{ pointer: '/answers/copy/copies', code: 'fee' }] } }
  expect(await api.send('POST', '/o/orders/quote', request)).toMatchObject(refused)
  expect(await api.post('/o/orders', { ...withFee(1.5), expectedTotal: 0 })).toMatchObject(refused)
  expect(ordersOf()).toEqual([])
})

describe('withdrawing and applying again', () => {
  async function returnedOrder() {
    const { body } = await api.post('/o/orders', withFee())
    const order = ordersOf()[0]
    if (order === undefined) throw new Error('There is no order')
    const charge = sandbox.backend.charges.ofOrder(order.orderId)[0]
    if (charge !== undefined) sandbox.backend.charges.save({ ...charge, status: 'PAID', paidAt: sandbox.clock.now() })
    sandbox.backend.orders.save({ ...order, status: 'CANCELLED_BY_TENANT' })
    return String(body.orderId)
  }

  it('withdraws an order with its waiting charge, once', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const path = `/o/orders/${String(body.orderId)}/withdraw`
    const withdrawn = await api.post(path, { reason: '間違えたため' })
    expect(withdrawn).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED_BY_USER', allowedActions: [], charges: [{ status: 'CANCELLED' }] },
    })
    expect(await api.post(path, {})).toMatchObject({ status: 409, body: { code: 'SE_AP_0010' } })
  })

  it('makes a draft from a returned order and carries the paid fee over', async () => {
    const orderId = await returnedOrder()
    const draft = await api.post(`/o/orders/${orderId}/reapply`)
    expect(draft).toMatchObject({ status: 201, body: { reapplyOf: orderId, answers: { copy: { copies: 1 } } } })
    const tag = (await api.get('/o/drafts/residence-certificate/individual')).headers.get('ETag')
    const again = await submitDraft({ ...withFee(2), reapplyOf: orderId, expectedTotal: 300 }, tag)
    expect(again).toMatchObject({ status: 201, body: { status: 'WAITING_PAYMENT' } })
  })

  it('names in the charge what the returned order has paid, so that its lines add up to the total', async () => {
    const orderId = await returnedOrder()
    const again = await api.post('/o/orders', { ...withFee(2), reapplyOf: orderId, expectedTotal: 300 })
    const due = { amount: { total: 300 }, lines: [{ quantity: 2, amount: 600 }], carriedOver: 300 }
    expect(await api.get(`/o/orders/${String(again.body.orderId)}`)).toMatchObject({ body: { charges: [due] } })
    const { chargeId } = again.body.charge as { chargeId: string }
    expect(await api.get(`/o/charges/${chargeId}`)).toMatchObject({ body: due })
    expect((await api.get(`/o/orders/${orderId}`)).body.charges).not.toHaveProperty([0, 'carriedOver'])
  })

  it('carries the whole fee over if nothing has changed', async () => {
    const orderId = await returnedOrder()
    const unchanged = await api.post('/o/orders', { ...withFee(), reapplyOf: orderId, expectedTotal: 0 })
    expect(unchanged).toMatchObject({ status: 201, body: { status: 'NOT_STARTED' } })
  })

  it('names what was paid along the chain of returns in each order for which it counts', async () => {
    const first = await returnedOrder()
    const paidBefore = async (orderId: unknown) => (await api.get(`/o/orders/${String(orderId)}`)).body.paidBefore
    const replace = async (reapplyOf: string) => {
      const { body } = await api.post('/o/orders', { ...withFee(), reapplyOf, expectedTotal: 0 })
      return String(body.orderId)
    }
    const second = await replace(first)
    expect(await paidBefore(first)).toBeUndefined()
    expect(await paidBefore(second)).toBe(300)
    const order = ordersOf().find(({ orderId }) => orderId === second)
    if (order === undefined) throw new Error('There is no second order')
    sandbox.backend.orders.save({ ...order, status: 'CANCELLED_BY_TENANT' })
    const third = await replace(second)
    expect(await paidBefore(third)).toBe(300)
    await api.post(`/o/orders/${third}/withdraw`, {})
    expect(await paidBefore(third)).toBe(300)
    const fourth = await replace(second)
    expect(await paidBefore(third)).toBeUndefined()
    expect(await paidBefore(fourth)).toBe(300)
  })

  it('lets a returned order be replaced once, and again only if the replacement is withdrawn', async () => {
    const orderId = await returnedOrder()
    const actions = async () => {
      const { items } = (await api.get('/o/orders')).body as { items: { orderId: string; allowedActions: string[] }[] }
      return items.find((order) => order.orderId === orderId)?.allowedActions
    }
    expect(await actions()).toEqual(['reapply'])
    const replacement = await api.post('/o/orders', { ...withFee(), reapplyOf: orderId, expectedTotal: 0 })
    expect(await actions()).toEqual([])
    const replacedBy = { orderId: replacement.body.orderId }
    expect(await api.get(`/o/orders/${orderId}`)).toMatchObject({ body: { replacedBy } })
    expect(await api.post(`/o/orders/${orderId}/reapply`)).toMatchObject({ status: 409, body: { code: 'SE_AP_0010' } })
    const second = await api.post('/o/orders', { ...withFee(2), reapplyOf: orderId, expectedTotal: 300 })
    expect(second).toMatchObject({ status: 422, body: { errors: [{ pointer: '/reapplyOf' }] } })
    await api.post(`/o/orders/${String(replacement.body.orderId)}/withdraw`, {})
    expect(await actions()).toEqual(['reapply'])
    expect((await api.get(`/o/orders/${orderId}`)).body).not.toHaveProperty('replacedBy')
  })

  it('does not overwrite an existing draft', async () => {
    const orderId = await returnedOrder()
    await api.post(`/o/orders/${orderId}/reapply`)
    expect(await api.post(`/o/orders/${orderId}/reapply`)).toMatchObject({ status: 409, body: { code: 'SE_AP_0011' } })
  })
})

describe('listOrders', () => {
  it('returns every order once in pages, newest first', async () => {
    const { email } = await newResident(sandbox, { seed: 45 })
    const resident = await signedIn(sandbox, email)
    const seen: { orderId: string; submittedAt: string }[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await resident.get(`/o/orders?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...(page.body.items as typeof seen))
      cursor = page.body.nextCursor as string | null
    }
    expect(new Set(seen.map(({ orderId }) => orderId)).size).toBe(45)
    const times = seen.map(({ submittedAt }) => submittedAt)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('filters by scope, status, service, day and text', async () => {
    const { email } = await newResident(sandbox, { seed: 'orders' })
    const resident = await signedIn(sandbox, email)
    const statuses = async (query: string) =>
      ((await resident.get(`/o/orders?${query}`)).body.items as { status: string }[]).map(({ status }) => status)
    expect(await statuses('scope=active')).toEqual(['WAITING_PAYMENT', 'NOT_STARTED', 'IN_PROCESS'])
    expect(await statuses('scope=closed')).toEqual(['CANCELLED_BY_TENANT', 'CANCELLED_BY_USER', 'FINISHED'])
    expect(await statuses('status=FINISHED&status=IN_PROCESS')).toEqual(['IN_PROCESS', 'FINISHED'])
    expect(await statuses('scope=active&status=FINISHED')).toEqual([])
    expect(await statuses('serviceId=childcare-consultation')).toEqual(['IN_PROCESS'])
    expect(await statuses(`q=${encodeURIComponent('子育て')}`)).toEqual(['IN_PROCESS'])
    const today = new Date(sandbox.clock.now() + 9 * hour).toISOString().slice(0, 10)
    expect(await statuses(`from=${today}`)).toEqual([])
    expect(await statuses(`to=${today}`)).toHaveLength(6)
  })

  it('refuses an invalid cursor', async () => {
    expect(await api.get('/o/orders?cursor=..')).toMatchObject({ status: 422, body: { code: 'SE_CO_0400' } })
  })

  it('stays fast with ten thousand orders', async () => {
    const { email } = await newResident(sandbox, { seed: 10_000 })
    const resident = await signedIn(sandbox, email)
    // Processor time: the machine may be busy with something else.
    const before = process.cpuUsage()
    const { body } = await resident.get('/o/orders?scope=closed&limit=20')
    expect(body.items).toHaveLength(20)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
  })
})

describe('an order of another user', () => {
  it('hides an order from another user', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const { orderId, charge } = body as { orderId: string; charge: { chargeId: string } }
    const other = await signedIn(sandbox, (await newResident(sandbox)).email)
    expect(await other.get(`/o/orders/${orderId}`)).toMatchObject({ status: 404, body: { code: 'SE_CO_0404' } })
    expect(await other.get(`/o/charges/${charge.chargeId}`)).toMatchObject({ status: 404 })
    expect(await other.post(`/o/orders/${orderId}/withdraw`, {})).toMatchObject({ status: 404 })
  })

  it('hides an order from a token of another tenant', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const { idToken } = await sandbox.signIn('hanako@example.jp', 'aozora-water')
    const reply = await api.send('GET', `/o/orders/${String(body.orderId)}`, undefined, {
      Authorization: `Bearer ${idToken}`,
    })
    expect(reply.status).toBe(404)
  })
})
