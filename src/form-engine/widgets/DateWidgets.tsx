import { useEffect, useRef } from 'react'
import { resolveBound } from '../../../form-model/checks.ts'
import { isJapanese } from '../../../form-model/language-tag.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import { dayText, halfTyped, monthText } from '../answers/answer-text.ts'
import { formatDay } from '../../lib/dates.ts'
import type { Language } from '../../lib/language.ts'
import { parseMonth } from '../../lib/era.ts'
import { isString } from '../../lib/shape.ts'
import { useNow } from '../../lib/use-now.ts'
import { idList, useEngine, useField } from '../field/field-context.ts'
import type { Field } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import type { StepEngine } from '../field/step-engine.ts'
import { controlClass } from '../../ui/fields/control.ts'
import { isReadOnly, textOption, widthOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'
import { useRestoredError } from './use-restored-error.ts'
import { useTextControl } from './use-text-control.ts'

export function DateWidget(props: WidgetInput) {
  return <DateLine {...props} type="date" />
}
export function TimeWidget(props: WidgetInput) {
  return <DateLine {...props} type="time" />
}

/** A text in any spelling: Safari on a Mac and Firefox have no field for a month. */
export function MonthWidget(props: WidgetInput) {
  const field = useField()
  const { t } = useEngine()
  const { control } = useTextControl<HTMLInputElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    toText: (value) => (isString(value) ? monthText(value, t) : ''),
    normalize: (text) => parseMonth(text) ?? text,
  })
  return (
    <FieldFrame field={field}>
      <input
        {...field.aria}
        {...control}
        className={controlClass(widthOption(props.options, 'medium'))}
        type="text"
        autoComplete={textOption(props.options, 'autocomplete')}
        readOnly={isReadOnly(props)}
      />
    </FieldFrame>
  )
}

type Bounds = { min?: string; max?: string }

/** The bounds of `checks` that do not depend on other answers, for the browser's calendar. */
function boundsOf(engine: StepEngine, field: Field, type: string, now: number): Bounds {
  const rule = engine.form.definition.checks?.find(
    (check) => check.kind === 'date-range' && check.field === field.description.path,
  )
  if (rule?.kind !== 'date-range' || type === 'time') return {}
  const min = typeof rule.min === 'string' ? resolveBound(rule.min, {}, [], now) : null
  const max = typeof rule.max === 'string' ? resolveBound(rule.max, {}, [], now) : null
  return { ...(min ? { min: min.slice(0, 10) } : {}), ...(max ? { max: max.slice(0, 10) } : {}) }
}

function rangeText({ min, max }: Bounds, language: Language, t: EngineTexts): string {
  const day = (date: string) => formatDay(date, language)
  if (min !== undefined && max !== undefined) return t('date.range', { min: day(min), max: day(max) })
  if (min !== undefined) return t('date.from', { min: day(min) })
  return max === undefined ? '' : t('date.until', { max: day(max) })
}

/** The browser's calendar cannot exclude single days; users read it before they choose one. */
function isWorkingDayOnly(engine: StepEngine, field: Field): boolean {
  const checks = engine.form.definition.checks ?? []
  return checks.some((check) => check.kind === 'working-day' && check.field === field.description.path)
}

/** The browser's own field: the phone's date picker, a calendar, and typing. */
function DateLine({ type, ...props }: WidgetInput & { type: 'date' | 'time' }) {
  const field = useField()
  const { t, engine } = useEngine()
  const line = useRef<HTMLSpanElement>(null)
  const isHalf = () => line.current?.querySelector('input')?.validity.badInput === true
  const {
    control: { ref, defaultValue, onInput, onBlur },
    commit,
  } = useTextControl<HTMLInputElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    toText: (value) => (isString(value) && (value !== halfTyped || isHalf()) ? value : ''),
    textOf: ({ value }) => (isHalf() ? halfTyped : value),
  })
  useRestoredError(props.value === halfTyped)
  function report(): void {
    onInput()
    // A date is picked at once, and the focus stays in the field: without this the error would stay beside it.
    if (engine.isCorrected(field.pointer)) commit()
  }
  const day = type === 'date' && typeof props.value === 'string' ? dayText(props.value, engine.form.language) : '-'
  const dayId = `${field.id}-day`
  const bounds = boundsOf(engine, field, type, useNow())
  // The day changes the bounds, and with them the text of an error.
  useEffect(() => {
    if (engine.errorAt(field.pointer) !== undefined) engine.inputChanged(field.pointer)
  }, [engine, field.pointer, bounds.min, bounds.max])
  const { language } = engine.form
  const allowed = [
    type === 'date' ? rangeText(bounds, language, t) : '',
    isWorkingDayOnly(engine, field) ? t('date.workingDays') : '',
  ].filter((sentence) => sentence !== '')
  const allowedId = `${field.id}-allowed`
  return (
    <FieldFrame field={field}>
      {allowed.length === 0 ? null : (
        <p id={allowedId} className={css.range}>
          {allowed.join(isJapanese(language) ? '' : ' ')}
        </p>
      )}
      <span className={css.line} ref={line}>
        <input
          {...field.aria}
          ref={ref}
          defaultValue={defaultValue}
          className={`${controlClass(widthOption(props.options, 'short'))} ${css.calendar ?? ''}`}
          type={type}
          {...bounds}
          autoComplete={textOption(props.options, 'autocomplete')}
          readOnly={isReadOnly(props)}
          aria-describedby={idList(
            field.aria['aria-describedby'],
            allowed.length === 0 ? undefined : allowedId,
            day === '-' ? undefined : dayId,
          )}
          onInput={report}
          // A part that is typed into an empty field, or deleted from it, is no input.
          onKeyUp={report}
          onBlur={onBlur}
        />
        {day === '-' ? null : <span id={dayId}>{day}</span>}
      </span>
    </FieldFrame>
  )
}
