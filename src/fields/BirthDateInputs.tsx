import { useId } from 'react'
import type { ComponentProps, FocusEvent, Ref } from 'react'
import { isJapanese } from '../../form-model/language-tag.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import { controlClass } from '../ui/fields/control.ts'
import styles from './BirthDateInputs.module.css'
import type { TypedDate } from './typed-date.ts'

export const dateParts = ['year', 'month', 'day'] as const
const autoComplete = { year: 'bday-year', month: 'bday-month', day: 'bday-day' } as const

type Props = {
  /** Props that the form supplies for the input of a part: id, value or default value, events. */
  inputOf: (part: keyof TypedDate) => ComponentProps<'input'> & { id: string; 'data-part'?: string }
  /** The era of the typed text so far; null if there is none. */
  era: string | null
  describedBy: string | undefined
  /** The element around the three inputs, and the handler of their blur events. */
  ref?: Ref<HTMLDivElement>
  onBlur?: (event: FocusEvent<HTMLElement>) => void
}

/** Year, month and day in three inputs: reaching a year of birth in a calendar takes too many steps. */
export function BirthDateInputs({ inputOf, era, describedBy, ref, onBlur }: Props) {
  const t = useText('fields')
  const helpId = useId()
  const eraId = useId()
  const shownEra = isJapanese(useLanguage()) ? era : null
  return (
    <>
      <p className={styles.help} id={helpId}>
        {t('date.yearHelp')}
      </p>
      <div className={styles.parts} ref={ref} onBlur={onBlur}>
        {dateParts.map((part) => (
          <label key={part} className={styles.part}>
            <input
              {...inputOf(part)}
              type="text"
              inputMode={part === 'year' ? 'text' : 'numeric'}
              autoComplete={autoComplete[part]}
              className={`${controlClass('short')} ${part === 'year' ? styles.year : styles.few}`}
              aria-describedby={
                [describedBy, part === 'year' && helpId, part === 'year' && shownEra !== null && eraId]
                  .filter((id) => typeof id === 'string')
                  .join(' ') || undefined
              }
            />
            <span>{t(`date.${part}`)}</span>
          </label>
        ))}
        {shownEra !== null && <span id={eraId}>{shownEra}</span>}
      </div>
    </>
  )
}
