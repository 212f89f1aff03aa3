import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { getGetDraftQueryOptions, useDeleteDraft } from '../../api/generated/drafts/drafts.ts'
import { getGetOrderQueryOptions, useReapplyOrder } from '../../api/generated/orders/orders.ts'
import { useSession } from '../../auth/session-context.tsx'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { changeDraft, continuedDraft } from '../../lib/open-drafts.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { problemOf } from '../../lib/problem.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import styles from './DetailsPage.module.css'
import { isPaid } from './paid-orders.ts'
import { useIsHere, useNavigateFromHere } from '../../feedback/use-navigate-from-here.ts'

/** The API does not overwrite a draft of the same service and type (409), so the user decides. */
const draftExists = 'SE_AP_0011'
/** The application has changed since it was loaded, for example it was corrected and sent in another tab. */
const notAllowed = 'SE_AP_0010'
const serviceClosed = 'SE_AP_0001'

/**
 * Starts a new application with the answers of this one. Empty if the API does not allow that, except for its refusal,
 * and if another application has replaced this one.
 */
export function ReapplyButton({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const queryClient = useQueryClient()
  const navigate = useNavigateFromHere()
  const isHere = useIsHere()
  const { tenantId } = useTenant()
  const { userId } = useSession()
  const { key } = useIdempotencyKey()
  const { orderId, serviceId, type } = order
  const details = getGetOrderQueryOptions(orderId).queryKey
  const { submit, busy, problem } = useSubmitOnce()
  const [choosing, setChoosing] = useState(false)
  const reapply = useReapplyOrder({
    mutation: {
      meta: { problem: 'inline' },
      onError: async (error) => {
        if (problemOf(error)?.code === notAllowed) await queryClient.invalidateQueries({ queryKey: details })
      },
    },
  })
  const deletion = useDeleteDraft({ mutation: { meta: { problem: 'inline' } } })
  const texts = order.status === 'FINISHED' ? 'again' : 'open'
  // Nothing has to be corrected after a finished application; the form of a returned one decides where it begins.
  const form = paths.application(tenantId, serviceId, type, order.status === 'FINISHED' ? { step: 'review' } : {})

  /** The draft that prevents a new one may be the correction of this very application, which the user continues. */
  async function isBegun(refusal: unknown): Promise<boolean> {
    if (problemOf(refusal)?.code !== draftExists) return false
    try {
      const { data } = await queryClient.query({ ...getGetDraftQueryOptions(serviceId, type), staleTime: 0 })
      return data.reapplyOf === orderId
    } catch (error) {
      // Of an unknown draft, the user decides.
      if (problemOf(error) === null) throw error
      return false
    }
  }

  /** The details explain a refusal in their first line if the correction was sent. */
  function readFromTheTop() {
    if (!isHere()) return
    requestPageFocus()
    window.scrollTo(0, 0)
  }

  function onReapply({ replacingDraft }: { replacingDraft: boolean }): Promise<void> {
    return submit(
      async () => {
        try {
          await changeDraft({
            draft: { tenantId, userId, serviceId, type },
            typed: replacingDraft ? 'discarded' : 'kept',
            change: async () => {
              if (replacingDraft) await deletion.mutateAsync({ serviceId, type })
              await reapply.mutateAsync({ orderId, headers: { 'Idempotency-Key': key } })
            },
          })
        } catch (refusal) {
          if (!(await isBegun(refusal))) throw refusal
          return navigate(form, { state: continuedDraft })
        }
        await navigate(form)
      },
      (reason) => {
        setChoosing(reason.code === draftExists)
        if (reason.code === draftExists) return null
        if (queryClient.getQueryData(details)?.replacedBy === undefined) return reason
        readFromTheTop()
        return null
      },
    )
  }

  const mayReapply = order.allowedActions.includes('reapply') && problem?.code !== serviceClosed
  if (order.replacedBy !== undefined || (!mayReapply && problem === null)) return null
  return (
    <div className={styles.reapply}>
      {mayReapply && (
        <p className={styles.help}>
          {texts === 'again' ? t('reapply.againHelp') : t('reapply.help')}
          {texts === 'open' && isPaid(order) && <> {t('reapply.helpPaid')}</>}
        </p>
      )}
      {problem !== null && (
        <ProblemAlert problem={problem} {...(problem.code === notAllowed && { message: t('reapply.refused') })}>
          {problem.code === serviceClosed && texts === 'open' && isPaid(order) && <p>{t('withdraw.bodyPaid')}</p>}
        </ProblemAlert>
      )}
      {mayReapply && (
        <Button
          variant={texts === 'again' ? 'secondary' : 'primary'}
          busy={busy && !choosing}
          onClick={() => void onReapply({ replacingDraft: false })}
        >
          {t(`reapply.${texts}`)}
        </Button>
      )}
      <Dialog
        opened={choosing}
        onClose={() => setChoosing(false)}
        title={t('reapply.draftTitle')}
        actions={
          <>
            <Button variant="primary" onClick={() => void navigate(paths.application(tenantId, serviceId, type))}>
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
