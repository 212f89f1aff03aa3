import type { ReactNode, Ref } from 'react'
import { Glyph, glyphs } from './Glyph.tsx'
import styles from './Notice.module.css'

type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const signs: Record<NoticeTone, string> = {
  info: glyphs.info,
  success: glyphs.check,
  warning: glyphs.alert,
  danger: glyphs.alert,
}

type Props = {
  tone: NoticeTone
  title?: ReactNode
  children?: ReactNode
  role?: 'alert' | 'status'
  /** Makes the notice a place the focus can be moved to. */
  ref?: Ref<HTMLDivElement>
}

/** Something to read before going on. */
export function Notice({ tone, title, children, role, ref }: Props) {
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={ref === undefined ? undefined : -1}
      className={`${styles.notice} ${styles[tone]}`}
    >
      <Glyph shape={signs[tone]} round />
      <div className={styles.words}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
