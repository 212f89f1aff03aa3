import type { ComponentProps } from 'react'
import { FieldShell, controlAria } from './FieldShell.tsx'
import type { FieldAnatomy } from './FieldShell.tsx'
import { controlClass } from './control.ts'
import type { ControlWidth } from './control.ts'

type Props = Omit<FieldAnatomy, 'id' | 'required'> &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'width'> & {
    id: string
    required?: boolean
    width?: ControlWidth
  }

export function TextField({ label, required = false, help, error, badge, width = 'full', ...input }: Props) {
  const field = { id: input.id, label, required, help, error, badge }
  const aria = controlAria(field)
  return (
    <FieldShell {...field}>
      <input
        type="text"
        {...input}
        {...aria}
        aria-invalid={aria['aria-invalid'] ?? input['aria-invalid']}
        aria-describedby={[input['aria-describedby'], aria['aria-describedby']].filter(Boolean).join(' ') || undefined}
        className={controlClass(width)}
      />
    </FieldShell>
  )
}
