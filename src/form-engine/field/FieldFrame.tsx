import { FieldShell } from '../../ui/fields/FieldShell.tsx'
import type { Field } from './field-context.ts'
import type { Elements } from '../../ui/elements.ts'

type Props = {
  field: Field
  /** Several controls that answer one question. */
  group?: boolean | 'radio'
  children: Elements
}

/** The frame that every field of the portal has, for a field of a form. */
export function FieldFrame({ field, group = false, children }: Props) {
  return (
    <FieldShell
      id={group ? field.groupId : field.id}
      label={field.label}
      required={field.required}
      help={field.help}
      error={field.error}
      group={group}
    >
      {children}
    </FieldShell>
  )
}
