import { useText } from '../i18n/use-text.ts'
import type { Problem, ProblemKind } from '../lib/problem.ts'
import type { Path } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkButton } from '../ui/Links.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { ResultIcon } from '../ui/Icon.tsx'
import { problemMessage, shownReference } from './ProblemAlert.tsx'
import styles from './ProblemPage.module.css'
import type { Elements } from '../ui/elements.ts'

type Props = {
  problem: Problem
  /** Absent if a retry cannot help. */
  onRetry?: (() => void) | undefined
  busy?: boolean
  /** Replaces the general text of the problem if there is a better one. */
  message?: string | undefined
  /** The top page, if there is one. */
  home: Path | null
  /** Other ways on. */
  children?: Elements
}

const titles = {
  offline: 'title.offline',
  timeout: 'title.general',
  unavailable: 'title.general',
  'too-many': 'title.unavailable',
  forbidden: 'title.forbidden',
  gone: 'title.gone',
  unauthenticated: 'title.general',
  conflict: 'title.general',
  invalid: 'title.general',
  unreadable: 'title.general',
} as const satisfies Record<Exclude<ProblemKind, 'not-found'>, string>

/** Replaces a page that cannot be shown: what happened and what to do next. */
export function ProblemPage({ problem, onRetry, busy = false, message, home, children }: Props) {
  const t = useText('errors')
  const common = useText('common')
  const missing = problem.kind === 'not-found'
  const title = problem.kind === 'not-found' ? common('notFound.title') : t(titles[problem.kind])
  const text = message ?? problemMessage(problem, t)
  // The page title already says that an error occurred.
  const body = missing ? common('notFound.body') : text === t('kind.unreadable') ? common('error.body') : text
  const quotable = !missing && problem.kind !== 'offline' && problem.requestId !== undefined
  return (
    <div className={styles.page}>
      {missing ? <ResultIcon icon="search" tone="tenant" /> : <ResultIcon icon="alert" tone="danger" />}
      <PageTitle title={title} />
      <div className={styles.words}>
        <p>{body}</p>
        {quotable && (
          <p>
            <span>{common('error.reference', { errorId: shownReference(problem.requestId ?? '') })}</span>{' '}
            <CopyButton value={problem.requestId ?? ''} label={common('error.copyReference')} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {onRetry && !missing && (
          <Button onClick={onRetry} busy={busy}>
            {common('button.retry')}
          </Button>
        )}
        {home !== null && (
          <LinkButton to={home} variant={onRetry && !missing ? 'secondary' : 'primary'}>
            {common('button.toTop')}
          </LinkButton>
        )}
        {children}
      </div>
    </div>
  )
}
