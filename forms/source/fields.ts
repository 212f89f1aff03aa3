import type { FieldPath, JsonSchema, UiSchema } from '../../form-model/definition.ts'
import { escapeSegment, joinPointer } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { mergedSchema, placedEntries, placedParts, propertySchemas, uiOption } from '../../form-model/schema-walk.ts'
import type { Alternative } from '../../form-model/schema-walk.ts'

/** One place for answers in a step: a field, a group or a list. */
export type Field = {
  /** `items/lines/[]/kind` */
  path: FieldPath
  /** Name of the property; `[]` for the entry of a list. */
  name: string
  kind: 'group' | 'list' | 'field' | 'info'
  /** The places that name it in its group or list, the first of them outermost. Never empty. */
  declared: Declaration[]
  /** All schemas that describe the value, branches of conditions included. Never empty. */
  parts: FieldPart[]
  /** The same without their places. */
  schemas: JsonSchema[]
  /** The same merged, the first taking precedence; choices of several branches are joined. */
  merged: JsonSchema
  ui: UiSchema
  /**
   * Properties of a group; entries of a list. Made when they are read: references that double make more of them than
   * there is memory for, and who stops at a reference reads none behind it.
   */
  readonly children: Field[]
}

/** A branch, and the group or field whose answer decides whether it applies. */
export type FieldAlternative = Alternative & { base: FieldPath }

/** A schema of a field, its place, and the branches that must apply, from the outermost of the step. */
export type FieldPart = {
  schema: JsonSchema
  pointer: string
  when: readonly FieldAlternative[]
  /** The only entries of a list that it describes: the one at a position, or those behind; absent: all. */
  position?: string
}

/** `around`: the part of the group or the list that contains the declaration. */
export type Declaration = FieldPart & { around: FieldPart }

/**
 * The tree of a step's fields; the step itself is its root. Every question that the portal may draw is in it, because
 * it visits all branches; whatever lists questions, lists those of this tree.
 * @param pointer the place of the schema
 */
export function fieldTree(stepId: string, schema: JsonSchema, ui: UiSchema, pointer = ''): Field {
  const path = escapeSegment(stepId)
  const part = { schema, pointer, when: [] }
  const root = { schema, pointer }
  return makeField({ path, name: stepId, declared: [{ ...part, around: part }], ui, root, seenRefs: new Set() })
}

/**
 * The declarations of a field that are drawn without a keyword that says how, such as its type: none of the schemas that
 * apply together with the declaration has one.
 */
export function declarationsWithout(field: Field, keywords: readonly string[]): Declaration[] {
  const named = field.parts.filter(({ schema }) => keywords.some((keyword) => describes(keyword, schema[keyword])))
  return field.declared.filter(
    ({ when, position }) =>
      !named.some(
        (part) =>
          appliesWith(part.when, when) &&
          (part.position === undefined || position === undefined || part.position === position),
      ),
  )
}

/** `true` and `false` are schemas, but do not describe the entries of a list. */
function describes(keyword: string, value: unknown): boolean {
  if (keyword !== 'items') return value !== undefined
  return Array.isArray(value) ? value.length > 0 && value.every(isRecord) : isRecord(value)
}

function appliesWith(some: FieldPart['when'], when: FieldPart['when']): boolean {
  return some.every(({ base, condition }) =>
    when.some((other) => other.base === base && written(other.condition) === written(condition)),
  )
}

/** Conditions as text; those of alternatives inside each other are long, and compared many thousand times. */
const conditions = new WeakMap<object, string>()

function written(condition: unknown): string {
  if (typeof condition !== 'object' || condition === null) return JSON.stringify(condition)
  const known = conditions.get(condition) ?? JSON.stringify(condition)
  conditions.set(condition, known)
  return known
}

/** Properties whose schema is `true`, which allows every answer and describes none, and the group that has them. */
export function propertiesWithoutSchema(field: Field): { name: string; around: FieldPart }[] {
  return field.parts.flatMap((around) =>
    Object.entries(recordOf(around.schema.properties)).flatMap(([name, schema]) => {
      const described = field.children.find((child) => child.name === name)?.declared ?? []
      return schema === true && !described.some(({ when }) => appliesWith(when, around.when)) ? [{ name, around }] : []
    }),
  )
}

/**
 * Whether one of the parts applies wherever these branches do. Of a further condition or union, each branch may have its
 * own part.
 */
