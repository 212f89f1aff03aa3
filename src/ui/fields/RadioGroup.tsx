import { FieldShell } from './FieldShell.tsx'
import type { FieldAnatomy } from './FieldShell.tsx'
import { boxClass, optionClass } from './control.ts'
import type { Content } from '../elements.ts'

type Props<Value extends string> = Omit<FieldAnatomy, 'required'> & {
  required?: boolean
  name?: string
  options: readonly { value: Value; label: Content; disabled?: boolean }[]
  value: Value | null
  onChange: (value: Value) => void
}

/** The first option has the id of the field, so that a link of the error summary reaches it. */
export function RadioGroup<Value extends string>({
  id,
  label,
  required = false,
  help,
  error,
  name = id,
  options,
  value,
  onChange,
}: Props<Value>) {
  const group = `${id}-group`
  return (
    <FieldShell id={group} label={label} required={required} help={help} error={error} group="radio">
      <div>
        {options.map((option, index) => (
          <label key={option.value} className={optionClass}>
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${option.value}`}
              name={name}
              value={option.value}
              className={boxClass}
              required={required}
              disabled={option.disabled}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldShell>
  )
}
