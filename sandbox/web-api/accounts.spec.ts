import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../create-sandbox.ts'
import type { Caller } from '../testing/test-sandbox.ts'
import { newResident, signedIn, trySandbox, withFee, withoutFee } from '../testing/test-sandbox.ts'
import { day, hour, minute } from '../core/tokyo-time.ts'
import { applyReport } from '../rules/payments.ts'

let sandbox: Sandbox
let api: Caller
let anonymous: Caller
let userId: string
let email: string

beforeEach(async () => ({ sandbox, api, anonymous, userId, email } = await trySandbox()))
afterEach(() => sandbox.close())

const tenant = '/p/tenants/minato-city'
function login(address: string, password: string) {
  return anonymous.send('POST', `${tenant}/login`, { email: address, password })
}

/** The id in the link of the last mail to an address. */
function mailed(to: string): string {
  const link = sandbox.backend.outbox.list(to)[0]?.link
  return link === undefined ? '' : (new URL(link).searchParams.get('id') ?? '')
}

describe('login', () => {
  it('finds the identity name of an address, in any spelling', async () => {
    expect(await login(email.toUpperCase(), 'Portal-2026!')).toMatchObject({
      status: 200,
      body: { userId: expect.any(String) as string },
    })
  })

  it('gives the same response for an unknown address as for a wrong password', async () => {
    const wrong = await login(email, 'Wrong-2026!')
    const unknown = await login('nobody@example.jp', 'Portal-2026!')
    expect(wrong.status).toBe(401)
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body })
  })

  it('accepts a user only at their own tenant', async () => {
    const elsewhere = await anonymous.send('POST', '/p/tenants/aozora-water/login', { email, password: 'Portal-2026!' })
    expect(elsewhere).toMatchObject({ status: 401, body: { code: 'SE_CO_0000' } })
  })
})

describe('passwords', () => {
  it('resets a password by the link in the mail, once', async () => {
    await anonymous.post(`${tenant}/password-reset-request`, { email })
    const confirmationId = mailed(email)
    const seen = await anonymous.get(`${tenant}/confirmations/${confirmationId}`)
    expect(seen.body).toMatchObject({ type: 'password_reset', status: 'VALID' })
    const weak = await anonymous.post(`${tenant}/password-reset`, { confirmationId, password: 'short' })
    expect(weak).toMatchObject({ status: 422, body: { errors: [{ pointer: '/password' }] } })
    const reset = () => anonymous.post(`${tenant}/password-reset`, { confirmationId, password: 'Another-2026!' })
    expect(await reset()).toMatchObject({ status: 204 })
    expect(await reset()).toMatchObject({ status: 409, body: { code: 'SE_CF_0002' } })
    expect(await login(email, 'Another-2026!')).toMatchObject({ status: 200 })
    expect(await login(email, 'Portal-2026!')).toMatchObject({ status: 401 })
  })

  it('do not reveal whether an address is registered', async () => {
    const known = await anonymous.post(`${tenant}/password-reset-request`, { email })
    const unknown = await anonymous.post(`${tenant}/password-reset-request`, { email: 'nobody@example.jp' })
    expect([known.status, unknown.status]).toEqual([202, 202])
    expect(sandbox.backend.outbox.list('nobody@example.jp')).toEqual([])
  })

  it('ends every session after a password reset, even those with a valid token', async () => {
    sandbox.clock.shift(minute)
    await anonymous.post(`${tenant}/password-reset-request`, { email })
    await anonymous.post(`${tenant}/password-reset`, { confirmationId: mailed(email), password: 'Another-2026!' })
    expect(await api.get('/o/profile')).toMatchObject({ status: 401, body: { code: 'SE_CO_0401' } })
    expect(await (await signedIn(sandbox, email)).get('/o/profile')).toMatchObject({ status: 200 })
  })

  it('resets a password although the identity provider has lost the user', async () => {
    sandbox.identity.users.remove(`minato-city__${userId}`)
    await anonymous.post(`${tenant}/password-reset-request`, { email })
    const reset = { confirmationId: mailed(email), password: 'Another-2026!' }
    expect(await anonymous.post(`${tenant}/password-reset`, reset)).toMatchObject({ status: 204 })
    expect(await login(email, 'Another-2026!')).toMatchObject({ status: 200 })
  })

  it('cannot be reset a day later', async () => {
    await anonymous.post(`${tenant}/password-reset-request`, { email })
    sandbox.clock.shift(day)
    const late = await anonymous.post(`${tenant}/password-reset`, {
      confirmationId: mailed(email),
      password: 'Another-2026!',
    })
    expect(late).toMatchObject({ status: 410, body: { code: 'SE_CF_0001' } })
  })
})

