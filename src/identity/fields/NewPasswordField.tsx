import { useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { FormError } from '../../fields/FormErrors.tsx'
import { hasFullWidthAscii } from '../../lib/japanese.ts'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { brokenRules, minPasswordLength, passwordRules } from './password-rules.ts'
import styles from './PasswordRules.module.css'

type Props = {
  error: string | undefined
  /** Default: 新しいパスワード. */
  label?: string
  /** What was typed before, if the page shows the field again. */
  before?: string
  onText?: (text: string) => void
}

/** A field for a new password, with the rules it has to meet. */
export function NewPasswordField({ error, label, before = '', onText }: Props) {
  const t = useText('sign-in')
  const field = useRef<HTMLInputElement>(null)
  const [first] = useState(before)
  const [password, setPassword] = useState(before)
  // Not by `defaultValue`, which would be in the document.
  useLayoutEffect(() => {
    if (field.current !== null && first !== '') field.current.value = first
  }, [first])
  return (
    <PasswordField
      ref={field}
      id="new-password"
      name="new-password"
      autoComplete="new-password"
      label={label ?? t('challenge.newPassword.label')}
      help={<PasswordRules password={password} />}
      error={error}
      onChange={({ currentTarget: { value } }) => {
        setPassword(value)
        onText?.(value)
      }}
    />
  )
}

/** The error of a new password, before it is sent. `label` is the label of the field. */
export function useNewPasswordCheck(label?: string): (password: string) => FormError | null {
  const t = useText('sign-in')
  const login = useText('login')
  return (password) => {
    const empty = label === undefined ? t('challenge.newPassword.empty') : t('attribute.empty', { label })
    if (password === '') return { targetId: 'new-password', message: empty }
    if (hasFullWidthAscii(password)) return { targetId: 'new-password', message: t('password.fullWidth') }
    if (brokenRules(password).length === 0) return null
    return { targetId: 'new-password', message: login('password.policy', { min: minPasswordLength }) }
  }
}

/** The password policy as a list; satisfied rules are checked while the user types. */
function PasswordRules({ password }: { password: string }) {
  const t = useText('sign-in')
  const broken = brokenRules(password)
  return (
    <>
      <span>{t('password.rules')}</span>
      <ul className={styles.rules}>
        {passwordRules.map((rule) => {
          const met = !broken.includes(rule)
          return (
            <li key={rule} className={met ? styles.met : undefined}>
              <Icon name={met ? 'check' : 'dot'} />
              <span>{t(`password.${rule}`, { min: minPasswordLength })}</span>
              <VisuallyHidden>{met ? t('password.met') : t('password.unmet')}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
    </>
  )
}
