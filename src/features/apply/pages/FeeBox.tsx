import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { problemOf } from '../../../lib/problem.ts'
import { AmountLines } from '../../../order-display/AmountLines.tsx'
import { Button } from '../../../ui/Button.tsx'
import { requestPageFocus } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import styles from '../application/ApplicationPage.module.css'
import type { useQuote } from './use-quote.ts'

/** The fee from the API, line by line. */
export function FeeBox({ quote, title }: { quote: ReturnType<typeof useQuote>; title: string }) {
  const t = useText('apply')
  const common = useText('common')
  const { data, error, isFetching, refetch } = quote
  const problem = error === null ? null : (problemOf(error) ?? { kind: 'unreadable' as const, fields: [] })
  function retry() {
    void refetch()
    // A skeleton replaces the button.
    requestPageFocus()
  }
  return (
    <section className={styles.section} aria-labelledby="fee-title">
      <div className={styles.sectionHead}>
        <h2 id="fee-title">{inPhrases(title)}</h2>
      </div>
      {data === undefined && problem === null && <Skeleton lines={3} />}
      {problem !== null && !isFetching && (
        <ProblemAlert problem={problem} message={problem.kind === 'invalid' ? t('fee.refused') : t('fee.failed')}>
          <Button variant="secondary" onClick={retry}>
            {common('button.retry')}
          </Button>
        </ProblemAlert>
      )}
      {data !== undefined && problem === null && (
        <>
          <AmountLines of={data} />
          {/* The API deducts no more than the fee, so the user may have paid more than the line says. */}
          {(data.carriedOver ?? 0) > 0 && data.amount.total === 0 && <p>{t('fee.rest')}</p>}
        </>
      )}
    </section>
  )
}
