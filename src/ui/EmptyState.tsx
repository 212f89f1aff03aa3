import styles from './EmptyState.module.css'
import type { Content, Elements } from './elements.ts'

/** Shown for an empty list: one sentence and the next step. */
export function EmptyState({ title, action }: { title: Content; action?: Elements }) {
  return (
    <div className={styles.empty}>
      <p>{title}</p>
      {action}
    </div>
  )
}
