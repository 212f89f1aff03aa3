import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSubmitOnce } from '../lib/use-submit-once.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** A mail usually arrives within this time; a resend before would only make two of them. */
const resendPauseMs = 60_000

type Props = {
  email: string
  /** What is said about the mail; by default that it was sent. */
  message?: string
  resend: () => Promise<void>
  /** Back to the form, for a mistyped address. */
  onChangeEmail: () => void
}

/** A mail with a link is on its way: to which address, for how long it is valid, and how to get another one. */
export function MailSent({ email, message, resend, onChangeEmail }: Props) {
  const t = useText('account')
  const { submit, busy, problem } = useSubmitOnce()
  const [sent, setSent] = useState(1)
  const [pausing, setPausing] = useState(true)
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPausing(false), resendPauseMs)
    return () => clearTimeout(timer)
  }, [sent])

  function onResend(): void {
    if (pausing) return setAsked(true)
    void submit(async () => {
      await resend()
      setSent(sent + 1)
      setPausing(true)
      setAsked(false)
    })
  }

  return (
    <>
      <Notice tone="success" role="status">
        <p>{t('mail.to', { email })}</p>
        <p>{message ?? t('mailSent')}</p>
        <p>{t('mail.lifetime')}</p>
        {sent > 1 && <p>{t('mail.resent')}</p>}
      </Notice>
      {problem !== null && (
        <Notice tone="danger" role="alert">
          {t('mail.failed')}
        </Notice>
      )}
      <Button variant="secondary" wide busy={busy} onClick={onResend}>
        {t('mail.resend')}
      </Button>
      <output>{asked && pausing && t('mail.pause')}</output>
      <Button variant="text" wide onClick={onChangeEmail}>
        {t('mail.change')}
      </Button>
    </>
  )
}