export function alwaysApplies(parts: readonly FieldPart[], when: FieldPart['when']): boolean {
  if (parts.some((part) => appliesWith(part.when, when))) return true
  const open = parts.flatMap((part) => part.when.filter((one) => !appliesWith([one], when)))
  return open.some(({ of, keyword, base, branches }) => {
    const siblings = open.filter((one) => one.of === of && one.keyword === keyword && one.base === base)
    const byBranch = new Map(siblings.map((one) => [one.branch, one]))
    return byBranch.size === branches && [...byBranch.values()].every((one) => alwaysApplies(parts, [...when, one]))
  })
}

/** Keywords by which the portal knows how to ask a question. */
export const kindKeywords = ['type', 'const', 'enum', 'properties', 'anyOf', 'oneOf', '$ref'] as const

/** A field and all fields inside it. */
export function allFields(field: Field): Field[] {
  return [field, ...field.children.flatMap(allFields)]
}

/** The steps of a form, and all fields inside them. */
export function fieldsOf({ steps }: { steps: readonly { root: Field }[] }): Field[] {
  return steps.flatMap(({ root }) => allFields(root))
}

type MakeField = Pick<Field, 'path' | 'name' | 'declared' | 'ui'> & {
  root: { schema: JsonSchema; pointer: string }
  seenRefs: ReadonlySet<string>
}

function makeField({ path, name, declared, ui, root, seenRefs }: MakeField): Field {
  const refs = new Set(seenRefs)
  const followOnce = (ref: string) => {
    const isNew = !refs.has(ref)
    refs.add(ref)
    return isNew
  }
  const parts = declared.flatMap(({ schema, pointer, when, position }) =>
    placedParts(schema, pointer, root, followOnce).map((part) => ({
      ...part,
      ...(position === undefined ? {} : { position }),
      when: [...when, ...part.when.map((alternative) => ({ ...alternative, base: path }))],
    })),
  )
  const schemas = parts.map(({ schema }) => schema)
  const merged = mergedSchema(schemas)
  const names = new Set(schemas.flatMap((part) => (isRecord(part.properties) ? Object.keys(part.properties) : [])))
  const entries = parts.flatMap((part) =>
    placedEntries(part.schema).map(({ schema, keys }, _index, entriesOfPart) => ({
      ...declaration(part, schema, keys),
      ...(entriesOfPart.length === 1 && keys.length === 1 ? {} : { position: keys.join('/') }),
    })),
  )
  const child = (segment: string, childName: string, inside: Declaration[], childUi: unknown): Field[] => {
    if (inside.length === 0) return []
    const place = { path: `${path}/${segment}`, name: childName, declared: inside }
    return [makeField({ ...place, ui: recordOf(childUi), root, seenRefs: refs })]
  }
  const makeChildren = () => [
    ...[...names].flatMap((property) => {
      const inside = parts.flatMap((part) =>
        propertySchemas(part.schema, property).map((schema) => declaration(part, schema, ['properties', property])),
      )
      return child(escapeSegment(property), property, inside, Object.hasOwn(ui, property) ? ui[property] : {})
    }),
    ...child('[]', '[]', entries, ui.items),
  ]
  let children: Field[] | undefined
  return {
    path,
    name,
    kind: kindOf(merged, names.size > 0, entries.length > 0),
    declared,
    parts,
    schemas,
    merged,
    ui,
    get children() {
      return (children ??= makeChildren())
    },
  }
}

function declaration(around: FieldPart, schema: JsonSchema, keys: readonly (string | number)[]): Declaration {
  return { schema, pointer: keys.reduce<string>(joinPointer, around.pointer), when: around.when, around }
}

function kindOf(merged: JsonSchema, hasProperties: boolean, hasEntries: boolean): Field['kind'] {
  if (merged.type === 'null') return 'info'
  if (merged.type === 'object' || (merged.type === undefined && hasProperties)) return 'group'
  return merged.type === 'array' || hasEntries ? 'list' : 'field'
}

/** The values to choose from, of the field itself or of the entries of a list of choices. */
export function choicesOf({ merged, children }: Field): unknown[] {
  if (Array.isArray(merged.enum)) return merged.enum as unknown[]
  const entry = children.find(({ name }) => name === '[]')
  return arrayOf(entry?.merged.enum)
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