const profile = {
  kind: 'person',
  familyName: '芝',
  givenName: '新',
  familyNameKana: 'シバ',
  givenNameKana: 'シン',
  locale: 'ja',
}
function complete(body: object, confirmationId = mailed('shin@example.jp')) {
  return anonymous.post(`${tenant}/registration`, {
    confirmationId,
    password: 'Portal-2026!',
    profile,
    agreements: ['terms', 'privacy'],
    ...body,
  })
}

describe('registration', () => {
  it('creates a user who can sign in and has a profile', async () => {
    await anonymous.post(`${tenant}/registration-request`, { email: 'shin@example.jp' })
    expect(await complete({})).toMatchObject({ status: 201 })
    expect(await login('shin@example.jp', 'Portal-2026!')).toMatchObject({ status: 200 })
    const user = await signedIn(sandbox, 'shin@example.jp')
    expect((await user.get('/o/profile')).body).toMatchObject({ ...profile, email: 'shin@example.jp' })
  })

  it.each([
    ['?serviceId=bulky-waste&formType=individual', { serviceId: 'bulky-waste', formType: 'individual' }],
    ['?serviceId=bulky-waste', {}],
    ['', {}],
  ])('keeps the form that was chosen before: %j', async (query, form) => {
    await anonymous.post(`${tenant}/registration-request${query}`, { email: 'shin@example.jp' })
    const { status, expiresAt, maskedEmail, ...rest } = (
      await anonymous.get(`${tenant}/confirmations/${mailed('shin@example.jp')}`)
    ).body
    expect({ status, maskedEmail }).toEqual({ status: 'VALID', maskedEmail: 's****n@example.jp' })
    expect(expiresAt).toBeTypeOf('string')
    expect(rest).toEqual({ type: 'registration', ...form })
  })

  it('requires both agreements', async () => {
    await anonymous.post(`${tenant}/registration-request`, { email: 'shin@example.jp' })
    expect(await complete({ agreements: ['terms'] })).toMatchObject({ status: 422 })
  })

  it('names each field of the submitted kind, and of no other', async () => {
    await anonymous.post(`${tenant}/registration-request`, { email: 'shin@example.jp' })
    const { body } = await complete({ profile: { ...profile, phone: '12', familyName: '' } })
    expect((body.errors as { pointer: string }[]).map(({ pointer }) => pointer).toSorted()).toEqual([
      '/profile/familyName',
      '/profile/phone',
    ])
  })

  it('reveals a registered address only if the tenant does', async () => {
    const here = await anonymous.post(`${tenant}/registration-request`, { email })
    expect(here).toMatchObject({ status: 409, body: { code: 'SE_RG_0001' } })
    const elsewhere = await anonymous.post('/p/tenants/aozora-water/registration-request', {
      email: 'hanako@example.jp',
    })
    expect(elsewhere.status).toBe(202)
    expect(sandbox.backend.outbox.list('hanako@example.jp')[0]?.subject).toBe('登録済みのお知らせ')
  })
})

describe('the e-mail address', () => {
  it('changes by the link sent to the new one, for the user who requested it', async () => {
    await api.post('/o/email-change-request', { newEmail: 'new@example.jp' })
    const confirmationId = mailed('new@example.jp')
    const other = await signedIn(sandbox, (await newResident(sandbox)).email)
    expect(await other.post('/o/email-change', { confirmationId })).toMatchObject({ status: 404 })
    expect(await api.post('/o/email-change', { confirmationId })).toMatchObject({ status: 204 })
    expect(await other.post('/o/email-change', { confirmationId }), 'also after its use').toMatchObject({ status: 404 })
    expect(await login('new@example.jp', 'Portal-2026!')).toMatchObject({ status: 200 })
    expect((await api.get('/o/profile')).body.email).toBe('new@example.jp')
    expect(sandbox.backend.outbox.list(email)[0]?.subject, 'the old address is informed').toBe(
      'メールアドレス変更のお知らせ',
    )
  })
})

