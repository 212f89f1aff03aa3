import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../create-sandbox.ts'
import type { Caller } from '../testing/test-sandbox.ts'
import { withTotal } from '../rules/payments.ts'
import { newKey, trySandbox, withFee } from '../testing/test-sandbox.ts'
import { day, minute } from '../core/tokyo-time.ts'

let sandbox: Sandbox
let api: Caller
let userId: string
let orderId: string
let chargeId: string

beforeEach(async () => {
  ;({ sandbox, api, userId } = await trySandbox())
  const { body } = await api.post('/o/orders', withFee())
  orderId = String(body.orderId)
  chargeId = (body.charge as { chargeId: string }).chargeId
})
afterEach(() => sandbox.close())

function proceed(repayment = false, key?: string) {
  return api.post(`/o/charges/${chargeId}/proceed`, { repayment, locale: 'ja' }, key)
}
function decline() {
  return api.post(`/o/charges/${chargeId}/decline`)
}
async function charge() {
  return (await api.get(`/o/charges/${chargeId}`)).body
}
async function order() {
  return (await api.get(`/o/orders/${orderId}`)).body
}

type Attempt = { url: string; method: string; fields?: { session: string } }

/** Imitates the browser at the card provider: opens its page and sends one of its forms. */
async function atCardProvider(reply: { body: unknown }, path: 'authorise' | 'cancel', number = '4242424242424242') {
  const { url, fields } = reply.body as Attempt
  const session = fields?.session ?? new URL(url).searchParams.get('session') ?? ''
  return sandbox.cardFetch(
    new Request(`http://card.test/pay/${path}`, { method: 'POST', body: new URLSearchParams({ session, number }) }),
  )
}

describe('paying a charge', () => {
  it('redirects to the card provider by GET from the settlement page and by POST from the page of a charge', async () => {
    const first = await proceed(false)
    expect(first).toMatchObject({ status: 200, body: { method: 'GET' } })
    const page = await sandbox.cardFetch(new Request((first.body as unknown as Attempt).url))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('300円')
    await atCardProvider(first, 'cancel')

    const second = (await proceed(true)).body as unknown as Attempt
    expect(second).toMatchObject({ method: 'POST', url: 'http://card.test/pay' })
    const posted = await sandbox.cardFetch(
      new Request(second.url, { method: 'POST', body: new URLSearchParams(second.fields) }),
    )
    expect(await posted.text()).toContain('300円')
  })

  it('ends PAID with a receipt, sets the order to NOT_STARTED, and returns to the portal', async () => {
    const back = await atCardProvider(await proceed(), 'authorise')
    expect(back.status).toBe(303)
    expect(back.headers.get('Location')).toBe('http://portal.test/callbacks/payment_success?tenantId=minato-city')
    expect(await charge()).toMatchObject({
      status: 'PAID',
      allowedActions: [],
      lastAttempt: { state: 'SUCCEEDED' },
      receipt: { number: expect.stringMatching(/^R-\d+$/) as string },
    })
    expect(await order()).toMatchObject({ status: 'NOT_STARTED', files: [{ kind: 'RECEIPT' }] })
  })

  it.each([
    ['http://minato-city.localhost', 'http://minato-city.localhost'],
    ['http://evil.test', 'http://portal.test'],
  ])('leads a payment that began at %s back to %s', async (from, to) => {
    const body = { repayment: false, locale: 'ja' }
    const headers = { 'Idempotency-Key': newKey(), Origin: from }
    const started = await api.send('POST', `/o/charges/${chargeId}/proceed`, body, headers)
    const back = await atCardProvider(started, 'authorise')
    expect(back.headers.get('Location')).toBe(`${to}/callbacks/payment_success?tenantId=minato-city`)
    expect(back.headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' http://portal.test http://minato-city.localhost;",
    )
  })

  it('marks a repayment in the callback', async () => {
    const back = await atCardProvider(await proceed(true), 'authorise')
    expect(back.headers.get('Location')).toBe(
      'http://portal.test/callbacks/payment_success?tenantId=minato-city&repayment=true',
    )
  })

  it('stays WAITING and payable after a declined card and after giving up', async () => {
    const declined = await atCardProvider(await proceed(), 'authorise', '4000000000000002')
    expect(declined.headers.get('Location')).toContain('/callbacks/payment_error?')
    expect(await charge()).toMatchObject({ status: 'WAITING', lastAttempt: { state: 'FAILED' } })
    const cancelled = await atCardProvider(await proceed(), 'cancel')
    expect(cancelled.headers.get('Location')).toContain('/callbacks/payment_cancel?')
    expect(await charge()).toMatchObject({
      status: 'WAITING',
      lastAttempt: { state: 'CANCELLED' },
      allowedActions: ['proceed', 'decline'],
    })
  })

  it('keeps the user on the card page if the number is wrong', async () => {
    const attempt = await proceed()
    expect((await atCardProvider(attempt, 'authorise', '4242')).status).toBe(422)
    expect((await atCardProvider(attempt, 'authorise', '4000 0000 0000 0069')).status).toBe(422)
    expect(await charge()).toMatchObject({ status: 'WAITING', lastAttempt: { state: 'STARTED' } })
  })

  it('keeps a slow payment PROCESSING without actions for a while, then PAID', async () => {
    const back = await atCardProvider(await proceed(), 'authorise', '4000000000009995')
    expect(back.headers.get('Location')).toContain('/callbacks/payment_success?')
    expect(await charge()).toMatchObject({
      status: 'WAITING',
      lastAttempt: { state: 'PROCESSING' },
      allowedActions: [],
    })
    expect(await order()).toMatchObject({ allowedActions: [], charge: { lastAttempt: { state: 'PROCESSING' } } })
    expect(await proceed()).toMatchObject({ status: 409, body: { code: 'SE_CH_0003' } })
    expect(await decline()).toMatchObject({ status: 409, body: { code: 'SE_CH_0003' } })
    sandbox.clock.shift(10_000)
    expect(await charge()).toMatchObject({ status: 'PAID' })
  })

  it('marks a charge paid without a callback when the response of the card provider is lost', async () => {
    const page = await atCardProvider(await proceed(), 'authorise', '4000000000000119')
    expect(page.status).toBe(200)
    expect(page.headers.get('Location')).toBeNull()
    expect(await charge()).toMatchObject({ status: 'PAID' })
  })

  it('charges once, however often the card page is sent', async () => {
    const attempt = await proceed()
    await atCardProvider(attempt, 'authorise')
    const again = await atCardProvider(attempt, 'authorise')
    expect(again.status).toBe(200)
    expect(await again.text()).toContain('お支払いは完了しています')
    expect(sandbox.backend.effects.list({ userId }).filter(({ effect }) => effect === 'charge-paid')).toHaveLength(1)
  })
})

