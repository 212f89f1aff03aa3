import { useText } from '../../i18n/use-text.ts'
import type { Problem } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { title: string; problem: Problem; onRetry: () => void }

/** One part of the page could not be shown: what, and a way to ask again. The rest of the page stays usable. */
export function SectionFailed({ title, problem, onRetry }: Props) {
  const t = useText('services')
  const errors = useText('errors')
  return (
    <Notice tone="warning" title={title} role="status">
      {problem.kind === 'offline' && <p>{errors('kind.offline')}</p>}
      <Button variant="secondary" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </Notice>
  )
}
