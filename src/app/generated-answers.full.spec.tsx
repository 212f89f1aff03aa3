import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ChargeStatus, ConfirmationStatus, OrderStatus } from '../api/generated/api.schemas.ts'
import type { Charge, Confirmation, FilePage, OrderPage } from '../api/generated/api.schemas.ts'
import { isRecord } from '../../form-model/record.ts'
import { forgetAll } from '../features/apply/application/application-owner.ts'
import { localDrafts } from '../features/apply/draft/local-drafts.ts'
import { provideForms } from '../features/apply/testing/open-form.tsx'
import { storageKeys } from '../lib/storage-keys.ts'
import { routePatterns } from '../paths.ts'
import type { RouteName } from '../paths.ts'
import { generatedAnswers } from './testing/generated-answers.ts'
import type { GeneratedAnswers } from './testing/generated-answers.ts'
import { provideOrderForm } from './testing/order-form.ts'
import { startPortal } from './testing/start-portal.tsx'
import type { PortalUnderTest } from './testing/start-portal.tsx'

/** The number of responses of each operation that a page loads. */
const seeds = 200

/** Routes whose pages load the same operations share the seeds; the other routes load only what every page loads. */
const routesByData: { operations: string[]; routes: RouteName[] }[] = [
  { operations: ['getTenantInfo', 'listServices', 'listDrafts'], routes: ['applicationList'] },
  { operations: ['listOrders'], routes: ['applicationHistory'] },
  { operations: ['getOrder'], routes: ['historyDetails'] },
  { operations: ['listFiles'], routes: ['download'] },
  { operations: ['getProfile'], routes: ['userProfile'] },
  { operations: ['getCharge'], routes: ['chargePay', 'chargeCancel'] },
  { operations: ['getConfirmation'], routes: ['passwordReset', 'emailChange', 'registration'] },
  { operations: ['getDraft'], routes: ['application', 'shippingAddress', 'settlement'] },
]
const shared = new Set(routesByData.flatMap(({ routes }) => routes))
const seedsWithoutData = 4
const seedsOfPart = 20

/** The seeds of a route, in parts so that a test stays far below its limit of time on a slow machine. */
const parts = (Object.keys(routePatterns) as RouteName[]).flatMap((name) => {
  const routes = routesByData.find((group) => group.routes.includes(name))?.routes ?? [name]
  const count = shared.has(name) ? seeds : seedsWithoutData
  const own = Array.from({ length: count }, (_, seed) => seed).filter(
    (seed) => seed % routes.length === routes.indexOf(name),
  )
  return Array.from({ length: Math.ceil(own.length / seedsOfPart) }, (_, part) => ({
    name,
    own: own.slice(part * seedsOfPart, (part + 1) * seedsOfPart),
  }))
})

const service = { serviceId: 'residence-certificate', type: 'individual' }
const ids: { [parameter: string]: string } = {
  tenantId: 'minato-city',
  ...service,
  orderId: 'OR-1001',
  chargeId: 'CH-1001',
  confirmationId: 'confirmation-1',
}
const queries: { [route in RouteName]?: string } = {
  shippingAddress: '?type=individual',
  settlement: '?type=individual',
  mailConfirmation: '?type=registration&tenantId=minato-city&id=confirmation-1',
  paymentSuccessCallback: '?tenantId=minato-city',
  paymentCancelCallback: '?tenantId=minato-city',
  paymentErrorCallback: '?tenantId=minato-city',
}

let portal: PortalUnderTest
let userId = ''
let answers: GeneratedAnswers
let errors: string[] = []
let needsData = false

beforeAll(async () => {
  answers = generatedAnswers(adapt)
  portal = await startPortal('/error', {
    as: 'hanako@example.jp',
    instead: (request) => (request.url.includes('/app/web/') ? answers.answer(request) : null),
  })
  userId = portal.sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp')?.userId ?? ''
  vi.spyOn(console, 'error').mockImplementation((...words) => void errors.push(words.map(String).join(' ')))
})
afterAll(() => {
  vi.restoreAllMocks()
  portal.stop()
})

function formVersion(): string {
  return portal.sandbox.backend.forms.currentVersion('minato-city', service.serviceId, service.type) ?? ''
}