describe('the profile', () => {
  it('changes only the submitted members, and removes those that are null', async () => {
    const before = await api.get('/o/profile')
    const change = { kind: 'person', phone: null, givenName: '華子' }
    const after = await api.send('PATCH', '/o/profile', change, { 'If-Match': before.headers.get('ETag') ?? '' })
    expect(after.status).toBe(200)
    expect(after.body).toMatchObject({ familyName: '港', givenName: '華子' })
    expect(after.body.phone).toBeUndefined()
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
  })

  it('refuses control and direction characters in a profile', async () => {
    const { headers } = await api.get('/o/profile')
    const change = { kind: 'person', familyName: '港\u202e', givenName: '花\u0000子' }
    expect(await api.send('PATCH', '/o/profile', change, { 'If-Match': headers.get('ETag') ?? '' })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/familyName', code: 'characters' },
          { pointer: '/givenName', code: 'characters' },
        ],
      },
    })
  })

  it('reports a change from elsewhere', async () => {
    const { headers } = await api.get('/o/profile')
    const etag = headers.get('ETag') ?? ''
    await api.send('PATCH', '/o/profile', { kind: 'person', phone: '08011112222' }, { 'If-Match': etag })
    const late = await api.send('PATCH', '/o/profile', { kind: 'person', phone: null }, { 'If-Match': etag })
    expect(late).toMatchObject({ status: 412, body: { code: 'SE_CO_0412' } })
    expect(await api.send('PATCH', '/o/profile', { kind: 'person' })).toMatchObject({ status: 412 })
  })
})

describe('a session', () => {
  it('ends with its token', async () => {
    expect(await api.get('/o/profile')).toMatchObject({ status: 200 })
    sandbox.clock.shift(hour + 1000)
    expect(await api.get('/o/profile')).toMatchObject({ status: 401, body: { code: 'SE_CO_0401' } })
  })

  it.each([undefined, 'Bearer x', 'Basic abc'])('refuses a request with the header %s', async (Authorization) => {
    const headers = Authorization === undefined ? {} : { Authorization }
    expect(await anonymous.send('GET', '/o/profile', undefined, headers)).toMatchObject({ status: 401 })
  })
})

