import { useLayoutEffect, useRef } from 'react'
import { textOf } from '../../fields/FormErrors.tsx'
import type { FormError } from '../../fields/FormErrors.tsx'
import { isBlank } from '../../../form-model/visible-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { codeIn, normalizeDigits } from '../../lib/japanese.ts'
import { TextField } from '../../ui/fields/TextField.tsx'

/** Where a code comes from. */
export type CodeChannel = 'sms' | 'email' | 'totp'

type Props = {
  error: string | undefined
  /**
   * Where the code comes from. The form is then submitted without the button at the sixth digit. Default: by the button
   * only, because other fields follow.
   */
  channel?: CodeChannel
  /** The field takes the focus when it appears: phones offer the code of a message only for the focused field. */
  takesFocus?: boolean
  /** The identity provider has refused the code. */
  wrong?: boolean
  /** The id of the text that tells where to find the code, for a screen reader that starts at the field. */
  describedBy?: string | undefined
}

/**
 * `inserted`: only if six digits were pasted or filled in at once, because the identity provider does not document how
 * long a mailed code is.
 */
const sending = { sms: 'complete', totp: 'complete', email: 'inserted' } as const satisfies Record<CodeChannel, string>

/** One field for the whole code, so that it can be pasted and filled in from a message. */
export function CodeField({ error, channel, takesFocus = false, wrong = false, describedBy }: Props) {
  const t = useText('sign-in')
  const sends = channel === undefined ? undefined : sending[channel]
  const field = useRef<HTMLInputElement>(null)
  const typed = useTypedCode()
  // A layout effect runs in the commit of the heading: a user who types at once must not lose the focus of the field.
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const submitIfComplete = (input: HTMLInputElement) => {
    if (sends !== undefined && typed.isComplete(codeIn(input.value) ?? normalizeDigits(input.value), sends))
      input.form?.requestSubmit()
  }
  return (
    <TextField
      ref={field}
      id="code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      width="short"
      label={t('code.label')}
      help={t(sends === 'complete' ? 'code.helpSends' : 'code.help')}
      aria-describedby={describedBy}
      aria-invalid={wrong || undefined}
      required
      error={error}
      onInput={({ currentTarget, nativeEvent }) => {
        // Full-width digits are input while they are composed and may still change.
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) submitIfComplete(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => submitIfComplete(currentTarget)}
    />
  )
}

/**
 * Decides when a code is submitted without the button: once when it is complete. After a failure the user may correct
 * several digits one by one: then only the button submits, until a code is begun again or another one inserted.
 */
function useTypedCode() {
  const state = useRef({ before: '', submitted: '', corrects: false })
  return {
    isComplete: (code: string, sends: 'complete' | 'inserted'): boolean => {
      const now = state.current
      const inserted = isInserted(now.before, code)
      if (code.length <= 1 || inserted) now.corrects = false
      now.before = code
      if (!/^\d{6}$/.test(code) || code === now.submitted || now.corrects) return false
      if (sends === 'inserted' && !inserted) return false
      now.submitted = code
      now.corrects = true
      return true
    },
  }
}

/** Whether more than one digit has changed at once. */
function isInserted(before: string, code: string): boolean {
  if (code.length !== before.length) return code.length > before.length + 1
  return [...code].filter((digit, at) => digit !== before[at]).length > 1
}

/** Where a code was sent. The identity provider masks all but the last digits of a phone number. */
export function SentTo({ destination }: { destination: string }) {
  const t = useText('sign-in')
  const digits = /^\+\*+(\d{4})$/.exec(destination)?.[1]
  return <p>{digits === undefined ? t('challenge.sentTo', { destination }) : t('challenge.sentToPhone', { digits })}</p>
}

/** The code of a form; the text itself if there is no code in it. */
export function codeOf(form: HTMLFormElement): string {
  const text = textOf(form, 'code')
  return codeIn(text) ?? text
}

/** The error of a text without a code. It is not sent: the identity provider accepts only a few wrong codes. */
export function useCodeCheck(): (code: string) => FormError | null {
  const t = useText('sign-in')
  return (code) => {
    if (codeIn(code) !== null) return null
    return { targetId: 'code', message: t(isBlank(code) ? 'code.empty' : 'code.notFound') }
  }
}
