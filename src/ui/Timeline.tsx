import type { ReactNode } from 'react'
import styles from './Timeline.module.css'

type Props = {
  /** Newest first or oldest first, as the page says. */
  items: readonly { key: string; time: ReactNode; title: ReactNode; note?: ReactNode; current?: boolean }[]
}

export function Timeline({ items }: Props) {
  return (
    <ol className={styles.list}>
      {items.map(({ key, time, title, note, current = false }) => (
        <li key={key} className={current ? styles.current : styles.item} aria-current={current ? 'step' : undefined}>
          <p className={styles.title}>{title}</p>
          <p className={styles.time}>{time}</p>
          {note !== undefined && note !== null && <div className={styles.note}>{note}</div>}
        </li>
      ))}
    </ol>
  )
}
