import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createConformance } from '../../contract/openapi/conformance.ts'
import { publishTenants } from '../../forms/build/publish-tenants.ts'
import { createTenant } from '../../forms/templates/new-tenant.ts'
import { createSandbox } from '../create-sandbox.ts'
import type { Sandbox } from '../create-sandbox.ts'
import { fixtureForms } from '../testing/fixture-forms.ts'

const origin = 'http://portal.test'
let sandbox: Sandbox
afterEach(() => sandbox.close())

async function started(): Promise<{ formsDir: string; folder: string }> {
  const formsDir = fixtureForms()
  const root = mkdtempSync(path.join(tmpdir(), 'sandbox-tenants-'))
  sandbox = await createSandbox({ db: ':memory:', formsDir, origin, cardOrigin: 'http://card.test' })
  return { formsDir, folder: createTenant(root, 'sakura-city', 'さくら市') }
}

async function send(place: string, init: RequestInit = {}) {
  return sandbox.fetch(new Request(`${origin}${place}`, init))
}

async function info(tenantId: string): Promise<{ branding?: { [name: string]: unknown } }> {
  return (await (await send(`/app/web/p/tenants/${tenantId}/info`)).json()) as {
    branding?: { [name: string]: unknown }
  }
}

function change(folder: string, file: string, from: string, to: string): void {
  const place = path.join(folder, file)
  writeFileSync(place, readFileSync(place, 'utf8').replace(from, to))
}

function publish(folder: string, out: string): void {
  expect(publishTenants([folder], out, (file) => file)).toEqual([])
}

it('offers a tenant that is published while the sandbox runs, with the users of its pool', async () => {
  const { formsDir, folder } = await started()
  expect((await send('/app/web/p/tenants/sakura-city/info')).status).toBe(404)
  publish(folder, formsDir)
  expect(await info('sakura-city')).toMatchObject({ branding: { displayName: 'さくら市', primaryColor: '#1B4F9C' } })
  const { idToken } = await sandbox.signIn('hanako@example.jp', 'sakura-city')
  const headers = { Authorization: `Bearer ${idToken}` }
  expect((await send('/app/web/o/profile', { headers })).status).toBe(200)
})

it('shows a changed tenant, and keeps the changes of the control panel until its files change', async () => {
  const { formsDir, folder } = await started()
  publish(folder, formsDir)
  const panel = { method: 'POST', body: JSON.stringify({ branding: { primaryColor: '#123456' } }) }
  await send('/_sandbox/tenants/sakura-city', panel)
  expect(await info('sakura-city')).toMatchObject({ branding: { primaryColor: '#123456' } })
  change(folder, 'tenant.json', '#1B4F9C', '#C2185B')
  publish(folder, formsDir)
  expect(await info('sakura-city')).toMatchObject({ branding: { primaryColor: '#C2185B' } })
})

it('serves the logo of a tenant, and none of its other files', async () => {
  await started()
  const { branding } = await info('minato-city')
  const logo = await send(String(branding?.logoUrl))
  expect([logo.status, logo.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  for (const other of ['minato-city/sandbox.json', 'minato-city/logo.png', '../logo.svg'])
    expect((await send(`/_sandbox/brand/${other}`)).status).toBe(404)
})

it('answers for every tenant of the project as the contract says, in each language', async () => {
  await started()
  const conformance = createConformance()
  for (const { tenantId } of sandbox.backend.tenants.list())
    for (const language of ['ja', 'ja-simple', 'en']) {
      const url = `/app/web/p/tenants/${tenantId}/info`
      const response = await send(url, { headers: { 'Accept-Language': language } })
      const observed = {
        method: 'GET',
        url: origin + url,
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
      expect(conformance.findings(observed, ['date', 'cache-control']), `${tenantId} ${language}`).toEqual([])
    }
})

it('registers users whom the contract would accept', async () => {
  await started()
  const conformance = createConformance()
  for (const { tenantId, email } of sandbox.backend.residents.list()) {
    const { idToken } = await sandbox.signIn(email, tenantId)
    const response = await send('/app/web/o/profile', { headers: { Authorization: `Bearer ${idToken}` } })
    const observed = {
      method: 'GET',
      url: `${origin}/app/web/o/profile`,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
    expect(conformance.findings(observed, ['date', 'cache-control']), `${tenantId} ${email}`).toEqual([])
  }
})
