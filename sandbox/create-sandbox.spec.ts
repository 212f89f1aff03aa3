import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parseConfig } from '../src/lib/config.ts'
import { states as pactStates } from '../contract/pact/states.ts'
import { createSandbox } from './create-sandbox.ts'
import { isCorporateNumber } from '../form-model/corporate-number.ts'
import { corporations } from './rules/corporations.ts'
import { states } from './pact-states/states.ts'
import { fixtureForms } from './testing/fixture-forms.ts'
import { newResident, trySandbox } from './testing/test-sandbox.ts'

const place = { origin: 'http://portal.test', cardOrigin: 'http://localhost:5174' }
const formsDir = fixtureForms()

describe('the sandbox', () => {
  it('keeps its data, its users and their sessions over a restart', async () => {
    const db = path.join(mkdtempSync(path.join(tmpdir(), 'sandbox-')), 'sandbox.sqlite')
    const first = await createSandbox({ db, formsDir, ...place })
    const { email } = await newResident(first, { seed: 'orders' })
    const { idToken } = await first.signIn(email, 'minato-city')
    first.close()
    const second = await createSandbox({ db, formsDir, ...place })
    const headers = { Authorization: `Bearer ${idToken}` }
    const response = await second.fetch(new Request('http://portal.test/app/web/o/orders', { headers }))
    expect(response.status).toBe(200)
    expect(((await response.json()) as { items: unknown[] }).items).toHaveLength(6)
    second.close()
  })

  it('finishes the requests under way when it is closed, and refuses later ones', async () => {
    const failures = vi.spyOn(console, 'error')
    const sandbox = await createSandbox({ db: ':memory:', formsDir, ...place })
    const { email } = await newResident(sandbox, { seed: 'orders' })
    const { idToken } = await sandbox.signIn(email, 'minato-city')
    const orders = () =>
      sandbox.fetch(
        new Request('http://portal.test/app/web/o/orders', { headers: { Authorization: `Bearer ${idToken}` } }),
      )
    const underWay = orders()
    sandbox.close()
    expect((await underWay).status).toBe(200)
    expect((await orders()).type).toBe('error')
    expect(failures).not.toHaveBeenCalled()
    failures.mockRestore()
  })

  it('starts in far less than a tenth of a second of processor time, so that every test can have its own', async () => {
    const times: number[] = []
    for (let run = 0; run < 5; run += 1) {
      const before = process.cpuUsage()
      const sandbox = await createSandbox({ db: ':memory:', formsDir, ...place })
      times.push(process.cpuUsage(before).user / 1000)
      sandbox.close()
    }
    // The slower runs may have compiled code or collected garbage.
    expect(Math.min(...times)).toBeLessThan(100)
  })

  it('contains orders and charges in every status for hanako', async () => {
    const sandbox = await createSandbox({ db: ':memory:', formsDir, ...place })
    const { tenantId, userId } = sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp') ?? {
      tenantId: '',
      userId: '',
    }
    const orders = sandbox.backend.orders.query({ tenantId, userId, limit: 100 })
    expect(orders.map(({ status }) => status)).toEqual([
      'WAITING_PAYMENT',
      'NOT_STARTED',
      'IN_PROCESS',
      'CANCELLED_BY_TENANT',
      'CANCELLED_BY_USER',
      'FINISHED',
    ])
    const charges = orders.flatMap(({ orderId }) => sandbox.backend.charges.ofOrder(orderId))
    expect(new Set(charges.map(({ status }) => status))).toEqual(new Set(['WAITING', 'PAID', 'CANCELLED']))
    sandbox.close()
  })

  it('serves a configuration that the portal accepts', async () => {
    const { sandbox } = await trySandbox()
    const response = await sandbox.fetch(new Request('http://portal.test/config.json'))
    expect(parseConfig(await response.json())).toMatchObject({ apiBase: '/app/web', demo: true })
    sandbox.close()
  })

  it.each([
    ['http://portal.test', { 'minato-city': { hosts: ['minato-city.localhost'] } }],
    ['https://portal.test', {}],
  ])('offers the host of a tenant only without a web server in front: %s', async (origin, tenants) => {
    const sandbox = await createSandbox({ db: ':memory:', formsDir, ...place, origin })
    const response = await sandbox.fetch(new Request(`${origin}/config.json`))
    expect(parseConfig(await response.json())).toHaveProperty('tenants', tenants)
    sandbox.close()
  })

  it('implements every provider state of the pact', () => {
    expect([...states.keys()].toSorted()).toEqual(Object.keys(pactStates).toSorted())
  })

  it('looks up only corporate numbers that can exist', () => {
    for (const { corporateNumber } of corporations)
      expect(isCorporateNumber(corporateNumber), corporateNumber).toBe(true)
  })
})
