import type { ProceedRequest } from '../../src/api/generated/api.schemas.ts'
import { portalOrigins } from '../core/portal-config.ts'
import { notFound } from '../core/problem-answer.ts'
import { chargeView } from '../rules/order-views.ts'
import { attemptView, decline, proceed } from '../rules/payments.ts'
import type { OwnerCall } from './call.ts'
import { ownerOperation } from './call.ts'

export const getCharge = ownerOperation((call) => {
  const { isUnread = false, ...charge } = ownCharge(call)
  if (isUnread) call.backend.charges.save(charge)
  return { status: 200, body: chargeView(call.backend, charge, call.locale) }
})

export const declineCharge = ownerOperation((call) => {
  const { backend, locale, key, now, owner } = call
  const charge = ownCharge(call)
  const cancelled = backend.db.transaction(() => {
    if (charge.status === 'WAITING') {
      const effect = { at: now, effect: 'charge-declined', target: charge.chargeId, userId: owner.userId }
      backend.effects.add({ ...effect, ...(key === undefined ? {} : { key }) })
    }
    return decline(backend, charge)
  })
  return { status: 200, body: chargeView(backend, cancelled, locale) }
})

const cardProviderDown: { readonly [kind: string]: number } = { 'card-502': 502, 'card-503': 503, 'card-504': 504 }

export const proceedCharge = ownerOperation<ProceedRequest>((call) => {
  const { backend, body, fault, header, key, now, owner } = call
  const charge = ownCharge(call)
  const cardStatus = fault === null ? undefined : cardProviderDown[fault.kind]
  const [, ...ownOrigins] = portalOrigins(backend.origin, [owner.tenantId])
  const returnTo = ownOrigins.find((origin) => origin === header('Origin'))
  const attempt = proceed(backend, charge, { ...body, returnTo, cardStatus })
  const effect = { at: now, effect: 'attempt-started', target: attempt.attemptId, userId: owner.userId }
  backend.effects.add({ ...effect, ...(key === undefined ? {} : { key }) })
  return { status: 200, body: attemptView(backend, attempt) }
})

function ownCharge({ backend, owner, path }: OwnerCall | OwnerCall<ProceedRequest>) {
  const charge = backend.charges.findOwned(owner, path('chargeId'))
  if (charge === null) throw notFound()
  return charge
}
