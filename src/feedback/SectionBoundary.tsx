import { Component, Suspense } from 'react'
import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query'
import { forgetUnreadable } from '../api/queries.ts'
import { useText } from '../i18n/use-text.ts'
import { problemOf } from '../lib/problem.ts'
import type { Problem } from '../lib/problem.ts'
import { Button } from '../ui/Button.tsx'
import { requestPageFocus } from '../ui/PageTitle.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import type { Content } from '../ui/elements.ts'

type Props = {
  /** A placeholder in the shape of the content. */
  skeleton: Content
  /** Replaces the section if it cannot be shown. */
  failed: (problem: Problem, retry: () => void) => Content
  children: Content
}

/**
 * A part of a page that loads and fails on its own. An expired session concerns the whole page and is thrown again.
 * Errors that do not come from the API map to `unreadable`.
 */
export function SectionBoundary({ skeleton, failed, children }: Props) {
  const queryClient = useQueryClient()
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Catcher
          failed={failed}
          onReset={({ kind }) => {
            reset()
            if (kind === 'unreadable') forgetUnreadable(queryClient)
          }}
        >
          <Suspense fallback={skeleton}>{children}</Suspense>
        </Catcher>
      )}
    </QueryErrorResetBoundary>
  )
}

type CatcherProps = { failed: Props['failed']; onReset: (problem: Problem) => void; children: Content }

class Catcher extends Component<CatcherProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const problem = problemOf(this.state.error) ?? { kind: 'unreadable', fields: [] }
    if (problem.kind === 'unauthenticated') throw this.state.error
    return this.props.failed(problem, () => {
      this.props.onReset(problem)
      // The retry button, which usually has the focus, is gone.
      this.setState({ error: null }, () => {
        if (document.activeElement === document.body) requestPageFocus()
      })
    })
  }
}

type SectionProblemProps = { problem: Problem; onRetry: () => void }

/** Replaces the main content of a page: why it cannot be shown, and a retry. */
export function SectionProblem({ problem, onRetry }: SectionProblemProps) {
  const common = useText('common')
  return (
    <>
      <ProblemAlert problem={problem} />
      <p>
        <Button variant="primary" onClick={onRetry}>
          {common('button.retry')}
        </Button>
      </p>
    </>
  )
}
