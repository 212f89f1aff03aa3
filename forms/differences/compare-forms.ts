import type { Definition, JsonSchema, UiSchema } from '../../form-model/definition.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { renamedPointer } from '../../form-model/renamed.ts'
import { leafChanges } from './leaf-changes.ts'
import { choicesOf, fieldTree } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import { isSameJson } from '../source/same-json.ts'

/** One difference between two versions of a form. */
export type Change = {
  kind: 'added' | 'removed' | 'renamed' | 'tightened' | 'loosened' | 'moved' | 'other'
  /** Field path, step id, or part of the definition (`fee`, `checks`). */
  path: string
  /** The keyword concerned, with the values before and after; empty for added and removed fields. */
  keyword: string
  before: unknown
  after: unknown
  /**
   * What happens to a saved draft: nothing, a new answer is needed, an answer must be corrected, is lost, or means
   * something else, or the resident pays another fee.
   */
  drafts: 'none' | 'answer' | 'correct' | 'lost' | 'meaning' | 'fee'
}

export type ComparedForm = {
  steps: { id: string; schema: JsonSchema; ui?: UiSchema; visibleWhen?: JsonSchema | undefined }[]
} & Partial<Pick<Definition, 'layout' | 'requiredWhen' | 'checks' | 'fee' | 'delivery' | 'renamed'>>

/** What changed from one version of a form to another, fields in the order of the form. */
export function compareForms(before: ComparedForm, after: ComparedForm): Change[] {
  const now = fieldsOf(after)
  const { old, changes } = withNewNames(fieldsOf(before), now, after.renamed)
  for (const [path, entry] of old) if (!now.has(path) && !isInside(path, old, now)) changes.push(removed(path, entry))
  for (const [path, entry] of now) {
    const known = old.get(path)
    if (known) changes.push(...compareFields(path, known, entry))
    else if (!isInside(path, now, old)) changes.push(added(path, entry))
  }
  changes.push(...compareSteps(before, after))
  for (const [part, drafts] of Object.entries(wholeParts)) changes.push(...compareInside(part, before, after, drafts))
  return changes
}

/** The fields of the former version under their present names, with a change for each renamed field. */
function withNewNames(former: Map<string, Entry>, now: Map<string, Entry>, renamed: ComparedForm['renamed']) {
  const changes: Change[] = []
  const old = new Map(
    [...former].map(([path, entry]) => {
      const target = now.has(path) ? path : renamedPointer(renamed, path).replace(/^\//, '')
      if (target === path || !now.has(target)) return [path, entry]
      if (Object.hasOwn(renamed ?? {}, path))
        changes.push({ kind: 'renamed', path: target, keyword: '', before: path, after: target, drafts: 'none' })
      return [target, entry]
    }),
  )
  return { old, changes }
}

/** The effect on a saved draft of a change in the parts beside the steps. */
const wholeParts = {
  layout: 'none',
  requiredWhen: 'correct',
  checks: 'correct',
  fee: 'fee',
  delivery: 'none',
} as const satisfies { [part in keyof ComparedForm]?: Change['drafts'] }

/** The single values that differ in one part of a form, named by their position. */
function compareInside(
  part: string,
  before: { [key: string]: unknown },
  after: { [key: string]: unknown },
  drafts: Change['drafts'],
  path = part,
): Change[] {
  return leafChanges(before[part], after[part]).map((leaf) =>
    other(path, `${part}${leaf.pointer}`, leaf.before, leaf.after, drafts),
  )
}

type Entry = { field: Field; required: boolean }

function fieldsOf(form: ComparedForm): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const visit = (field: Field, required: boolean) => {
    entries.set(field.path, { field, required })
    const names = new Set(field.schemas.flatMap((schema) => arrayOf(schema.required).map(String)))
    for (const child of field.children) visit(child, names.has(child.name))
  }
  for (const { id, schema, ui } of form.steps) visit(fieldTree(id, schema, ui ?? {}), true)
  return entries
}

/** Whether the field is inside a group that is itself new or removed. */
function isInside(path: string, present: Map<string, Entry>, absent: Map<string, Entry>): boolean {
  const parent = path.slice(0, path.lastIndexOf('/'))
  return path.includes('/') && present.has(parent) && !absent.has(parent)
}

function other(path: string, keyword: string, before: unknown, after: unknown, drafts: Change['drafts']): Change {
  return { kind: 'other', path, keyword, before, after, drafts }
}

function removed(path: string, { field }: Entry): Change {
  return {
    kind: 'removed',
    path,
    keyword: '',
    before: field.kind,
    after: undefined,
    drafts: field.kind === 'info' ? 'none' : 'lost',
  }
}

function added(path: string, { field, required }: Entry): Change {
  return {
    kind: 'added',
    path,
    keyword: required ? 'required' : '',
    before: undefined,
    after: field.kind,
    drafts: required && field.kind !== 'info' ? 'answer' : 'none',
  }
}

/** Keywords for which a smaller value is stricter. */
const upper = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
/** Keywords for which a larger value is stricter. */
const lower = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
/** Any change to these keywords tightens the form; removing one loosens it. */
const exact = ['type', 'format', 'pattern', 'multipleOf', 'const', 'uniqueItems']

