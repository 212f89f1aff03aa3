import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeField, plainCode } from '../../credentials/CodeField.tsx'
import { FormErrors } from '../../profile-form/FormErrors.tsx'
import { NewPasswordField, useNewPasswordCheck } from '../../credentials/NewPasswordField.tsx'
import { textOf, useFormFaults } from '../../ui/fields/form-errors.ts'
import type { SignIn } from './use-sign-in.ts'
import styles from './SignInFlow.module.css'

/** The office has asked for a new password: the identity provider mails a code for it. */
export function ResetRequiredStep({ signIn }: { signIn: SignIn }) {
  const t = useText('sign-in')
  const faults = useFormFaults()
  const checkPassword = useNewPasswordCheck()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = plainCode(textOf(event.currentTarget, 'code'))
        const password = textOf(event.currentTarget, 'new-password')
        const complete = faults.accept([
          code === '' ? { targetId: 'code', message: t('code.empty') } : null,
          checkPassword(password),
        ])
        if (complete) signIn.resetPassword(code, password)
      }}
    >
      <FormErrors {...faults} />
      <CodeField error={faults.messageOf('code')} />
      <NewPasswordField error={faults.messageOf('new-password')} />
      <Button type="submit" wide busy={signIn.busy}>
        {t('challenge.reset.submit')}
      </Button>
      <Button variant="secondary" wide onClick={signIn.resend}>
        {t('challenge.resend')}
      </Button>
    </form>
  )
}