/**
 * A page with data of its own needs an open tenant that offers a published form, or it would not be drawn. The other
 * pages get every state of a tenant.
 */
function adapt(operationId: string, body: unknown): unknown {
  if (!needsData) return body
  if (operationId === 'getTenantInfo' && isRecord(body)) {
    const { maintenance: _maintenance, ...open } = body
    // The forms of this test are loaded in Japanese only.
    const branding = { ...(isRecord(body.branding) ? body.branding : {}), locales: ['ja'] }
    return { ...open, branding, state: 'ACTIVE', features: { webApplication: { enabled: true } } }
  }
  if (operationId === 'listServices' && Array.isArray(body)) {
    const forms = [{ type: service.type, title: '申請', formVersion: formVersion() }]
    const text = { name: '手続き', summary: '説明', category: 'くらし' }
    const open = { ...text, fee: { kind: 'NONE' }, needsShipping: true, acceptance: { state: 'OPEN' } }
    return [{ ...open, ...service, forms }, ...(body as unknown[])]
  }
  return ['getDraft', 'getOrder'].includes(operationId) && isRecord(body)
    ? { ...body, ...service, formVersion: formVersion() }
    : body
}

function addressOf(name: RouteName): string {
  return (
    routePatterns[name].pattern.replaceAll(/:(\w+)/g, (_segment, id: string) => ids[id] ?? '') + (queries[name] ?? '')
  )
}

/** Opens a page with an empty cache and waits until nothing is loading. */
async function open(name: RouteName, seed: number): Promise<void> {
  cleanup()
  await portal.router.navigate('/error')
  errors = []
  needsData = shared.has(name)
  answers.use(seed)
  await forgetAll()
  await localDrafts.removeAllOf('minato-city', userId)
  portal.queryClient.clear()
  await provideForms(portal.queryClient)
  const address = { formsBase: '/forms', tenantId: 'minato-city', ...service, formVersion: formVersion() }
  provideOrderForm(portal.queryClient, address)
  await act(async () => render(portal.element))
  // The root redirects to the last tenant, which a page of the file before may have stored when that file had ended.
  localStorage.removeItem(storageKeys.tenantId)
  await act(() => portal.router.navigate(addressOf(name)))
  await waitFor(() => {
    expect(portal.router.state.navigation.state).toBe('idle')
    expect(portal.queryClient.isFetching()).toBe(0)
    expect(document.querySelector('h1')).not.toBeNull()
  })
}

describe('with every answer that the contract allows', () => {
  it.each(parts)('draws $name with one heading and no error, seeds $own', async ({ name, own }) => {
    for (const seed of own) {
      await open(name, seed)
      const page = `${name}, seed ${seed}`
      expect(errors, page).toEqual([])
      // The root has no page, because its address names no tenant.
      expect(portal.router.state.errors === null, page).toBe(name !== 'home')
      expect(document.querySelectorAll('h1'), page).toHaveLength(1)
      expect(document.querySelector('main')?.textContent.trim(), page).not.toBe('')
      expect(document.body.textContent, page).not.toMatch(/\bundefined\b|\bNaN\b|\[object/)
    }
  })

  it.each(routesByData.flatMap(({ operations }) => operations))(
    'the generator has sent enough responses of %s',
    (operation) => {
      expect(answers.sent(operation).length).toBeGreaterThanOrEqual(seeds)
    },
  )

  it('the generator has sent every status of orders, charges and confirmations', () => {
    const orders = answers.sent('listOrders') as OrderPage[]
    const statuses = orders.flatMap(({ items }) => items.map(({ status }) => status))
    expect(new Set(statuses)).toEqual(new Set(Object.values(OrderStatus)))
    const charges = answers.sent('getCharge') as Charge[]
    expect(new Set(charges.map(({ status }) => status))).toEqual(new Set(Object.values(ChargeStatus)))
    const confirmations = answers.sent('getConfirmation') as Confirmation[]
    expect(new Set(confirmations.map(({ status }) => status))).toEqual(new Set(Object.values(ConfirmationStatus)))
  })

  it('the generator has sent empty lists and full lists', () => {
    const lengths = (answers.sent('listFiles') as FilePage[]).map(({ items }) => items.length)
    expect(Math.min(...lengths)).toBe(0)
    expect(Math.max(...lengths)).toBeGreaterThan(20)
  })
})
