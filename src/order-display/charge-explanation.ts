import type { Charge } from '../api/generated/api.schemas.ts'
import { shownChargeStatus } from './charge-status.ts'

type Explanation = {
  key:
    | `charge.${'WAITING' | 'PAID' | 'CANCELLED' | 'unknown'}.explanation`
    | 'charge.WAITING.explanationDue'
    | 'charge.PAID.explanationPaid'
  values: Record<string, string>
}

/** The sentence under a charge's status: with the due or payment date where the API gives one. */
export function chargeExplanation(
  charge: Pick<Charge, 'dueAt' | 'paidAt'> & { status: string },
  format: (time: string) => string,
): Explanation {
  const shown = shownChargeStatus(charge.status)
  if (shown === 'WAITING' && charge.dueAt !== undefined) {
    return { key: 'charge.WAITING.explanationDue', values: { dueAt: format(charge.dueAt) } }
  }
  if (shown === 'PAID' && charge.paidAt !== undefined) {
    return { key: 'charge.PAID.explanationPaid', values: { paidAt: format(charge.paidAt) } }
  }
  return { key: `charge.${shown}.explanation`, values: {} }
}
