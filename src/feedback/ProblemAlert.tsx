import { useLayoutEffect, useRef } from 'react'
import type { ErrorCode } from '../api/generated/api.schemas.ts'
import type { TextKey } from '../i18n/catalogue.ts'
import { texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import type { Text } from '../i18n/use-text.ts'
import { temporary } from '../lib/problem.ts'
import type { Problem } from '../lib/problem.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './ProblemAlert.module.css'
import type { Elements } from '../ui/elements.ts'

type Props = {
  problem: Problem
  /** Replaces the general text of the problem if the page has a better one. */
  message?: string
  /** Actions, for example a button to retry. */
  children?: Elements
}

/** A problem shown where it happened. Takes the focus when it appears and again for each new problem. */
export function ProblemAlert({ problem, message, children }: Props) {
  const t = useText('errors')
  const box = useRef<HTMLDivElement>(null)
  // Focus the alert before the heading of a page does: on arrival the heading comes first.
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [problem])
  const reference = problemReference(problem, t)
  return (
    <Notice ref={box} tone="danger" role="alert">
      <p className={styles.message}>{message ?? problemMessage(problem, t)}</p>
      {reference !== null && <p className={styles.reference}>{reference}</p>}
      {children}
    </Notice>
  )
}

/** One sentence for a problem: the text of its code, or else of its kind. It is never a text of the API. */
export function problemMessage(problem: Problem, t: Text<'errors'>): string {
  const code = hasText(problem.code) ? problem.code : null
  const message = code === null ? t(`kind.${problem.kind}`) : t(`code.${code}`)
  const wait = waitMessage(problem, t)
  if (wait === null) return message
  // Most messages end with a request to try again later, without a time.
  const reason = reasons.get(code ?? problem.kind)
  return `${reason === undefined ? message : t(reason)} ${wait}`
}

/** Whether the catalogue has the text of a code, as it has for each of the contract (`catalogue.spec.ts`). */
function hasText(code: string | undefined): code is ErrorCode {
  return code !== undefined && /^SE_[A-Z]{2}_\d{4}$/.test(code) && texts.exists(`code.${code}`, { ns: 'errors' })
}

/** What happened, without the request to try again later that the text of the code or kind has. */
const reasons = new Map<string, TextKey<'errors'>>([
  ['SE_CO_0429', 'reason.too-many'],
  ['SE_CO_0503', 'reason.busy'],
  ['too-many', 'reason.too-many'],
  ['unavailable', 'reason.unavailable'],
])

function waitMessage({ kind, retryAfter }: Problem, t: Text<'errors'>): string | null {
  if (retryAfter === undefined || retryAfter === 0 || temporary[kind]?.namesTime !== true) return null
  return retryAfter < 90
    ? t('retryAfter', { count: retryAfter })
    : t('retryAfterMinutes', { count: Math.ceil(retryAfter / 60) })
}

/** The first eight digits of an id in two groups, which can be read out on the phone. */
export function shownReference(requestId: string): string {
  return requestId.replace(/^(\w{4})(\w{4})-.*/, '$1-$2')
}

/** The reference to quote, for problems that an operator can investigate. */
function problemReference(problem: Problem, t: Text<'errors'>): string | null {
  const quotable = problem.kind === 'unavailable' || problem.kind === 'unreadable' || problem.kind === 'timeout'
  return quotable && problem.requestId !== undefined
    ? t('reference', { errorId: shownReference(problem.requestId) })
    : null
}
