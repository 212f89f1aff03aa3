import { looksLikeEmail, normalizeEmail } from '../../lib/japanese.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import type { SignIn } from './use-sign-in.ts'
import styles from './SignInFlow.module.css'

/** Address and password as native fields, so that users can type before the rest has loaded. */
export function PasswordStep({ signIn, email }: { signIn: SignIn; email: string | undefined }) {
  const t = useText('login')
  return (
    <CheckedForm
      className={styles.form}
      read={(form) => ({ address: normalizeEmail(textOf(form, 'username')), password: textOf(form, 'password') })}
      check={({ address, password }) => {
        const wrongAddress = address === '' ? t('login.emptyUsername') : t('login.emailShape')
        return [
          looksLikeEmail(address) ? null : { targetId: 'username', message: wrongAddress },
          password === '' ? { targetId: 'password', message: t('login.emptyPassword') } : null,
        ]
      }}
      onSubmit={({ address, password }) => signIn.submitPassword(address, password)}
    >
      {(messageOf) => (
        <>
          <TextField
            id="username"
            name="username"
            onFocus={signIn.prepare}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            label={t('login.email')}
            help={t('login.emailExample')}
            required
            defaultValue={email ?? signIn.email}
            readOnly={email !== undefined}
            error={messageOf('username')}
          />
          <PasswordField
            id="password"
            name="password"
            onFocus={signIn.prepare}
            autoComplete="current-password"
            label={t('login.password')}
            error={messageOf('password')}
          />
          <Button type="submit" wide busy={signIn.busy}>
            {t('login.submit')}
          </Button>
        </>
      )}
    </CheckedForm>
  )
}
