import { BirthDateInputs } from '../fields/BirthDateInputs.tsx'
import { eraOfTypedDate, tidyTypedDate } from '../fields/typed-date.ts'
import { useText } from '../i18n/use-text.ts'
import { FieldShell, describedBy } from '../ui/fields/FieldShell.tsx'
import type { FieldsInput } from './profile-field.ts'
import { birthOf } from './profile-values.ts'

const names = { year: 'birthYear', month: 'birthMonth', day: 'birthDay' } as const

export function BirthDateField({ texts, setTexts, messageOf }: FieldsInput) {
  const t = useText('account')
  const error = messageOf('birthYear')
  const field = { id: 'birthDate', error }
  const tidy = () => {
    const { year, month, day } = tidyTypedDate(birthOf(texts))
    setTexts({ birthYear: year, birthMonth: month, birthDay: day })
  }
  return (
    <FieldShell {...field} label={t('field.birthDate')} required={false} group>
      <BirthDateInputs
        era={eraOfTypedDate(birthOf(texts))}
        describedBy={describedBy(field)}
        inputOf={(part) => ({
          id: names[part],
          name: names[part],
          'aria-invalid': error === undefined ? undefined : true,
          value: texts[names[part]],
          onChange: (event) => setTexts({ [names[part]]: event.currentTarget.value }),
          onBlur: tidy,
        })}
      />
    </FieldShell>
  )
}
