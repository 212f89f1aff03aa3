import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { useFormErrors, textOf } from '../../fields/FormErrors.tsx'
import type { FormError } from '../../fields/FormErrors.tsx'
import { useText } from '../../i18n/use-text.ts'
import { newIdempotencyKey, useKeyFor } from '../../lib/idempotency.ts'
import { looksLikeEmail, normalizeEmail } from '../../lib/japanese.ts'
import { withoutSession } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { useOptionalSession } from '../session/session-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle } from '../../ui/PageTitle.tsx'
import { useSentMail } from './requested-email.ts'
import type { KeptAddress } from './requested-email.ts'

type RequestMail = (email: string, key: string) => Promise<void>

/**
 * A page that requests a mail with a link: first a form with an `EmailField`, then `MailSent`, also after a reload.
 * @param objection an error of the page's own for an address, before the general check
 * @param kept where the page keeps the address to which the mail was sent
 */
export function useMailRequest(
  request: RequestMail,
  objection: (email: string) => FormError | null = () => null,
  kept?: KeptAddress,
) {
  const sentMail = useSentMail()
  const { read, keep, forget } = kept ?? sentMail
  const check = useEmailCheck()
  const signedIn = useOptionalSession() !== null
  const formErrors = useFormErrors(({ email, refusal }: { email: string; refusal: Problem | null }) => [
    refusal === null ? (objection(email) ?? check.errorOf(email)) : check.refused(refusal),
  ])
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()
  const [sent, setSent] = useState(() => {
    const email = read()
    return email === null ? null : { email, justSent: false }
  })
  // A form that is opened again makes a new request, even for the same address.
  const [round, setRound] = useState(0)

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const email = emailOf(event.currentTarget)
    if (!formErrors.accept({ email, refusal: null })) return
    void submit(
      async () => {
        await request(email, keyFor({ email, round }))
        keep(email)
        setSent({ email, justSent: true })
        expectPageTitle()
      },
      (found) => {
        if (!formErrors.accept({ email, refusal: found })) return null
        return signedIn ? found : withoutSession(found)
      },
    )
  }

  function onChangeEmail(): void {
    forget()
    setSent(null)
    setRound(round + 1)
    expectPageTitle()
  }

  return {
    formErrors,
    busy,
    problem,
    onSubmit,
    /** The props of `MailSent`; null while the form is shown. */
    sent: sent && { ...sent, resend: () => request(sent.email, newIdempotencyKey()), onChangeEmail },
  }
}

/** A mail usually arrives within this time. A resend before that would only produce a second one. */
const resendPauseMs = 60_000

type Props = {
  email: string
  /** A resend has to wait. False after a reload, by when the mail should have arrived. */
  justSent: boolean
  /** Replaces the sentence that the mail was sent. */
  message?: string
  /** What the user has to know about the link, besides its validity. */
  note?: string
  resend: () => Promise<void>
  /** Returns to the form, e.g. to correct the address. */
  onChangeEmail: () => void
}

/** Confirms that a mail was sent: the address, the validity of its link, and how to get another one. */
export function MailSent({ email, justSent, message, note, resend, onChangeEmail }: Props) {
  const t = useText('sign-in')
  const { submit, busy, problem } = useSubmitOnce()
  const [sent, setSent] = useState(1)
  const [pausing, setPausing] = useState(justSent)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setPausing(false), resendPauseMs)
    return () => clearTimeout(timer)
  }, [sent])

  function onResend(): void {
    if (pausing) return setAsked(asked + 1)
    void submit(async () => {
      await resend()
      setSent(sent + 1)
      setPausing(true)
      setAsked(0)
    })
  }

  // With a key, because a text that is shown again is announced only if it is a new element.
  return (
    <>
      <Notice tone="success" role="status">
        <p>{t('mailSent.to', { email })}</p>
        <p>{message ?? t('mailSent.message')}</p>
        <p>{t('mailSent.lifetime')}</p>
        {note !== undefined && <p>{note}</p>}
        {sent > 1 && <p key={sent}>{t('mailSent.resent')}</p>}
      </Notice>
      {problem !== null && (
        <Notice tone="danger" role="alert">
          <p>{t('mailSent.failed')}</p>
        </Notice>
      )}
      <Button variant="secondary" wide busy={busy} onClick={onResend}>
        {t('mailSent.resend')}
      </Button>
      <output>{asked > 0 && pausing && <span key={asked}>{t('mailSent.pause')}</span>}</output>
      <Button variant="text" wide onClick={onChangeEmail}>
        {t('mailSent.change')}
      </Button>
    </>
  )
}

type EmailFieldProps = { label: string; error: string | undefined; suggested?: string }

/** An address that is typed once. The mail that follows verifies it. */
export function EmailField({ label, error, suggested = '' }: EmailFieldProps) {
  const t = useText('login')
  return (
    <TextField
      id="email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      label={label}
      help={t('login.emailExample')}
      required
      defaultValue={suggested}
      error={error}
    />
  )
}

function emailOf(form: HTMLFormElement): string {
  return normalizeEmail(textOf(form, 'email'))
}

/** The error of an address, before it is sent or from the response of the API. */
function useEmailCheck() {
  const t = useText('login')
  const signIn = useText('sign-in')
  const formError = (message: string): FormError => ({ targetId: 'email', message })
  return {
    errorOf(email: string): FormError | null {
      if (email === '') return formError(t('login.emptyUsername'))
      return looksLikeEmail(email) ? null : formError(t('login.emailShape'))
    },
    /** Null if the API refused for another reason, or a proxy refused, whose response has no code. */
    refused({ code, kind }: Problem): FormError | null {
      if (code === 'SE_RG_0001') return formError(signIn('mailSent.taken'))
      return kind === 'invalid' && code !== undefined ? formError(t('login.emailShape')) : null
    },
  }
}
