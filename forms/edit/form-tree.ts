import type { FieldPath } from '../../form-model/definition.ts'
import { escapeSegment, joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'

/** What a user sees as one item of a form: a step, a group, a list, a field. */
export type FormNode = {
  /** The id of a step, or the path of a field: `items/lines/[]/kind`. */
  path: FieldPath
  name: string
  kind: NodeKind
  /** Where its schema is in form.json; of a step, the step's schema. */
  schemaPointer: string
  schema: JsonObject
  /** The schema object whose `properties` name it: the group, or a branch of it. */
  holderPointer: string
  uiPointer: string
  ui: JsonObject
  required: boolean
  /** The condition for showing it; `null` means always. */
  condition: Condition | null
  children: FormNode[]
}

type JsonObject = { [key: string]: unknown }

export type NodeKind =
  | 'step'
  | 'group'
  | 'list'
  | 'part'
  | 'text'
  | 'lines'
  | 'choice'
  | 'choices'
  | 'yes-no'
  | 'consent'
  | 'date'
  | 'number'
  | 'files'
  | 'info'
  | 'other'

/** `field` is the name of a question in the same group. Any condition that does not fit this form stays as written. */
export type Condition =
  | { kind: 'equals'; field: string; values: readonly (string | boolean)[] }
  | { kind: 'written'; json: string }

/** The schema of a condition; of a step over the whole answers, else over the group around the node. */
export function conditionSchema(condition: Condition): unknown {
  if (condition.kind === 'written') return JSON.parse(condition.json)
  const { field, values } = condition
  return { properties: { [field]: values.length === 1 ? { const: values[0] } : { enum: values } }, required: [field] }
}

/** The steps of a form in order, with their content in the order of display. */
export function formTree(form: unknown): FormNode[] {
  const steps = isRecord(form) && Array.isArray(form.steps) ? (form.steps as unknown[]) : []
  return steps.flatMap((step, index): FormNode[] => {
    if (!isRecord(step) || typeof step.id !== 'string') return []
    const schemaPointer = `/steps/${index}/schema`
    const uiPointer = `/steps/${index}/ui`
    const schema = record(step.schema)
    const ui = record(step.ui)
    const path = escapeSegment(step.id)
    const base = { path, name: step.id, schemaPointer, schema, uiPointer, ui, required: true }
    const condition: Condition | null =
      step.visibleWhen === undefined ? null : { kind: 'written', json: JSON.stringify(step.visibleWhen) }
    const children = childrenOf(schema, schemaPointer, ui, uiPointer, path)
    return [{ ...base, kind: 'step', holderPointer: `/steps/${index}`, condition, children }]
  })
}

/** All nodes, each before those inside it. */
export function allNodes(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)])
}

