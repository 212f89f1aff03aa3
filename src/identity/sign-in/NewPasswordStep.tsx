import { AccountName } from '../fields/AccountName.tsx'
import { cleanText } from '../../../form-model/visible-text.ts'
import { CodeField, SentTo, codeOf, useCodeCheck } from '../fields/CodeField.tsx'
import { NewPasswordField, useNewPasswordCheck } from '../fields/NewPasswordField.tsx'
import type { TextKey } from '../../i18n/catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './SignInFlow.module.css'
import type { SignIn } from './use-sign-in.ts'

const knownAttributes: Record<string, { label: TextKey<'sign-in'>; autoComplete: string; type: string }> = {
  email: { label: 'attribute.email', autoComplete: 'email', type: 'email' },
  phone_number: { label: 'attribute.phone_number', autoComplete: 'tel', type: 'tel' },
  name: { label: 'attribute.name', autoComplete: 'name', type: 'text' },
  given_name: { label: 'attribute.given_name', autoComplete: 'given-name', type: 'text' },
  family_name: { label: 'attribute.family_name', autoComplete: 'family-name', type: 'text' },
}

/** The challenge "new password required", with the missing attributes of the user. */
export function NewPasswordStep({ signIn, missingAttributes }: { signIn: SignIn; missingAttributes: string[] }) {
  const t = useText('sign-in')
  const checkPassword = useNewPasswordCheck()
  const attributes = missingAttributes.map((name) => {
    const known = Object.hasOwn(knownAttributes, name) ? knownAttributes[name] : undefined
    const label = known === undefined ? t('attribute.other', { name }) : t(known.label)
    return {
      name,
      id: `attribute-${name}`,
      label,
      autoComplete: known?.autoComplete ?? 'off',
      type: known?.type ?? 'text',
    }
  })
  return (
    <CheckedForm
      className={styles.form}
      read={(form) => ({
        password: textOf(form, 'new-password'),
        values: attributes.map(({ name, id }) => ({ name, value: cleanText(textOf(form, id)) })),
      })}
      check={({ password, values }) => [
        checkPassword(password),
        ...attributes.map(({ name, id, label }) =>
          values.some((one) => one.name === name && one.value === '')
            ? { targetId: id, message: t('attribute.empty', { label }) }
            : null,
        ),
      ]}
      onSubmit={({ password, values }) => {
        const userAttributes = Object.fromEntries(values.map(({ name, value }) => [name, value]))
        signIn.answer(password, values.length === 0 ? {} : { userAttributes })
      }}
    >
      {(messageOf) => (
        <>
          <AccountName email={signIn.email} />
          <NewPasswordField error={messageOf('new-password')} />
          {attributes.length > 0 && <p>{t('challenge.newPassword.missing')}</p>}
          {attributes.map(({ name, ...field }) => (
            <TextField key={name} {...field} name={field.id} required error={messageOf(field.id)} />
          ))}
          <Button type="submit" wide busy={signIn.busy}>
            {t('challenge.newPassword.submit')}
          </Button>
        </>
      )}
    </CheckedForm>
  )
}

/** Shown if an administrator has reset the password: the identity provider mails a code for a new one. */
export function ResetRequiredStep({ signIn }: { signIn: SignIn }) {
  const t = useText('sign-in')
  const checkCode = useCodeCheck()
  const checkPassword = useNewPasswordCheck()
  return (
    <CheckedForm
      className={styles.form}
      read={(form) => ({ code: codeOf(form), password: textOf(form, 'new-password') })}
      check={({ code, password }) => [checkCode(code), checkPassword(password)]}
      onSubmit={({ code, password }) => signIn.resetPassword(code, password)}
    >
      {(messageOf) => (
        <>
          {signIn.resetSentTo !== null && <SentTo destination={signIn.resetSentTo} />}
          <CodeField error={messageOf('code')} />
          <AccountName email={signIn.email} />
          <NewPasswordField error={messageOf('new-password')} />
          <Button type="submit" wide busy={signIn.busy}>
            {t('challenge.reset.submit')}
          </Button>
          <Button variant="secondary" wide onClick={signIn.resend}>
            {t('challenge.resend')}
          </Button>
        </>
      )}
    </CheckedForm>
  )
}
