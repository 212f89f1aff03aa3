import type { OrderDetails } from '../../../src/api/generated/api.schemas.ts'
import type { Portal, Resident } from '../../support/journey.ts'
import { SandboxClient } from '../../support/journey.ts'
import { stored } from '../../support/provider-view.ts'
import { tokensOf } from '../../support/signed-in.ts'

/** Data behind the addresses of the matrix; created once per sandbox, read-only for the tests. */
export type Fixture = {
  portal: Portal
  resident: Resident
  /** An order with answers, a delivery address and files. */
  orderId: string
  /** A charge that awaits payment, and its order. */
  waiting: { chargeId: string; orderId: string }
  paid: { chargeId: string; orderId: string }
  /** Ids of unused mailed links, by type. */
  confirmations: { password_reset: string; registration: string; email_change: string }
}

const tenantId = 'minato-city'

/** The certificate has a fee and a delivery, so its draft leads to both `/order/…` pages. */
export const draftOf = { serviceId: 'residence-certificate', type: 'individual' }

const created = new Map<string, Promise<Fixture>>()

/**
 * This is no worker fixture, because Playwright starts another worker, with another browser and sandbox, for each set
 * of options.
 */
export async function fixtureOf(portal: Portal): Promise<Fixture> {
  const before = await created.get(portal.url)
  if (before !== undefined && (await canSignIn(before))) return before
  const fixture = createFixture(portal)
  created.set(portal.url, fixture)
  return fixture
}

/** The resident is gone if the sandbox was reset. */
async function canSignIn({ portal, resident }: Fixture): Promise<boolean> {
  return tokensOf(portal, resident).then(
    () => true,
    () => false,
  )
}

async function createFixture(portal: Portal): Promise<Fixture> {
  const sandbox = new SandboxClient(portal)
  const resident = await sandbox.newResident({ tenantId, seed: 'orders' })
  const { charges } = await stored(sandbox, resident)
  const charge = (status: string) => {
    const found = charges.find((each) => each.status === status)
    if (found === undefined) throw new Error(`The sample orders contain no charge with status ${status}`)
    return { chargeId: found.chargeId, orderId: found.orderId }
  }
  const { idToken } = await tokensOf(portal, resident)
  const api = asProgram(portal, idToken)
  const waiting = charge('WAITING')
  const { formVersion, answers } = (await api('GET', `o/orders/${waiting.orderId}`)) as OrderDetails
  const { serviceId, type } = draftOf
  await api('PUT', `o/drafts/${serviceId}/${type}`, {
    formVersion,
    answers,
    applicationId: crypto.randomUUID(),
    step: 'review',
  })

  const newAddress = `matrix-${resident.userId}@example.jp`
  const mailed = `moved-${resident.userId}@example.jp`
  await api('POST', `p/tenants/${tenantId}/registration-request`, { email: newAddress })
  await api('POST', `p/tenants/${tenantId}/password-reset-request`, { email: resident.email })
  await api('POST', 'o/email-change-request', { newEmail: mailed })
  return {
    portal,
    resident,
    orderId: charge('PAID').orderId,
    waiting,
    paid: charge('PAID'),
    confirmations: {
      registration: await linkId(sandbox, newAddress),
      password_reset: await linkId(sandbox, resident.email),
      email_change: await linkId(sandbox, mailed),
    },
  }
}

function asProgram(portal: Portal, idToken: string) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${portal.url}/app/web/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${idToken}`,
        ...(method === 'POST' ? { 'Idempotency-Key': crypto.randomUUID() } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  }
}

async function linkId(sandbox: SandboxClient, email: string): Promise<string> {
  const mails = (await sandbox.get(`outbox?to=${encodeURIComponent(email)}`)) as { link?: string }[]
  const id = new URL(mails[0]?.link ?? 'none:').searchParams.get('id')
  if (id === null) throw new Error(`No link was mailed to ${email}`)
  return id
}