/** The node with a path, and the nodes around it from the step down. */
export function pathToNode(nodes: readonly FormNode[], path: FieldPath): FormNode[] {
  for (const node of nodes) {
    if (node.path === path) return [node]
    const below = pathToNode(node.children, path)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

function record(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}

type Holder = { pointer: string; schema: JsonObject; condition: Condition | null }

/** The places in a group that name properties: the group itself, and the branches of its conditions. */
function holdersOf(schema: JsonObject, pointer: string): Holder[] {
  const branches = (part: JsonObject, place: string): Holder[] => [
    ...(isRecord(part.then) ? [{ pointer: `${place}/then`, schema: part.then, condition: conditionOf(part.if) }] : []),
    ...(isRecord(part.else)
      ? [{ pointer: `${place}/else`, schema: part.else, condition: written({ not: part.if }) }]
      : []),
  ]
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : []
  return [
    { pointer, schema, condition: null },
    ...branches(schema, pointer),
    ...parts.flatMap((part, index): Holder[] =>
      isRecord(part)
        ? [
            { pointer: `${pointer}/allOf/${index}`, schema: part, condition: null },
            ...branches(part, `${pointer}/allOf/${index}`),
          ]
        : [],
    ),
  ]
}

function written(condition: unknown): Condition {
  return { kind: 'written', json: JSON.stringify(condition) }
}

/** Describes `{ properties: { kind: { const: 'other' } }, required: ['kind'] }` in words. */
function conditionOf(condition: unknown): Condition {
  if (!isRecord(condition) || !isRecord(condition.properties)) return written(condition)
  const others = Object.keys(condition).filter((key) => !['type', 'properties', 'required'].includes(key))
  const [entry, ...more] = Object.entries(condition.properties)
  if (!entry || more.length > 0 || others.length > 0 || !isRecord(entry[1])) return written(condition)
  const [field, wanted] = entry
  const values = 'const' in wanted ? [wanted.const] : Array.isArray(wanted.enum) ? (wanted.enum as unknown[]) : []
  const plain = values.filter((value) => typeof value === 'string' || typeof value === 'boolean')
  const isNamed = Array.isArray(condition.required) && condition.required.includes(field)
  return isNamed && plain.length > 0 && plain.length === values.length && Object.keys(wanted).length === 1
    ? { kind: 'equals', field, values: plain }
    : written(condition)
}

function childrenOf(
  schema: JsonObject,
  pointer: string,
  ui: JsonObject,
  uiPointer: string,
  path: FieldPath,
): FormNode[] {
  const found = new Map<string, FormNode>()
  for (const holder of holdersOf(schema, pointer)) {
    const required = Array.isArray(holder.schema.required) ? (holder.schema.required as unknown[]) : []
    for (const [name, property] of Object.entries(record(holder.schema.properties))) {
      if (found.has(name) || !isRecord(property)) continue
      const schemaPointer = joinPointer(`${holder.pointer}/properties`, name)
      const place = { path: `${path}/${escapeSegment(name)}`, schemaPointer, uiPointer: joinPointer(uiPointer, name) }
      found.set(name, {
        ...place,
        name,
        kind: kindOf(property, record(ui[name])),
        schema: property,
        holderPointer: holder.pointer,
        ui: record(ui[name]),
        required: required.includes(name),
        condition: holder.condition,
        children: insideOf(property, place, record(ui[name])),
      })
    }
  }
  return inOrder(found, ui['ui:order'])
}

function insideOf(
  schema: JsonObject,
  { path, schemaPointer, uiPointer }: { path: FieldPath; schemaPointer: string; uiPointer: string },
  ui: JsonObject,
): FormNode[] {
  if (schema.type === 'array' && isRecord(schema.items) && isRecord(schema.items.properties))
    return childrenOf(schema.items, `${schemaPointer}/items`, record(ui.items), `${uiPointer}/items`, `${path}/[]`)
  return isRecord(schema.properties) ? childrenOf(schema, schemaPointer, ui, uiPointer, path) : []
}

function inOrder(nodes: Map<string, FormNode>, order: unknown): FormNode[] {
  const names = Array.isArray(order) ? order.map(String) : []
  const rest = [...nodes.keys()].filter((name) => !names.includes(name))
  const all = names.includes('*') ? names.flatMap((name) => (name === '*' ? rest : [name])) : [...names, ...rest]
  return [...new Set(all)].flatMap((name) => nodes.get(name) ?? [])
}

function kindOf(schema: JsonObject, ui: JsonObject): NodeKind {
  const widget = ui['ui:widget']
  if (typeof schema.$ref === 'string') return 'part'
  if (schema.type === 'null' || widget === 'info') return 'info'
  if (schema.type === 'array') {
    const items = record(schema.items)
    if (items.format === 'attachment-id') return 'files'
    return Array.isArray(items.enum) ? 'choices' : 'list'
  }
  if (schema.type === 'object' || isRecord(schema.properties)) return 'group'
  if (schema.type === 'boolean') return widget === 'checkbox' ? 'consent' : 'yes-no'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type !== 'string') return 'other'
  if (Array.isArray(schema.enum)) return 'choice'
  if (schema.format === 'date') return 'date'
  return widget === 'textarea' ? 'lines' : 'text'
}
