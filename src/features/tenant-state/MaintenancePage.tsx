import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '../../feedback/Announcer.tsx'
import { notify } from '../../feedback/notify.ts'
import { problemMessage } from '../../feedback/ProblemAlert.tsx'
import page from '../../feedback/ProblemPage.module.css'
import { currentLanguage } from '../../i18n/texts.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatDateTime, formatTime } from '../../lib/dates.ts'
import { problemOf } from '../../lib/problem.ts'
import { availabilityOf } from '../../tenant/availability.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { reloadTenant, tenantQueryOptions } from '../../tenant/tenant-query.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ResultIcon } from '../../ui/Icon.tsx'
import { KeptAnswers, useClosedPage } from './KeptAnswers.tsx'
import styles from './tenant-state.module.css'

const pollIntervalMs = 60_000

/** Shown until the maintenance is over. The portal then goes to the login page. */
export function Component() {
  const t = useText('tenant-state')
  const errors = useText('errors')
  const language = useLanguage()
  const { tenantId, info } = useTenant()
  const queryClient = useQueryClient()
  // The portal leaves this page as soon as a response reports that the tenant is open.
  useQuery({ ...tenantQueryOptions(tenantId), refetchInterval: pollIntervalMs })
  const closed = useClosedPage()
  const [asking, setAsking] = useState(false)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const state = availabilityOf(info, serverNow())
  const stillClosed = (at: number) => t('maintenance.stillClosed', { time: formatTime(at, currentLanguage()) })
  const restartAt = state.kind === 'maintenance' ? state.restartAt : null

  async function check() {
    setAsking(true)
    setClosedAt(null)
    try {
      const now = availabilityOf(await reloadTenant(queryClient, tenantId), serverNow())
      if (now.kind === 'maintenance') {
        const at = serverNow()
        setClosedAt(at)
        announce(stillClosed(at))
      }
    } catch (error) {
      const problem = problemOf(error) ?? { kind: 'unreadable', fields: [] }
      notify({ tone: 'failure', message: problemMessage(problem, errors) })
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className={page.page}>
      <ResultIcon icon="clock" tone="tenant" />
      <PageTitle title={t('maintenance.title')} />
      <div className={styles.words}>
        <p>{t('maintenance.body')}</p>
        {restartAt !== null && (
          <p className={styles.until}>{t('maintenance.until', { restartAt: formatDateTime(restartAt, language) })}</p>
        )}
        <KeptAnswers />
        <p>{t(closed === null ? 'maintenance.hint' : 'maintenance.hintBack')}</p>
      </div>
      <Button variant="secondary" busy={asking} onClick={() => void check()}>
        {t('maintenance.check')}
      </Button>
      {closedAt !== null && <p className={styles.answer}>{stillClosed(closedAt)}</p>}
    </div>
  )
}
