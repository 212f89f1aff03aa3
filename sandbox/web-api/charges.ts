import type { ProceedRequest } from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import { chargeView } from '../rules/order-views.ts'
import { attemptView, decline, proceed } from '../rules/payments.ts'
import type { OwnerCall } from './call.ts'
import { ownerOperation } from './call.ts'

export const getCharge = ownerOperation((call) => ({
  status: 200,
  body: chargeView(call.provider, ownCharge(call), call.locale),
}))

export const declineCharge = ownerOperation((call) => {
  const { provider, locale, key, now, owner } = call
  const charge = ownCharge(call)
  const cancelled = provider.db.transaction(() => {
    if (charge.status === 'WAITING') {
      const effect = { at: now, effect: 'charge-declined', target: charge.chargeId, userId: owner.userId }
      provider.effects.add({ ...effect, ...(key === undefined ? {} : { key }) })
    }
    return decline(provider, charge)
  })
  return { status: 200, body: chargeView(provider, cancelled, locale) }
})

const cardProviderDown: { readonly [kind: string]: number } = { 'card-502': 502, 'card-503': 503, 'card-504': 504 }

export const proceedCharge = ownerOperation<ProceedRequest>((call) => {
  const { provider, body, fault, key, now, owner } = call
  const charge = ownCharge(call)
  const status = fault === null ? undefined : cardProviderDown[fault.kind]
  if (status !== undefined) throw new ProblemAnswer(status, 'SE_CH_0010')
  const attempt = proceed(provider, charge, body)
  const effect = { at: now, effect: 'attempt-started', target: attempt.attemptId, userId: owner.userId }
  provider.effects.add({ ...effect, ...(key === undefined ? {} : { key }) })
  return { status: 200, body: attemptView(provider, attempt) }
})

function ownCharge({ provider, owner, path }: OwnerCall | OwnerCall<ProceedRequest>) {
  const charge = provider.charges.findOwned(owner, path('chargeId'))
  if (charge === null) throw notFound()
  return charge
}
