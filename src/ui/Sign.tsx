import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import styles from './Sign.module.css'

export type SignTone = 'info' | 'success' | 'warning' | 'danger' | 'neutral' | 'tenant'

/** The large sign above the title of a page that says how something ended. Decoration: the title says the same. */
export function Sign({ icon, tone }: { icon: IconName; tone: SignTone }) {
  return (
    <span className={`${styles.sign} ${styles[tone]}`} aria-hidden="true">
      <Icon name={icon} />
    </span>
  )
}