function compareFields(path: string, before: Entry, after: Entry): Change[] {
  const old = before.field.merged
  const now = after.field.merged
  const changes: Change[] = []
  const change = (kind: LimitKind, keyword: string) =>
    changes.push(limited(kind, path, keyword, old[keyword], now[keyword]))
  for (const [keywords, sign] of [
    [upper, -1],
    [lower, 1],
  ] as const) {
    for (const keyword of keywords) {
      const from = numberOr(old[keyword], -sign * Infinity)
      const to = numberOr(now[keyword], -sign * Infinity)
      if (from !== to) change((to - from) * sign > 0 ? 'tightened' : 'loosened', keyword)
    }
  }
  for (const keyword of exact) {
    if (isSameJson(old[keyword], now[keyword])) continue
    const isLooser =
      now[keyword] === undefined || (keyword === 'type' && old[keyword] === 'integer' && now[keyword] === 'number')
    change(isLooser ? 'loosened' : 'tightened', keyword)
  }
  changes.push(...compareChoices(path, before.field, after.field), ...compareRest(path, before.field, after.field))
  const [was, is] = [before.required, after.required]
  if (was !== is)
    changes.push({
      ...limited(is ? 'tightened' : 'loosened', path, 'required', was, is),
      drafts: is ? 'answer' : 'none',
    })
  return changes
}

type LimitKind = 'tightened' | 'loosened'

function limited(kind: LimitKind, path: string, keyword: string, before: unknown, after: unknown): Change {
  return { kind, path, keyword, before, after, drafts: kind === 'tightened' ? 'correct' : 'none' }
}

/** Keywords that have their own comparison, or that only contain fields. */
const comparedElsewhere = new Set([
  ...upper,
  ...lower,
  ...exact,
  'enum',
  'required',
  'properties',
  'items',
  'additionalItems',
  'definitions',
  '$ref',
  'if',
  'then',
  'else',
  'allOf',
  'anyOf',
  'oneOf',
  'dependencies',
])

/** Layout, conditions on the fields inside, and every keyword without its own comparison. */
function compareRest(path: string, before: Field, after: Field): Change[] {
  const keywords = [...new Set([...Object.keys(before.merged), ...Object.keys(after.merged)])]
  const rest = keywords
    .filter((keyword) => !comparedElsewhere.has(keyword))
    .flatMap((keyword) => compareInside(keyword, before.merged, after.merged, 'none', path))
  const [old, now] = [conditionsIn(before), conditionsIn(after)]
  return [
    ...rest,
    ...compareInside('conditions', { conditions: old }, { conditions: now }, 'answer', path),
    ...compareInside('ui', { ui: ownUi(before) }, { ui: ownUi(after) }, 'none', path),
  ]
}

/** What each condition of a group decides: the fields that it adds and those that it makes required. */
function conditionsIn({ schemas }: Field): unknown[] {
  return schemas.flatMap((schema) => [
    ...(schema.if === undefined ? [] : [{ if: schema.if, then: outlineOf(schema.then), else: outlineOf(schema.else) }]),
    ...(isRecord(schema.dependencies)
      ? [{ dependencies: Object.entries(schema.dependencies).map(([name, part]) => ({ name, then: outlineOf(part) })) }]
      : []),
  ])
}

function outlineOf(branch: unknown): unknown {
  if (!isRecord(branch)) return branch
  return { fields: isRecord(branch.properties) ? Object.keys(branch.properties) : [], required: branch.required }
}

/** The layout of the field itself, without that of the fields inside. */
function ownUi({ ui }: Field): unknown {
  return Object.fromEntries(Object.entries(ui).filter(([key]) => key.startsWith('ui:')))
}

function numberOr(value: unknown, otherwise: number) {
  return typeof value === 'number' ? value : otherwise
}

function compareChoices(path: string, before: Field, after: Field): Change[] {
  if (before.kind === 'list') return []
  const old = choicesOf(before).map((choice) => JSON.stringify(choice))
  const now = choicesOf(after).map((choice) => JSON.stringify(choice))
  const gone = old.filter((choice) => !now.includes(choice))
  const fresh = now.filter((choice) => !old.includes(choice))
  const change = (kind: LimitKind) => [limited(kind, path, 'enum', choicesOf(before), choicesOf(after))]
  if ((gone.length > 0 && now.length > 0) || (old.length === 0 && now.length > 0)) return change('tightened')
  return fresh.length > 0 || gone.length > 0 ? change('loosened') : []
}

function compareSteps(before: ComparedForm, after: ComparedForm): Change[] {
  const changes: Change[] = []
  const order = (form: ComparedForm, others: ComparedForm) =>
    form.steps.map(({ id }) => id).filter((id) => others.steps.some((step) => step.id === id))
  const old = order(before, after)
  const now = order(after, before)
  if (!isSameJson(old, now))
    changes.push({ kind: 'moved', path: now.join(', '), keyword: 'steps', before: old, after: now, drafts: 'none' })
  for (const step of after.steps) {
    const known = before.steps.find(({ id }) => id === step.id)
    if (known) changes.push(...compareInside('visibleWhen', { ...known }, { ...step }, 'answer', step.id))
  }
  return changes
}
