import type { Charge, ChargeStatus } from '../api/generated/api.schemas.ts'
import { useText } from '../i18n/use-text.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Tone } from '../ui/StatusBadge.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** The status of a charge in one word. An unknown one is a dash with an explanation for screen readers. */
export function ChargeStatusBadge({ status, confirming = false }: { status: string; confirming?: boolean }) {
  const t = useText('order-display')
  if (confirming) return <StatusBadge tone="info">{t('charge.confirming.label')}</StatusBadge>
  const shown = shownChargeStatus(status)
  if (shown === 'unknown') {
    return (
      <>
        <span aria-hidden="true">{t('charge.unknown.label')}</span>
        <VisuallyHidden>{t('charge.unknown.explanation')}</VisuallyHidden>
      </>
    )
  }
  return <StatusBadge tone={chargeTone(shown)}>{t(`charge.${shown}.label`)}</StatusBadge>
}

const chargeTones = {
  WAITING: 'warning',
  PAID: 'success',
  CANCELLED: 'neutral',
} as const satisfies Record<ChargeStatus, Tone>

/** `unknown`: a status newer than this portal. It is shown as `-` and allows no action. */
type ShownChargeStatus = ChargeStatus | 'unknown'

export function shownChargeStatus(status: string): ShownChargeStatus {
  return isChargeStatus(status) ? status : 'unknown'
}

export function chargeTone(status: string): Tone {
  return isChargeStatus(status) ? chargeTones[status] : 'neutral'
}

/** The actions the API allows, and only in a known status. */
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

type Explanation = {
  key:
    | `charge.${'WAITING' | 'PAID' | 'CANCELLED' | 'confirming' | 'unknown'}.explanation`
    | 'charge.WAITING.explanationDue'
    | 'charge.PAID.explanationPaid'
  values: Record<string, string>
}

/**
 * The explanation of a charge's status, with the due or payment date if the API has one.
 * @param confirming an attempt to pay may still succeed
 */
export function chargeExplanation(
  charge: Pick<Charge, 'dueAt' | 'paidAt'> & { status: string },
  format: (time: string) => string,
  confirming = false,
): Explanation {
  const shown = shownChargeStatus(charge.status)
  if (confirming) return { key: 'charge.confirming.explanation', values: {} }
  if (shown === 'WAITING' && charge.dueAt !== undefined) {
    return { key: 'charge.WAITING.explanationDue', values: { dueAt: format(charge.dueAt) } }
  }
  if (shown === 'PAID' && charge.paidAt !== undefined) {
    return { key: 'charge.PAID.explanationPaid', values: { paidAt: format(charge.paidAt) } }
  }
  return { key: `charge.${shown}.explanation`, values: {} }
}
