import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Draft, OrderDetails } from '../../api/generated/api.schemas.ts'
import { getGetDraftQueryOptions } from '../../api/generated/drafts/drafts.ts'
import { getGetOrderQueryOptions, useReapplyOrder } from '../../api/generated/orders/orders.ts'
import { staleTimes } from '../../api/queries.ts'
import { useSession } from '../../identity/port.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { changeDraft } from '../../drafts/change-draft.ts'
import { useDeleteCurrentDraft } from '../../drafts/use-delete-current-draft.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { problemOf } from '../../lib/problem.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { readFromTheTop } from '../../ui/PageTitle.tsx'
import styles from './DetailsPage.module.css'
import { isPaid } from './paid-orders.ts'
import { useIsHere, useNavigateFromHere } from '../../lib/use-navigate-from-here.ts'

/** The API does not overwrite a draft of the same service and type (409), so the user decides. */
const draftExists = 'SE_AP_0011'
/** The application has changed since it was loaded, for example it was corrected and sent in another tab. */
const notAllowed = 'SE_AP_0010'
const serviceClosed = 'SE_AP_0001'

/** The draft that prevents a new one. */
type PresentDraft = {
  draft: Draft
  /**
   * The number of the returned application that the draft corrects; null for a new application, or if that application
   * cannot be read.
   */
  receiptNumber: string | null
}

/**
 * Starts a new application with the answers of `order`. Renders nothing if another application has replaced `order`, or
 * if the API allows none, unless the API has just refused it.
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
  /** Null if it cannot be read: the dialog then does not describe it. */
  const [present, setPresent] = useState<PresentDraft | null>(null)
  const reapply = useReapplyOrder({
    mutation: {
      meta: { problem: 'inline' },
      onError: async (error) => {
        if (problemOf(error)?.code === notAllowed) await queryClient.invalidateQueries({ queryKey: details })
      },
    },
  })
  const deleteCurrentDraft = useDeleteCurrentDraft()
  const texts = order.status === 'FINISHED' ? 'again' : 'open'
  // Nothing has to be corrected after a finished application; the form of a returned one decides where it begins.
  const form = paths.application(tenantId, serviceId, type, order.status === 'FINISHED' ? { step: 'review' } : {})

  async function readPresentDraft(): Promise<PresentDraft | null> {
    const read = await unlessFailed(
      queryClient.query({ ...getGetDraftQueryOptions(serviceId, type), staleTime: staleTimes.drafts }),
    )
    if (read === null) return null
    const draft = read.data
    if (draft.reapplyOf === undefined || draft.reapplyOf === orderId) return { draft, receiptNumber: null }
    const wanted = { ...getGetOrderQueryOptions(draft.reapplyOf), staleTime: Infinity, retry: false }
    const returned = await unlessFailed(queryClient.query(wanted))
    return { draft, receiptNumber: returned?.receiptNumber ?? null }
  }

  /** The details explain a refusal in their first line if the correction was sent. */
  function showRefusal() {
    if (isHere()) readFromTheTop()
  }

  function onReapply({ replacingDraft }: { replacingDraft: boolean }): Promise<void> {
    return submit(
      async () => {
        try {
          await changeDraft({
            draft: { tenantId, userId, serviceId, type },
            typed: replacingDraft ? 'discarded' : 'kept',
            change: async () => {
              if (replacingDraft) await deleteCurrentDraft(serviceId, type)
              await reapply.mutateAsync({ orderId, headers: { 'Idempotency-Key': key } })
            },
          })
        } catch (refusal) {
          const found = problemOf(refusal)?.code === draftExists ? await readPresentDraft() : null
          // The user continues a correction of this very application.
          if (found?.draft.reapplyOf === orderId) return navigate(form)
          setPresent(found)
          throw refusal
        }
        await navigate(form)
      },
      (reason) => {
        setChoosing(reason.code === draftExists)
        if (reason.code === draftExists) return null
        if (queryClient.getQueryData(details)?.replacedBy === undefined) return reason
        showRefusal()
        return null
      },
    )
  }

  /** What was paid is carried over to the correction of this application, and to nothing else. */
  const carriesFee = texts === 'open' && isPaid(order)
  const mayReapply = order.allowedActions.includes('reapply') && problem?.code !== serviceClosed
  if (order.replacedBy !== undefined || (!mayReapply && problem === null)) return null
  return (
    <div className={styles.reapply}>
      {mayReapply && (
        <p className={styles.help}>
          <span>{texts === 'again' ? t('reapply.againHelp') : t('reapply.help')}</span>{' '}
          {carriesFee && <span>{t('reapply.helpPaid')}</span>}
        </p>
      )}
      {problem !== null && (
        <ProblemAlert problem={problem} {...(problem.code === notAllowed && { message: t('reapply.refused') })}>
          {problem.code === serviceClosed && carriesFee && <p>{t('withdraw.bodyPaid')}</p>}
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
            <Button
              variant={carriesFee ? 'secondary' : 'primary'}
              onClick={() => void navigate(paths.application(tenantId, serviceId, type))}
            >
              {t('reapply.useDraft')}
            </Button>
            {/* If the fee is paid, none is preferred: to continue the draft may cost more than to delete it. */}
            <Button
              variant={carriesFee ? 'secondary' : 'danger'}
              busy={busy}
              onClick={() => void onReapply({ replacingDraft: true })}
            >
              {t('reapply.replaceDraft')}
            </Button>
            <Button variant="text" onClick={() => setChoosing(false)}>
              {t('reapply.cancel')}
            </Button>
          </>
        }
      >
        <div className={styles.dialog}>
          <p>{t('reapply.draftBody', { service: order.serviceName })}</p>
          {present !== null && <DraftDescription present={present} />}
          {carriesFee && (
            <>
              <p>{t('reapply.draftPaid')}</p>
              {present !== null && present.draft.reapplyOf === undefined && <p>{t('reapply.draftFee')}</p>}
            </>
          )}
        </div>
      </Dialog>
    </div>
  )
}

/** Which draft it is, and of when. */
function DraftDescription({ present: { draft, receiptNumber } }: { present: PresentDraft }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  const key = draft.reapplyOf === undefined ? 'draftNew' : 'draftOther'
  return (
    <p>
      <span>{t(`reapply.${key}`, { savedAt: formatDateTime(draft.savedAt, language) })}</span>
      {receiptNumber !== null && (
        <>
          {' '}
          <span>{records('receiptNumber')}</span> <strong className={styles.number}>{receiptNumber}</strong>
        </>
      )}
    </p>
  )
}

/** Null if the API refuses the request or does not answer. */
async function unlessFailed<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (problemOf(error) === null) throw error
    return null
  }
}
