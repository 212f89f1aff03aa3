import { useEffect, useId, useState } from 'react'
import { useAccount } from '../session/session-context.tsx'
import { CodeField, SentTo, codeOf, useCodeCheck } from '../fields/CodeField.tsx'
import type { CodeChannel } from '../fields/CodeField.tsx'
import { CodeHelp } from '../fields/CodeHelp.tsx'
import { useIsLate } from '../../feedback/use-is-late.ts'
import { notify } from '../../feedback/notify.ts'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import layout from '../../profile-form/form-layout.module.css'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle, requestPageFocus } from '../../ui/PageTitle.tsx'
import { View } from './ProfileView.tsx'
import { ActionError, useAccountAction } from './AccountAction.tsx'
import { codeErrorText } from './account-error.ts'
import { isVerified, shownAddress, unconfirmedAddress } from './identity-attributes.ts'
import type { Verifiable } from './identity-attributes.ts'
import { IdentitySection, useAttributes, useIdentityReload } from './IdentitySection.tsx'
import { useOpenCode } from './open-code.ts'
import { useNavigateFromHere } from '../../lib/use-navigate-from-here.ts'

export function VerifyPhone() {
  return <VerifyAttribute attribute="phone_number" />
}

export function VerifyEmail() {
  return <VerifyAttribute attribute="email" />
}

/** Verifies with a code that a registered address belongs to the user. */
function VerifyAttribute({ attribute }: { attribute: Verifiable }) {
  const t = useText('profile')
  const account = useAccount()
  const attributes = useAttributes()
  const action = useAccountAction()
  const openCode = useOpenCode(attribute)
  const [sentTo, setSentTo] = useCodeToEnter(attribute, attributes.data)
  if (sentTo !== null) return <EnterCode attribute={attribute} {...sentTo} />
  function enter(code: CodeToEnter): void {
    expectPageTitle()
    setSentTo(code)
  }
  return (
    <View title={t(`verify.${attribute}`)} lead={t('verify.lead')}>
      <ActionError action={action} />
      <IdentitySection query={attributes}>
        {(known) => {
          const value = known[attribute] ?? ''
          if (value === '') return <p>{t('notRegistered')}</p>
          if (isVerified(known, attribute)) return <p>{t(`verify.${attribute}Done`)}</p>
          return (
            <>
              <p>{t('verify.to', { address: shownAddress(attribute, value) })}</p>
              <div className={layout.actions}>
                <Button
                  busy={action.busy}
                  onClick={() =>
                    void action.run(async () => {
                      const sent = await account.sendAttributeCode(attribute)
                      openCode.keep({ address: value, before: value, ...sent })
                      enter({ ...sent, justSent: true })
                    })
                  }
                >
                  {t('verify.send')}
                </Button>
                {/* A code may have been sent by another tab or an earlier visit. */}
                <Button variant="secondary" onClick={() => enter({ destination: null, justSent: false })}>
                  {t('verify.enter')}
                </Button>
              </div>
            </>
          )
        }}
      </IdentitySection>
    </View>
  )
}

type CodeToEnter = {
  destination: string | null
  /** The field takes the focus. False after a reload, which must not move it. */
  justSent: boolean
}

/**
 * The code that was sent before a reload, or in an earlier visit of the page. It is forgotten once its address is
 * confirmed, or is no longer the one to confirm: another tab or device did that, or the response to the code was lost.
 */
export function useCodeToEnter(attribute: Verifiable, known: Record<string, string> | undefined) {
  const openCode = useOpenCode(attribute)
  const open = openCode.read()
  const [code, setCode] = useState<CodeToEnter | null>(open && { destination: open.destination, justSent: false })
  const isOver = open !== null && known !== undefined && unconfirmedAddress(known, attribute, open) !== open.address
  if (isOver && code !== null) setCode(null)
  useEffect(() => {
    if (!isOver) return
    openCode.forget()
    requestPageFocus()
  })
  return [code, setCode] as const
}

type EnterCodeProps = CodeToEnter & {
  attribute: Verifiable
  /** Back to the form, e.g. to correct the address. */
  other?: { text: string; onOther: () => void }
}

/** The form after the code was sent. Wrong and expired codes can be corrected; another code can be sent. */
export function EnterCode({ attribute, destination, justSent, other }: EnterCodeProps) {
  const t = useText('profile')
  const login = useText('login')
  const { tenantId } = useTenant()
  const account = useAccount()
  const navigate = useNavigateFromHere()
  const reload = useIdentityReload()
  const action = useAccountAction()
  const openCode = useOpenCode(attribute)
  const leadId = useId()
  return (
    <View key="code" title={t('verify.codeTitle')} lead={<span id={leadId}>{t(`verify.${attribute}Lead`)}</span>}>
      {destination !== null && <SentTo destination={destination} />}
      <ActionError action={action} />
      <CodeForm
        channel={channels[attribute]}
        describedBy={leadId}
        takesFocus={justSent}
        busy={action.busy}
        submit={t('verify.submit')}
        onCode={(code) =>
          void action.run(async () => {
            await account.confirmAttribute(attribute, code)
            openCode.forget()
            await reload()
            notify({ tone: 'success', message: t(`verify.${attribute}Done`) })
            await navigate(paths.userProfile(tenantId, { view: 'security' }))
          }, codeErrorText)
        }
        onResend={() =>
          void action.run(async () => {
            await account.sendAttributeCode(attribute)
            notify({ tone: 'success', message: login('challenge.resent') })
          })
        }
      />
      {other && (
        <Button variant="text" onClick={other.onOther}>
          {other.text}
        </Button>
      )}
    </View>
  )
}

const channels = { email: 'email', phone_number: 'sms' } as const satisfies Record<Verifiable, CodeChannel>

type Props = {
  channel: CodeChannel
  /** The id of the text about a code that was sent. */
  describedBy?: string
  /** The code was just sent. */
  takesFocus?: boolean
  busy: boolean
  submit: string
  onCode: (code: string) => void
  /** Absent if no code can be sent. */
  onResend?: () => void
}

/** A form for the code of a message or of an authenticator app. */
export function CodeForm({ channel, describedBy, takesFocus = false, busy, submit, onCode, onResend }: Props) {
  const t = useText('sign-in')
  const words = useText('profile')
  const checkCode = useCodeCheck()
  const late = useIsLate(busy)
  return (
    <CheckedForm className={layout.form} read={codeOf} check={(code) => [checkCode(code)]} onSubmit={onCode}>
      {(messageOf) => (
        <>
          <CodeField error={messageOf('code')} channel={channel} takesFocus={takesFocus} describedBy={describedBy} />
          <div role="status">{late && <Notice tone="info" title={words('verify.late')} />}</div>
          <div className={layout.actions}>
            <Button type="submit" busy={busy}>
              {submit}
            </Button>
            {onResend && (
              <Button variant="secondary" busy={busy} onClick={onResend}>
                {t('challenge.resend')}
              </Button>
            )}
          </div>
          <CodeHelp channel={channel}>{onResend && <p>{t('challenge.help.resend')}</p>}</CodeHelp>
        </>
      )}
    </CheckedForm>
  )
}
