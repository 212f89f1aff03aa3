import type { Charge, OrderDetails } from '../../src/api/generated/api.schemas.ts'
import type { Portal, Resident, SandboxClient } from './journey.ts'
import { tokensOf } from './signed-in.ts'

type StoredOrder = {
  orderId: string
  serviceId: string
  status: string
  receiptNumber: string
  formVersion: string
  /** Time (ms). */
  submittedAt: number
  /** The returned order that it replaces. */
  reapplyOf?: string
}
type StoredAttempt = { attemptId: string; state: string }
type StoredCharge = { chargeId: string; orderId: string; status: string; total: number; attempts: StoredAttempt[] }
type StoredDraft = { serviceId: string; type: string; formVersion: string; answers: { [step: string]: unknown } }

/** What the API has stored about a resident, to compare a screen with. */
export type Stored = { orders: StoredOrder[]; charges: StoredCharge[]; drafts: StoredDraft[] }

export async function stored(sandbox: SandboxClient, { tenantId, userId }: Resident): Promise<Stored> {
  return (await sandbox.get(`state/users/${tenantId}/${userId}`)) as Stored
}

export type Effect = { effect: string; target: string; key?: string }

/** What requests of a resident have changed, and how often per Idempotency-Key. */
export async function effectsOf(
  sandbox: SandboxClient,
  { userId }: Pick<Resident, 'userId'>,
): Promise<{ effects: Effect[]; perKey: { [key: string]: number } }> {
  return (await sandbox.get(`state/effects?userId=${encodeURIComponent(userId)}`)) as {
    effects: Effect[]
    perKey: { [key: string]: number }
  }
}

/** The resident's own view by the API, requested by a program: every screen has to agree with it. */
export async function asResident(portal: Portal, resident: Resident) {
  const { idToken } = await tokensOf(portal, resident)
  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${portal.sandboxUrl}/app/web/o/${path}`, {
      headers: { Authorization: `Bearer ${idToken}` },
    })
    if (!response.ok) throw new Error(`o/${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  return {
    charge: (chargeId: string) => get<Charge>(`charges/${chargeId}`),
    order: (orderId: string) => get<OrderDetails>(`orders/${orderId}`),
  }
}

/** A resident with one application that awaits payment, and no attempt yet. */
export async function newCharge(
  sandbox: SandboxClient,
  options: { tenantId?: string } = {},
): Promise<{ resident: Resident; chargeId: string; orderId: string }> {
  const resident = await sandbox.newResident({ ...options, seed: 'orders' })
  const charge = (await stored(sandbox, resident)).charges.find(({ status }) => status === 'WAITING')
  if (charge === undefined) throw new Error('The sample orders contain no charge that awaits payment')
  return { resident, chargeId: charge.chargeId, orderId: charge.orderId }
}
