import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Path } from '../paths.ts'
import backStyles from './BackLink.module.css'
import { buttonClass } from './Button.tsx'
import type { ButtonVariant } from './Button.tsx'
import { Icon } from './Icon.tsx'

type Props = {
  to: Path
  variant?: ButtonVariant
  wide?: boolean
  id?: string
  /** State of the history entry, e.g. values with which the page starts. */
  state?: unknown
  children: ReactNode
  'aria-label'?: string
}

/** A link that looks like a button: it navigates and performs no action. */
export function LinkButton({ to, variant = 'primary', wide = false, children, ...rest }: Props) {
  return (
    <Link to={to} className={buttonClass(variant, wide)} {...rest}>
      {children}
    </Link>
  )
}

export function BackLink({ to, children }: { to: Path; children: ReactNode }) {
  return (
    <Link to={to} className={backStyles.link}>
      <Icon name="back" />
      <span>{children}</span>
    </Link>
  )
}
