import type { Charge } from '../../api/generated/api.schemas.ts'
import { useGetChargeSuspense } from '../../api/generated/charges/charges.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { AmountLines } from '../../order-display/AmountLines.tsx'
import { ChargeCard } from '../../order-display/ChargeCard.tsx'
import { shownChargeStatus } from '../../order-display/ChargeStatus.tsx'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import styles from './ChargeBox.module.css'

type Props = {
  charge: Charge
  /** Whether another part of the page shows the number. */
  withoutNumber?: boolean
}

/** The item to pay: the amount in large type, its purpose and its due date. */
export function ChargeBox({ charge, withoutNumber = false }: Props) {
  const t = useText('charges')
  const records = useText('order-display')
  const language = useLanguage()
  const dueAt = shownChargeStatus(charge.status) === 'WAITING' && charge.dueAt !== undefined ? charge.dueAt : null
  return (
    <section aria-label={t('pay.amount')}>
      <ChargeCard charge={charge} label={t('pay.amount')}>
        <AmountLines of={charge} />
        {(!withoutNumber || dueAt !== null) && (
          <dl className={styles.facts}>
            {!withoutNumber && (
              <div>
                <dt>{records('receiptNumber')}</dt>
                <dd>{charge.receiptNumber}</dd>
              </div>
            )}
            {dueAt !== null && (
              <div>
                <dt>{t('pay.due')}</dt>
                <dd>{formatDateTime(dueAt, language)}</dd>
              </div>
            )}
          </dl>
        )}
      </ChargeCard>
    </section>
  )
}

/**
 * The loader has just read the charge. On a slow device that is long enough ago for another read, which could replace
 * the buttons under a finger.
 */
export const readByLoader = { refetchOnMount: false } as const

/** How often the page reads the charge again while a payment is being confirmed. */
const confirmingIntervalMs = 5_000

/** The charge of a page that is not the return from a payment; its actions change once a payment is decided. */
export function usePolledCharge(chargeId: string) {
  return useGetChargeSuspense(chargeId, {
    query: {
      ...readByLoader,
      refetchInterval: ({ state }) =>
        state.data !== undefined && isAttemptInProgress(state.data) ? confirmingIntervalMs : false,
    },
  })
}
