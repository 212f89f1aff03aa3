import { ErrorCode } from '../api/generated/api.schemas.ts'
import type { Text } from '../i18n/use-text.ts'
import type { Problem } from '../lib/problem.ts'

/** One sentence for a problem: the text of its code, else of its kind. Never a text of the provider. */
export function problemMessage(problem: Problem, t: Text<'errors'>): string {
  const code = Object.values(ErrorCode).find((known) => known === problem.code)
  const message = code === undefined ? t(`kind.${problem.kind}`) : t(`code.${code}`)
  const wait = waitMessage(problem, t)
  return wait === null ? message : `${message} ${wait}`
}

function waitMessage({ kind, retryAfter }: Problem, t: Text<'errors'>): string | null {
  if (retryAfter === undefined || retryAfter === 0 || (kind !== 'too-many' && kind !== 'unavailable')) return null
  return retryAfter < 90
    ? t('retryAfter', { count: retryAfter })
    : t('retryAfterMinutes', { count: Math.ceil(retryAfter / 60) })
}

/** The reference to quote, for problems someone could look into. */
export function problemReference(problem: Problem, t: Text<'errors'>): string | null {
  const quotable = problem.kind === 'unavailable' || problem.kind === 'unreadable' || problem.kind === 'timeout'
  return quotable && problem.requestId !== undefined ? t('reference', { errorId: problem.requestId }) : null
}
