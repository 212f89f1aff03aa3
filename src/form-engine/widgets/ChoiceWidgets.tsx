import { deepEquals } from '@rjsf/utils'
import { afterGesture, afterGroupLeft } from '../field/after-gesture.ts'
import { useEngine, useField } from '../field/field-context.ts'
import type { Field } from '../field/field-context.ts'
import { requiresTrue } from '../definition/field-description.ts'
import { Badge } from '../field/Badge.tsx'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import { boxClass, controlClass, optionClass } from '../../ui/fields/control.ts'
import { choicesOfWidget, isOff, textOption, widthOption } from '../field/widget.ts'
import type { Choice, WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'

/** The choices with the labels of the texts; yes and no for a question without labels of its own. */
function useLabels(field: Field, choices: readonly Choice[]): { value: unknown; label: string }[] {
  const { t } = useEngine()
  return choices.map(({ value, label }) => ({
    value,
    label: field.optionLabel(value, typeof value === 'boolean' ? t(value ? 'choice.yes' : 'choice.no') : label),
  }))
}

export function SelectWidget(props: WidgetInput) {
  const field = useField()
  const { engine, t } = useEngine()
  const choices = useLabels(field, choicesOfWidget(props))
  if (props.multiple === true) return <CheckboxesWidget {...props} />
  const selected = choices.findIndex(({ value }) => deepEquals(value, props.value))
  return (
    <FieldFrame field={field}>
      <select
        {...field.aria}
        className={controlClass(widthOption(props.options, 'medium'))}
        value={selected < 0 ? '' : String(selected)}
        disabled={isOff(props)}
        autoComplete={textOption(props.options, 'autocomplete')}
        onChange={(event) => {
          const value = choices[Number(event.currentTarget.value)]?.value
          engine.touch(field.pointer)
          props.onChange(event.currentTarget.value === '' ? undefined : value)
        }}
        onBlur={() => afterGesture(() => engine.fieldLeft(field.pointer, false))}
      >
        <option value="">{t(field.required ? 'choice.choose' : 'choice.none')}</option>
        {choices.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

export function RadioWidget(props: WidgetInput) {
  const field = useField()
  const { engine } = useEngine()
  const choices = useLabels(field, choicesOfWidget(props))
  return (
    <FieldFrame field={field} group>
      <div
        className={css.choices}
        data-inline={props.options.inline === true || undefined}
        onBlur={(event) => afterGroupLeft(event, () => engine.fieldLeft(field.pointer, false))}
      >
        {choices.map(({ value, label }, index) => (
          <label className={optionClass} key={label}>
            <input
              {...field.groupAria}
              className={boxClass}
              id={index === 0 ? field.id : `${field.id}-${index}`}
              type="radio"
              name={field.id}
              checked={deepEquals(value, props.value)}
              disabled={isOff(props)}
              onChange={() => {
                engine.touch(field.pointer)
                props.onChange(value)
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

export function CheckboxesWidget(props: WidgetInput) {
  const field = useField()
  const { engine } = useEngine()
  const choices = useLabels(field, choicesOfWidget(props))
  const chosen: unknown[] = Array.isArray(props.value) ? (props.value as unknown[]) : []
  return (
    <FieldFrame field={field} group>
      <div
        className={css.choices}
        data-inline={props.options.inline === true || undefined}
        onBlur={(event) => afterGroupLeft(event, () => engine.fieldLeft(field.pointer, false))}
      >
        {choices.map(({ value, label }, index) => (
          <label className={optionClass} key={label}>
            <input
              {...field.groupAria}
              className={boxClass}
              id={index === 0 ? field.id : `${field.id}-${index}`}
              type="checkbox"
              checked={chosen.some((one) => deepEquals(one, value))}
              disabled={isOff(props)}
              onChange={(event) => {
                engine.touch(field.pointer)
                const { checked } = event.currentTarget
                // In the order of the choices, so that the same boxes make the same answer.
                const next = choices
                  .map((choice) => choice.value)
                  .filter((one) => (deepEquals(one, value) ? checked : chosen.some((other) => deepEquals(other, one))))
                props.onChange(next.length === 0 ? undefined : next)
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

/** One box: its label is the label of the field. An unticked consent is no answer, an unticked yes/no is `false`. */
export function CheckboxWidget(props: WidgetInput) {
  const field = useField()
  const { engine } = useEngine()
  const consent = requiresTrue(props.schema)
  const required = field.required || consent
  return (
    <CheckboxField
      id={field.id}
      label={
        <>
          {field.label} <Badge required={required} />
        </>
      }
      help={field.help}
      error={field.error}
      checked={props.value === true}
      disabled={isOff(props)}
      required={required}
      onChange={(event) => {
        engine.touch(field.pointer)
        const { checked } = event.currentTarget
        props.onChange(checked ? true : consent ? undefined : false)
      }}
      onBlur={() => afterGesture(() => engine.fieldLeft(field.pointer, false))}
    />
  )
}
