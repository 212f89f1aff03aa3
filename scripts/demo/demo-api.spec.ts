import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createConformance } from '../../contract/openapi/conformance.ts'
import { operationsOf, readDocument } from '../../contract/openapi/document.ts'
import { feeAnswers } from '../../contract/pact/bodies.ts'
import { ensureBuilt } from '../build.ts'
import { demoAnswer, readFormsFrom } from './demo-api.ts'
import { banner } from './vite-demo.ts'

const operations = operationsOf(readDocument())
const { findings } = createConformance()
const origin = 'http://demo.test'
const place = '/app/web/o/drafts/residence-certificate/individual'
let formVersion = ''

beforeAll(async () => {
  await ensureBuilt({ only: 'forms' })
  const stored = new Map<string, string>()
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('fetch', async (url: string) => new Response(readFileSync(fileURLToPath(url))))
  readFormsFrom(pathToFileURL(path.join(import.meta.dirname, '../../.local/forms')).href)
})
afterAll(() => vi.unstubAllGlobals())

/** Sends a request as the portal does; the answer must be one of the document. */
async function call(method: string, target: string, body?: object): Promise<{ status: number; body: unknown }> {
  const url = origin + target
  const sent = { method, headers: { 'X-Request-Id': 'r-1', 'Idempotency-Key': crypto.randomUUID() } }
  const content = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  const answer = await demoAnswer(new Request(url, content === undefined ? sent : { ...sent, body: content }))
  if (answer === null) throw new Error(`The demo does not answer ${method} ${target}`)
  const { status, headers } = answer
  const text = await answer.text()
  const observed = { method, url, status, headers: Object.fromEntries(headers), body: text }
  expect(findings(observed, ['cache-control', 'location'])).toEqual([])
  return { status, body: text === '' ? null : JSON.parse(text) }
}

it('offers the published services of its tenant', async () => {
  await call('GET', '/app/web/p/tenants/minato-city/info')
  const { body } = await call('GET', '/app/web/p/tenants/minato-city/services')
  const service = (body as { serviceId: string; forms: { formVersion: string }[] }[]).find(
    ({ serviceId }) => serviceId === 'residence-certificate',
  )
  formVersion = service?.forms[0]?.formVersion ?? ''
  expect(formVersion).toMatch(/^[0-9a-f]{12}$/)
})

it('keeps a draft until it is sent, and the application with its charge', async () => {
  const content = { formVersion, answers: feeAnswers, applicationId: 'demo-application-01' }
  expect((await call('GET', place)).status).toBe(404)
  await call('PUT', place, content)
  expect((await call('GET', place)).body).toMatchObject(content)
  expect((await call('GET', '/app/web/o/drafts')).body).toMatchObject({ items: [{ type: 'individual' }] })
  const subject = { serviceId: 'residence-certificate', type: 'individual', ...content }
  expect((await call('POST', '/app/web/o/orders/quote', subject)).body).toMatchObject({ amount: { total: 710 } })
  const { body } = await call('POST', '/app/web/o/orders', { ...subject, attachments: [] })
  const { orderId, charge } = body as { orderId: string; charge: { chargeId: string } }
  expect((await call('GET', place)).status).toBe(404)
  expect((await call('GET', `/app/web/o/orders/${orderId}`)).body).toMatchObject({ status: 'WAITING_PAYMENT' })
  expect((await call('GET', '/app/web/o/orders')).body).toMatchObject({ items: [{ orderId }] })
  const paid = await call('POST', `/app/web/o/charges/${charge.chargeId}/proceed`, { repayment: false, locale: 'ja' })
  expect(paid.body).toMatchObject({ url: `${origin}/scripts/demo/card/?charge=${charge.chargeId}` })
  expect((await call('POST', `/app/web/o/charges/${charge.chargeId}/decline`)).body).toMatchObject({
    status: 'CANCELLED',
  })
})

