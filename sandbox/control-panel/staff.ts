import { existsSync } from 'node:fs'
import type { OrderStatus } from '../../src/api/generated/api.schemas.ts'
import { OrderStatus as statuses } from '../../src/api/generated/api.schemas.ts'
import { fieldPathOf } from '../../form-model/answers.ts'
import type { Backend } from '../rules/backend.ts'
import type { ChargeRecord, OrderRecord } from '../core/records.ts'
import { issueFile } from '../rules/issue-files.ts'
import { attemptState, orderNounText } from '../rules/order-views.ts'
import { cancelCharge, withTotal } from '../rules/payments.ts'
import type { Input } from '../core/panel-input.ts'
import { PanelError, momentOf, neededText, numberOf, textOf } from '../core/panel-input.ts'

/** Changes the status of an order as the tenant's staff would: `{status, note?, returnReason?, returnFields?}`. */
export async function moveOrder(backend: Backend, orderId: string, input: Input): Promise<OrderRecord> {
  const found = backend.orders.find(orderId)
  if (found === null) throw new PanelError(`There is no order ${orderId}`)
  const { returnFields: _former, ...order } = found
  const returnFields = await returnFieldsOf(backend, order, input.returnFields)
  const status = statusOf(neededText(input, 'status'))
  const reason = textOf(input, 'returnReason') ?? '記載内容を確認できませんでした。'
  const note = textOf(input, 'note')
  const at = backend.clock.now()
  const waiting = status.startsWith('CANCELLED_')
    ? backend.charges.ofOrder(orderId).filter((charge) => charge.status === 'WAITING')
    : []
  for (const { chargeId } of waiting) {
    const last = backend.attempts.lastOf(chargeId)
    if (last !== null && attemptState(last, at) === 'PROCESSING')
      throw new PanelError(`A payment of ${orderId} is being processed. Wait for its result`)
  }
  const moved: OrderRecord = {
    ...order,
    status,
    updatedAt: at,
    timeline: [
      ...order.timeline,
      { at, status, actor: 'TENANT', ...(note === undefined ? {} : { note: { ja: note, en: note } }) },
    ],
    ...(status === 'CANCELLED_BY_TENANT' ? { returnReason: { ja: reason, en: reason } } : {}),
    ...(status === 'CANCELLED_BY_TENANT' && returnFields.length > 0 ? { returnFields } : {}),
  }
  backend.db.transaction(() => {
    backend.orders.save(moved)
    for (const charge of waiting) cancelCharge(backend, charge)
    if (status === 'FINISHED') {
      issueFile(backend, {
        owner: order,
        kind: 'DECISION',
        name: `決定通知書_${order.receiptNumber}.pdf`,
        issuedAt: at,
        orderId,
        title: '決定通知書',
        lines: [`受付番号 ${order.receiptNumber}`, `${orderNounText(backend, order, 'ja')}のとおり決定しました。`],
      })
    }
  })
  return moved
}

/**
 * JSON Pointers to fields of the order's form: a list, or a text with spaces or commas between them. The form's texts
 * name every field.
 */
async function returnFieldsOf(
  { forms }: Pick<Backend, 'forms'>,
  order: Omit<OrderRecord, 'returnFields'>,
  input: unknown,
): Promise<string[]> {
  const given = typeof input === 'string' ? input.split(/[\s,、]+/).filter((part) => part !== '') : (input ?? [])
  if (!Array.isArray(given)) throw new PanelError('returnFields is neither a list nor a text')
  if (given.length > 20) throw new PanelError('returnFields has more than 20 fields')
  const pointers = given.map((pointer: unknown) => String(pointer))
  const fields = Object.keys(forms.load(order)?.texts.ja.fields ?? {})
  const unknown = pointers.find((pointer) => !pointer.startsWith('/') || !fields.includes(fieldPathOf(pointer)))
  if (unknown === undefined) return pointers
  throw new PanelError(`The form has no field ${unknown}, but ${fields.map((field) => `/${field}`).join(' ')}`)
}

/** Changes a charge: `{total?, dueAt?}`. Until the portal has read the new total, `proceed` is refused. */
export function changeCharge(backend: Pick<Backend, 'charges'>, chargeId: string, input: Input): ChargeRecord {
  const charge = backend.charges.find(chargeId)
  if (charge === null) throw new PanelError(`There is no charge ${chargeId}`)
  const total = numberOf(input, 'total')
  const dueAt = momentOf(input, 'dueAt')
  const changed: ChargeRecord = {
    ...(total === undefined ? charge : withTotal(charge, total)),
    ...(dueAt === undefined ? {} : { dueAt }),
  }
  backend.charges.save(changed)
  return changed
}

/** Publishes another folder of built forms in addition to the present ones: `{folder}`. */
export function publishForms(backend: Pick<Backend, 'forms'>, input: Input): { folder: string } {
  const folder = neededText(input, 'folder')
  if (!existsSync(folder)) throw new PanelError(`There is no folder ${folder}`)
  backend.forms.publish(folder)
  return { folder }
}

/**
 * Issues a file to a user, also with a name that is invalid on every system: `{tenantId, userId, name,
 * availableUntil?}`.
 */
export function issueFileTo(backend: Pick<Backend, 'clock' | 'files' | 'residents'>, input: Input): { fileId: string } {
  const tenantId = neededText(input, 'tenantId')
  const userId = neededText(input, 'userId')
  if (backend.residents.find(tenantId, userId) === null) throw new PanelError(`${tenantId} has no user ${userId}`)
  const availableUntil = momentOf(input, 'availableUntil')
  const name = neededText(input, 'name')
  const { fileId } = issueFile(backend, {
    owner: { tenantId, userId },
    kind: 'CERTIFICATE',
    name,
    issuedAt: backend.clock.now(),
    title: name,
    lines: [],
    ...(availableUntil === undefined ? {} : { availableUntil }),
  })
  return { fileId }
}

function statusOf(text: string): OrderStatus {
  const known = Object.values(statuses).find((status) => status === text)
  if (known === undefined) throw new PanelError(`status is one of ${Object.values(statuses).join(', ')}`)
  return known
}
