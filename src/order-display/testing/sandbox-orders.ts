import type { OrderStatus } from '../../api/generated/api.schemas.ts'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'

export const tenantId = 'minato-city'
export const hanako = { as: 'hanako@example.jp' }

/** The sandbox's sample order of hanako in a status, with its charge. */
export function sampleOrder({ sandbox: { backend } }: PortalUnderTest, status: OrderStatus) {
  const resident = backend.residents.findByEmail(tenantId, hanako.as)
  if (resident === null) throw new Error('The sandbox has no hanako')
  const { userId } = resident
  const order = backend.orders.query({ tenantId, userId, limit: 100 }).find((each) => each.status === status)
  if (order === undefined) throw new Error(`hanako has no order in ${status}`)
  return { order, charge: backend.charges.ofOrder(order.orderId)[0] ?? null }
}

export function sampleCharge(portal: PortalUnderTest, status: OrderStatus) {
  const { charge } = sampleOrder(portal, status)
  if (charge === null) throw new Error(`The order in ${status} has no charge`)
  return charge
}

/** A correction of hanako's returned order, for which nothing more is due, and what was paid for the returned one. */
export function addCorrection(portal: PortalUnderTest, status: OrderStatus) {
  const { order: returned, charge: paid } = sampleOrder(portal, 'CANCELLED_BY_TENANT')
  if (paid?.status !== 'PAID') throw new Error('The returned order is not paid')
  const identity = { orderId: 'OR-CORRECTION', receiptNumber: '2026-999999', reapplyOf: returned.orderId }
  const correction = { ...returned, ...identity, status }
  portal.sandbox.backend.orders.save(correction)
  return { correction, paid }
}

/** A response that replaces the sandbox's. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type, ...headers } })
}

/** The number of requests with this method and path. */
export function countOf({ requests }: PortalUnderTest, method: string, path: RegExp): number {
  return requests.filter((request) => request.startsWith(`${method} `) && path.test(request)).length
}
