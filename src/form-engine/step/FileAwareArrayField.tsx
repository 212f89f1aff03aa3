import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js'
import type { Field, FieldProps } from '@rjsf/utils'
import { useMemo } from 'react'
import { isFileSchema, uiOption } from '../definition/field-description.ts'

const ListField: Field = ArrayField

/** A list of attachments is one field with a list of files, also where the definition names no widget. */
export function FileAwareArrayField(props: FieldProps) {
  const { schema, uiSchema } = props
  const files = isFileSchema(schema, uiSchema ?? {}) && uiOption(uiSchema ?? {}, 'widget') === undefined
  const ui = useMemo(() => (files ? { ...uiSchema, 'ui:widget': 'files' } : uiSchema), [files, uiSchema])
  return <ListField {...props} {...(ui ? { uiSchema: ui } : {})} />
}
