import type { ReactNode } from 'react'
import styles from './MetaLine.module.css'

/** Short facts side by side below a title, such as a number and a date. */
export function MetaLine({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>
}
