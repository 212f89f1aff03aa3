import { CodeField, codeOf, useCodeCheck } from '../../../credentials/CodeField.tsx'
import { FormErrors, useFormErrors } from '../../../fields/FormErrors.tsx'
import layout from '../../../profile-form/form-layout.module.css'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'

type Props = {
  busy: boolean
  submit: string
  onCode: (code: string) => void
  /** Absent if no code can be sent. */
  onResend?: () => void
}

/** A form for the code of a message or of an authenticator app. */
export function CodeForm({ busy, submit, onCode, onResend }: Props) {
  const t = useText('sign-in')
  const formErrors = useFormErrors()
  const checkCode = useCodeCheck()
  return (
    <form
      className={layout.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = codeOf(event.currentTarget)
        if (formErrors.accept([checkCode(code)])) onCode(code)
      }}
    >
      <FormErrors {...formErrors} />
      <CodeField error={formErrors.messageOf('code')} />
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
    </form>
  )
}
