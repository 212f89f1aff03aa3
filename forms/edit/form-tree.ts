import type { FieldPath } from '../../form-model/definition.ts'
import { escapeSegment, joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'

/** What a user sees as one item of a form: a step, a group, a list, a field. */
export type FormNode = {
  /** The id of a step, or the path of a field: `items/lines/[]/kind`. */
  path: FieldPath
  name: string
  kind: NodeKind
  /** The pointer of its schema in form.json; for a step, of the step's schema. */
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

/** The schema of a condition over the answers of the group `base`; `''` is the whole answers. */
export type Condition = { base: FieldPath; schema: unknown }

/** Kinds of nodes that are one question with a value of its own. */
const questionKinds: ReadonlySet<NodeKind> = new Set([
  'choice',
  'choices',
  'yes-no',
  'consent',
  'number',
  'date',
  'text',
  'lines',
  'files',
  'list',
])

export function isQuestion({ kind }: FormNode): boolean {
  return questionKinds.has(kind)
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
    const condition: Condition | null = step.visibleWhen === undefined ? null : { base: '', schema: step.visibleWhen }
    const children = childrenOf([{ pointer: schemaPointer, schema, condition: null }], ui, uiPointer, path)
    return [{ ...base, kind: 'step', holderPointer: `/steps/${index}`, condition, children }]
  })
}

/** All nodes, each before those inside it. */
export function allNodes(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)])
}

/** The nodes around a path from the step downwards, and the node itself. */
export function pathToNode(nodes: readonly FormNode[], path: FieldPath): FormNode[] {
  for (const node of nodes) {
    if (node.path === path) return [node]
    const below = pathToNode(node.children, path)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** Whether a path or a pointer is another one, or below it. */
export function isInside(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

function record(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}

type Holder = { pointer: string; schema: JsonObject; condition: Condition | null }

/** The places in a group that name properties: the group itself, and the branches of its conditions. */
function holdersOf({ pointer, schema, condition: outer }: Holder, base: FieldPath): Holder[] {
  // One condition inside another has no base of its own.
  const within = (inner: unknown): Condition => ({ base, schema: outer === null ? inner : undefined })
  const branches = (part: JsonObject, place: string): Holder[] => [
    ...(isRecord(part.then) ? [{ pointer: `${place}/then`, schema: part.then, condition: within(part.if) }] : []),
    ...(isRecord(part.else)
      ? [{ pointer: `${place}/else`, schema: part.else, condition: within({ not: part.if }) }]
      : []),
  ]
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : []
  return [
    { pointer, schema, condition: outer },
    ...branches(schema, pointer),
    ...parts.flatMap((part, index): Holder[] =>
      isRecord(part)
        ? [
            { pointer: `${pointer}/allOf/${index}`, schema: part, condition: outer },
            ...branches(part, `${pointer}/allOf/${index}`),
          ]
        : [],
    ),
  ]
}

/** `groups`: the group itself, and its parts in branches of the groups around it. */
function childrenOf(groups: readonly Holder[], ui: JsonObject, uiPointer: string, path: FieldPath): FormNode[] {
  const found = new Map<string, FormNode>()
  const holders = groups.flatMap((group) => holdersOf(group, path))
  for (const holder of holders) {
    const required = Array.isArray(holder.schema.required) ? (holder.schema.required as unknown[]) : []
    for (const [name, property] of Object.entries(record(holder.schema.properties))) {
      if (found.has(name) || !isRecord(property)) continue
      const schemaPointer = joinPointer(`${holder.pointer}/properties`, name)
      const place = { path: `${path}/${escapeSegment(name)}`, uiPointer: joinPointer(uiPointer, name) }
      const parts = holders.flatMap((other): Holder[] => {
        const part = record(other.schema.properties)[name]
        // A condition for the whole node is the node's own.
        const condition = other === holder ? null : other.condition
        return isRecord(part)
          ? [{ pointer: joinPointer(`${other.pointer}/properties`, name), schema: part, condition }]
          : []
      })
      found.set(name, {
        ...place,
        name,
        kind: kindOf(property, record(ui[name])),
        schemaPointer,
        schema: property,
        holderPointer: holder.pointer,
        ui: record(ui[name]),
        required: required.includes(name),
        condition: holder.condition,
        children: insideOf(property, parts, place, record(ui[name])),
      })
    }
  }
  return inOrder(found, ui['ui:order'])
}

function insideOf(
  schema: JsonObject,
  parts: readonly Holder[],
  { path, uiPointer }: { path: FieldPath; uiPointer: string },
  ui: JsonObject,
): FormNode[] {
  if (schema.type === 'array' && isRecord(schema.items) && isRecord(schema.items.properties)) {
    const entries = parts.map((part) => ({
      pointer: `${part.pointer}/items`,
      schema: record(part.schema.items),
      condition: part.condition,
    }))
    return childrenOf(entries, record(ui.items), `${uiPointer}/items`, `${path}/[]`)
  }
  return isRecord(schema.properties) ? childrenOf(parts, ui, uiPointer, path) : []
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
