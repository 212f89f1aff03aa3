import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../scripts/build.ts'
import { createSandbox } from '../create-sandbox.ts'
import type { Sandbox } from '../create-sandbox.ts'
import { answerErrors } from '../../form-model/answer-errors.ts'
import { servicesOf } from '../rules/services.ts'
import { addSampleOrder, sampleOrders, sampleOrdersOf } from './orders.ts'

const formsDir = path.join(import.meta.dirname, '..', '..', '.local', 'forms')
let sandbox: Sandbox

beforeAll(async () => {
  await ensureBuilt({ only: 'forms' })
  sandbox = await createSandbox({
    db: ':memory:',
    formsDir,
    origin: 'http://portal.test',
    cardOrigin: 'http://card.test',
  })
})
afterAll(() => sandbox.close())

describe('the sample data', () => {
  it('offer only services whose forms are published', () => {
    expect(existsSync(formsDir)).toBe(true)
    for (const tenant of sandbox.backend.tenants.list())
      for (const { serviceId, forms } of servicesOf(sandbox.backend, tenant))
        for (const { type } of forms)
          expect(
            sandbox.backend.forms.currentVersion(tenant.tenantId, serviceId, type),
            `${tenant.tenantId}/${serviceId}/${type}`,
          ).not.toBeNull()
  })

  it('contains answers that the forms accept, with the fees of the forms', async () => {
    const resident = sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp')
    const orders = sandbox.backend.orders.query({ tenantId: 'minato-city', userId: resident?.userId ?? '', limit: 20 })
    expect(orders).toHaveLength(sampleOrders.length)
    for (const order of orders) {
      const { serviceId, type, formVersion, answers } = order
      const form = sandbox.backend.forms.load(order)
      if (form === null) throw new Error(`${serviceId} has no form`)
      expect(
        answerErrors(form.definition, answers as Parameters<typeof answerErrors>[1], order.submittedAt),
        serviceId,
      ).toEqual([])
      const [charge] = sandbox.backend.charges.ofOrder(order.orderId)
      if (charge === undefined) continue
      sandbox.clock.set(order.submittedAt)
      const { idToken } = await sandbox.signIn('hanako@example.jp', 'minato-city')
      const response = await sandbox.fetch(
        new Request('http://portal.test/app/web/o/orders/quote', {
          method: 'POST',
          headers: { Authorization: `Bearer ${idToken}` },
          body: JSON.stringify({ serviceId, type, formVersion, answers }),
        }),
      )
      sandbox.clock.reset()
      expect(await response.json(), serviceId).toMatchObject({ amount: { total: charge.total, tax: charge.tax } })
    }
  })
  it('use forms that the tenant of the resident has published', async () => {
    const { backend } = sandbox
    const resident = backend.residents.findByEmail('aozora-water', 'hanako@example.jp')
    if (resident === null) throw new Error('The second tenant has no resident')
    for (const sample of sampleOrdersOf('aozora-water')) {
      const order = addSampleOrder(backend, resident, sample)
      const form = backend.forms.load(order)
      if (form === null) throw new Error(`${order.serviceId} has no form`)
      expect(
        answerErrors(form.definition, order.answers as Parameters<typeof answerErrors>[1], order.submittedAt),
      ).toEqual([])
    }
  })
  it.each([
    ['minato-city', 'subscription', 'お申し込みのとおり決定しました。', '申請'],
    ['aozora-water', 'application', '申請のとおり決定しました。', '申し込'],
  ] as const)('calls an application of %s a %s if the tenant does', (tenantId, orderNoun, decision, other) => {
    const { backend } = sandbox
    const tenant = backend.tenants.find(tenantId)
    const resident = backend.residents.findByEmail(tenantId, 'hanako@example.jp')
    if (tenant === null || resident === null) throw new Error('The sample data is incomplete')
    backend.tenants.save({ ...tenant, branding: { ...tenant.branding, orderNoun } })
    const orders = sampleOrdersOf(tenantId).map((sample) => addSampleOrder(backend, resident, sample))
    const texts = orders.flatMap(({ orderId, returnReason }) => [
      returnReason?.ja ?? '',
      ...backend.files.ofOrder(orderId).map(({ fileId }) => textOfPdf(backend.files.content(fileId))),
    ])
    expect(texts.join('')).toContain(decision)
    expect(texts.join('')).not.toContain(other)
  })
})

/** The texts of a document of the sandbox, which are UTF-16 in hexadecimal. */
function textOfPdf(content: Uint8Array | null): string {
  const texts = new TextDecoder().decode(content ?? undefined).matchAll(/<([0-9a-f]+)> Tj/g)
  return Array.from(texts, ([, digits = '']) => Buffer.from(digits, 'hex').swap16().toString('utf16le')).join('\n')
}
