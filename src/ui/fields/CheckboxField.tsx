import type { ComponentProps } from 'react'
import { describedBy, FieldErrorText, hasError, helpId } from './FieldShell.tsx'
import { boxClass, optionClass } from './control.ts'
import styles from './CheckboxField.module.css'
import type { Content } from '../elements.ts'

type Props = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> & {
  id: string
  label: Content
  help?: Content
  error?: string | null | undefined
}

/** A single checkbox. */
export function CheckboxField({ id, label, help, error, ...input }: Props) {
  return (
    <div className={styles.field}>
      <label className={optionClass}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={boxClass}
          aria-invalid={hasError(error) ? true : undefined}
          aria-describedby={describedBy({ id, help, error })}
        />
        <span>{label}</span>
      </label>
      {help !== undefined && (
        <div id={helpId(id)} className={styles.help}>
          {help}
        </div>
      )}
      <FieldErrorText id={id} error={error} />
    </div>
  )
}
