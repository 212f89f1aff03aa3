import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import { getGetOrderQueryKey } from '../../../api/generated/orders/orders.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { arrivalFocus } from '../../../feedback/arrival-focus.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { webLocks } from '../../../lib/web-locks.ts'
import { formatList } from '../../../lib/display-text.ts'
import { isCancelled } from '../../../order-display/OrderStatus.tsx'
import { recallOrder } from '../../../payment/remembered-order.ts'
import { paths } from '../../../paths.ts'
import { serviceAvailability, stopToWarnOf } from '../../../tenant/service-availability.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { isListed } from '../../../drafts/draft-list.ts'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import type { Difference } from '../../../form-engine/answers/carry-over.ts'
import { fieldId } from '../../../form-engine/definition/field-description.ts'
import { fieldName } from '../../../form-engine/answers/field-names.ts'
import { fieldsToCorrect, formToCorrect, isUncorrected } from './correction.ts'
import { pathOfPage } from './form-pages.ts'
import { showField } from './use-focus-on-arrival.ts'
import { formProgress } from './use-form-progress.ts'
import { isBlank } from '../draft/draft.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { OpenQuestion } from '../questions/OpenQuestion.tsx'
import { UnplacedAnswers } from './UnplacedAnswers.tsx'
import { useReplacedOrder } from './use-replaced-order.ts'

/** `page` is the page of the form on which the notices are shown; null for a page with all answers. */
type Props = {
  application: OpenApplication
  page?: string | null
  /** The first page of the form. */
  isFirst?: boolean
  /** Offers to start over also without the notice of a draft that was found. */
  mayStartOver?: boolean
}

/**
 * Shown before the user continues: the service stops soon, why it was returned, a draft was found, has expired, belongs
 * to an older form, cannot be kept.
 */
