import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TenantRecord } from '../core/records.ts'
import { day } from '../core/tokyo-time.ts'
import type { Sandbox } from '../create-sandbox.ts'
import { servicesOf } from '../rules/services.ts'
import type { Caller } from '../testing/test-sandbox.ts'
import { signedIn, trySandbox, withFee } from '../testing/test-sandbox.ts'

let sandbox: Sandbox
let api: Caller
let anonymous: Caller
let email: string

beforeEach(async () => ({ sandbox, api, anonymous, email } = await trySandbox()))
afterEach(() => sandbox.close())

function change(changes: (tenant: TenantRecord) => Partial<TenantRecord>): void {
  const tenant = sandbox.backend.tenants.find('minato-city')
  if (tenant !== null) sandbox.backend.tenants.save({ ...tenant, ...changes(tenant) })
}

it('shows the steps of "Remove a tenant" in docs/operating.md', async () => {
  const sent = await api.post('/o/orders', withFee())
  const { chargeId } = sent.body.charge as { chargeId: string }

  // The last day is announced; applications are still accepted.
  const stopAt = sandbox.clock.now() + 5 * day
  change((tenant) => ({
    serviceChanges: Object.fromEntries(
      servicesOf(sandbox.backend, tenant).map(({ serviceId }) => [serviceId, { stopAt }]),
    ),
  }))
  const services = await anonymous.get('/p/tenants/minato-city/services')
  const listed = Object.values(services.body) as { serviceStopAt?: string }[]
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.filter(({ serviceStopAt }) => serviceStopAt === undefined)).toEqual([])
  expect((await api.post('/o/orders', withFee(2))).status).toBe(201)

  // From that day they are refused; history, charges and files stay, and an open charge can be cancelled.
  sandbox.clock.shift(6 * day)
  api = await signedIn(sandbox, email)
  expect(await api.post('/o/orders', withFee(3))).toMatchObject({ status: 410, body: { code: 'SE_AP_0001' } })
  for (const path of ['/o/orders', `/o/charges/${chargeId}`, '/o/files']) expect((await api.get(path)).status).toBe(200)
  expect((await api.post(`/o/charges/${chargeId}/decline`)).body).toMatchObject({ status: 'CANCELLED' })

  // The web application is switched off: only the info is left.
  change(() => ({ webApplication: false }))
  expect(await anonymous.get('/p/tenants/minato-city/info')).toMatchObject({
    status: 200,
    body: { features: { webApplication: { enabled: false } } },
  })
  const closed = { status: 503, body: { code: 'SE_CO_0503' } }
  expect(await api.get('/o/orders')).toMatchObject(closed)
  expect(await anonymous.get('/p/tenants/minato-city/confirmations/cf-of-a-mail')).toMatchObject(closed)
})
