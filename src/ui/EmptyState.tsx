import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** Shown for an empty list: one sentence and the next step. */
export function EmptyState({ title, action }: { title: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{title}</p>
      {action}
    </div>
  )
}
