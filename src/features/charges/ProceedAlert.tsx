import type { Charge } from '../../api/generated/api.schemas.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatYen } from '../../lib/display-text.ts'
import type { OpenAttempt, ProceedOutcome } from '../../payment/proceed-outcome.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './ChargePage.module.css'

type Props = {
  outcome: ProceedOutcome
  charge: Charge
  onContinue: (attempt: OpenAttempt) => void
  onRefresh: () => void
}

/** Why a click on 支払う did not leave the page, and what to do now. */
export function ProceedAlert({ outcome, charge, onContinue, onRefresh }: Props) {
  const t = useText('charges')
  const language = useLanguage()
  if (outcome.kind === 'not-left') {
    return (
      <Notice tone="danger" role="alert">
        {t('pay.notLeft')}
      </Notice>
    )
  }
  const attempt = outcome.kind === 'attempt-open' && !isOver(outcome.attempt) ? outcome.attempt : null
  return (
    <ProblemAlert problem={outcome.problem}>
      {outcome.kind === 'amount-changed' && (
        <p>{t('pay.amountChanged', { amount: formatYen(charge.amount.total, language) })}</p>
      )}
      {outcome.kind === 'attempt-open' && (
        <p className={styles.alertButtons}>
          {attempt !== null && (
            <Button variant="secondary" onClick={() => onContinue(attempt)}>
              {t('pay.continue')}
            </Button>
          )}
          <Button variant="text" onClick={onRefresh}>
            {t('pay.refresh')}
          </Button>
        </p>
      )}
    </ProblemAlert>
  )
}

function isOver(attempt: OpenAttempt | null): boolean {
  return attempt === null || attempt.expiresAt <= serverNow()
}
