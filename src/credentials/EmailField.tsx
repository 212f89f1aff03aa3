import { useText } from '../i18n/use-text.ts'
import { looksLikeEmail, normalizeEmail } from '../lib/japanese.ts'
import type { Problem } from '../lib/problem.ts'
import type { FormError } from '../fields/FormErrors.tsx'
import { textOf } from '../fields/FormErrors.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

type Props = { label: string; error: string | undefined }

/** An address that is typed once. The mail that follows proves it. */
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

/** The error of an address, before it is sent or from the response of the API. */
export function useEmailCheck() {
  const t = useText('login')
  const account = useText('account')
  const formError = (message: string): FormError => ({ targetId: 'email', message })
  return {
    errorOf(email: string): FormError | null {
      if (email === '') return formError(t('login.emptyUsername'))
      return looksLikeEmail(email) ? null : formError(t('login.emailShape'))
    },
    /** Null if the API refused for another reason. */
    refused({ code, kind }: Problem): FormError | null {
      if (code === 'SE_RG_0001') return formError(account('fault.emailTaken'))
      return kind === 'invalid' ? formError(t('login.emailShape')) : null
    },
  }
}
