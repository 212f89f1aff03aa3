import { ProblemAlert } from './ProblemAlert.tsx'
import { useText } from '../i18n/use-text.ts'
import type { Problem } from '../lib/problem.ts'
import { Button } from '../ui/Button.tsx'

type Props = { problem: Problem; onRetry: () => void }

/** In the place of what a page is about: why it cannot be shown, and a way to ask again. */
export function SectionProblem({ problem, onRetry }: Props) {
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
