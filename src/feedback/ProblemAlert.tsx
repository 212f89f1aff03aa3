import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { Problem } from '../lib/problem.ts'
import { Notice } from '../ui/Notice.tsx'
import { problemMessage, problemReference } from './problem-message.ts'
import styles from './ProblemAlert.module.css'

type Props = {
  problem: Problem
  /** Instead of the general text of the problem, where the page knows better what happened. */
  message?: string
  /** What can be done, e.g. a button to try again. */
  children?: ReactNode
}

/** A problem at the place where it happened. Takes the focus when it appears and again for each new problem. */
export function ProblemAlert({ problem, message, children }: Props) {
  const t = useText('errors')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
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
