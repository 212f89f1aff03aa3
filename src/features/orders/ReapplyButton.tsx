import { useState } from 'react'
import { segmentsOf } from '../../../form-model/pointer.ts'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { useDeleteDraft } from '../../api/generated/drafts/drafts.ts'
import { useReapplyOrder } from '../../api/generated/orders/orders.ts'
import { useSession } from '../../auth/session-context.tsx'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { arrivalFocus } from '../../feedback/arrival-focus.ts'
import { useText } from '../../i18n/use-text.ts'
import { changeDraft } from '../../lib/open-drafts.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './DetailsPage.module.css'
import { useNavigateFromHere } from '../../feedback/use-navigate-from-here.ts'

/** The API does not overwrite a draft of the same service and type (409), so the user decides. */
const draftExists = 'SE_AP_0011'

/** Nothing has to be corrected after a finished application; a returned one opens at the first answer to correct. */
function pageToOpen({ status, returnFields: [first] = [] }: OrderDetails): { step?: string } {
  if (status === 'FINISHED') return { step: 'review' }
  const [step] = first === undefined ? [] : segmentsOf(first)
  return step === undefined ? {} : { step }
}

/**
 * Starts a new application with the answers of this one.
 */
export function ReapplyButton({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const navigate = useNavigateFromHere()
  const { tenantId } = useTenant()
  const { userId } = useSession()
  const { key } = useIdempotencyKey()
  const { submit, busy, problem } = useSubmitOnce()
  const [choosing, setChoosing] = useState(false)
  const reapply = useReapplyOrder({ mutation: { meta: { problem: 'inline' } } })
  const deletion = useDeleteDraft({ mutation: { meta: { problem: 'inline' } } })
  const { orderId, serviceId, type } = order
  const texts = order.status === 'FINISHED' ? 'again' : 'open'
  const isPaid = order.charges.some(({ status }) => status === 'PAID')
  const page = pageToOpen(order)
  // All answers of a returned application may be valid: it would open at its last page, where nothing can be corrected.
  const form = paths.application(tenantId, serviceId, type, { step: '1', ...page })

  function onReapply({ replacingDraft }: { replacingDraft: boolean }): Promise<void> {
    return submit(
      async () => {
        await changeDraft({
          draft: { tenantId, userId, serviceId, type },
          typed: replacingDraft ? 'discarded' : 'kept',
          change: async () => {
            if (replacingDraft) await deletion.mutateAsync({ serviceId, type })
            await reapply.mutateAsync({ orderId, headers: { 'Idempotency-Key': key } })
          },
        })
        const [first] = order.returnFields ?? []
        await navigate(form, first === undefined ? {} : { state: arrivalFocus(first) })
      },
      (reason) => {
        setChoosing(reason.code === draftExists)
        return reason.code === draftExists ? null : reason
      },
    )
  }

  return (
    <div className={styles.reapply}>
      <p className={styles.help}>
        {texts === 'again' ? t('reapply.againHelp') : t('reapply.help')}
        {texts === 'open' && isPaid && <> {t('reapply.helpPaid')}</>}
      </p>
      {problem !== null && <ProblemAlert problem={problem} />}
      <Button
        variant={texts === 'again' ? 'secondary' : 'primary'}
        busy={busy && !choosing}
        onClick={() => void onReapply({ replacingDraft: false })}
      >
        {t(`reapply.${texts}`)}
      </Button>
      <Dialog
        opened={choosing}
        onClose={() => setChoosing(false)}
        title={t('reapply.draftTitle')}
        actions={
          <>
            <Button variant="primary" onClick={() => void navigate(paths.application(tenantId, serviceId, type, page))}>
              {t('reapply.useDraft')}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void onReapply({ replacingDraft: true })}>
              {t('reapply.replaceDraft')}
            </Button>
            <Button variant="text" onClick={() => setChoosing(false)}>
              {t('reapply.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('reapply.draftBody', { service: order.serviceName })}</p>
      </Dialog>
    </div>
  )
}
