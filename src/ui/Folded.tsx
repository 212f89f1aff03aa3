import type { Ref } from 'react'
import type { Elements } from './elements.ts'
import styles from './Folded.module.css'
import { Icon } from './Icon.tsx'

type Props = {
  title: string
  open: boolean
  /** Called when the user, or `open`, has opened or closed it. */
  onToggle: (isOpen: boolean) => void
  className?: string | undefined
  summaryRef?: Ref<HTMLElement>
  children: Elements
}

/** A box that is closed until its content is wanted; the browser shows nothing of a closed one. */
export function Folded({ title, open, onToggle, className = '', summaryRef, children }: Props) {
  return (
    <details
      className={`${styles.box} ${className}`}
      open={open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary ref={summaryRef} className={styles.summary}>
        <span>{title}</span>
        <Icon name="down" />
      </summary>
      {children}
    </details>
  )
}
