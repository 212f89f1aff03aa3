import type { Service } from '../../api/generated/api.schemas.ts'
import type { Text } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatYen } from '../../lib/display-text.ts'
import type { Language } from '../../lib/language.ts'
import type { ServiceAvailability } from '../../tenant/service-availability.ts'

export function feeText(fee: Service['fee'], language: Language, t: Text<'services'>): string {
  if (fee.kind === 'NONE') return t('card.feeNone')
  if (fee.amount === undefined) return t('card.feeQuoted')
  const amount = formatYen(fee.amount, language)
  return fee.kind === 'FIXED' ? t('card.feeFixed', { amount }) : t('card.feeFrom', { amount })
}

export function availabilityText(
  availability: ServiceAvailability,
  language: Language,
  t: Text<'services'>,
): string | null {
  switch (availability.kind) {
    case 'open':
      return availability.until === null
        ? null
        : t('card.closes', { until: formatDateTime(availability.until, language) })
    case 'not-yet':
      return availability.from === null
        ? t('card.notYet')
        : t('card.opens', { from: formatDateTime(availability.from, language) })
    case 'closed':
      return t('card.closedBody')
  }
}
