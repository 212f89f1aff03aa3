import { useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { BirthDateInputs, dateParts } from '../../fields/BirthDateInputs.tsx'
import { answerOfTypedDate, eraOfTypedDate, readTypedDate, tidyDatePart, typedDate } from '../../fields/typed-date.ts'
import type { TypedDate } from '../../fields/typed-date.ts'
import { afterGroupLeft } from '../field/after-gesture.ts'
import { useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { isReadOnly } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import { onEnter } from './enter-key.ts'
import { useOutsideValue } from '../../ui/fields/use-outside-value.ts'
import { useRestoredError } from './use-restored-error.ts'

function shownDate(value: unknown): TypedDate {
  return typedDate(typeof value === 'string' ? value : undefined)
}

/** Three fields, because paging a calendar back sixty years is slow. Accepts Japanese years and shows the era. */
export function BirthDateWidget(props: WidgetInput) {
  const field = useField()
  const { engine } = useEngine()
  const group = useRef<HTMLDivElement>(null)
  const shown = shownDate(props.value)
  const [era, setEra] = useState(() => eraOfTypedDate(shown))

  useRestoredError(readTypedDate(shown) === null)

  const inputs = (): HTMLInputElement[] => [...(group.current?.querySelectorAll('input') ?? [])]
  /** The answer that the fields have shown or reported. */
  const known = useRef<unknown>(props.value)
  const isNew = useOutsideValue(props.value, (value) => {
    known.current = value
    const next = shownDate(value)
    for (const [index, input] of inputs().entries()) input.value = next[dateParts[index] ?? 'year']
    setEra(eraOfTypedDate(next))
  })

  const typed = (): TypedDate => {
    const [year, month, day] = inputs().map((input) => input.value)
    return { year: year ?? '', month: month ?? '', day: day ?? '' }
  }
  // A text that is not a date is an answer too, which the format refuses: the draft keeps it.
  const read = (): string | undefined => answerOfTypedDate(typed()) || undefined
  const commit = (): boolean => {
    if (group.current === null) return false
    engine.clearPending(field.pointer)
    const next = read()
    if (!isNew(next)) return false
    props.onChange(next)
    return true
  }
  const onInput = () => {
    setEra(eraOfTypedDate(typed()))
    const next = read()
    if (next === known.current) return
    known.current = next
    engine.input(field.pointer, next, commit)
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement) tidy(event.target)
    afterGroupLeft(event, () => {
      const changed = commit()
      engine.fieldLeft(field.pointer, changed)
    })
  }
  return (
    <FieldFrame field={field} group>
      <BirthDateInputs
        ref={group}
        onBlur={onBlur}
        era={era}
        describedBy={field.groupAria['aria-describedby']}
        inputOf={(part) => ({
          id: part === 'year' ? field.id : `${field.id}-${part}`,
          'aria-invalid': field.groupAria['aria-invalid'],
          'data-part': part,
          defaultValue: shown[part],
          readOnly: isReadOnly(props),
          required: field.required,
          enterKeyHint: 'next',
          onInput,
          onKeyDown: onEnter,
        })}
      />
    </FieldFrame>
  )
}

/** Rewrites a part on blur: `S60` becomes `1985`, `０４` becomes `4`. */
function tidy(input: HTMLInputElement): void {
  const part = dateParts.find((one) => one === input.dataset.part) ?? 'year'
  const text = tidyDatePart(part, input.value)
  if (input.value !== text) input.value = text
}
