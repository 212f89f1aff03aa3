import { useText } from '../i18n/use-text.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { orderTone, shownOrderStatus } from './order-status.ts'

/** The status of an order in one word; a dash, explained to screen readers, for a status the portal does not know. */
export function OrderStatusBadge({ status }: { status: string }) {
  const t = useText('records')
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
