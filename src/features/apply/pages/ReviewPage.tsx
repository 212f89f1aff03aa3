import { useNavigate } from 'react-router-dom'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from '../application/application-layout.module.css'
import { ApplicationEnded } from '../application/ApplicationEnded.tsx'
import { ApplicationFoot } from './ApplicationFoot.tsx'
import { ApplicationProgress, positionId } from './ApplicationProgress.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { pageCount, reviewPage } from './form-pages.ts'
import { ReviewSections } from './ReviewSections.tsx'
import { SendConsent, SubmissionRefused, useConsent, useSubmit } from './Sending.tsx'
import { refusals } from '../submission/submission-server.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import type { FormProgress } from './use-form-progress.ts'
import { useShipping } from '../delivery/use-shipping.ts'
import { useViewFocus } from '../application/use-view-focus.ts'

/** `?step=review`: shows everything again and sends it. If there is a fee, SettlementPage is shown instead. */
export function ReviewPage({ application, progress }: { application: OpenApplication; progress: FormProgress }) {
  const { tenantId, key, form, service, store } = application
  const t = useText('apply')
  const navigate = useNavigate()
  const shipping = useShipping(application)
  const submit = useSubmit(application, shipping)
  const submission = useApplicationState(store, (state) => state.submission)
  const consent = useConsent(application, null)
  const sending = submission.phase === 'sending' || submission.phase === 'done'
  const total = pageCount(progress.pages)
  const last = progress.pages.at(-1)
  const ended = submission.refusal !== null && refusals[submission.refusal.kind] === 'none'
  useViewFocus(ended)

  if (ended) {
    return (
      <ApplicationEnded service={service} reason={submission.refusal?.kind === 'stopped' ? 'closed' : 'missing'} kept />
    )
  }

  function onSend() {
    if (consent.isGiven()) void submit(null)
  }

  return (
    <div className={styles.page}>
      <ApplicationProgress application={application} progress={progress} current={reviewPage} />
      <PageTitle
        describedBy={positionId}
        title={t('review.title')}
        lead={shipping.kind === 'missing' ? t('review.leadMore') : t('review.lead')}
        documentTitle={t('step.documentTitle', {
          step: t('review.title'),
          current: progress.pages.length + 1,
          total,
          form: form.texts.title,
        })}
      />
      <DraftNotices application={application} />
      <ReviewSections application={application} shipping={shipping} locked={sending} />
      {shipping.kind !== 'missing' && <SendConsent {...consent.props} />}
      <SubmissionRefused application={application} />
      <ApplicationFoot
        store={store}
        back={
          last === undefined || sending
            ? null
            : () => void navigate(paths.application(tenantId, key.serviceId, key.type, { step: last.id }))
        }
      >
        {shipping.kind === 'missing' ? (
          <Button wide onClick={() => void navigate(paths.shippingAddress(tenantId, key.serviceId, key.type))}>
            {t('review.toShipping')}
          </Button>
        ) : (
          <Button wide busy={sending} onClick={onSend}>
            {sending ? t('review.sending') : t('review.send')}
          </Button>
        )}
      </ApplicationFoot>
    </div>
  )
}
