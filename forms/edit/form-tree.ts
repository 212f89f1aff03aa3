import type { FieldPath } from '../../form-model/definition.ts'
import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { mergedSchema, uiOption } from '../../form-model/schema-walk.ts'
import { fieldTree } from '../source/fields.ts'
import type { Declaration, Field, FieldAlternative, FieldPart } from '../source/fields.ts'

/** What a user sees as one item of a form: a step, a group, a list, a field. */
export type FormNode = {
  /** The id of a step, or the path of a field: `items/lines/[]/kind`. */
  path: FieldPath
  name: string
  kind: NodeKind
  /** The pointer of its schema in form.json; for a step, of the step's schema. */
  schemaPointer: string
  schema: JsonObject
  /** The schema with what applies together with it, such as `allOf`. */
  merged: JsonObject
  /** The schema object whose `properties` name it: the group, or a branch of it. */
  holderPointer: string
  uiPointer: string
  ui: JsonObject
  required: boolean
  /** The condition under which a branch requires it; `null` if none does. */
  requiredWhen: Condition | null
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

/**
 * The schema of a condition over the answers of the group `base`; `''` is the whole answers. `undefined` is a condition
 * that depends on several entries or groups.
 */
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

/** Whether a group is a table, whose groups are its rows. */
export function isTable({ kind, ui }: Pick<FormNode, 'kind' | 'ui'>): boolean {
  return kind === 'group' && uiOption(ui, 'layout') === 'table'
}

/** The steps of a form in order, with their content in the order of display. */
export function formTree(form: unknown): FormNode[] {
  const steps = arrayOf(recordOf(form).steps)
  return steps.flatMap((step, index): FormNode[] => {
    if (!isRecord(step) || typeof step.id !== 'string') return []
    const schemaPointer = `/steps/${index}/schema`
    const uiPointer = `/steps/${index}/ui`
    const schema = recordOf(step.schema)
    const ui = recordOf(step.ui)
    const root = fieldTree(step.id, schema, ui, schemaPointer)
    const place = { path: root.path, name: step.id, schemaPointer, schema, uiPointer, ui }
    const base = { ...place, required: true, requiredWhen: null }
    const condition: Condition | null = step.visibleWhen === undefined ? null : { base: '', schema: step.visibleWhen }
    const children = nodesIn(root, root, uiPointer)
    return [{ ...base, kind: 'step', merged: schema, holderPointer: `/steps/${index}`, condition, children }]
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

/** The row of a table that a question is in, and the other rows; `null` outside of tables. */
export function rowsAround(nodes: readonly FormNode[], path: FieldPath): { own: FormNode; others: FormNode[] } | null {
  const trail = pathToNode(nodes, path)
  const at = trail.findIndex(isTable)
  const [table, own] = at < 0 ? [] : trail.slice(at)
  if (!table || !own || own.path === path) return null
  return { own, others: table.children.filter((row) => row !== own && row.kind === 'group') }
}

/** The same question in every row of the table around it, first that of the path, which is alone outside of tables. */
export function sameColumns(nodes: readonly FormNode[], path: FieldPath): FieldPath[] {
  const rows = rowsAround(nodes, path)
  if (!rows) return [path]
  const others = rows.others.map((row) => row.path + path.slice(rows.own.path.length))
  return [path, ...others.filter((other) => pathToNode(nodes, other).length > 0)]
}

/** The place that the fields of a group or a step are in; of a list its entry. */
export function insideOf(node: FormNode): Pick<FormNode, 'path' | 'schemaPointer' | 'uiPointer'> {
  const { kind, path, schemaPointer, uiPointer } = node
  return kind === 'list'
    ? { path: `${path}/[]`, schemaPointer: `${schemaPointer}/items`, uiPointer: `${uiPointer}/items` }
    : node
}

/** The pointer of the order that a node is in. */
export function orderOf({ uiPointer }: FormNode): string {
  return `${uiPointer.slice(0, uiPointer.lastIndexOf('/'))}/ui:order`
}

/** A condition on what the names lead to, as one on the whole answers: it never holds for a missing answer. */
export function conditionBelow(names: readonly string[], schema: unknown): unknown {
  return names.reduceRight<unknown>((inside, name) => ({ properties: { [name]: inside }, required: [name] }), schema)
}

/** `group`: what contains the fields; `node`: the same, or the list of which it is the entry. */
function nodesIn(group: Field, node: Field, uiPointer: string): FormNode[] {
  const fields = group.children.filter(({ name }) => name !== '[]')
  const found = new Map(fields.map((field) => [field.name, nodeOf(field, group, node, uiPointer)]))
  return inOrder(found, group.ui['ui:order'])
}

function nodeOf(field: Field, group: Field, around: Field, groupUi: string): FormNode {
  const { path, name, ui, declared, parts } = field
  const [first] = definitions(declared)
  const { schema = {}, pointer = '', around: holder } = first ?? {}
  const required = holder?.schema.required
  const merged = mergedSchema(parts.filter(({ when }) => first && isSameBranch(when, first.when)).map(schemaOf))
  const kind = kindOf(merged, ui)
  const uiPointer = joinPointer(groupUi, name)
  const entry = kind === 'list' ? field.children.find((child) => child.name === '[]') : undefined
  return {
    path,
    name,
    kind,
    schemaPointer: pointer,
    schema,
    merged,
    holderPointer: holder?.pointer ?? '',
    uiPointer,
    ui,
    required: Array.isArray(required) && required.includes(name),
    requiredWhen: requiredIn(group, name, first),
    condition: shownWhen(declared.map(({ when }) => within(when, definitions(around.declared)))),
    children: entry
      ? nodesIn(entry, field, `${uiPointer}/items`)
      : kind === 'group'
        ? nodesIn(field, field, uiPointer)
        : [],
  }
}

/** When a branch other than the one that asks a question requires it. */
function requiredIn(group: Field, name: string, asked: Declaration | undefined): Condition | null {
  const requiring = group.parts.filter(
    ({ schema }) => Array.isArray(schema.required) && schema.required.includes(name) && schema !== asked?.around.schema,
  )
  const within = requiring.map(({ when }) => when.filter((one) => !asked?.when.some((other) => isSame(one, other))))
  return requiring.length === 0 ? null : (shownWhen(within) ?? { base: group.path, schema: true })
}

function schemaOf({ schema }: FieldPart): JsonObject {
  return schema
}

type Branches = readonly FieldAlternative[]

function isSame(one: FieldAlternative | undefined, other: FieldAlternative | undefined): boolean {
  return one?.of === other?.of && one?.branch === other?.branch
}

function isSameBranch(one: Branches, other: Branches): boolean {
  return one.length === other.length && one.every((alternative, index) => isSame(alternative, other[index]))
}

/** The declarations of a field without those that only add questions to a group, which is declared elsewhere. */
function definitions(declared: readonly Declaration[]): readonly Declaration[] {
  const own = declared.filter(({ schema }) => 'type' in schema || '$ref' in schema)
  return own.length > 0 ? own : declared
}

/** The branches of a declaration inside those that decide about the group around it. */
function within(when: Branches, around: readonly Declaration[]): Branches {
  const count = commonBranches(around)
  const isInside = around[0]?.when.slice(0, count).every((branch, index) => isSame(branch, when[index]))
  return isInside === true ? when.slice(count) : when
}

/** The number of branches that all declarations of a field are in: they decide about the field itself. */
function commonBranches([first, ...others]: readonly Declaration[]): number {
  const branches = first?.when ?? []
  const end = branches.findIndex((alternative, index) => others.some(({ when }) => !isSame(when[index], alternative)))
  return end < 0 ? branches.length : end
}

/** The condition under which one of several branches applies; `null` if one always does. */
function shownWhen(all: readonly Branches[]): Condition | null {
  if (all.some((branches) => branches.length === 0)) return null
  const choices = new Map<unknown, { first: FieldAlternative; rest: Branches[] }[]>()
  for (const [first, ...rest] of all) {
    if (!first) continue
    const known = choices.get(first.of) ?? []
    const same = known.find((choice) => isSame(choice.first, first))
    if (same) same.rest.push(rest)
    else choices.set(first.of, [...known, { first, rest: [rest] }])
  }
  const conditions: Condition[] = []
  for (const known of choices.values()) {
    const inside = known.map(({ first, rest }) => ({ first, condition: shownWhen(rest) }))
    // Both branches of a condition, or every branch of a union.
    if (inside.length === inside[0]?.first.branches && inside.every(({ condition }) => condition === null)) return null
    conditions.push(
      ...inside.map(({ first, condition }) => bothOf({ base: first.base, schema: first.condition }, condition)),
    )
  }
  const widest = conditions.filter(
    (one, index) =>
      !conditions.some((other, at) => at !== index && isWider(other, one) && (at < index || !isWider(one, other))),
  )
  const [only = null, ...others] = widest
  if (only === null || others.length === 0) return only
  const isKnown = widest.every(({ base, schema }) => base === only.base && schema !== undefined)
  return { base: only.base, schema: isKnown ? { anyOf: widest.map(({ schema }) => schema) } : undefined }
}

/** The conditions that together are one; a schema that combines none is its own. */
export function conjuncts(schema: unknown): unknown[] {
  const list = isRecord(schema) && Object.keys(schema).length === 1 ? schema.allOf : undefined
  return Array.isArray(list) && list.length > 0 ? list.flatMap(conjuncts) : [schema]
}

/** Whether a condition holds wherever another one does: it asks for nothing that the other one does not ask for. */
function isWider(one: Condition, other: Condition): boolean {
  if (one.schema === undefined || one.base !== other.base) return false
  const asked = new Set(conjuncts(other.schema).map((schema) => JSON.stringify(schema)))
  return conjuncts(one.schema).every((schema) => asked.has(JSON.stringify(schema)))
}

/** A condition and another one further inside. */
function bothOf(outer: Condition, inner: Condition | null): Condition {
  if (inner === null) return outer
  const below = inner.base === outer.base ? [] : segmentsOf(inner.base.slice(outer.base.length + 1))
  // A condition on an entry of a list is not one on the answers around the list.
  if (outer.schema === undefined || inner.schema === undefined || below.includes('[]'))
    return { base: outer.base, schema: undefined }
  return { base: outer.base, schema: { allOf: [outer.schema, conditionBelow(below, inner.schema)] } }
}

function inOrder(nodes: Map<string, FormNode>, order: unknown): FormNode[] {
  const names = arrayOf(order).map(String)
  const rest = [...nodes.keys()].filter((name) => !names.includes(name))
  const all = names.includes('*') ? names.flatMap((name) => (name === '*' ? rest : [name])) : [...names, ...rest]
  return [...new Set(all)].flatMap((name) => nodes.get(name) ?? [])
}

function kindOf(schema: JsonObject, ui: JsonObject): NodeKind {
  const widget = ui['ui:widget']
  // The choices of a list of the tenant are known; see `shared-lists.ts`.
  if (typeof schema.$ref === 'string' && !Array.isArray(schema.enum)) return 'part'
  if (schema.type === 'null' || widget === 'info') return 'info'
  if (schema.type === 'array') {
    const items = recordOf(schema.items)
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
