import { deepEquals } from '@rjsf/utils'
import { afterGesture, afterGroupLeft } from '../field/after-gesture.ts'
import { useEngine, useField } from '../field/field-context.ts'
import type { Field } from '../field/field-context.ts'
import { requiresTrue } from '../definition/field-description.ts'
import { Badge } from '../field/Badge.tsx'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import { boxClass, controlClass, optionClass } from '../../ui/fields/control.ts'
import { useFieldText } from '../../ui/fields/use-field-text.ts'
import { choicesOfWidget, isReadOnly, textOption, widthOption } from '../field/widget.ts'
import type { Choice, WidgetInput } from '../field/widget.ts'
import css from './controls.module.css'

/** The choices with the labels of the texts; yes and no for a question without its own labels. */
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
  const selected = choices.findIndex(({ value }) => deepEquals(value, props.value))
  const control = useFieldText<HTMLSelectElement>(selected < 0 ? '' : String(selected), (place) => {
    engine.touch(field.pointer)
    props.onChange(place === '' ? undefined : choices[Number(place)]?.value)
  })
  if (props.multiple === true) return <CheckboxesWidget {...props} />
  return (
    <FieldFrame field={field}>
      <select
        {...field.aria}
        className={controlClass(widthOption(props.options, 'medium'))}
        {...control}
        disabled={isReadOnly(props)}
        autoComplete={textOption(props.options, 'autocomplete')}
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

type ChoiceListProps = {
  input: WidgetInput
  type: 'radio' | 'checkbox'
  isChosen: (value: unknown) => boolean
  onChoice: (value: unknown, checked: boolean) => void
}

/** All choices below each other, or in wrapped lines. */
function ChoiceList({ input, type, isChosen, onChoice }: ChoiceListProps) {
  const field = useField()
  const { engine } = useEngine()
  const choices = useLabels(field, choicesOfWidget(input))
  return (
    <FieldFrame field={field} group={type === 'radio' ? 'radio' : true}>
      <div
        className={css.choices}
        data-inline={input.options.inline === true || undefined}
        onBlur={(event) => afterGroupLeft(event, () => engine.fieldLeft(field.pointer, false))}
      >
        {choices.map(({ value, label }, index) => (
          <label className={optionClass} key={label}>
            <input
              aria-invalid={type === 'checkbox' ? field.groupAria['aria-invalid'] : undefined}
              aria-describedby={field.groupAria['aria-describedby']}
              className={boxClass}
              id={index === 0 ? field.id : `${field.id}-${index}`}
              type={type}
              name={type === 'radio' ? field.id : undefined}
              checked={isChosen(value)}
              disabled={isReadOnly(input)}
              onChange={(event) => {
                engine.touch(field.pointer)
                onChoice(value, event.currentTarget.checked)
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

export function RadioWidget(props: WidgetInput) {
  return (
    <ChoiceList
      input={props}
      type="radio"
      isChosen={(value) => deepEquals(value, props.value)}
      onChoice={(value) => props.onChange(value)}
    />
  )
}

export function CheckboxesWidget(props: WidgetInput) {
  const chosen: unknown[] = Array.isArray(props.value) ? (props.value as unknown[]) : []
  const isChosen = (value: unknown) => chosen.some((one) => deepEquals(one, value))
  const onChoice = (value: unknown, checked: boolean) => {
    // Sorted by the order of the choices, so that the same checkboxes always give the same answer.
    const next = choicesOfWidget(props)
      .map((choice) => choice.value)
      .filter((one) => (deepEquals(one, value) ? checked : isChosen(one)))
    props.onChange(next.length === 0 ? undefined : next)
  }
  return <ChoiceList input={props} type="checkbox" isChosen={isChosen} onChoice={onChoice} />
}

/**
 * One checkbox: its label is the label of the field. An unticked consent is no answer, an unticked yes/no is `false`.
 */
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
          <span>{field.label}</span> <Badge required={required} />
        </>
      }
      help={field.help}
      error={field.error}
      checked={props.value === true}
      disabled={isReadOnly(props)}
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
