import type { PublishedService } from '../../form-model/definition.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../create-sandbox.ts'
import { serviceOf } from '../rules/services.ts'
import { day } from '../core/tokyo-time.ts'
import { fixtureForms } from '../testing/fixture-forms.ts'
import { trySandbox, withFee, newKey } from '../testing/test-sandbox.ts'
import type { Caller } from '../testing/test-sandbox.ts'

let sandbox: Sandbox
let api: Caller
let userId: string

beforeEach(async () => ({ sandbox, api, userId } = await trySandbox()))
afterEach(() => sandbox.close())

async function press(path: string, body?: unknown, headers: { [name: string]: string } = {}): Promise<Response> {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return sandbox.fetch(new Request(`http://portal.test/_sandbox/${path}`, init))
}
async function pressed(path: string, body?: unknown) {
  return (await press(path, body)).json() as Promise<{ [name: string]: unknown }>
}

function stopOf(serviceId: string): number | undefined {
  const tenant = sandbox.backend.tenants.find('minato-city')
  return tenant === null ? undefined : serviceOf(sandbox.backend, tenant, serviceId)?.stopAt
}

describe('the control panel', () => {
  it('creates a user who can sign in at once', async () => {
    const user = await pressed('users', { tenantId: 'aozora-water', state: 'FORCE_CHANGE_PASSWORD' })
    expect(user).toMatchObject({ tenantId: 'aozora-water', password: 'Portal-2026!' })
    expect(sandbox.identity.users.get(`aozora-water__${String(user.userId)}`)?.state).toBe('FORCE_CHANGE_PASSWORD')
  })

  it('moves the clock', async () => {
    await press('clock', { shiftMs: day })
    expect(sandbox.clock.offset()).toBe(day)
    sandbox.clock.stop()
    await press('clock', { now: '2030-01-01T00:00:00+09:00' })
    expect((await pressed('clock')).now).toMatch(/^2030-01-01T00:00:00/)
    await press('clock', { reset: true })
    expect(sandbox.clock.offset()).toBe(0)
  })

  it('changes a tenant and its services until the next start', async () => {
    await press('tenants/minato-city', { state: 'SUSPENDED', services: { 'bulky-waste': { stopAt: 5 } } })
    const tenant = sandbox.backend.tenants.find('minato-city')
    expect(tenant?.state).toBe('SUSPENDED')
    expect(stopOf('bulky-waste')).toBe(5)
    await press('tenants/minato-city', { services: { 'bulky-waste': { stopAt: null } } })
    expect(stopOf('bulky-waste')).toBeUndefined()
  })

  it("changes the portal's configuration", async () => {
    await press('config', { limits: { idleMinutes: 1 }, auth: { tokenStorage: 'local' } })
    expect(sandbox.config()).toMatchObject({
      limits: { idleMinutes: 1, absoluteHours: 12 },
      auth: { tokenStorage: 'local' },
    })
  })

  it('explains why a request is refused', async () => {
    for (const [path, body] of [
      ['faults', { kind: 'earthquake' }],
      ['faults', { kind: 'reset', operation: 'submit' }],
      ['users', { tenantId: 'nobody' }],
      ['tenants/nobody', {}],
      ['states', { state: 'a lucky day' }],
      ['clock', { now: 'tomorrow' }],
    ] as const) {
      const response = await press(path, body)
      expect(response.status, path).toBe(400)
      expect(await response.json()).toEqual({ error: expect.any(String) as string })
    }
  })

  it('refuses pages of other sites, also for reading', async () => {
    const evil = { Origin: 'https://evil.test' }
    expect((await press('reset', {}, evil)).status).toBe(403)
    const read = await press('outbox', undefined, evil)
    expect(read.status).toBe(403)
    expect(await read.json()).toEqual({ error: expect.stringContaining('evil.test') as string })
    expect(sandbox.backend.residents.find('minato-city', userId)).not.toBeNull()
  })

  it('restores the sample data', async () => {
    await press('faults', { kind: 'error-500' })
    await press('clock', { shiftMs: day })
    await press('reset', {})
    expect(sandbox.backend.residents.find('minato-city', userId)).toBeNull()
    expect(sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp')).not.toBeNull()
    expect(sandbox.backend.faults.list()).toEqual([])
    expect(sandbox.clock.offset()).toBe(0)
    await expect(sandbox.signIn('hanako@example.jp', 'minato-city')).resolves.toBeDefined()
  })

  it('counts effects by key and returns the data of a user', async () => {
    const key = newKey()
    await api.post('/o/orders', withFee(), key)
    await api.post('/o/orders', withFee(), key)
    expect(await pressed(`state/effects?key=${key}`)).toMatchObject({ perKey: { [key]: 1 } })
    expect(await pressed(`state/calls?key=${key}`)).toHaveLength(2)
    expect(await pressed(`state/users/minato-city/${userId}`)).toMatchObject({
      orders: [{ status: 'WAITING_PAYMENT' }],
      charges: [{ status: 'WAITING', attempts: [] }],
    })
  })

  it('shows all input as text in its HTML pages', async () => {
    sandbox.backend.outbox.send({ to: 'a@example.jp', channel: 'email', subject: '<img src=x>', body: '<b>' })
    const outbox = await press('outbox', undefined, { Accept: 'text/html' })
    expect(await outbox.text()).toContain('&lt;img src=x&gt;')
    const home = await press('', undefined, { Accept: 'text/html' })
    const text = await home.text()
    expect(text).toContain('hanako@example.jp')
    expect(text).toContain('Portal-2026!')
    expect(home.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  it('redirects a form back to its page', async () => {
    const response = await sandbox.fetch(
      new Request('http://portal.test/_sandbox/clock', {
        method: 'POST',
        headers: { Accept: 'text/html', Origin: 'http://portal.test' },
        body: new URLSearchParams({ shiftMs: String(day) }),
      }),
    )
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/_sandbox/')
    expect(sandbox.clock.offset()).toBe(day)
  })
})

describe('the staff switches', () => {
  it('return an order with a reason, and cancel the amount to be paid', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const orderId = String(body.orderId)
    await press(`orders/${orderId}`, { status: 'CANCELLED_BY_TENANT', returnReason: '印影がありません。' })
    expect((await api.get(`/o/orders/${orderId}`)).body).toMatchObject({
      status: 'CANCELLED_BY_TENANT',
      returnReason: '印影がありません。',
      allowedActions: ['reapply'],
      charges: [{ status: 'CANCELLED' }],
    })
  })

  it('refuse to return an order while its payment is being processed', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const orderId = String(body.orderId)
    const { chargeId } = body.charge as { chargeId: string }
    const started = await api.post(`/o/charges/${chargeId}/proceed`, { repayment: false, locale: 'ja' })
    const session = new URL(String(started.body.url)).searchParams.get('session') ?? ''
    const number = '4000000000009995'
    await sandbox.cardFetch(
      new Request('http://card.test/pay/authorise', { method: 'POST', body: new URLSearchParams({ session, number }) }),
    )
    const refused = await pressed(`orders/${orderId}`, { status: 'CANCELLED_BY_TENANT' })
    expect(refused.error).toBe(`A payment of ${orderId} is being processed. Wait for its result`)
    expect((await api.get(`/o/orders/${orderId}`)).body).toMatchObject({ charges: [{ status: 'WAITING' }] })
  })

  it('name the fields to correct in a returned order, in JSON or in the form of the page', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const orderId = String(body.orderId)
    const fields = async () => (await api.get(`/o/orders/${orderId}`)).body.returnFields
    const returned = { status: 'CANCELLED_BY_TENANT' }
    await press(`orders/${orderId}`, { ...returned, returnFields: ['/copy/copies'] })
    expect(await fields()).toEqual(['/copy/copies'])
    const response = await sandbox.fetch(
      new Request('http://portal.test/_sandbox/orders', {
        method: 'POST',
        headers: { Accept: 'text/html', Origin: 'http://portal.test' },
        body: new URLSearchParams({ ...returned, orderId, returnFields: '/copy/copies, /copy/copies' }),
      }),
    )
    expect(response.status).toBe(303)
    expect(await fields()).toEqual(['/copy/copies', '/copy/copies'])
    const refused = await pressed(`orders/${orderId}`, { ...returned, returnFields: ['/copy/unknown'] })
    expect(refused.error).toBe('The form has no field /copy/unknown, but /copy/copies')
    await press(`orders/${orderId}`, returned)
    expect(await fields()).toBeUndefined()
  })

  it('change a fee that the user has read', async () => {
    const { body } = await api.post('/o/orders', withFee())
    const { chargeId } = body.charge as { chargeId: string }
    await press(`charges/${chargeId}`, { total: 900 })
    const proceed = () => api.post(`/o/charges/${chargeId}/proceed`, { repayment: true, locale: 'ja' })
    expect(await proceed()).toMatchObject({ status: 422, body: { code: 'SE_CH_0005' } })
    expect(await api.get(`/o/charges/${chargeId}`)).toMatchObject({ body: { amount: { total: 900 } } })
    expect(await proceed()).toMatchObject({ status: 200 })
  })

  it('publish a service while the portal runs', async () => {
    const listed = async () =>
      (await api.get('/p/tenants/minato-city/services')).body as unknown as { serviceId: string; name: string }[]
    const dogLicence: PublishedService = {
      name: { ja: '犬の登録' },
      summary: { ja: '犬を飼い始めたときの届出です。' },
      category: { ja: 'くらし' },
      fee: { kind: 'NONE' },
      types: {},
    }
    expect(await listed()).not.toContainEqual(expect.objectContaining({ serviceId: 'dog-licence' }))
    await press('forms', { folder: fixtureForms({ services: { 'dog-licence': dogLicence } }) })
    expect((await listed()).at(-1)).toMatchObject({ serviceId: 'dog-licence', name: '犬の登録' })
  })

  it('publish a new version of a form while the portal runs', async () => {
    const folder = fixtureForms({ current: 'bbbbbbbbbbbb' })
    await press('forms', { folder })
    expect(await api.post('/o/orders', withFee())).toMatchObject({ status: 409, body: { code: 'SE_AP_0003' } })
    expect(await api.post('/o/orders', { ...withFee(), formVersion: 'bbbbbbbbbbbb' })).toMatchObject({ status: 201 })
    const address = '/forms/minato-city/residence-certificate/individual'
    for (const version of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']) {
      const response = await sandbox.fetch(new Request(`http://portal.test${address}/${version}/definition.json`))
      expect(response.status).toBe(200)
    }
  })
})
