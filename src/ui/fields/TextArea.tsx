import type { ComponentProps } from 'react'
import { FieldShell, controlAria } from './FieldShell.tsx'
import type { FieldAnatomy } from './FieldShell.tsx'
import { controlClass } from './control.ts'

type Props = Omit<FieldAnatomy, 'required'> &
  Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'required'> & { required?: boolean }

export function TextArea({ id, label, required = false, help, error, ...textarea }: Props) {
  const field = { id, label, required, help, error }
  return (
    <FieldShell {...field}>
      <textarea {...textarea} {...controlAria(field)} className={controlClass()} />
    </FieldShell>
  )
}
