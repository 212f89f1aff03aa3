import styles from './MetaLine.module.css'
import type { Content } from './elements.ts'

/** Short facts side by side below a title, such as a number and a date. */
export function MetaLine({ children }: { children: Content }) {
  return <p className={styles.meta}>{children}</p>
}
