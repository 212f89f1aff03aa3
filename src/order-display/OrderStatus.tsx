import type { OrderStatus, OrderSummary } from '../api/generated/api.schemas.ts'
import { useText } from '../i18n/use-text.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Tone } from '../ui/StatusBadge.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** The status of an order in one word. An unknown one is a dash with an explanation for screen readers. */
export function OrderStatusBadge({ status }: { status: string }) {
  const t = useText('order-display')
  const shown = shownOrderStatus(status)
  if (shown === 'unknown') {
    return (
      <>
        <span aria-hidden="true">{t('order.unknown.label')}</span>
        <VisuallyHidden>{t('order.unknown.explanation')}</VisuallyHidden>
      </>
    )
  }
  return <StatusBadge tone={orderTone(shown)}>{t(`order.${shown}.label`)}</StatusBadge>
}

/** One row per status of the contract. The texts have the same keys in `records.order`. */
const orderTones = {
  WAITING_PAYMENT: 'warning',
  NOT_STARTED: 'info',
  IN_PROCESS: 'info',
  FINISHED: 'success',
  CANCELLED_BY_USER: 'neutral',
  CANCELLED_BY_TENANT: 'danger',
} as const satisfies Record<OrderStatus, Tone>

/** `unknown`: a status newer than this portal. It is shown as `-`. */
type ShownOrderStatus = OrderStatus | 'unknown'

export function shownOrderStatus(status: string): ShownOrderStatus {
  return isOrderStatus(status) ? status : 'unknown'
}

export function orderTone(status: string): Tone {
  return isOrderStatus(status) ? orderTones[status] : 'neutral'
}

function isOrderStatus(status: string): status is OrderStatus {
  return Object.hasOwn(orderTones, status)
}

/** Returned by the tenant or withdrawn by the user: it is no longer accepted. */
export function isCancelled({ status }: { status: string }): boolean {
  return status === 'CANCELLED_BY_TENANT' || status === 'CANCELLED_BY_USER'
}

/** Whether it waits for a correction: the API no longer allows that when a correction was sent. */
export function mayCorrect({ status, allowedActions }: Pick<OrderSummary, 'allowedActions'> & { status: string }) {
  return status === 'CANCELLED_BY_TENANT' && allowedActions.includes('reapply')
}
