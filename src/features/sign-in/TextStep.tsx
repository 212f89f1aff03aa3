import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormErrors } from '../../profile-form/FormErrors.tsx'
import { textOf, useFormFaults } from '../../ui/fields/form-errors.ts'
import type { SignIn } from './use-sign-in.ts'
import styles from './SignInFlow.module.css'

type Props = { signIn: SignIn; purpose: 'email' | 'custom'; prompt?: Record<string, string> }

/** One free answer: the address for codes, or the pool's own question, whose words are shown as plain text. */
export function TextStep({ signIn, purpose, prompt = {} }: Props) {
  const t = useText('sign-in')
  const login = useText('login')
  const faults = useFormFaults()
  const email = purpose === 'email'
  const empty = email ? login('login.emptyUsername') : t('challenge.custom.empty')
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const answer = textOf(event.currentTarget, 'answer').trim()
        if (faults.accept([answer === '' ? { targetId: 'answer', message: empty } : null])) signIn.answer(answer)
      }}
    >
      <FormErrors {...faults} />
      {Object.entries(prompt).map(([name, words]) => (
        <p key={name}>{words}</p>
      ))}
      <TextField
        id="answer"
        name="answer"
        {...(email ? { type: 'email', inputMode: 'email', autoComplete: 'email' } : { autoComplete: 'off' })}
        label={email ? login('login.email') : t('challenge.custom.answer')}
        required
        error={faults.messageOf('answer')}
      />
      <Button type="submit" wide busy={signIn.busy}>
        {email ? t('challenge.emailSetup.submit') : t('challenge.submit')}
      </Button>
    </form>
  )
}
