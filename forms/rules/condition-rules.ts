import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import type { Place } from '../source/bundle.ts'
import { allFields, choicesOf } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { placeOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { nearestOf } from './nearest.ts'

type Schema = { [keyword: string]: unknown }

/**
 * Conditions (`if`, `visibleWhen`, `requiredWhen`, `when` of a fee): whether they can be true, and only as intended.
 */
export function conditionProblems(form: SourceForm): Problem[] {
  const all = wholeField(form)
  return [
    ...form.steps.flatMap(({ root }) => allFields(root).flatMap((field) => ifProblems(form, field))),
    ...Object.entries(form.conditions).flatMap(([key, { schema, pointer }]): Problem[] => {
      const place: Place = { source: form.source, pointer }
      const stepId = key.startsWith('step:') ? key.slice(5) : null
      return [
        ...(stepId === null ? unreachableBranch(schema, all, place) : unreachableStep(stepId, schema, all, place)),
        ...unknownPath(schema, all, place),
        ...looseCondition(schema, place),
        ...(stepId === null ? [] : lateCondition(form, stepId, schema, place)),
      ]
    }),
  ]
}

/** The schema of all steps, as one group. */
function wholeField(form: SourceForm): Field {
  const children = form.steps.map(({ root, id }) => ({ ...root, name: id }))
  return { path: '', name: '', kind: 'group', declared: [], parts: [], schemas: [], merged: {}, ui: {}, children }
}

/** The rules for each `if` of a field. */
function ifProblems(form: SourceForm, field: Field): Problem[] {
  return field.schemas.flatMap((schema): Problem[] => {
    const condition = schema.if
    if (!isRecord(condition)) return []
    const place = placeOf(form, schema, 'if')
    return [
      ...unreachableBranch(condition, field, place),
      ...unknownPath(condition, field, place),
      ...looseCondition(condition, place),
      ...undecidedElse(form, schema),
    ]
  })
}

function unreachableBranch(condition: Schema, field: Field, place: Place): Problem[] {
  return impossible(condition, field, place).map(({ place: where, ...params }) => ({
    rule: 'unreachable-branch',
    ...where,
    params,
  }))
}

function unreachableStep(id: string, condition: Schema, field: Field, place: Place): Problem[] {
  return impossible(condition, field, place).map(({ place: where, ...params }) => ({
    rule: 'unreachable-step',
    ...where,
    params: { id, ...params },
  }))
}

type Impossible = { place: Place; reason: string; path: string; answer: string }

/** Reports constants that are not among the choices of their field. */
function impossible(condition: Schema, field: Field, place: Place): Impossible[] {
  const found: Impossible[] = []
  const wanted =
    'const' in condition ? [condition.const] : Array.isArray(condition.enum) ? (condition.enum as unknown[]) : []
  const choices =
    field.merged.type === 'boolean' && choicesOf(field).length === 0
      ? [true, false]
      : field.kind === 'field'
        ? choicesOf(field)
        : []
  const known = new Set(choices.map((choice) => JSON.stringify(choice)))
  const keyword = 'const' in condition ? 'const' : 'enum'
  if (choices.length > 0 && !('const' in field.merged)) {
    for (const value of wanted) {
      if (!known.has(JSON.stringify(value)))
        found.push({
          place: at(place, keyword),
          path: field.path,
          answer: String(value),
          reason: `${field.path}: ${JSON.stringify(value)} ∉ [${choices
            .slice(0, 12)
            .map((choice) => JSON.stringify(choice))
            .join(', ')}]`,
        })
    }
  }
  const { properties } = condition
  if (isRecord(properties)) {
    for (const [name, part] of Object.entries(properties)) {
      const child = field.children.find((other) => other.name === name)
      if (child && isRecord(part)) found.push(...impossible(part, child, at(at(place, 'properties'), name)))
    }
  }
  for (const keywordOfList of ['allOf', 'anyOf']) {
    const parts = condition[keywordOfList]
    if (!Array.isArray(parts)) continue
    parts.forEach((part: unknown, index) => {
      if (isRecord(part)) found.push(...impossible(part, field, at(at(place, keywordOfList), String(index))))
    })
  }
  return found
}

function at(place: Place, segment: string): Place {
  return {
    source: place.source,
    pointer: joinPointer(place.pointer, segment),
  }
}

/** Reports fields that a condition names but the form does not have. */
function unknownPath(condition: Schema, field: Field, place: Place): Problem[] {
  if (field.kind !== 'group') return []
  const names = field.children.map(({ name }) => name)
  const problems: Problem[] = []
  const { properties, required } = condition
  if (isRecord(properties)) {
    for (const [name, part] of Object.entries(properties)) {
      const child = field.children.find((other) => other.name === name)
      const where = at(at(place, 'properties'), name)
      if (!child)
        problems.push({
          rule: 'unknown-path',
          ...where,
          part: 'key',
          params: { path: name, ...nearestOf(name, names) },
        })
      else if (isRecord(part)) problems.push(...unknownPath(part, child, where))
    }
  }
  if (Array.isArray(required)) {
    required.forEach((name: unknown, index) => {
      // A name that is no text is reported as a wrong value.
      if (typeof name === 'string' && !names.includes(name))
        problems.push({
          rule: 'unknown-path',
          ...at(at(place, 'required'), String(index)),
          params: { path: name, ...nearestOf(name, names) },
        })
    })
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = condition[keyword]
    if (!Array.isArray(parts)) continue
    parts.forEach((part: unknown, index) => {
      if (isRecord(part)) problems.push(...unknownPath(part, field, at(at(place, keyword), String(index))))
    })
  }
  if (isRecord(condition.not)) problems.push(...unknownPath(condition.not, field, at(place, 'not')))
  return problems
}

/** `properties` without `required` is true for an absent field, which is rarely intended. */
function looseCondition(condition: Schema, place: Place): Problem[] {
  const { properties, required, anyOf, allOf } = condition
  const problems: Problem[] = []
  if (isRecord(properties)) {
    const named = Array.isArray(required) ? (required as unknown[]).map(String) : []
    for (const [name, part] of Object.entries(properties)) {
      const restricts = isRecord(part) && !('not' in part && Object.keys(part).length === 1)
      const where = at(at(place, 'properties'), name)
      if (restricts && !named.includes(name))
        problems.push({ rule: 'loose-condition', ...where, part: 'key', params: { name } })
      if (isRecord(part)) problems.push(...looseCondition(part, where))
    }
  }
  for (const [keyword, list] of [
    ['anyOf', anyOf],
    ['allOf', allOf],
  ] as const) {
    if (!Array.isArray(list)) continue
    list.forEach((part: unknown, index) => {
      if (isRecord(part)) problems.push(...looseCondition(part, at(at(place, keyword), String(index))))
    })
  }
  return problems
}

/**
 * Before the deciding question is answered, `if` is false and `else` applies: a form would require the certificate of
 * exemption before the user has answered whether the dog is vaccinated. A pattern is an exception for some texts: `else`
 * is the usual case, which may apply to an empty field as well.
 */
function undecidedElse(form: SourceForm, schema: Schema): Problem[] {
  const { if: condition, else: otherwise } = schema
  const required = isRecord(condition) && Array.isArray(condition.required) ? (condition.required as unknown[]) : []
  const name = required.find((each) => typeof each === 'string')
  if (name === undefined || !isRecord(otherwise)) return []
  const question = isRecord(condition) && isRecord(condition.properties) ? condition.properties[name] : undefined
  if (isRecord(question) && 'pattern' in question) return []
  const asks = isRecord(otherwise.properties) && Object.values(otherwise.properties).some(isRecord)
  const demands = Array.isArray(otherwise.required) && otherwise.required.length > 0
  return asks || demands ? [{ rule: 'undecided-else', ...placeOf(form, schema, 'else'), params: { name } }] : []
}

/**
 * Visible steps are decided from the first to the last; a step that depends on a later one would appear and disappear.
 */
function lateCondition(form: SourceForm, id: string, condition: Schema, place: Place): Problem[] {
  const order = form.steps.map((step) => step.id)
  const own = order.indexOf(id)
  const named = namedSteps(condition)
  return [...named]
    .filter((name) => order.indexOf(name) >= own)
    .map((name): Problem => ({ rule: 'late-condition', ...place, params: { id, other: name } }))
}

function namedSteps(condition: Schema): Set<string> {
  const names = new Set<string>()
  const { properties, required } = condition
  if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name)
  if (Array.isArray(required)) for (const name of required as unknown[]) names.add(String(name))
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = condition[keyword]
    if (Array.isArray(parts))
      for (const part of parts as unknown[]) if (isRecord(part)) for (const name of namedSteps(part)) names.add(name)
  }
  if (isRecord(condition.not)) for (const name of namedSteps(condition.not)) names.add(name)
  return names
}
