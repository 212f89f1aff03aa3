import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { toneIcons } from './tone.ts'
import type { Tone } from './tone.ts'
import styles from './StatusBadge.module.css'

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon name={toneIcons[tone]} round />
      {children}
    </span>
  )
}
