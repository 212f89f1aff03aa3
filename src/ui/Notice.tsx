import type { Ref } from 'react'
import { BaseIcon, criticalShapes } from './BaseIcon.tsx'
import styles from './Notice.module.css'
import type { Content, Elements } from './elements.ts'

type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const shapes: Record<NoticeTone, string> = {
  info: criticalShapes.info,
  success: criticalShapes.check,
  warning: criticalShapes.alert,
  danger: criticalShapes.alert,
}

type Props = {
  tone: NoticeTone
  title?: Content
  children?: Elements
  role?: 'alert' | 'status'
  /** Makes the notice focusable. */
  ref?: Ref<HTMLDivElement>
}

/** A highlighted message. */
export function Notice({ tone, title, children, role, ref }: Props) {
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={ref === undefined ? undefined : -1}
      className={`${styles.notice} ${styles[tone]}`}
    >
      <BaseIcon shape={shapes[tone]} round />
      <div className={styles.words}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
