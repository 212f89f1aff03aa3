import type { Charge, ChargeStatus } from '../api/generated/api.schemas.ts'
import type { Tone } from '../ui/tone.ts'

const chargeTones = {
  WAITING: 'warning',
  PAID: 'success',
  CANCELLED: 'neutral',
} as const satisfies Record<ChargeStatus, Tone>

/** `unknown` for a status newer than this portal; it is shown as `-` and offers nothing. */
export type ShownChargeStatus = ChargeStatus | 'unknown'

export function shownChargeStatus(status: string): ShownChargeStatus {
  return isChargeStatus(status) ? status : 'unknown'
}

export function chargeTone(status: string): Tone {
  return isChargeStatus(status) ? chargeTones[status] : 'neutral'
}

/** What may be done with a charge: what the API allows, and only in a status the portal can explain. */
export function chargeActions(charge: Pick<Charge, 'allowedActions'> & { status: string }): {
  canPay: boolean
  canDecline: boolean
} {
  const known = isChargeStatus(charge.status)
  return {
    canPay: known && charge.allowedActions.includes('proceed'),
    canDecline: known && charge.allowedActions.includes('decline'),
  }
}

function isChargeStatus(status: string): status is ChargeStatus {
  return Object.hasOwn(chargeTones, status)
}
