import type { ComponentProps, ReactNode } from 'react'
import { BaseIcon, criticalShapes } from '../BaseIcon.tsx'
import { describedBy, errorId } from './FieldShell.tsx'
import { boxClass, optionClass } from './control.ts'
import styles from './CheckboxField.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> & {
  id: string
  label: ReactNode
  help?: ReactNode
  error?: string | null | undefined
}

/** A single checkbox. */
export function CheckboxField({ id, label, help, error, ...input }: Props) {
  const wrong = error !== undefined && error !== null && error !== ''
  return (
    <div className={styles.field}>
      <label className={optionClass}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={boxClass}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={describedBy({ id, help, error })}
        />
        <span>{label}</span>
      </label>
      {help !== undefined && (
        <div id={`${id}-help`} className={styles.help}>
          {help}
        </div>
      )}
      {wrong && (
        <p id={errorId(id)} className={styles.error}>
          <BaseIcon shape={criticalShapes.alert} round />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
