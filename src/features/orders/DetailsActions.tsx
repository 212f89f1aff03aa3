import { useState } from 'react'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './DetailsPage.module.css'
import { DetailsSection } from './DetailsSection.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** What else can be done, at the end of the page; what cannot be undone stands apart. */
export function DetailsActions({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const common = useText('common')
  const [withdrawing, setWithdrawing] = useState(false)
  return (
    <div className={styles.actions}>
      <DetailsSection title={t('details.actions')}>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => window.print()}>
            {common('button.print')}
          </Button>
          {order.allowedActions.includes('withdraw') && (
            <Button variant="danger" onClick={() => setWithdrawing(true)}>
              {t('withdraw.open')}
            </Button>
          )}
        </div>
        {withdrawing && <WithdrawDialog order={order} onClose={() => setWithdrawing(false)} />}
      </DetailsSection>
    </div>
  )
}
