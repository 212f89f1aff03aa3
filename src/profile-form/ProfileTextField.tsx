import type { ComponentProps } from 'react'
import { TidyTextField } from '../fields/TidyTextField.tsx'
import { useText } from '../i18n/use-text.ts'
import type { TextKey } from '../i18n/catalogue.ts'
import { useProfileTexts } from './field-labels.ts'
import type { FieldsInput } from './profile-field.ts'
import { tidyText } from './profile-values.ts'
import type { TextName } from './profile-values.ts'

type Props = FieldsInput &
  Pick<ComponentProps<typeof TidyTextField>, 'width' | 'autoComplete' | 'inputMode' | 'type'> & {
    name: TextName
    help?: TextKey<'account'>
  }

/** One text of a profile. */
export function ProfileTextField({ name, help, texts, setTexts, isRequired, messageOf, ...input }: Props) {
  const t = useText('account')
  const { label } = useProfileTexts()
  return (
    <TidyTextField
      {...input}
      id={name}
      name={name}
      label={label(name)}
      {...(help !== undefined && { help: t(help) })}
      required={isRequired(name)}
      error={messageOf(name)}
      value={texts[name]}
      tidy={(text) => tidyText(name, text)}
      onText={(text) => setTexts({ [name]: text })}
    />
  )
}
