import { useText } from '../i18n/use-text.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { chargeTone, shownChargeStatus } from './charge-status.ts'

/** The status of a charge in one word, as OrderStatusBadge. */
export function ChargeStatusBadge({ status }: { status: string }) {
  const t = useText('records')
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
