import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../contract/contract.ts'
import type { Sandbox } from '../create-sandbox.ts'
import type { Caller } from '../testing/test-sandbox.ts'
import { newKey, trySandbox, withFee } from '../testing/test-sandbox.ts'
import { day, hour } from '../core/tokyo-time.ts'
import { handlers } from './handlers.ts'

let sandbox: Sandbox
let api: Caller
let anonymous: Caller
let userId: string

beforeEach(async () => ({ sandbox, api, anonymous, userId } = await trySandbox()))
afterEach(() => sandbox.close())

const info = '/p/tenants/minato-city/info'

describe('the web API', () => {
  it('handles every operation of the contract, and no other', () => {
    expect([...handlers.keys()].toSorted()).toEqual(
      contract()
        .operations.map(({ id }) => id)
        .toSorted(),
    )
  })

  it('echoes the request id, sends its own time and lets scripts read both', async () => {
    sandbox.clock.stop()
    sandbox.clock.shift(day)
    const { headers } = await anonymous.send('GET', info, undefined, { 'X-Request-Id': 'req-0001' })
    expect(headers.get('X-Request-Id')).toBe('req-0001')
    expect(headers.get('Date')).toBe(new Date(sandbox.clock.now()).toUTCString())
    expect(headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id')
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('creates a request id if none, or a hostile one, is sent', async () => {
    const { headers } = await anonymous.send('GET', info, undefined, { 'X-Request-Id': '<script>' })
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers a preflight for every header the portal sends', async () => {
    const reply = await anonymous.send('OPTIONS', '/o/orders')
    expect(reply.status).toBe(204)
    for (const name of ['Authorization', 'Idempotency-Key', 'If-Match', 'X-Request-Id'])
      expect(reply.headers.get('Access-Control-Allow-Headers')).toContain(name)
  })

  it.each([
    '/p/tenants/nobody/info',
    '/p/tenants/constructor/info',
    '/p/tenants/a__b/info',
    '/p/tenants/%2e%2e/info',
    '/p/tenants/minato-city/passwords',
    '/nothing',
  ])('answers 404 for %s', async (path) => {
    expect(await anonymous.get(path)).toMatchObject({ status: 404, body: { code: 'SE_CO_0404' } })
  })

  it('names the parameters and members that it refuses', async () => {
    expect((await api.get('/o/orders?limit=0&status=LOST')).body.errors).toMatchObject([
      { pointer: '/status', code: 'enum' },
      { pointer: '/limit', code: 'minimum' },
    ])
    const reply = await anonymous.send('POST', '/p/tenants/minato-city/login', { email: 'x', extra: 1 })
    expect(reply.status).toBe(422)
    expect((reply.body.errors as { pointer: string }[]).map(({ pointer }) => pointer).toSorted()).toEqual([
      '/email',
      '/extra',
      '/password',
    ])
  })

  it('requires an Idempotency-Key', async () => {
    expect(await api.send('POST', '/o/orders', withFee())).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/Idempotency-Key', code: 'required' }] },
    })
  })

  it('answers in English on request', async () => {
    const { body } = await anonymous.send('GET', '/p/tenants/minato-city/services', undefined, {
      'Accept-Language': 'en',
    })
    expect(body[0]).toMatchObject({ name: 'Copy of the residence record' })
    const info = await anonymous.send('GET', '/p/tenants/minato-city/info', undefined, { 'Accept-Language': 'en' })
    expect(info.body.branding).toMatchObject({
      displayName: 'Minato City',
      contact: { hours: 'Working days, 8:30 to 17:15' },
    })
  })

  it('records every request, also those that it never answered', async () => {
    const key = newKey()
    sandbox.backend.faults.add({ kind: 'reset', operation: 'submitOrder', times: 1 })
    await api.post('/o/orders', withFee(), key)
    await api.post('/o/orders', withFee(), key)
    const calls = sandbox.calls.filter((call) => call.key === key)
    expect(calls).toMatchObject([
      { operation: 'submitOrder', status: 0, userId },
      { operation: 'submitOrder', status: 201, userId },
    ])
  })
})

describe('a closed tenant', () => {
  it.each(['yume-suspended', 'hoshi-disabled'])('%s answers only requests for its info', async (tenantId) => {
    expect(await anonymous.get(`/p/tenants/${tenantId}/info`)).toMatchObject({ status: 200 })
    const services = await anonymous.get(`/p/tenants/${tenantId}/services`)
    expect(services).toMatchObject({ status: 503, body: { code: 'SE_CO_0503' } })
    expect(Number(services.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('closes a tenant from the start of its maintenance until just before the end', async () => {
    const { maintenance } = (await anonymous.get('/p/tenants/kaze-maintenance/info')).body as {
      maintenance: { suspendTimerConfig: string; restartTimerConfig: string }
    }
    const [start, end] = [maintenance.suspendTimerConfig, maintenance.restartTimerConfig].map(Date.parse)
    expect((start ?? 0) - sandbox.clock.now()).toBeGreaterThan(2 * day)
    const statusAt = async (moment: number) => {
      sandbox.clock.set(moment)
      return (await anonymous.get('/p/tenants/kaze-maintenance/services')).status
    }
    expect(await statusAt((start ?? 0) - hour)).toBe(200)
    expect(await statusAt(start ?? 0)).toBe(503)
    expect(await statusAt((end ?? 0) - 2000)).toBe(503)
    expect(await statusAt(end ?? 0)).toBe(200)
  })
})

describe('look-ups', () => {
  it('find both prefectures of a postal code', async () => {
    const { body } = await anonymous.get('/p/tenants/minato-city/addresses?postalCode=4980000')
    expect(body.items).toMatchObject([{ prefecture: '愛知県' }, { prefecture: '三重県' }])
    expect(await anonymous.get('/p/tenants/minato-city/addresses?postalCode=0000000')).toMatchObject({ status: 404 })
  })

  it('distinguish a wrong check digit from an unknown number', async () => {
    const path = '/p/tenants/minato-city/corporations'
    expect((await anonymous.get(`${path}/8000020130001`)).body).toMatchObject({ items: [{ name: '東京都' }] })
    expect(await anonymous.get(`${path}/8000020130002`)).toMatchObject({ status: 422 })
    expect(await anonymous.get(`${path}/9000000000000`)).toMatchObject({ status: 404 })
  })
})

describe('faults', () => {
  const services = '/p/tenants/minato-city/services'

  it.each([
    ['error-500', 500],
    ['unavailable', 503],
    ['too-many', 429],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['reset', 0],
    ['answer-lost', 0],
    ['wrong-html', 200],
    ['wrong-empty', 200],
    ['wrong-shape', 200],
  ] as const)('%s answers %i, as often as requested', async (kind, status) => {
    sandbox.backend.faults.add({ kind, operation: 'listServices', times: 1 })
    expect((await anonymous.get(info)).status).toBe(200)
    expect((await anonymous.get(services)).status).toBe(status)
    expect(await anonymous.get(services)).toMatchObject({ status: 200, body: [{}, {}, {}, {}, {}, {}] })
  })

  it('hang until the caller aborts', async () => {
    sandbox.backend.faults.add({ kind: 'hang', operation: 'listServices', times: 1 })
    const { signal, abort } = ((controller) => ({ signal: controller.signal, abort: () => controller.abort() }))(
      new AbortController(),
    )
    const waiting = sandbox.fetch(new Request(`http://portal.test/app/web${services}`, { signal }))
    let answered = false
    void waiting.then(() => (answered = true))
    expect((await anonymous.get(services)).status, 'a later request of the same kind').toBe(200)
    expect(answered).toBe(false)
    abort()
    expect((await waiting).type).toBe('error')
  })

  it('return the time at which they end', async () => {
    sandbox.backend.faults.add({ kind: 'unavailable-until', retryAfter: 60, times: 1 })
    const retryAfter = (await anonymous.get(info)).headers.get('Retry-After') ?? ''
    expect(Math.round((Date.parse(retryAfter) - sandbox.clock.now()) / 1000)).toBeGreaterThan(57)
  })

  it('can be for one user alone', async () => {
    sandbox.backend.faults.add({ kind: 'error-500', userId: 'somebody-else' })
    expect(await api.get('/o/profile')).toMatchObject({ status: 200 })
    sandbox.backend.faults.add({ kind: 'error-500', userId })
    expect(await api.get('/o/profile')).toMatchObject({ status: 500 })
  })

  it('can be caused by hand with magic values', async () => {
    expect(await api.get('/o/orders/fault-unavailable')).toMatchObject({ status: 503 })
    expect(await api.get('/o/orders?q=fault-error-500')).toMatchObject({ status: 500 })
    const credentials = { email: 'fault-too-many@example.jp', password: 'x' }
    expect(await anonymous.send('POST', '/p/tenants/minato-city/login', credentials)).toMatchObject({ status: 429 })
    expect(await anonymous.get('/p/tenants/minato-city/addresses?postalCode=9999990')).toMatchObject({ status: 503 })
    expect(await api.get('/o/orders/fault-wrong-empty')).toMatchObject({ status: 200 })
    expect(await api.get('/o/orders/fault-answer-lost')).toMatchObject({ status: 0 })
    expect(await api.get('/o/orders/fault-of-nothing')).toMatchObject({ status: 404 })
  })
})
