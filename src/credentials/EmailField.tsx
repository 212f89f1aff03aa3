import { formatRegExp } from '../../form-model/formats.ts'
import { useText } from '../i18n/use-text.ts'
import type { Text } from '../i18n/use-text.ts'
import { normalizeEmail } from '../lib/japanese.ts'
import type { Problem } from '../lib/problem.ts'
import type { FormFault } from '../ui/fields/form-errors.ts'
import { textOf } from '../ui/fields/form-errors.ts'
import { TextField } from '../ui/fields/TextField.tsx'

type Props = { label: string; error: string | undefined }

/** An address typed once; the mail that follows proves it, so it need not be typed again. */
export function EmailField({ label, error }: Props) {
  const t = useText('login')
  return (
    <TextField
      id="email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      label={label}
      help={t('login.emailExample')}
      required
      error={error}
    />
  )
}

export function emailOf(form: HTMLFormElement): string {
  return normalizeEmail(textOf(form, 'email'))
}

/** What the API refuses about the address itself; null for any other problem. */
export function refusedEmail({ code, kind }: Problem, t: Text<'account'>): FormFault | null {
  if (code === 'SE_RG_0001') return { targetId: 'email', message: t('fault.emailTaken') }
  return kind === 'invalid' ? { targetId: 'email', message: t('fault.email') } : null
}

export function emailFault(email: string, t: Text<'account'>): FormFault | null {
  if (email === '') return { targetId: 'email', message: t('fault.emailEmpty') }
  return formatRegExp('email').test(email) ? null : { targetId: 'email', message: t('fault.email') }
}
