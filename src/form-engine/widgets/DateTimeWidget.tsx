import { useRef } from 'react'
import type { FocusEvent } from 'react'
import { tokyoIso } from '../../../form-model/tokyo-date.ts'
import { halfMoment } from '../answers/answer-text.ts'
import { afterGroupLeft } from '../field/after-gesture.ts'
import { useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { isReadOnly } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { useOutsideValue } from '../../ui/fields/use-outside-value.ts'
import { useRestoredError } from './use-restored-error.ts'

type Parts = { date: string; time: string }

/** Only a day, only a time, or less than one of them. */
const unfinished = /^(\d{4}-\d{2}-\d{2})?T(\d{2}:\d{2})?$/

/**
 * `2026-04-01T09:30:00+09:00` in Japanese time, as the two fields show it. Only a day (`2026-04-01T`), only a time
 * (`T09:30`) or less (`T`) is an answer too, which the format refuses: the draft keeps it.
 */
function partsOf(value: unknown): Parts {
  const text = typeof value === 'string' ? value : ''
  const [, day, clock] = unfinished.exec(text) ?? []
  if (day !== undefined || clock !== undefined) return { date: day ?? '', time: clock ?? '' }
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) return { date: '', time: '' }
  const japan = tokyoIso(moment)
  return { date: japan.slice(0, 10), time: japan.slice(11, 16) }
}

/** The answer that new fields can show. */
function readable(value: unknown): unknown {
  return value === halfMoment ? undefined : value
}

/** Day and time of day in Japan; stored with the offset, so that it does not depend on the device's time zone. */
export function DateTimeWidget(props: WidgetInput) {
  const field = useField()
  const { engine, t } = useEngine()
  const date = useRef<HTMLInputElement>(null)
  const time = useRef<HTMLInputElement>(null)
  const shown = partsOf(props.value)
  useRestoredError(typeof props.value === 'string' && unfinished.test(props.value))
  /** The answer that the fields have shown or reported. */
  const known = useRef(readable(props.value))
  const isNew = useOutsideValue(props.value, (value) => {
    known.current = readable(value)
    const next = partsOf(value)
    if (date.current) date.current.value = next.date
    if (time.current) time.current.value = next.time
  })

  const isHalf = () => [date, time].some(({ current }) => current?.validity.badInput === true)
  const read = (): string | undefined => {
    const [day, clock] = [date.current?.value ?? '', (time.current?.value ?? '').slice(0, 5)]
    if (day !== '' && clock !== '') return `${day}T${clock}:00+09:00`
    return day === '' && clock === '' && !isHalf() ? undefined : `${day}T${clock}`
  }
  const commit = (): boolean => {
    if (date.current === null) return false
    engine.clearPending(field.pointer)
    const next = read()
    if (!isNew(next)) return false
    props.onChange(next)
    return true
  }
  const onInput = () => {
    const next = read()
    if (next === known.current) return
    known.current = next
    engine.input(field.pointer, next, commit)
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    afterGroupLeft(event, () => {
      const changed = commit()
      engine.fieldLeft(field.pointer, changed)
    })
  }
  const common = {
    ...field.groupAria,
    className: controlClass('medium'),
    readOnly: isReadOnly(props),
    required: field.required,
    onInput,
    // A part that is typed into an empty field, or deleted from it, is no input.
    onKeyUp: onInput,
  }
  return (
    <FieldFrame field={field} group>
      <div className={css.parts} onBlur={onBlur}>
        <label className={css.part}>
          <span>{t('date.date')}</span>
          <input {...common} id={field.id} type="date" ref={date} defaultValue={shown.date} />
        </label>
        <label className={css.part}>
          <span>{t('date.time')}</span>
          <input {...common} type="time" ref={time} defaultValue={shown.time} />
        </label>
        <span className={css.part}>{t('date.zone')}</span>
      </div>
    </FieldFrame>
  )
}
