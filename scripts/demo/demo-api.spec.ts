import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createConformance } from '../../contract/openapi/conformance.ts'
import { feeAnswers } from '../../contract/pact/bodies.ts'
import { ensureBuilt } from '../build.ts'
import { demoAnswer, readFormsFrom } from './demo-api.ts'

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
  const answer = await demoAnswer(new Request(url, body === undefined ? sent : { ...sent, body: JSON.stringify(body) }))
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
  const { body } = await call('POST', '/app/web/o/orders', subject)
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

it('leaves the requests of files to the server', async () => {
  expect(await demoAnswer(new Request(`${origin}/forms/minato-city/manifest.json`))).toBeNull()
})
