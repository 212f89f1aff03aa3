import type { ComponentProps } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../../../feedback/Announcer.tsx'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText, useLanguage } from '../../../i18n/use-text.ts'
import type { Text } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import { CorrectionRefused } from './CorrectionRefused.tsx'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import type { Refusal } from '../submission/submission-server.ts'
import { orderSubmission } from '../submission/submission-server.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import { segmentsOf } from '../../../../form-model/pointer.ts'
import { useConfig } from '../../../lib/config-context.ts'
import { useNavigateFromHere } from '../../../lib/use-navigate-from-here.ts'
import { formQuery } from '../application/form-query.ts'
import { pageOfStep, pathOfPage, reviewPage } from './form-pages.ts'
import type { Submission } from '../application/application-types.ts'
import { formProgress } from './use-form-progress.ts'
import type { Shipping } from '../delivery/use-shipping.ts'
import type { Elements } from '../../../ui/elements.ts'

const consentId = 'send-consent'

type Props = { checked: boolean; onChange: (checked: boolean) => void; missing: boolean; children?: Elements }

/** The last step before sending: the user confirms that the answers were checked. */
export function SendConsent({ checked, onChange, missing, children }: Props) {
  const t = useText('apply')
  const { info } = useTenant()
  return (
    <section className={pageStyles.box} aria-labelledby="consent-title">
      <h2 id="consent-title">{inPhrases(t('review.consentTitle'))}</h2>
      {children}
      {info.branding?.links?.privacy !== undefined && <p className={pageStyles.small}>{t('review.privacy')}</p>}
      <CheckboxField
        id={consentId}
        label={t('review.consent')}
        required
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={missing ? t('review.consentMissing') : null}
      />
    </section>
  )
}

/**
 * The confirmation of what is shown: it ends when another device's answers, those of a new form, or another amount are
 * shown instead.
 * @param total the shown amount; null without one
 */
export function useConsent({ store }: OpenApplication, total: number | null) {
  const shown = useApplicationState(store, ({ revision, content }) => `${revision} ${content.reapplyOf}`)
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const present = `${shown} ${total}`
  const checked = agreedTo === present
  return {
    props: {
      checked,
      onChange: (isChecked: boolean) => setAgreedTo(isChecked ? present : null),
      missing: asked && !checked,
    },
    /** Whether the checkbox is ticked; if not, it gets the focus and a message. */
    isGiven(): boolean {
      setAsked(!checked)
      if (!checked) document.getElementById(consentId)?.focus()
      return checked
    },
  }
}

/** The action of 送信する. Resolves with the outcome, or null if the click was ignored. */
export function useSubmit({ key, form, service, store }: OpenApplication, shipping: Shipping) {
  const language = useLanguage()

  return async function submit(expectedTotal: number | null): Promise<Submission | null> {
    const { content } = store.state()
    const shippingAddress = shipping.kind === 'known' ? shipping.address : null
    return store.submit(orderSubmission({ key, form, service, content, shippingAddress }, expectedTotal, language))
  }
}

/**
 * Leads to the cause of a refusal: the first refused field, or what a new form asks. The response of a repeated request
 * or a poll may refuse, too, so the part of a page that is shown in every phase has to call this.
 */
export function useWayToCause(application: OpenApplication): void {
  const { tenantId, key, form, store } = application
  const t = useText('apply')
  const language = useLanguage()
  const { formsBase } = useConfig()
  const queryClient = useQueryClient()
  const { pathname, search } = useLocation()
  const navigate = useNavigateFromHere()
  const refusal = useApplicationState(store, (state) => state.submission.refusal)
  const known = useRef(refusal)

  function goTo(page: string) {
    store.visit(page)
    const path = pathOfPage(application, page)
    // Another entry for the page that is shown would be a Back that does nothing.
    void navigate(path, { replace: path === pathname + search })
  }

  /** The first refused answer that is on a page. */
  function goToRefusedField() {
    const { pages } = formProgress(form, store.state().content.answers)
    const page = store
      .state()
      .serverErrors.map(({ pointer }) => pageOfStep(segmentsOf(pointer)[0] ?? '', pages))
      .find((one) => one !== null)
    if (page !== undefined && page !== null) goTo(page.id)
  }

  async function takeNewForm() {
    await store.takePublishedForm()
    const { formVersion, answers } = store.state().content
    if (formVersion === form.definition.formVersion) return
    const { serviceId, type } = key
    const result = await queryClient.query(formQuery({ formsBase, tenantId, serviceId, type, formVersion }, language))
    if (result.kind !== 'form') return
    const { unfinished } = formProgress(result.form, answers)
    goTo(unfinished?.id ?? reviewPage)
    // The heading of a step, which gets the focus, does not say why the user is here again.
    if (unfinished !== null) announce(t('submission.newForm'))
  }

  const lead = useEffectEvent(() => {
    if (refusal?.kind === 'fields') goToRefusedField()
    if (refusal?.kind === 'form-version') void takeNewForm()
  })
  useEffect(() => {
    // Not for a page that is opened later.
    if (refusal !== known.current) lead()
    known.current = refusal
  }, [refusal])
}

