import type { ReactNode } from 'react'
import styles from './Card.module.css'

type Props = {
  children: ReactNode
  /** A coloured left edge for what wants attention. */
  tone?: 'plain' | 'accent' | 'danger'
  as?: 'div' | 'section' | 'article' | 'li'
  'aria-labelledby'?: string
}

export function Card({ children, tone = 'plain', as: Element = 'div', ...rest }: Props) {
  return (
    <Element className={`${styles.card} ${styles[tone]}`} {...rest}>
      {children}
    </Element>
  )
}
