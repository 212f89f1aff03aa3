import styles from './VisuallyHidden.module.css'
import type { Content } from './elements.ts'

export function VisuallyHidden({ children }: { children: Content }) {
  return <span className={styles.hidden}>{children}</span>
}
