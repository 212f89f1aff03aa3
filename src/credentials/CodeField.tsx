import { useText } from '../i18n/use-text.ts'
import { toHalfWidthDigits } from '../lib/japanese.ts'
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

/** The code without what people type around it: spaces, hyphens, full-width digits. */
export function plainCode(typed: string): string {
  return toHalfWidthDigits(typed).replace(/[\s\u3000‐-]/g, '')
}
