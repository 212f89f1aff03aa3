import { textOf } from '../fields/FormErrors.tsx'
import type { FormError } from '../fields/FormErrors.tsx'
import { useText } from '../i18n/use-text.ts'
import { normalizeDigits } from '../lib/japanese.ts'
import { TextField } from '../ui/fields/TextField.tsx'

/** One field for the whole code, so that it can be pasted and filled in from a message. */
export function CodeField({ error }: { error: string | undefined }) {
  const t = useText('sign-in')
  return (
    <TextField
      id="code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      width="short"
      label={t('code.label')}
      help={t('code.help')}
      required
      error={error}
    />
  )
}

/** Where a code was sent. The identity provider masks all but the last digits of a phone number. */
export function SentTo({ destination }: { destination: string }) {
  const t = useText('sign-in')
  const digits = /^\+\*+(\d{4})$/.exec(destination)?.[1]
  return <p>{digits === undefined ? t('challenge.sentTo', { destination }) : t('challenge.sentToPhone', { digits })}</p>
}

/** The code of a form, without spaces and hyphens and in half-width digits. */
export function codeOf(form: HTMLFormElement): string {
  return normalizeDigits(textOf(form, 'code'))
}

export function useCodeCheck(): (code: string) => FormError | null {
  const t = useText('sign-in')
  return (code) => (code === '' ? { targetId: 'code', message: t('code.empty') } : null)
}
