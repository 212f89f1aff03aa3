import { useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { isRealDate } from '../../../form-model/tokyo-date.ts'
import { eraOfYear, parseYear } from '../../lib/era.ts'
import { normalizeDigits } from '../../lib/japanese.ts'
import { idList, useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { isOff } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { keepComposing } from './keep-composing.ts'
import { useOutsideValue } from './use-outside-value.ts'

const parts = ['year', 'month', 'day'] as const
type Parts = Record<(typeof parts)[number], string>

function partsOf(value: unknown): Parts {
  const [, year = '', month = '', day = ''] =
    typeof value === 'string' ? (/^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []) : []
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') }
}

/** ISO date; `null` = begun but no date; `undefined` = nothing typed. */
function dateOf({ year, month, day }: Parts): string | null | undefined {
  if (year.trim() === '' && month.trim() === '' && day.trim() === '') return undefined
  const number = parseYear(year)
  const [monthNumber, dayNumber] = [normalizeDigits(month), normalizeDigits(day)]
  if (number === null || !/^\d{1,2}$/.test(monthNumber) || !/^\d{1,2}$/.test(dayNumber)) return null
  const date = `${number}-${monthNumber.padStart(2, '0')}-${dayNumber.padStart(2, '0')}`
  return isRealDate(date) ? date : null
}

function eraText(typed: Parts): string {
  const year = parseYear(typed.year)
  if (year === null) return ''
  const date = dateOf(typed)
  const era = eraOfYear(year, date ? date.slice(5) : undefined)
  return era === null ? '' : era
}

const autoComplete = { year: 'bday-year', month: 'bday-month', day: 'bday-day' } as const

/** Three fields, because nobody wants to turn a calendar back sixty years. Takes Japanese years and shows the era. */
export function BirthDateWidget(props: WidgetInput) {
  const field = useField()
  const { engine, t } = useEngine()
  const group = useRef<HTMLDivElement>(null)
  const shown = partsOf(props.value)
  const [era, setEra] = useState(() => eraText(shown))

  const inputs = (): HTMLInputElement[] => [...(group.current?.querySelectorAll('input') ?? [])]
  const isNew = useOutsideValue(props.value, (value) => {
    const next = partsOf(value)
    for (const [index, input] of inputs().entries()) input.value = next[parts[index] ?? 'year']
    setEra(eraText(next))
  })

  const typed = (): Parts => {
    const [year, month, day] = inputs().map((input) => input.value)
    return { year: year ?? '', month: month ?? '', day: day ?? '' }
  }
  const read = (): string | undefined => {
    const date = dateOf(typed())
    engine.setUnreadable(field.pointer, date === null ? 'date' : null)
    return date ?? undefined
  }
  const commit = (): boolean => {
    engine.clearPending(field.pointer)
    const next = read()
    if (!isNew(next)) return false
    props.onChange(next)
    return true
  }
  const onInput = () => {
    setEra(eraText(typed()))
    engine.input(field.pointer, read(), commit)
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    if (event.target instanceof HTMLInputElement) tidy(event.target)
    if (inside) return
    const changed = commit()
    engine.fieldLeft(field.pointer, changed)
  }
  const eraId = `${field.id}-era`
  const showsEra = era !== '' && engine.form.language === 'ja'
  return (
    <FieldFrame field={field} group>
      <p className={css.note} id={`${field.id}-year-help`}>
        {t('date.yearHelp')}
      </p>
      <div className={css.date} ref={group} onBlur={onBlur}>
        {parts.map((part, index) => (
          <label className={css.part} key={part}>
            <input
              {...field.groupAria}
              className={`${controlClass('short')} ${css[part === 'year' ? 'year' : 'few'] ?? ''}`}
              data-part={part}
              id={index === 0 ? field.id : `${field.id}-${part}`}
              type="text"
              inputMode={part === 'year' ? 'text' : 'numeric'}
              autoComplete={autoComplete[part]}
              defaultValue={shown[part]}
              readOnly={isOff(props)}
              required={field.required}
              aria-describedby={idList(
                field.groupAria['aria-describedby'],
                part === 'year' ? `${field.id}-year-help` : undefined,
                part === 'year' && showsEra ? eraId : undefined,
              )}
              onInput={onInput}
              onKeyDown={keepComposing}
            />
            {t(`date.${part}`)}
          </label>
        ))}
        {showsEra && (
          <span className={css.part} id={eraId}>
            {era}
          </span>
        )}
      </div>
    </FieldFrame>
  )
}

/** `S60` becomes `1985`, `０４` becomes `4` once the part is left; what cannot be read stays. */
function tidy(input: HTMLInputElement): void {
  const year = input.dataset.part === 'year' ? parseYear(input.value) : null
  const digits = normalizeDigits(input.value)
  const text = year !== null ? String(year) : /^\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : input.value
  if (input.value !== text) input.value = text
}
