import type { FieldTemplateProps, RJSFSchema, SchemaUtilsType } from '@rjsf/utils'
import { use, useMemo } from 'react'
import { FieldContext, FoldedContext, useEngine } from '../field/field-context.ts'
import { describeField, requiresTrue } from '../definition/field-description.ts'
import { FramedContext, Group } from './ObjectTemplate.tsx'

/** Provides the field to the widget below; the widget renders the frame, because only it has the number of controls. */
export function FieldTemplate({ fieldPathId, children, hidden, required, schema, registry }: FieldTemplateProps) {
  const { engine } = useEngine()
  const outer = use(FieldContext)
  const framed = use(FramedContext)
  const folded = use(FoldedContext)
  const { path } = fieldPathId
  const pointer = engine.pointerOf(path)
  const label = framed?.pointer === pointer ? framed.label : undefined
  const requiredHere = required === true || requiresTrue(schema)
  const place = useMemo(
    () => ({
      pointer,
      id: engine.idOf(pointer),
      description: describeField(engine.form, pointer),
      required: requiredHere,
      ...(label === undefined ? {} : { label }),
    }),
    [engine, pointer, requiredHere, label],
  )
  // The field's answers stay, because they belong to the form.
  if (folded.has(pointer)) return null
  // The chosen branch of a union is rendered inside its own field.
  if (outer?.pointer === pointer) return children
  if (hidden === true) return <div hidden>{children}</div>
  const isUnion = path.length > 0 && framed?.pointer !== pointer && isUnionOfGroups(schema, registry.schemaUtils)
  const content = isUnion ? <Group>{children}</Group> : children
  return <FieldContext value={place}>{content}</FieldContext>
}

/** rjsf renders the shared part of a union and its branch one after the other; one frame contains both. */
function isUnionOfGroups(schema: RJSFSchema, utils: SchemaUtilsType): boolean {
  return (schema.oneOf !== undefined || schema.anyOf !== undefined) && !utils.isSelect(schema)
}