export function DraftNotices({ application, page = null, isFirst = false, mayStartOver = false }: Props) {
  const { store, form, service } = application
  const t = useText('apply')
  const common = useText('common')
  const language = useLanguage()
  const reapplyOf = useApplicationState(store, (state) => state.content.reapplyOf)
  const resumedFrom = useApplicationState(store, (state) => state.resumedFrom)
  const hasAnswers = useApplicationState(store, (state) => !isBlank(state.content))
  const expired = useApplicationState(store, (state) => state.expired)
  const lostOrigin = useApplicationState(store, (state) => state.lostOrigin)
  const differences = useApplicationState(store, (state) => state.differences)
  const followed = useApplicationState(store, (state) => state.followed)
  const localRefused = useApplicationState(store, (state) => state.localRefused)
  const isOfOldForm = useApplicationState(store, ({ submission }) => submission.refusal?.kind === 'form-version')
  const isDecided = useApplicationState(store, (state) => state.question === null)
  const [asking, setAsking] = useState(false)
  const [emptying, setEmptying] = useState(false)
  const labels = followed.map((pointer) => fieldName(form, pointer))

  // The dialog stays until the form is empty: what is typed meanwhile would be lost.
  async function startOver() {
    setEmptying(true)
    await application.startOver(() =>
      flushSync(() => {
        setEmptying(false)
        setAsking(false)
      }),
    )
  }

  return (
    <>
      <ClosingNotice service={service} />
      {reapplyOf === null ? (
        <>
          <SentBefore application={application} />
          <DraftGone application={application} />
        </>
      ) : (
        <ReturnReason application={application} page={page} />
      )}
      <OpenQuestion application={application} />
      {/* On each page, so it is announced by what leads here (useWayToCause). */}
      {page !== null && isOfOldForm && (
        <Notice tone="warning">
          <p>{t('submission.newForm')}</p>
        </Notice>
      )}
      {/* Where the user begins or continues, and not on every page. */}
      {webLocks() === null && (isFirst || resumedFrom !== null) && (
        <Notice tone="info">
          <p>{t('elsewhere.oneTab')}</p>
        </Notice>
      )}
      {resumedFrom !== null && isDecided && (
        <Notice tone="info">
          <p>{t('draft.continued', { savedAt: formatDateTime(resumedFrom, language) })}</p>
          <div className={styles.actions}>
            <Button variant="text" onClick={() => setAsking(true)}>
              {t('draft.startOver')}
            </Button>
          </div>
        </Notice>
      )}
      {mayStartOver && isDecided && resumedFrom === null && reapplyOf === null && hasAnswers && (
        <div className={pageStyles.cardHead}>
          <Button variant="text" onClick={() => setAsking(true)}>
            {t('draft.startOver')}
          </Button>
        </div>
      )}
      {expired && (
        <Notice tone="warning">
          <p>{t('draft.expired')}</p>
          {lostOrigin !== null && (
            <div className={styles.actions}>
              <LinkButton variant="secondary" to={paths.historyDetails(application.tenantId, lostOrigin)}>
                {t('draft.showReturned')}
              </LinkButton>
            </div>
          )}
        </Notice>
      )}
      <Differences application={application} differences={differences} />
      <UnplacedAnswers store={store} />
      {followed.length > 0 && (
        <Notice tone="info">
          <p>{t('prefill.followed', { labels: formatList(labels, language) })}</p>
        </Notice>
      )}
      {localRefused && (
        <Notice tone="warning">
          <p>{t('saving.localRefused')}</p>
        </Notice>
      )}
      <Dialog
        opened={asking}
        onClose={() => !emptying && setAsking(false)}
        title={t('draft.startOverTitle')}
        actions={
          <>
            <Button variant="danger" busy={emptying} onClick={() => void startOver()}>
              {t('draft.startOverConfirm')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {common('button.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('unplaced.dismissBody')}</p>
      </Dialog>
    </>
  )
}

/** Until when the service accepts applications: a link in a chat skips the list, which shows it too. */
function ClosingNotice({ service }: Pick<OpenApplication, 'service'>) {
  const t = useText('apply')
  const common = useText('common')
  const language = useLanguage()
  const now = useNow()
  const stopsAt = stopToWarnOf(service, now)
  if (stopsAt !== null) {
    const values = { serviceName: service.name, stopAt: formatDateTime(stopsAt, language) }
    return (
      <Notice tone="warning">
        <p>{common('service.preStop', values)}</p>
      </Notice>
    )
  }
  const availability = serviceAvailability(service, now)
  if (availability.kind !== 'open' || availability.until === null) return null
  return (
    <p className={pageStyles.small}>{t('step.closing', { closesAt: formatDateTime(availability.until, language) })}</p>
  )
}

/**
 * After Back from the confirmation the form is empty, since a new application has begun (P-03). Without a notice, the
 * sent application would seem lost.
 */
function SentBefore({ application: { tenantId, key, store } }: { application: OpenApplication }) {
  const t = useText('apply')
  const queryClient = useQueryClient()
  const resumed = useApplicationState(store, (state) => state.resumedFrom)
  const sent = recallOrder(tenantId)
  // Use only what this page has already loaded, so that no notice arrives later and moves the questions.
  const order = sent === null ? undefined : queryClient.getQueryData<OrderDetails>(getGetOrderQueryKey(sent.orderId))
  if (order === undefined || resumed !== null) return null
  if (order.serviceId !== key.serviceId || order.type !== key.type) return null
  if (isCancelled(order)) return null
  return (
    <Notice tone="info" title={t('sent.title', { receiptNumber: order.receiptNumber })}>
      <p>{t('sent.new')}</p>
      <div className={styles.actions}>
        <LinkButton variant="secondary" to={paths.historyDetails(tenantId, order.orderId)}>
          {t('sent.details')}
        </LinkButton>
      </div>
    </Notice>
  )
}

/**
 * The list in this tab had a draft, which another page or device has sent or deleted meanwhile. Without a notice, the
 * empty form would look like a loss.
 */
function DraftGone({ application: { tenantId, key, store } }: { application: OpenApplication }) {
  const t = useText('apply')
  const queryClient = useQueryClient()
  const isNew = useApplicationState(store, ({ resumedFrom, expired }) => resumedFrom === null && !expired)
  const [isGone] = useState(() => isNew && store.isUntouched() && isListed(queryClient, key))
  if (!isGone) return null
  return (
    <Notice tone="info" title={t('sent.goneTitle')}>
      <p>{t('sent.gone')}</p>
      <div className={styles.actions}>
        <LinkButton variant="secondary" to={paths.applicationHistory(tenantId)}>
          {t('submission.history')}
        </LinkButton>
      </div>
    </Notice>
  )
}

/** Why the replaced application was returned, and the answers to correct that the tenant has named. */
function ReturnReason({ application, page }: Required<Pick<Props, 'application' | 'page'>>) {
  const t = useText('apply')
  const data = useReplacedOrder(application)
  const answers = useApplicationState(application.store, (state) => state.content.answers)
  if (data === undefined) return null
  if (data.status !== 'CANCELLED_BY_TENANT')
    return (
      <Notice tone="warning">
        <p>{t('submission.notReturned')}</p>
        <div className={styles.actions}>
          <LinkButton variant="secondary" to={paths.historyDetails(application.tenantId, data.orderId)}>
            {t('sent.details')}
          </LinkButton>
        </div>
      </Notice>
    )
  const { form } = application
  const { pages, unfinished } = formProgress(form, answers)
  const fields = fieldsToCorrect(data, formToCorrect(form, answers, pages))
  if (data.returnReason === undefined && fields.length === 0) return null
  const isUnchanged = page === null && isUncorrected(data, answers, fields)
  // The review has a link to each section already.
  const reachable = unfinished === null ? pages : pages.slice(0, pages.indexOf(unfinished) + 1)
  const others = page === null || fields.length > 0 ? [] : reachable.filter(({ id }) => id !== page)
  return (
    <Notice tone="warning" {...(data.returnReason !== undefined && { title: t('draft.returnReason') })}>
      {data.returnReason !== undefined && <p className={pageStyles.words}>{data.returnReason}</p>}
      {fields.length > 0 && (
        <>
          <p>{t(isUnchanged ? 'draft.returnUnchanged' : 'draft.returnFields')}</p>
          <ul>
            {fields.map(({ pointer, page: { id } }) => (
              <li key={pointer}>
                {id === page ? (
                  <a
                    href={`#${fieldId(pointer)}`}
                    onClick={(event) => {
                      event.preventDefault()
                      showField(pointer)
                    }}
                  >
                    {fieldName(form, pointer)}
                  </a>
                ) : (
                  <Link to={pathOfPage(application, id)} state={arrivalFocus(pointer)}>
                    {fieldName(form, pointer)}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <p>{t('draft.returnPages')}</p>
          <ul>
            {others.map(({ id }) => (
              <li key={id}>
                <Link to={pathOfPage(application, id)}>{form.texts.steps[id]?.title ?? id}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

type DifferencesProps = { application: OpenApplication; differences: readonly Difference[] }

function Differences({ application: { form }, differences }: DifferencesProps) {
  const t = useText('apply')
  if (differences.length === 0) return null
  return (
    <Notice tone="warning" title={t('draft.formChanged', { count: differences.length })}>
      <ul className={pageStyles.differences}>
        {differences.map(({ pointer, kind, reworded }) => (
          <li key={`${kind} ${pointer}`}>
            {kind === 'check'
              ? fieldName(form, pointer)
              : kind === 'fee'
                ? t('draft.fee')
                : t(`draft.${kind}`, { label: fieldName(form, pointer), ...reworded })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