describe('conflicts of a charge', () => {
  it('continues an open attempt instead of starting a second', async () => {
    const first = await proceed()
    const second = await proceed()
    expect(second).toMatchObject({ status: 409, body: { code: 'SE_CH_0003' } })
    expect(second.body.attempt).toEqual(first.body)
  })

  it('returns the same attempt for the same key', async () => {
    const key = newKey()
    const first = await proceed(false, key)
    expect((await proceed(false, key)).body).toEqual(first.body)
    expect(sandbox.backend.attempts.ofCharge(chargeId)).toHaveLength(1)
  })

  it('starts a new attempt after half an hour without payment', async () => {
    await proceed()
    sandbox.clock.shift(31 * minute)
    expect(await charge()).toMatchObject({ lastAttempt: { state: 'EXPIRED' } })
    expect(await proceed()).toMatchObject({ status: 200 })
  })

  it('refuses a charge that is paid', async () => {
    await atCardProvider(await proceed(), 'authorise')
    expect(await proceed()).toMatchObject({ status: 409, body: { code: 'SE_CH_0001' } })
    expect(await decline()).toMatchObject({ status: 409, body: { code: 'SE_CH_0001' } })
  })

  it('refuses a charge that is cancelled, while cancelling it again is harmless', async () => {
    expect(await decline()).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(await order()).toMatchObject({ status: 'CANCELLED_BY_USER' })
    expect(await proceed()).toMatchObject({ status: 409, body: { code: 'SE_CH_0002' } })
    expect(await decline()).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(sandbox.backend.effects.list({ userId }).filter(({ effect }) => effect === 'charge-declined')).toHaveLength(
      1,
    )
  })

  it('closes the card page of a charge that is cancelled meanwhile', async () => {
    const attempt = await proceed()
    await decline()
    const late = await atCardProvider(attempt, 'authorise')
    expect(late.status).toBe(410)
    expect(await charge()).toMatchObject({ status: 'CANCELLED', lastAttempt: { state: 'CANCELLED' } })
  })

  it('accepts no payment after the due date, but still accepts a cancellation', async () => {
    const record = sandbox.backend.charges.find(chargeId)
    if (record !== null) sandbox.backend.charges.save({ ...record, dueAt: sandbox.clock.now() - day })
    expect(await charge()).toMatchObject({ allowedActions: ['decline'] })
    expect(await proceed()).toMatchObject({ status: 410, body: { code: 'SE_CH_0004' } })
    expect(await decline()).toMatchObject({ status: 200 })
  })

  it('shows a changed amount before anything is paid', async () => {
    const record = sandbox.backend.charges.find(chargeId)
    if (record !== null) sandbox.backend.charges.save(withTotal(record, 500))
    const refused = { status: 422, body: { code: 'SE_CH_0005' } }
    expect([await proceed(), await proceed()]).toMatchObject([refused, refused])
    expect(await charge()).toMatchObject({ amount: { total: 500 } })
    expect(await proceed()).toMatchObject({ status: 200 })
  })

  it('accepts the payment of a changed amount that was read', async () => {
    const record = sandbox.backend.charges.find(chargeId)
    if (record !== null) sandbox.backend.charges.save(withTotal(record, 10))
    expect(await charge()).toMatchObject({ amount: { total: 10 }, lines: [{ amount: 10 }] })
    expect(await proceed()).toMatchObject({ status: 200 })
  })

  it.each([502, 503, 504])('answers %i while the card provider is down, and starts no attempt', async (status) => {
    sandbox.backend.faults.add({ kind: `card-${status}` as 'card-502', operation: 'proceedCharge', times: 1 })
    expect(await proceed()).toMatchObject({ status, body: { code: 'SE_CH_0010' } })
    expect(sandbox.backend.attempts.ofCharge(chargeId)).toEqual([])
    expect(await proceed()).toMatchObject({ status: 200 })
  })

  it('names the state of the charge before that of the card provider', async () => {
    await decline()
    sandbox.backend.faults.add({ kind: 'card-502', operation: 'proceedCharge', times: 1 })
    expect(await proceed()).toMatchObject({ status: 409, body: { code: 'SE_CH_0002' } })
  })
})
