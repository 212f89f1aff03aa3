import type { ComponentProps } from 'react'
import type { Content } from './elements.ts'
import styles from './Button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'text' | 'danger'

type Props = Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  children: Content
  variant?: ButtonVariant
  /** Shows that a click is being processed and ignores further ones. The button keeps its focus. */
  busy?: boolean
  /** Makes the button as wide as its container, on any screen. */
  wide?: boolean
}

export function Button({
  variant = 'primary',
  busy = false,
  wide = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, wide)}
      aria-disabled={busy || rest['aria-disabled'] === true || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      <span>{children}</span>
    </button>
  )
}

/** Classes of a link that looks like a button. */
export function buttonClass(variant: ButtonVariant, wide = false): string {
  return [styles.button, styles[variant], wide ? styles.wide : ''].join(' ').trim()
}
