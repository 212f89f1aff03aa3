import { useParams } from 'react-router-dom'
import { AuthenticatorKey } from '../../credentials/AuthenticatorKey.tsx'
import { CodeField, plainCode } from '../../credentials/CodeField.tsx'
import { FormErrors } from '../../profile-form/FormErrors.tsx'
import { otpauthUri } from '../../auth/sign-in-step.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { textOf, useFormFaults } from '../../ui/fields/form-errors.ts'
import type { SignIn } from './use-sign-in.ts'
import styles from './SignInFlow.module.css'

/** An authenticator app is set up in the middle of signing in. */
export function TotpSetUpStep({ signIn, secret }: { signIn: SignIn; secret: string }) {
  const t = useText('sign-in')
  const { tenantId = '' } = useParams()
  const faults = useFormFaults()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = plainCode(textOf(event.currentTarget, 'code'))
        if (faults.accept([code === '' ? { targetId: 'code', message: t('code.empty') } : null])) signIn.answer(code)
      }}
    >
      <FormErrors {...faults} />
      <AuthenticatorKey secret={secret} uri={otpauthUri(secret, tenantId, tenantId)} />
      <p>{t('challenge.totpSetup.code')}</p>
      <CodeField error={faults.messageOf('code')} />
      <Button type="submit" wide busy={signIn.busy}>
        {t('challenge.totpSetup.submit')}
      </Button>
    </form>
  )
}
