import { useId, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { getGetOrderQueryKey, useWithdrawOrder } from '../../api/generated/orders/orders.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { problemOf } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import styles from './DetailsPage.module.css'

const longestReason = 500

/** Asks before an application is withdrawn, with what happens to its charge. One press is one withdrawal (P-01). */
export function WithdrawDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const t = useText('orders')
  const queryClient = useQueryClient()
  const { key } = useIdempotencyKey()
  const reason = useRef<HTMLTextAreaElement>(null)
  const field = useId()
  const pressed = useRef(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { mutateAsync, isPending } = useWithdrawOrder({ mutation: { meta: { problem: 'inline' } } })
  const { orderId } = order

  async function onConfirm() {
    if (pressed.current) return
    pressed.current = true
    setProblem(null)
    const text = reason.current?.value.trim() ?? ''
    try {
      const data = text === '' ? {} : { reason: text }
      await mutateAsync({ orderId, data, headers: { 'Idempotency-Key': key } })
      onClose()
      notify({ tone: 'success', message: t('withdraw.success') })
    } catch (error) {
      pressed.current = false
      setProblem(problemOf(error) ?? { kind: 'unreadable', fields: [] })
    }
    await queryClient.invalidateQueries({ queryKey: getGetOrderQueryKey(orderId) })
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('withdraw.title')}
      actions={
        <>
          <Button variant="danger" busy={isPending} onClick={() => void onConfirm()}>
            {t('withdraw.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('withdraw.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>
          {t('withdraw.body')} {order.charges.some(({ status }) => status === 'WAITING') && t('withdraw.bodyCharge')}
        </p>
        {order.charges.some(({ status }) => status === 'PAID') && <p>{t('withdraw.bodyPaid')}</p>}
        <TextArea
          id={field}
          ref={reason}
          label={t('withdraw.reason')}
          help={t('withdraw.reasonHelp')}
          maxLength={longestReason}
          rows={3}
        />
        {problem !== null && <ProblemAlert problem={problem} />}
      </div>
    </Dialog>
  )
}
