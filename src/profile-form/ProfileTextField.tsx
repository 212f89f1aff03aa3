import type { ComponentProps } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { TextKey } from '../i18n/catalogue.ts'
import { TextField } from '../ui/fields/TextField.tsx'
import { labelKey } from './field-labels.ts'
import type { FieldsInput } from './profile-field.ts'
import { tidyText } from './profile-values.ts'
import type { TextName } from './profile-values.ts'

type Props = FieldsInput &
  Pick<ComponentProps<typeof TextField>, 'width' | 'autoComplete' | 'inputMode' | 'type'> & {
    name: TextName
    help?: TextKey<'account'>
  }

/** One text of a profile. It is written as it will be stored once the field is left. */
export function ProfileTextField({ name, help, texts, setTexts, isRequired, messageOf, ...input }: Props) {
  const t = useText('account')
  return (
    <TextField
      {...input}
      id={name}
      name={name}
      label={t(labelKey(name))}
      {...(help === undefined ? {} : { help: t(help) })}
      required={isRequired(name)}
      error={messageOf(name)}
      value={texts[name]}
      onChange={(event) => setTexts({ [name]: event.currentTarget.value })}
      onBlur={() => {
        const tidied = tidyText(name, texts[name])
        if (tidied !== texts[name]) setTexts({ [name]: tidied })
      }}
    />
  )
}
