import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { Navigate } from 'react-router-dom'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from '../application/ApplicationPage.module.css'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'

/** From this number of polls on (about half a minute) the page shows that it may be closed. */
const longWait = 5

/**
 * Replaces the form while the outcome of a submission is unknown, when nothing arrived, and when it is done. Only
 * もう一度送信する sends anything from here.
 */
export function AfterSubmission({ application }: { application: OpenApplication }) {
  const { tenantId, key, store } = application
  const submission = useApplicationState(store, (state) => state.submission)
  if (submission.phase === 'done') {
    const pays = submission.order?.charge?.status === 'WAITING'
    return (
      <Navigate
        replace
        to={pays ? paths.settlement(tenantId, key.serviceId, key.type) : paths.orderSuccess(tenantId)}
      />
    )
  }
  return submission.phase === 'not-arrived' ? (
    <NotArrived application={application} />
  ) : (
    <Waiting application={application} />
  )
}

function Waiting({ application: { tenantId, form, store } }: { application: OpenApplication }) {
  const t = useText('apply')
  const errors = useText('errors')
  const { asked, problem } = useApplicationState(store, (state) => state.submission)
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
    </div>
  )
}

function NotArrived({ application: { form, store } }: { application: OpenApplication }) {
  const t = useText('apply')
  return (
    <div className={styles.page}>
      <PageTitle above={form.texts.title} title={t('submission.notArrivedTitle')} />
      <FocusedNotice tone="warning" role="alert">
        {t('submission.notArrived')}
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
