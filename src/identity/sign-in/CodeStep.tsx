import { useParams } from 'react-router-dom'
import { otpauthUri } from '../session/sign-in-step.ts'
import type { SignInFactor } from '../session/sign-in-step.ts'
import { AuthenticatorKey } from '../fields/AuthenticatorKey.tsx'
import { CodeField, SentTo, codeOf, useCodeCheck } from '../fields/CodeField.tsx'
import { CodeHelp } from '../fields/CodeHelp.tsx'
import { useText } from '../../i18n/use-text.ts'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import styles from './SignInFlow.module.css'
import { isCodeWrong } from './use-sign-in.ts'
import type { SignIn } from './use-sign-in.ts'

type Props = {
  signIn: SignIn
  channel: SignInFactor
  destination: string | null
  asked: boolean
  describedBy: string
}

/** The second factor: a code from a message or from an authenticator app. */
export function CodeStep({ signIn, channel, destination, asked, describedBy }: Props) {
  const t = useText('sign-in')
  const checkCode = useCodeCheck()
  return (
    <CheckedForm
      className={styles.form}
      read={(form) => ({ code: codeOf(form), rememberDevice: textOf(form, 'remember') === 'yes' })}
      check={({ code }) => [checkCode(code)]}
      onSubmit={({ code, rememberDevice }) => signIn.answer(code, { rememberDevice })}
    >
      {(messageOf) => (
        <>
          {destination !== null && <SentTo destination={destination} />}
          {/* Above the code, because its last digit submits the form. */}
          <CheckboxField
            id="remember"
            name="remember"
            value="yes"
            label={t('challenge.remember')}
            help={t('challenge.rememberHelp')}
          />
          <CodeField
            error={messageOf('code')}
            channel={channel}
            takesFocus={asked}
            wrong={isCodeWrong(signIn)}
            describedBy={describedBy}
          />
          <Button type="submit" wide busy={signIn.busy}>
            {t('challenge.submit')}
          </Button>
          {channel !== 'totp' && signIn.canResend && (
            <Button variant="secondary" wide onClick={signIn.resend}>
              {t('challenge.resend')}
            </Button>
          )}
          <CodeHelp channel={channel}>
            {channel !== 'totp' && <p>{t('challenge.help.again')}</p>}
            <p>{t(`challenge.help.${channel}.contact`)}</p>
          </CodeHelp>
        </>
      )}
    </CheckedForm>
  )
}

type SetUpProps = { signIn: SignIn; secret: string; describedBy: string }

/** Sets up an authenticator app during a sign-in. */
export function TotpSetUpStep({ signIn, secret, describedBy }: SetUpProps) {
  const t = useText('sign-in')
  const { tenantId = '' } = useParams()
  const checkCode = useCodeCheck()
  return (
    <CheckedForm
      className={styles.form}
      read={codeOf}
      check={(code) => [checkCode(code)]}
      onSubmit={(code) => signIn.answer(code)}
    >
      {(messageOf) => (
        <>
          <AuthenticatorKey secret={secret} uri={otpauthUri(secret, tenantId, tenantId)} />
          <p>{t('challenge.totpSetup.code')}</p>
          <CodeField error={messageOf('code')} channel="totp" wrong={isCodeWrong(signIn)} describedBy={describedBy} />
          <Button type="submit" wide busy={signIn.busy}>
            {t('challenge.totpSetup.submit')}
          </Button>
        </>
      )}
    </CheckedForm>
  )
}
