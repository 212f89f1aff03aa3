import type { Provider } from '../../rules/backend.ts'
import type { AttemptRecord, ChargeRecord, OrderRecord } from '../../core/records.ts'
import { issueReceipt } from '../../rules/issue-files.ts'
import { day, hour, minute } from '../../core/tokyo-time.ts'
import type { Input } from '../input.ts'
import { neededText } from '../input.ts'
import type { Setter } from './state-setup.ts'
import { addCharge, addOrder, freshUser, otherUser } from './state-setup.ts'

const form = { serviceId: 'residence-certificate', type: 'individual' }

type Scene = { order: OrderRecord; charge: ChargeRecord; token: string }

/** A user with an order whose charge waits for payment. */
async function waitingCharge(provider: Provider, params: Input): Promise<Scene> {
  const { user, token } = await freshUser(provider, params)
  const order = addOrder(provider, user, { ...form, orderId: neededText(params, 'orderId'), status: 'WAITING_PAYMENT' })
  return { order, token, charge: addCharge(provider, order, neededText(params, 'chargeId')) }
}

function charge(change: (provider: Provider, scene: Scene, params: Input) => void = () => undefined): Setter {
  return async (provider, params) => {
    const scene = await waitingCharge(provider, params)
    change(provider, scene, params)
    return { token: scene.token }
  }
}

function attempt(provider: Provider, { chargeId }: ChargeRecord, changes: Partial<AttemptRecord>): void {
  const now = provider.clock.now()
  provider.db.run('DELETE FROM attempts WHERE charge_id = ?', chargeId)
  provider.attempts.save({
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
  'a charge is paid': charge((provider, { order, charge: waiting }) => {
    const paid: ChargeRecord = { ...waiting, status: 'PAID', paidAt: provider.clock.now() - hour }
    provider.charges.save({ ...paid, receipt: issueReceipt(provider, paid, order) })
    attempt(provider, waiting, { state: 'SUCCEEDED' })
    provider.orders.save({ ...order, status: 'NOT_STARTED' })
  }),
  'a charge is cancelled': charge((provider, { order, charge: waiting }) => {
    provider.charges.save({ ...waiting, status: 'CANCELLED', cancelledAt: provider.clock.now() - hour })
    provider.orders.save({ ...order, status: 'CANCELLED_BY_USER' })
  }),
  'a payment is being processed': charge((provider, { charge: waiting }) => {
    const settleAt = provider.clock.now() + day
    attempt(provider, waiting, { state: 'PROCESSING', settlesTo: 'SUCCEEDED', settleAt })
  }),
  'a payment attempt is open': charge((provider, { charge: waiting }) => attempt(provider, waiting, {})),
  'a charge is past due': charge((provider, { charge: waiting }) =>
    provider.charges.save({ ...waiting, dueAt: provider.clock.now() - hour }),
  ),
  'the amount of a charge has changed': charge((provider, { charge: waiting }) =>
    provider.charges.save({ ...waiting, unseenTotal: waiting.total + 100 }),
  ),
  'the card provider is down': charge((provider, _scene, params) => {
    const kind = params.status === 503 ? 'card-503' : params.status === 504 ? 'card-504' : 'card-502'
    provider.faults.add({ kind, operation: 'proceedCharge' })
  }),
  'a charge belongs to another user': async (provider, params) => {
    const { token } = await freshUser(provider, params)
    const other = await otherUser(provider, params)
    const order = addOrder(provider, other, { ...form, orderId: 'OR-2001', status: 'WAITING_PAYMENT' })
    addCharge(provider, order, neededText(params, 'chargeId'))
    return { token }
  },
}
