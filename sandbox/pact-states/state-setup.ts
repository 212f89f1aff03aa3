import { resolveSampleDate } from '../../form-model/sample-date.ts'
import type { OrderStatus } from '../../src/api/generated/api.schemas.ts'
import type { Backend } from '../rules/backend.ts'
import type { ChargeRecord, OrderRecord, ResidentRecord, ServiceChanges } from '../core/records.ts'
import { register } from '../rules/residents.ts'
import { serviceOf } from '../rules/services.ts'
import { newCharge, nextReceiptNumber } from '../rules/submit-order.ts'
import type { Fee } from '../seed/orders.ts'
import { scopeOf } from '../store/accepted-requests.ts'
import { validAnswers } from '../seed/orders.ts'
import { samplePassword, samplesByKind } from '../seed/residents.ts'
import { day, hour } from '../core/tokyo-time.ts'
import type { Input } from '../core/panel-input.ts'
import { PanelError, neededText, textOf } from '../core/panel-input.ts'
import { usernameOf } from '../core/identifiers.ts'

/** Sets up one state and returns the values that the verifier puts into the request. */
export type Setter = (backend: Backend, params: Input) => Promise<object> | object

/** The user of a state, created again, without data of an earlier state. */
export async function freshUser(
  backend: Pick<Backend, 'clock' | 'db' | 'identity' | 'residents'>,
  params: Input,
): Promise<{ user: ResidentRecord; token: string }> {
  const tenantId = neededText(params, 'tenantId')
  const userId = textOf(params, 'userId') ?? 'pact-user'
  removeUser(backend, tenantId, userId)
  const user = register(backend, {
    tenantId,
    userId,
    email: `${userId}@pact.example.jp`,
    password: samplePassword,
    profile: samplesByKind[userId.includes('corporation') ? 'corporation' : 'person'],
  })
  const { idToken } = await backend.identity.issueTokens(usernameOf({ tenantId, userId }))
  return { user, token: idToken }
}

/** Another user of the same tenant, whose data must stay hidden. */
export async function otherUser(
  backend: Pick<Backend, 'clock' | 'db' | 'identity' | 'residents'>,
  params: Input,
): Promise<ResidentRecord> {
  return (await freshUser(backend, { ...params, userId: 'pact-other' })).user
}

export function removeUser(
  backend: Pick<Backend, 'db' | 'identity' | 'residents'>,
  tenantId: string,
  userId: string,
): void {
  const { db } = backend
  db.transaction(() => {
    db.run(
      'DELETE FROM attempts WHERE charge_id IN (SELECT charge_id FROM charges WHERE tenant_id = ? AND user_id = ?)',
      tenantId,
      userId,
    )
    for (const table of ['orders', 'charges', 'drafts', 'attachments', 'files'])
      db.run(`DELETE FROM ${table} WHERE tenant_id = ? AND user_id = ?`, tenantId, userId)
    db.run('DELETE FROM accepted_requests WHERE scope = ?', scopeOf({ tenantId, userId }))
    backend.residents.remove(tenantId, userId)
    backend.identity.users.remove(usernameOf({ tenantId, userId }))
  })
}

export function formVersionOf(backend: Pick<Backend, 'forms'>, params: Input): string {
  const [tenantId, serviceId, type] = ['tenantId', 'serviceId', 'type'].map((name) => neededText(params, name))
  return backend.forms.currentVersion(tenantId ?? '', serviceId ?? '', type ?? '') ?? 'unpublished'
}

/** What a request about a form needs: its version, and a day about a month ahead on which offices are open. */
export function formValues(backend: Pick<Backend, 'forms' | 'clock'>, params: Input) {
  if (params.serviceId === undefined) return {}
  const workingDay = resolveSampleDate('workday+30', backend.clock.now())
  return { formVersion: formVersionOf(backend, params), workingDay }
}