/** The operations that change something, in an order in which each is possible, with the ids that it adds. */
const ids: { [parameter: string]: string } = { serviceId: 'residence-certificate', type: 'individual' }
const changing: { [operationId: string]: () => Promise<void> } = {
  async saveDraft() {
    await call('PUT', place, { formVersion, answers: {}, applicationId: 'demo-application-02' })
  },
  async deleteDraft() {
    await call('DELETE', place)
  },
  async uploadAttachment() {
    const form = new FormData()
    form.set('file', new File(['%PDF-1.4'], '委任状.pdf', { type: 'application/pdf' }))
    form.set('purpose', 'application')
    const { body } = await call('POST', '/app/web/o/attachments', form)
    expect(body).toMatchObject({ name: '委任状.pdf', size: 8 })
    ids.attachmentId = (body as { attachmentId: string }).attachmentId
  },
  async submitOrder() {
    const subject = { ...ids, formVersion, answers: feeAnswers, attachments: [ids.attachmentId] }
    const { body } = await call('POST', '/app/web/o/orders', subject)
    const { orderId, charge } = body as { orderId: string; charge: { chargeId: string } }
    Object.assign(ids, { orderId, chargeId: charge.chargeId })
    expect((await call('GET', `/app/web/o/orders/${orderId}`)).body).toMatchObject({
      attachments: [{ name: '委任状.pdf' }],
    })
  },
  async proceedCharge() {
    await call('POST', `/app/web/o/charges/${ids.chargeId}/proceed`, { repayment: false, locale: 'ja' })
  },
  async declineCharge() {
    await call('POST', `/app/web/o/charges/${ids.chargeId}/decline`)
  },
  async withdrawOrder() {
    await changing.submitOrder?.()
    const { body } = await call('POST', `/app/web/o/orders/${ids.orderId}/withdraw`, { reason: '不要' })
    const charge = { status: 'CANCELLED', allowedActions: [] }
    expect(body).toMatchObject({ status: 'CANCELLED_BY_USER', allowedActions: [], charges: [charge] })
    expect(body).toHaveProperty('timeline.1.note', '不要')
  },
  async deleteAttachment() {
    await call('DELETE', `/app/web/o/attachments/${ids.attachmentId}`)
  },
  async updateProfile() {
    await call('PATCH', '/app/web/o/profile', { kind: 'person', phone: '08011112222', address: null })
  },
  async deleteAccount() {
    await call('DELETE', '/app/web/o/account')
  },
}
/** The others, and why the demo shows the same afterwards. */
const unchanged: { [operationId: string]: string } = {
  login: 'returns whose password it is',
  quoteOrder: 'calculates',
  createFileLink: 'makes an address',
  createAttachmentLink: 'makes an address',
  reapplyOrder: 'no application of the demo is returned or finished',
  requestPasswordReset: 'mail',
  resetPassword: 'mail',
  requestRegistration: 'mail',
  completeRegistration: 'mail',
  requestEmailChange: 'mail',
  confirmEmailChange: 'mail',
}

/** The answers of every operation that reads what belongs to the visitor. */
async function shown(): Promise<unknown[]> {
  const reading = operations.filter(({ method, path }) => method === 'GET' && path.startsWith('/o/'))
  const targets = reading.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none'))
  return Promise.all(targets.map((target) => call('GET', `/app/web${target}`)))
}

it('shows what each operation has changed, or says that it changes nothing', async () => {
  const writing = operations.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId)
  expect([...Object.keys(changing), ...Object.keys(unchanged)].toSorted()).toEqual(writing.toSorted())
  for (const [operationId, change] of Object.entries(changing)) {
    const before = await shown()
    await change()
    const after = await shown()
    expect(after, operationId).not.toEqual(before)
    expect(JSON.stringify(after)).not.toContain('"reapply"')
  }
  expect(Object.values(banner).filter((text) => !/メール|mail/.test(text))).toEqual([])
})

it('leaves the requests of files to the server', async () => {
  expect(await demoAnswer(new Request(`${origin}/forms/minato-city/manifest.json`))).toBeNull()
})