/** Why the application was refused, beside the submit button. All answers are kept. */
export function SubmissionRefused({ application }: { application: OpenApplication }) {
  const { tenantId, key, store } = application
  const t = useText('apply')
  const errors = useText('errors')
  const refusal = useApplicationState(store, (state) => state.submission.refusal)
  const refused = useApplicationState(store, (state) => state.serverErrors)
  const isDecided = useApplicationState(store, (state) => state.question === null)
  if (refusal === null) return null
  if (refusal.kind === 'undecided' && isDecided) return null
  if (refusal.kind === 'correction') return <CorrectionRefused application={application} problem={refusal.problem} />
  // Renders nothing once every refused answer has been corrected.
  if (refusal.kind === 'fields' && refused.length === 0) return null
  const wrongAddress = refused.some(({ pointer }) => pointer.startsWith('/shippingAddress'))
  // The sign-in dialog opens automatically and returns the focus to the button: this text only stays visible.
  if (refusal.kind === 'unauthenticated')
    return (
      <Notice tone="warning">
        <p>{t('submission.unauthenticated')}</p>
      </Notice>
    )
  const message = words(refusal.kind, t, errors)
  return (
    <ProblemAlert problem={refusal.problem} {...(message === null ? {} : { message })}>
      {refusal.kind === 'duplicate' && (
        <LinkButton variant="secondary" to={paths.applicationHistory(tenantId)}>
          {t('submission.history')}
        </LinkButton>
      )}
      {wrongAddress && (
        <LinkButton variant="secondary" to={paths.shippingAddress(tenantId, key.serviceId, key.type)}>
          {t('shipping.change')}
        </LinkButton>
      )}
    </ProblemAlert>
  )
}

/** Null: the text of the problem's own code is shown. */
function words(kind: Refusal, t: Text<'apply'>, errors: Text<'errors'>): string | null {
  switch (kind) {
    case 'fields':
      return t('submission.fields')
    case 'amount-changed':
      return t('fee.changed')
    case 'too-large':
      return t('submission.tooLarge')
    case 'offline':
      return t('submission.offline')
    case 'undecided':
      return t('submission.undecided')
    case 'merged':
      return t('submission.merged')
    case 'not-arrived':
      return t('submission.earlierNotArrived')
    case 'form-version':
      return t('submission.newForm')
    case 'general':
      return errors('application.applicationGeneral')
    case 'unauthenticated':
    case 'correction':
    case 'duplicate':
    case 'outdated':
    case 'infected':
    case 'stopped':
    case 'unknown-form':
      return null
  }
}

/** From this number of polls on (about half a minute) the page shows that it may be closed. */
const longWait = 5

/**
 * Replaces the form while the outcome of a submission is unknown, when nothing arrived, and when it is done. Only
 * もう一度送信する sends anything from here.
 */
export function AfterSubmission({ application }: { application: OpenApplication }) {
  const phase = useApplicationState(application.store, (state) => state.submission.phase)
  if (phase === 'not-arrived') return <NotArrived application={application} />
  return (
    <>
      <Waiting application={application} />
      {phase === 'done' && <ToResult application={application} />}
    </>
  )
}

/** Leads to the result; what is beside it stays on the screen until that page is loaded. */
export function ToResult({ application: { tenantId, key, store } }: { application: OpenApplication }) {
  const order = useApplicationState(store, (state) => state.submission.order)
  const pays = order?.charge?.status === 'WAITING'
  return (
    <Navigate replace to={pays ? paths.settlement(tenantId, key.serviceId, key.type) : paths.orderSuccess(tenantId)} />
  )
}

function Waiting({ application: { tenantId, form, store } }: { application: OpenApplication }) {
  const t = useText('apply')
  const errors = useText('errors')
  const { phase, asked, problem } = useApplicationState(store, (state) => state.submission)
  const unreachable = problem !== null && asked > 0
  return (
    <div className={styles.page}>
      <PageTitle above={form.texts.title} title={t('submission.waitTitle')} />
      <FocusedNotice tone="info">
        <p>{errors('application.applicationWait')}</p>
        <p>{t('submission.waitMore')}</p>
      </FocusedNotice>
      <div role="status">
        {unreachable && <p>{t('submission.waitUnreachable')}</p>}
        {asked >= longWait && <p>{t('submission.waitLong')}</p>}
      </div>
      {/* The API is polled only after the request itself can no longer be answered. */}
      {phase === 'waiting' && (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => store.askNow()}>
            {t('submission.askNow')}
          </Button>
          {asked >= longWait && (
            <LinkButton variant="secondary" to={paths.applicationHistory(tenantId)}>
              {t('submission.history')}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  )
}

function NotArrived({ application }: { application: OpenApplication }) {
  const { form, store } = application
  const t = useText('apply')
  return (
    <div className={styles.page}>
      <PageTitle above={form.texts.title} title={t('submission.notArrivedTitle')} />
      <FocusedNotice tone="warning" role="alert">
        <p>{t('submission.notArrived')}</p>
      </FocusedNotice>
      <div className={styles.actions}>
        <Button onClick={() => void store.sendAgain()}>{t('submission.sendAgain')}</Button>
        <Button variant="secondary" onClick={() => store.editAgain()}>
          {t('submission.backToAnswers')}
        </Button>
      </div>
    </div>
  )
}

type FocusedNoticeProps = Omit<ComponentProps<typeof Notice>, 'ref'> & {
  /** The focus moves here when the notice appears, and again whenever this changes. */
  about?: unknown
}

/** A notice that appears in answer to a click: the focus moves to the text. */
function FocusedNotice({ about, ...notice }: FocusedNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [about])
  return <Notice ref={box} {...notice} />
}
