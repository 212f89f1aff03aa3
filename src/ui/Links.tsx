import { Link } from 'react-router-dom'
import type { Path } from '../paths.ts'
import backStyles from './BackLink.module.css'
import { buttonClass } from './Button.tsx'
import type { ButtonVariant } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { Content } from './elements.ts'

type Props = {
  to: Path
  variant?: ButtonVariant
  wide?: boolean
  id?: string
  /** State of the history entry, e.g. values with which the page starts. */
  state?: unknown
  children: Content
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

export function BackLink({ to, children }: { to: Path; children: Content }) {
  return (
    <Link to={to} className={backStyles.link}>
      <Icon name="back" />
      <span>{children}</span>
    </Link>
  )
}
