import { useState } from 'react'
import { factorAnswer } from '../../auth/sign-in-step.ts'
import type { SignInFactor } from '../../auth/sign-in-step.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { FormErrors } from '../../profile-form/FormErrors.tsx'
import { useFormFaults } from '../../ui/fields/form-errors.ts'
import type { SignIn } from './use-sign-in.ts'
import styles from './SignInFlow.module.css'

const labels: Record<SignInFactor, TextKey<'sign-in'>> = {
  sms: 'challenge.choose.SMS',
  email: 'challenge.choose.EMAIL',
  totp: 'challenge.choose.TOTP',
}

/** Which second factor to use, or to set up. */
export function ChooseFactorStep({ signIn, factors }: { signIn: SignIn; factors: SignInFactor[] }) {
  const t = useText('sign-in')
  const [factor, setFactor] = useState<SignInFactor | null>(null)
  const faults = useFormFaults()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        faults.accept([factor === null ? { targetId: 'factor', message: t('challenge.choose.empty') } : null])
        if (factor !== null) signIn.answer(factorAnswer(factor))
      }}
    >
      <FormErrors {...faults} />
      <RadioGroup
        id="factor"
        label={t('challenge.choose.label')}
        required
        error={faults.messageOf('factor')}
        options={factors.map((value) => ({ value, label: t(labels[value]) }))}
        value={factor}
        onChange={setFactor}
      />
      <Button type="submit" wide busy={signIn.busy}>
        {t('challenge.submit')}
      </Button>
    </form>
  )
}
