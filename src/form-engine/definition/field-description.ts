import type { FieldText, JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { escapeSegment, isIndex, segmentsOf } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { entrySchemas, mergedSchema, propertySchemas, uiOption, withParts } from '../../../form-model/schema-walk.ts'
import type { LoadedForm } from './load-form.ts'

/** The schema and texts of one field. */
export type FieldDescription = {
  /** `items/lines/[]/kind`; the key of the texts. */
  path: string
  /** The field's schema, merged from several branches. Empty if the field is unknown. */
  schema: JsonSchema
  ui: UiSchema
  text: FieldText | undefined
}

/** Id of the control, or of the group, at a JSON Pointer into the answers. */
export function fieldId(pointer: string): string {
  return segmentsOf(pointer).join('.')
}

const caches = new WeakMap<LoadedForm, Map<string, FieldDescription>>()

/** The description of the field at a JSON Pointer; indexes of lists may be numbers or `[]`. */
export function describeField(form: LoadedForm, pointer: string): FieldDescription {
  const cache = caches.get(form) ?? new Map<string, FieldDescription>()
  caches.set(form, cache)
  const known = cache.get(pointer)
  if (known) return known
  const [stepId = '', ...segments] = segmentsOf(pointer)
  const step = form.definition.steps.find(({ id }) => id === stepId)
  let candidates: JsonSchema[] = step ? withParts(step.schema, step.schema) : []
  let ui: unknown = step?.ui
  const path = [stepId]
  for (const segment of segments) {
    const inList = isEntry(segment) && candidates.some((schema) => schema.items !== undefined)
    path.push(inList ? '[]' : escapeSegment(segment))
    candidates = candidates
      .flatMap((schema) => (inList ? entrySchemas(schema, segment) : propertySchemas(schema, segment)))
      .flatMap((schema) => withParts(schema, step?.schema))
    ui = isRecord(ui) ? ui[inList ? 'items' : segment] : undefined
  }
  const key = path.join('/')
  const description = {
    path: key,
    schema: mergedSchema(candidates),
    ui: isRecord(ui) ? ui : {},
    text: Object.hasOwn(form.texts.fields, key) ? form.texts.fields[key] : undefined,
  }
  cache.set(pointer, description)
  return description
}

function isEntry(segment: string) {
  return segment === '[]' || isIndex(segment)
}

/** The properties of a group in the order of display: as in the schema, or by `ui:order`. */
export function orderedProperties(schema: JsonSchema, ui: UiSchema, root: unknown): [string, JsonSchema][] {
  const found = new Map<string, JsonSchema[]>()
  for (const part of withParts(schema, root)) {
    for (const [name, property] of Object.entries(isRecord(part.properties) ? part.properties : {})) {
      if (isRecord(property)) found.set(name, [...(found.get(name) ?? []), ...withParts(property, root)])
    }
  }
  const names = [...found.keys()]
  const order = uiOption(ui, 'order')
  const listed = Array.isArray(order) ? order.filter((name) => typeof name === 'string') : ['*']
  const rest = names.filter((name) => !listed.includes(name))
  const placed = listed.flatMap((name) => (name === '*' ? rest : names.includes(name) ? [name] : []))
  return [...new Set([...placed, ...names])].map((name) => [name, mergedSchema(found.get(name) ?? [])])
}

/** The kind of a field's answer; selects 入力, 選択, 添付 or 同意 in messages. */
export type AnswerKind = 'text' | 'choice' | 'file' | 'consent'

const choiceWidgets = new Set(['radio', 'select', 'checkboxes'])

export function answerKind({ schema, ui }: Pick<FieldDescription, 'schema' | 'ui'>): AnswerKind {
  const widget = uiOption(ui, 'widget')
  const { items } = schema
  if (isFileSchema(schema, ui)) return 'file'
  if (widget === 'consent' || requiresTrue(schema)) return 'consent'
  if (typeof widget === 'string' && choiceWidgets.has(widget)) return 'choice'
  if (schema.type === 'boolean' || choicesOf(schema).length > 0) return 'choice'
  return isRecord(items) && choicesOf(items).length > 0 ? 'choice' : 'text'
}

/** An attachment: one id, or a list of ids. */
export function isFileSchema(schema: JsonSchema, ui: UiSchema): boolean {
  const widget = uiOption(ui, 'widget')
  const { items } = schema
  return (
    widget === 'files' ||
    widget === 'file' ||
    schema.format === 'attachment-id' ||
    (isRecord(items) && items.format === 'attachment-id')
  )
}

export function requiresTrue(schema: JsonSchema): boolean {
  return schema.const === true || (Array.isArray(schema.enum) && schema.enum.length === 1 && schema.enum[0] === true)
}

/** The values of `enum`, or of a `oneOf`/`anyOf` of constants, with the title of such a branch if it has one. */
export function choicesOf(schema: JsonSchema): { value: unknown; title?: string }[] {
  if (Array.isArray(schema.enum)) return (schema.enum as unknown[]).map((value) => ({ value }))
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = schema[keyword]
    if (Array.isArray(list) && list.length > 0 && list.every((part: unknown) => isRecord(part) && 'const' in part)) {
      return list.filter(isRecord).map(({ const: value, title }) => ({
        value,
        ...(typeof title === 'string' ? { title } : {}),
      }))
    }
  }
  return []
}

/** Whether a branch of a union has questions of its own; one that only narrows an answer is not drawn. */
export function asksAnything({ properties, type, items }: JsonSchema): boolean {
  return properties !== undefined || type !== undefined || items !== undefined
}

/** The label of a choice from the texts, else the schema's title of it, else the value. */
export function choiceLabel(text: FieldText | undefined, value: unknown, title?: string): string {
  const key = String(value)
  const labels = text?.options
  return labels && Object.hasOwn(labels, key) ? (labels[key] ?? key) : (title ?? key)
}
