import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import type { Elements } from './elements.ts'

/** Shown for an empty list: one sentence and the next step. */
export function EmptyState({ title, action }: { title: ReactNode; action?: Elements }) {
  return (
    <div className={styles.empty}>
      <p>{title}</p>
      {action}
    </div>
  )
}
