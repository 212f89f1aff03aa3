import { useState, useId, useRef } from 'react'
import { cleanText } from '../../../form-model/visible-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { limitsOfWithdrawal } from '../../api/generated/limits.ts'
import { getGetOrderQueryKey, useWithdrawOrder } from '../../api/generated/orders/orders.ts'
import { useKeyFor } from '../../lib/idempotency.ts'
import { notify } from '../../feedback/notify.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { canPrintAndSave } from '../../line/channel.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { FieldShell, controlAria } from '../../ui/fields/FieldShell.tsx'
import styles from './DetailsPage.module.css'
import { DetailsSection, statusPanelId } from './DetailsSections.tsx'
import { isPaid } from './paid-orders.ts'
import { OrderStatusBadge } from '../../order-display/OrderStatus.tsx'

/** Further actions at the end of the page. The irreversible one is apart from the others. */
export function DetailsActions({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const common = useText('common')
  const [withdrawing, setWithdrawing] = useState(false)
  const canWithdraw = order.allowedActions.includes('withdraw')
  const canPrint = canPrintAndSave()
  if (!canPrint && !canWithdraw) return null
  const title = canPrint ? t(canWithdraw ? 'details.printOrWithdraw' : 'details.print') : t('withdraw.open')
  return (
    <div className={styles.actions}>
      <DetailsSection title={title}>
        <div className={styles.buttons}>
          {canPrint && (
            <Button variant="secondary" onClick={() => window.print()}>
              {common('button.print')}
            </Button>
          )}
          {canWithdraw && (
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

/** Confirms a withdrawal and explains what happens to the charge. One click sends one request (P-01). */
function WithdrawDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const t = useText('orders')
  const common = useText('common')
  const errors = useText('errors')
  const queryClient = useQueryClient()
  const keyFor = useKeyFor()
  const reason = useRef<HTMLTextAreaElement>(null)
  const [tooLong, setTooLong] = useState<number | null>(null)
  const { maxLength: max } = limitsOfWithdrawal.reason
  const reasonField = {
    id: useId(),
    label: t('withdraw.reason'),
    required: false,
    help: t('withdraw.reasonHelp', { max }),
    error: tooLong === null ? null : t('withdraw.reasonTooLong', { max, now: tooLong }),
  }
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useWithdrawOrder({ mutation: { meta: { problem: 'inline' } } })
  const { orderId } = order
  // After a refusal the order is read again: its status may be another one by now.
  const canWithdraw = order.allowedActions.includes('withdraw')

  async function onConfirm() {
    let withdrawn = false
    const text = cleanText(reason.current?.value ?? '')
    // The attribute `maxlength` cuts off a pasted text, and what an input method composes, without a word.
    const { length } = [...text]
    setTooLong(length > max ? length : null)
    if (length > max) return reason.current?.focus()
    await submit(async () => {
      const data = text === '' ? {} : { reason: text }
      await mutateAsync({ orderId, data, headers: { 'Idempotency-Key': keyFor(data) } })
      withdrawn = true
      onClose()
      notify({ tone: 'success', message: t('withdraw.success') })
    })
    await queryClient.invalidateQueries({ queryKey: getGetOrderQueryKey(orderId) })
    if (!withdrawn) return
    // The button that opened the dialog is gone, so the focus moves to the new status.
    const panel = document.querySelector<HTMLElement>(`#${statusPanelId}`)
    panel?.focus({ preventScroll: true })
    panel?.scrollIntoView({ block: 'center' })
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      unasked
      title={t('withdraw.title')}
      actions={
        <>
          {canWithdraw && (
            <Button variant="danger" busy={busy} onClick={() => void onConfirm()}>
              {t('withdraw.confirm')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {canWithdraw ? t('withdraw.cancel') : common('button.close')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {canWithdraw ? (
          <>
            <p>
              <span>{t('withdraw.body')}</span>{' '}
              {order.charges.some(({ status }) => status === 'WAITING') && <span>{t('withdraw.bodyCharge')}</span>}
            </p>
            {isPaid(order) && <p>{t('withdraw.bodyPaid')}</p>}
            <FieldShell {...reasonField}>
              <textarea {...controlAria(reasonField)} ref={reason} className={controlClass()} rows={3} />
            </FieldShell>
          </>
        ) : (
          <p>
            <OrderStatusBadge status={order.status} />
          </p>
        )}
        {problem === null && !canWithdraw && <p>{errors('code.SE_AP_0010')}</p>}
        {problem !== null && <ProblemAlert problem={problem} />}
      </div>
    </Dialog>
  )
}
