import { valueAt } from '../../../../form-model/pointer.ts'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import type { Quote } from '../../../api/generated/api.schemas.ts'
import { answerLine, fieldName } from '../../../form-engine/answers/field-names.ts'
import { useText } from '../../../i18n/use-text.ts'
import { problemOf } from '../../../lib/problem.ts'
import { AmountLines } from '../../../order-display/AmountLines.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { requestPageFocus } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import { refusesCorrection } from '../submission/submission-server.ts'
import { CorrectionRefused } from './CorrectionRefused.tsx'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import type { useQuote } from './use-quote.ts'

type Props = {
  application: OpenApplication
  quote: ReturnType<typeof useQuote>
  title: string
  /** What was paid for the returned application, in yen; null if it is unknown. */
  paid: number | null
}

/** The fee from the API, line by line. */
export function FeeBox({ application, quote, title, paid }: Props) {
  const t = useText('apply')
  const records = useText('order-display')
  const common = useText('common')
  const { data, error, isFetching, refetch } = quote
  const problem = error === null ? null : (problemOf(error) ?? { kind: 'unreadable' as const, fields: [] })
  const rest = data === undefined ? null : restOf(data, paid)
  function retry() {
    void refetch()
    // A skeleton replaces the button.
    requestPageFocus()
  }
  return (
    <section className={styles.section} aria-labelledby="fee-title">
      <div className={pageStyles.sectionHead}>
        <h2 id="fee-title">{inPhrases(title)}</h2>
      </div>
      {data === undefined && problem === null && <Skeleton lines={3} />}
      {problem !== null && !isFetching && refusesCorrection(problem) && (
        <CorrectionRefused application={application} problem={problem} />
      )}
      {problem !== null && !isFetching && !refusesCorrection(problem) && (
        <ProblemAlert problem={problem} message={problem.kind === 'invalid' ? t('fee.refused') : t('fee.failed')}>
          <Button variant="secondary" onClick={retry}>
            {common('button.retry')}
          </Button>
        </ProblemAlert>
      )}
      {data !== undefined && problem === null && (
        <>
          <AmountLines of={data} />
          {rest !== null && (
            <p>
              {rest === 'rest' && <span>{t('fee.counted')}</span>} <span>{records(`amount.${rest}`)}</span>
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** The API deducts no more than the fee, so the user may have paid more than the line of the deduction says. */
function restOf({ carriedOver = 0, amount }: Quote, paid: number | null): 'rest' | 'refund' | null {
  if (carriedOver === 0) return paid !== null && paid > 0 ? 'refund' : null
  return amount.total === 0 && (paid === null || paid > carriedOver) ? 'rest' : null
}

type NoAmountProps = { application: OpenApplication; pointers: readonly string[] }

/** Shown instead of the fee if the form has no amount for an answer: the application cannot be sent. */
export function NoAmount({ application: { form, store }, pointers }: NoAmountProps) {
  const t = useText('apply')
  const answers = useApplicationState(store, (state) => state.content.answers)
  return (
    <Notice tone="warning" title={t('fee.noAmount')}>
      <p>{t('fee.noAmountFor')}</p>
      <ul className={pageStyles.differences}>
        {pointers.map((pointer) => (
          <li key={pointer}>
            {t('fee.noAmountAnswer', {
              label: fieldName(form, pointer),
              value: answerLine(form, pointer, valueAt(answers, pointer)),
            })}
          </li>
        ))}
      </ul>
      <p>{t('fee.noAmountAsk')}</p>
    </Notice>
  )
}
