import { useId } from 'react'
import { eraOfTypedDate, tidyTypedDate } from '../lib/birth-date.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import { controlClass } from '../ui/fields/control.ts'
import { FieldShell, describedBy } from '../ui/fields/FieldShell.tsx'
import type { FieldsInput } from './profile-field.ts'
import { birthOf } from './profile-values.ts'
import styles from './ProfileFields.module.css'

const parts = [
  { name: 'birthYear', word: 'date.year', autoComplete: 'bday-year' },
  { name: 'birthMonth', word: 'date.month', autoComplete: 'bday-month' },
  { name: 'birthDay', word: 'date.day', autoComplete: 'bday-day' },
] as const

/** Three fields, since nobody wants to turn a calendar back sixty years. Japanese years are taken and the era is shown. */
export function BirthDateField({ texts, setTexts, messageOf }: FieldsInput) {
  const t = useText('account')
  const language = useLanguage()
  const eraId = useId()
  const error = messageOf('birthYear')
  const field = { id: 'birthDate', help: t('help.birthDate'), error }
  const era = language === 'ja' ? eraOfTypedDate(birthOf(texts)) : null
  const tidy = () => {
    const { year, month, day } = tidyTypedDate(birthOf(texts))
    setTexts({ birthYear: year, birthMonth: month, birthDay: day })
  }
  return (
    <FieldShell {...field} label={t('field.birthDate')} required={false} group>
      <div className={styles.parts}>
        {parts.map(({ name, word, autoComplete }) => (
          <label key={name} className={styles.part}>
            <input
              id={name}
              name={name}
              type="text"
              inputMode={name === 'birthYear' ? 'text' : 'numeric'}
              autoComplete={autoComplete}
              className={controlClass('short')}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={[describedBy(field), era === null ? '' : eraId].join(' ').trim()}
              value={texts[name]}
              onChange={(event) => setTexts({ [name]: event.currentTarget.value })}
              onBlur={tidy}
            />
            {t(word)}
          </label>
        ))}
        {era !== null && (
          <span id={eraId} className={styles.era}>
            {era}
          </span>
        )}
      </div>
    </FieldShell>
  )
}
