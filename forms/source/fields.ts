import type { FieldPath, JsonSchema, UiSchema } from '../../form-model/definition.ts'
import { escapeSegment } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { entrySchemas, mergedSchema, propertySchemas, withParts } from '../../form-model/schema-walk.ts'

/** One place for answers in a step: a field, a group or a list. */
export type Field = {
  /** `items/lines/[]/kind` */
  path: FieldPath
  /** Name of the property; `[]` for the entry of a list. */
  name: string
  kind: 'group' | 'list' | 'field' | 'info'
  /** All schemas that describe the value, branches of conditions included. Never empty. */
  schemas: JsonSchema[]
  /** The same merged, the first taking precedence; choices of several branches are joined. */
  merged: JsonSchema
  ui: UiSchema
  /** Properties of a group; entries of a list. */
  children: Field[]
}

/** The tree of a step's fields; the step itself is its root. */
export function fieldTree(stepId: string, schema: JsonSchema, ui: UiSchema): Field {
  return makeField(escapeSegment(stepId), stepId, [schema], ui, schema, new Set())
}

/** A field and all fields inside it. */
export function allFields(field: Field): Field[] {
  return [field, ...field.children.flatMap(allFields)]
}

function makeField(
  path: FieldPath,
  name: string,
  schemas: JsonSchema[],
  ui: UiSchema,
  root: JsonSchema,
  seenRefs: ReadonlySet<string>,
): Field {
  const refs = new Set(seenRefs)
  const followOnce = (ref: string) => {
    const isNew = !refs.has(ref)
    refs.add(ref)
    return isNew
  }
  const parts = schemas.flatMap((schema) => withParts(schema, root, followOnce))
  const merged = mergedSchema(parts)
  const children: Field[] = []
  const names = new Set(parts.flatMap((part) => (isRecord(part.properties) ? Object.keys(part.properties) : [])))
  for (const child of names) {
    const inside = parts.flatMap((part) => propertySchemas(part, child))
    if (inside.length === 0) continue
    const childUi = Object.hasOwn(ui, child) && isRecord(ui[child]) ? ui[child] : {}
    children.push(makeField(`${path}/${escapeSegment(child)}`, child, inside, childUi, root, refs))
  }
  const entries = parts.flatMap((part) => entrySchemas(part, '[]'))
  const entryUi = isRecord(ui.items) ? ui.items : {}
  if (entries.length > 0) children.push(makeField(`${path}/[]`, '[]', entries, entryUi, root, refs))
  return { path, name, kind: kindOf(merged, names.size > 0, entries.length > 0), schemas: parts, merged, ui, children }
}

function kindOf(merged: JsonSchema, hasProperties: boolean, hasEntries: boolean): Field['kind'] {
  if (merged.type === 'null') return 'info'
  if (merged.type === 'object' || (merged.type === undefined && hasProperties)) return 'group'
  return merged.type === 'array' || hasEntries ? 'list' : 'field'
}

/** An option of the widget, in either of rjsf's two notations. */
export function uiOption(ui: UiSchema, name: string): unknown {
  const direct = ui[`ui:${name}`]
  if (direct !== undefined) return direct
  const options = ui['ui:options']
  return isRecord(options) && Object.hasOwn(options, name) ? options[name] : undefined
}

/** The values to choose from, of the field itself or of the entries of a list of choices. */
export function choicesOf({ merged, children }: Field): unknown[] {
  if (Array.isArray(merged.enum)) return merged.enum as unknown[]
  const entry = children.find(({ name }) => name === '[]')
  return entry && Array.isArray(entry.merged.enum) ? (entry.merged.enum as unknown[]) : []
}

/** A list that is one field for the resident: several choices, or files. */
export function isSingleControl(field: Field): boolean {
  return (
    field.kind === 'list' &&
    (uiOption(field.ui, 'widget') === 'files' ||
      field.children.some(({ merged }) => merged.format === 'attachment-id') ||
      (choicesOf(field).length > 0 && field.merged.uniqueItems === true))
  )
}