describe('the deletion of an account', () => {
  const remove = (of = api) => of.send('DELETE', '/o/account')

  it('frees the address for a new user, who sees nothing of the former one', async () => {
    await api.post('/o/orders', withoutFee())
    expect(await remove()).toMatchObject({ status: 204 })
    expect(await login(email, 'Portal-2026!')).toMatchObject({ status: 401, body: { code: 'SE_CO_0000' } })

    expect(await anonymous.post(`${tenant}/registration-request`, { email })).toMatchObject({ status: 202 })
    expect(await complete({}, mailed(email))).toMatchObject({ status: 201 })
    expect(await login(email, 'Portal-2026!')).toMatchObject({ status: 200 })
    const again = await signedIn(sandbox, email)
    expect((await again.get('/o/profile')).body).toMatchObject({ ...profile, email })
    expect((await again.get('/o/orders?scope=all')).body.items).toEqual([])
  })

  it('ends the sessions of every device, and can be repeated', async () => {
    const other = await signedIn(sandbox, email)
    await remove()
    expect(await other.get('/o/profile')).toMatchObject({ status: 401, body: { code: 'SE_AC_0002' } })
    expect(await other.post('/o/orders', withoutFee())).toMatchObject({ status: 401 })
    expect(await remove(other)).toMatchObject({ status: 204 })
  })

  it('removes drafts and unsent attachments, and keeps what was sent', async () => {
    const attachment = await uploaded()
    const sent = await api.post('/o/orders', { ...withoutFee(), attachments: [await uploaded()] })
    const { formVersion, answers } = withoutFee()
    await api.send('PUT', '/o/drafts/childcare-consultation/individual', {
      formVersion,
      answers,
      applicationId: 'application-1',
    })
    const owner = { tenantId: 'minato-city', userId }
    expect(sandbox.backend.drafts.live(owner, sandbox.clock.now())).toHaveLength(1)
    await remove()
    expect(sandbox.backend.drafts.live(owner, sandbox.clock.now())).toEqual([])
    expect(sandbox.backend.attachments.find(attachment)).toBeNull()
    const order = sandbox.backend.orders.find(String(sent.body.orderId))
    expect(order?.status).toBe('NOT_STARTED')
    expect(order?.attachmentIds.map((id) => sandbox.backend.attachments.find(id)?.orderId)).toEqual([order?.orderId])
  })

  it('cancels what awaits payment', async () => {
    const { body } = await api.post('/o/orders', withFee())
    await remove()
    const orderId = String(body.orderId)
    expect(sandbox.backend.orders.find(orderId)?.status).toBe('CANCELLED_BY_USER')
    expect(sandbox.backend.charges.ofOrder(orderId).map(({ status }) => status)).toEqual(['CANCELLED'])
  })

  /** An application whose payment page is open. */
  async function paying() {
    const { body } = await api.post('/o/orders', withFee())
    const [charge] = sandbox.backend.charges.ofOrder(String(body.orderId))
    await api.post(`/o/charges/${charge?.chargeId}/proceed`, { repayment: false, locale: 'ja' })
    return { charge, attempt: sandbox.backend.attempts.lastOf(charge?.chargeId ?? '') }
  }

  it('closes the payment page that is open, so that nobody pays for a cancelled application', async () => {
    const { charge, attempt } = await paying()
    expect(await remove()).toMatchObject({ status: 204 })
    expect(sandbox.backend.attempts.lastOf(charge?.chargeId ?? '')?.state).toBe('CANCELLED')
    expect(applyReport(sandbox.backend, attempt?.cardSession ?? '', { outcome: 'SUCCEEDED' })).toBe(false)
    expect(sandbox.backend.charges.find(charge?.chargeId ?? '')?.status).toBe('CANCELLED')
  })

  it('waits for the result of a payment', async () => {
    const { charge, attempt } = await paying()
    applyReport(sandbox.backend, attempt?.cardSession ?? '', {
      outcome: 'PROCESSING',
      settlesTo: 'SUCCEEDED',
      settleAt: sandbox.clock.now() + minute,
    })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'SE_AC_0001' } })
    expect(await api.get('/o/profile')).toMatchObject({ status: 200 })
    sandbox.clock.shift(2 * minute)
    expect(await remove()).toMatchObject({ status: 204 })
    expect(sandbox.backend.charges.find(charge?.chargeId ?? '')?.status, 'a paid fee stays paid').toBe('PAID')
  })

  it('leaves the links that were issued before, except to what is removed', async () => {
    const removed = await uploaded()
    const kept = await uploaded()
    await api.post('/o/orders', { ...withoutFee(), attachments: [kept] })
    const links = [kept, removed].map((id) => api.post(`/o/attachments/${id}/link`, {}))
    const urls = (await Promise.all(links)).map(({ body }) => `http://portal.test${String(body.url)}`)
    await remove()
    const answers = await Promise.all(urls.map((url) => sandbox.fetch(new Request(url))))
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
  })

  it('refuses to delete an account while the tenant is suspended', async () => {
    const tenant = sandbox.backend.tenants.find('minato-city')
    if (tenant !== null) sandbox.backend.tenants.save({ ...tenant, state: 'SUSPENDED' })
    expect(await remove()).toMatchObject({ status: 503, body: { code: 'SE_CO_0503' } })
    expect(sandbox.backend.residents.find('minato-city', userId)).not.toBeNull()
  })

  it('waits for the result of a submission', async () => {
    sandbox.backend.faults.add({ kind: 'submission-slow', operation: 'submitOrder', delayMs: minute })
    expect(await api.post('/o/orders', withoutFee())).toMatchObject({ status: 202 })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'SE_AC_0001' } })
    sandbox.clock.shift(hour / 2)
    expect(await remove()).toMatchObject({ status: 204 })
  })

  it('invalidates mailed links, and a new request answers as for an unknown address', async () => {
    await anonymous.post(`${tenant}/password-reset-request`, { email })
    await api.post('/o/email-change-request', { newEmail: 'new@example.jp' })
    const [reset, change] = [mailed(email), mailed('new@example.jp')]
    await remove()
    for (const id of [reset, change])
      expect(await anonymous.get(`${tenant}/confirmations/${id}`)).toMatchObject({ status: 404 })
    expect(
      await anonymous.post(`${tenant}/password-reset`, { confirmationId: reset, password: 'Another-2026!' }),
    ).toMatchObject({ status: 404, body: { code: 'SE_CO_0404' } })
    const mails = sandbox.backend.outbox.list(email).length
    expect(await anonymous.post(`${tenant}/password-reset-request`, { email })).toMatchObject({ status: 202 })
    expect(sandbox.backend.outbox.list(email)).toHaveLength(mails)
  })
})

async function uploaded(): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['%PDF-1.7 test'], 'a.pdf', { type: 'application/pdf' }))
  form.set('purpose', 'application')
  const { body } = await api.post('/o/attachments', form)
  return String(body.attachmentId)
}
