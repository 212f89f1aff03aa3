import type { ComponentProps } from 'react'
import { FieldShell, controlAria } from './FieldShell.tsx'
import type { FieldAnatomy } from './FieldShell.tsx'
import { controlClass } from './control.ts'
import type { ControlWidth } from './control.ts'

type Props = Omit<FieldAnatomy, 'required'> &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'required'> & { required?: boolean; width?: ControlWidth }

/** The options are its children. */
export function SelectField({ id, label, required = false, help, error, width = 'full', ...select }: Props) {
  const field = { id, label, required, help, error }
  return (
    <FieldShell {...field}>
      <select {...select} {...controlAria(field)} className={controlClass(width)} />
    </FieldShell>
  )
}
