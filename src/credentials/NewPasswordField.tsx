import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { FormFault } from '../ui/fields/form-errors.ts'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { brokenRules, minPasswordLength } from './password-rules.ts'

type Props = {
  error: string | undefined
  /** Default: 新しいパスワード. */
  label?: string
}

/** A password to be chosen, with the rules it has to meet. */
export function NewPasswordField({ error, label }: Props) {
  const t = useText('sign-in')
  const [password, setPassword] = useState('')
  return (
    <PasswordField
      id="new-password"
      name="new-password"
      autoComplete="new-password"
      label={label ?? t('challenge.newPassword.label')}
      help={<PasswordRules password={password} />}
      error={error}
      onChange={(event) => setPassword(event.currentTarget.value)}
    />
  )
}

/** What is wrong with a chosen password, before it is sent. `label` as given to the field. */
export function useNewPasswordCheck(label?: string): (password: string) => FormFault | null {
  const t = useText('sign-in')
  const login = useText('login')
  return (password) => {
    const empty = label === undefined ? t('challenge.newPassword.empty') : t('attribute.empty', { label })
    if (password === '') return { targetId: 'new-password', message: empty }
    if (brokenRules(password).length === 0) return null
    return { targetId: 'new-password', message: login('password.policy', { min: minPasswordLength }) }
  }
}