/** Changes a service for this state; the next one starts from the sample data again. */
export function changeService(
  backend: Pick<Backend, 'forms' | 'tenants'>,
  params: Input,
  changes: ServiceChanges,
): void {
  const tenant = backend.tenants.find(neededText(params, 'tenantId'))
  const serviceId = neededText(params, 'serviceId')
  if (tenant === null || serviceOf(backend, tenant, serviceId) === null)
    throw new PanelError(`There is no service ${serviceId}`)
  const serviceChanges = { ...tenant.serviceChanges, [serviceId]: { ...tenant.serviceChanges[serviceId], ...changes } }
  backend.tenants.save({ ...tenant, serviceChanges })
}

export function stopService(backend: Pick<Backend, 'clock' | 'forms' | 'tenants'>, params: Input): void {
  changeService(backend, params, { stopAt: backend.clock.now() - hour })
}

type NewOrder = {
  orderId: string
  serviceId: string
  type: string
  status: OrderStatus
  submittedAt?: number
} & Partial<
  Pick<
    OrderRecord,
    'applicationId' | 'returnReason' | 'returnFields' | 'attachmentIds' | 'shippingAddress' | 'reapplyOf'
  >
>

/** An order with the answers of the form's first valid sample. */
export function addOrder(
  backend: Pick<Backend, 'clock' | 'db' | 'forms' | 'orders'>,
  { tenantId, userId }: ResidentRecord,
  given: NewOrder,
): OrderRecord {
  const submittedAt = given.submittedAt ?? backend.clock.now() - 2 * day
  const first: OrderStatus = given.status === 'WAITING_PAYMENT' ? 'WAITING_PAYMENT' : 'NOT_STARTED'
  const order: OrderRecord = {
    tenantId,
    userId,
    attachmentIds: [],
    ...given,
    formVersion: formVersionOf(backend, { tenantId, ...given }),
    receiptNumber: nextReceiptNumber(backend, tenantId),
    submittedAt,
    updatedAt: submittedAt + hour,
    answers: validAnswers(tenantId, given.serviceId, given.type, submittedAt),
    timeline: [
      { at: submittedAt, status: first, actor: 'USER' },
      ...(given.status === first ? [] : [{ at: submittedAt + hour, status: given.status, actor: 'TENANT' as const }]),
    ],
    locale: 'ja',
  }
  backend.db.run('DELETE FROM orders WHERE order_id = ?', order.orderId)
  backend.orders.save(order)
  return order
}

const fee: Fee = {
  total: 410,
  tax: 10,
  lines: [
    { label: { ja: '住民票の写し', en: 'Copy of the residence record' }, quantity: 1, unitPrice: 300, amount: 300 },
    { label: { ja: '郵便料金', en: 'Postage' }, quantity: 1, unitPrice: 110, amount: 110 },
  ],
}

/** A charge of 410 yen in two lines, with these changes. */
export function addCharge(
  backend: Pick<Backend, 'charges' | 'clock' | 'db' | 'forms' | 'tenants'>,
  order: OrderRecord,
  chargeId: string,
  changes: Partial<ChargeRecord> = {},
): ChargeRecord {
  const made = newCharge(backend, order, fee)
  for (const id of [made.chargeId, chargeId]) backend.db.run('DELETE FROM charges WHERE charge_id = ?', id)
  const charge: ChargeRecord = { ...made, dueAt: backend.clock.now() + 10 * day, ...changes, chargeId }
  backend.charges.save(charge)
  return charge
}

/** The last item but one of a list: the cursor of the page that contains the last. */
export function cursorBeforeLast(positions: readonly { at: number; id: string }[]): string {
  const position = positions.at(-2)
  return position === undefined ? '' : Buffer.from(`${position.at}.${position.id}`).toString('base64url')
}

export function listOf(params: Input, name: string): Input[] {
  const value = params[name]
  if (!Array.isArray(value)) throw new PanelError(`${name} is not a list`)
  return value.map((item: unknown) => (typeof item === 'object' && item !== null ? { ...item } : {}))
}
