import { useEffect } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { after } from '../../lib/clock.ts'
import type { Problem } from '../../lib/problem.ts'
import { SectionProblem } from '../../feedback/SectionBoundary.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './HistoryPage.module.css'

/** The delay if a 503 response has no `Retry-After`. */
const defaultDelaySeconds = 30

type Props = { problem: Problem; onRetry: () => void }

/** Shown instead of the history: it is not ready yet (503, `historyWait`), or it failed for another reason. */
export function HistoryFailed({ problem, onRetry }: Props) {
  if (problem.status === 503)
    return <HistoryWait seconds={problem.retryAfter ?? defaultDelaySeconds} onRetry={onRetry} />
  return <SectionProblem problem={problem} onRetry={onRetry} />
}

function HistoryWait({ seconds, onRetry }: { seconds: number; onRetry: () => void }) {
  const t = useText('orders')
  const common = useText('common')
  const errors = useText('errors')
  useEffect(() => after(seconds * 1000, onRetry), [seconds, onRetry])
  return (
    <Notice tone="info" role="status">
      <p>{errors('application.historyWait')}</p>
      <p>{t('wait.auto', { count: seconds })}</p>
      <p className={styles.retry}>
        <Button variant="secondary" onClick={onRetry}>
          {common('button.retry')}
        </Button>
      </p>
    </Notice>
  )
}
