import { useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { eraOfTypedDate, readTypedDate, tidyTypedDate, typedDate } from '../../fields/typed-date.ts'
import type { TypedDate } from '../../fields/typed-date.ts'
import { idList, useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { isOff } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { onEnter } from './enter-key.ts'
import { useOutsideValue } from './use-outside-value.ts'

const parts = ['year', 'month', 'day'] as const

function shownDate(value: unknown): TypedDate {
  return typedDate(typeof value === 'string' ? value : undefined)
}

const autoComplete = { year: 'bday-year', month: 'bday-month', day: 'bday-day' } as const

/** Three fields, because paging a calendar back sixty years is slow. Takes Japanese years and shows the era. */
export function BirthDateWidget(props: WidgetInput) {
  const field = useField()
  const { engine, t } = useEngine()
  const group = useRef<HTMLDivElement>(null)
  const shown = shownDate(props.value)
  const [era, setEra] = useState(() => eraOfTypedDate(shown))

  const inputs = (): HTMLInputElement[] => [...(group.current?.querySelectorAll('input') ?? [])]
  const isNew = useOutsideValue(props.value, (value) => {
    const next = shownDate(value)
    for (const [index, input] of inputs().entries()) input.value = next[parts[index] ?? 'year']
    setEra(eraOfTypedDate(next))
  })

  const typed = (): TypedDate => {
    const [year, month, day] = inputs().map((input) => input.value)
    return { year: year ?? '', month: month ?? '', day: day ?? '' }
  }
  const read = (): string | undefined => {
    const date = readTypedDate(typed())
    engine.setUnreadable(field.pointer, date === null ? 'date' : null)
    return date || undefined
  }
  const commit = (): boolean => {
    engine.clearPending(field.pointer)
    const next = read()
    if (!isNew(next)) return false
    props.onChange(next)
    return true
  }
  const onInput = () => {
    setEra(eraOfTypedDate(typed()))
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
  const showsEra = era !== null && engine.form.language === 'ja'
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
              enterKeyHint="next"
              onKeyDown={onEnter}
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

/** Rewrites a part once it is left: `S60` becomes `1985`, `０４` becomes `4`. */
function tidy(input: HTMLInputElement): void {
  const part = parts.find((one) => one === input.dataset.part) ?? 'year'
  const text = tidyTypedDate({ year: '', month: '', day: '', [part]: input.value })[part]
  if (input.value !== text) input.value = text
}
