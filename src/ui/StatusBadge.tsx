import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import styles from './StatusBadge.module.css'
import type { Content } from './elements.ts'

export function StatusBadge({ tone, children }: { tone: Tone; children: Content }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon name={toneIcons[tone]} round />
      <span>{children}</span>
    </span>
  )
}

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'neutral'

/** Colour is never the only signal. */
const toneIcons = {
  info: 'clock',
  success: 'check',
  warning: 'alert',
  danger: 'cross',
  neutral: 'dot',
} as const satisfies Record<Tone, IconName>
