import type { Backend } from '../rules/backend.ts'
import type { AttemptRecord, ChargeRecord, OrderRecord } from '../core/records.ts'
import { issueReceipt } from '../rules/issue-files.ts'
import { withTotal } from '../rules/payments.ts'
import { day, hour, minute } from '../core/tokyo-time.ts'
import type { Input } from '../core/panel-input.ts'
import { neededText } from '../core/panel-input.ts'
import type { Setter } from './state-setup.ts'
import { addCharge, addOrder, freshUser, otherUser } from './state-setup.ts'

const form = { serviceId: 'residence-certificate', type: 'individual' }

type Scene = { order: OrderRecord; charge: ChargeRecord; token: string }

/** A user with an order whose charge awaits payment. */
async function waitingCharge(backend: Backend, params: Input): Promise<Scene> {
  const { user, token } = await freshUser(backend, params)
  const order = addOrder(backend, user, { ...form, orderId: neededText(params, 'orderId'), status: 'WAITING_PAYMENT' })
  return { order, token, charge: addCharge(backend, order, neededText(params, 'chargeId')) }
}

function charge(change: (backend: Backend, scene: Scene, params: Input) => void = () => undefined): Setter {
  return async (backend, params) => {
    const scene = await waitingCharge(backend, params)
    change(backend, scene, params)
    return { token: scene.token }
  }
}

function attempt(
  backend: Pick<Backend, 'attempts' | 'clock' | 'db'>,
  { chargeId }: ChargeRecord,
  changes: Partial<AttemptRecord>,
): void {
  const now = backend.clock.now()
  backend.db.run('DELETE FROM attempts WHERE charge_id = ?', chargeId)
  backend.attempts.save({
    attemptId: `PA-of-${chargeId}`,
    chargeId,
    cardSession: `cs_of_${chargeId}`,
    state: 'STARTED',
    at: now,
    startedAt: now,
    method: 'POST',
    expiresAt: now + 30 * minute,
    repayment: true,
    locale: 'ja',
    ...changes,
  })
}

export const chargeStates: { readonly [state: string]: Setter } = {
  'a charge is waiting': charge(),
  'a charge of a corrected application is waiting': charge((backend, { charge: waiting }) =>
    backend.charges.save({ ...waiting, total: waiting.total - 110, carriedOver: 110 }),
  ),
  'a charge is paid': charge((backend, { order, charge: waiting }) => {
    const paid: ChargeRecord = { ...waiting, status: 'PAID', paidAt: backend.clock.now() - hour }
    backend.charges.save({ ...paid, receipt: issueReceipt(backend, paid, order) })
    attempt(backend, waiting, { state: 'SUCCEEDED' })
    backend.orders.save({ ...order, status: 'NOT_STARTED' })
  }),
  'a charge is cancelled': charge((backend, { order, charge: waiting }) => {
    backend.charges.save({ ...waiting, status: 'CANCELLED', cancelledAt: backend.clock.now() - hour })
    backend.orders.save({ ...order, status: 'CANCELLED_BY_USER' })
  }),
  'a payment is being processed': charge((backend, { charge: waiting }) => {
    const settleAt = backend.clock.now() + day
    attempt(backend, waiting, { state: 'PROCESSING', settlesTo: 'SUCCEEDED', settleAt })
  }),
  'a payment attempt is open': charge((backend, { charge: waiting }) => attempt(backend, waiting, {})),
  'a charge is past due': charge((backend, { charge: waiting }) =>
    backend.charges.save({ ...waiting, dueAt: backend.clock.now() - hour }),
  ),
  'the amount of a charge has changed': charge((backend, { charge: waiting }) =>
    backend.charges.save(withTotal(waiting, waiting.total + 100)),
  ),
  'the card provider is down': charge((backend, _scene, params) => {
    const kind = params.status === 503 ? 'card-503' : params.status === 504 ? 'card-504' : 'card-502'
    backend.faults.add({ kind, operation: 'proceedCharge' })
  }),
  'a charge belongs to another user': async (backend, params) => {
    const { token } = await freshUser(backend, params)
    const other = await otherUser(backend, params)
    const order = addOrder(backend, other, { ...form, orderId: 'OR-2001', status: 'WAITING_PAYMENT' })
    addCharge(backend, order, neededText(params, 'chargeId'))
    return { token }
  },
}
