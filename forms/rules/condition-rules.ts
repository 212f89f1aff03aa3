import { joinPointer } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
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
  const wanted = 'const' in condition ? [condition.const] : arrayOf(condition.enum)
  const isYesNo = field.merged.type === 'boolean' && choicesOf(field).length === 0
  const choices = isYesNo ? [true, false] : field.kind === 'field' ? choicesOf(field) : []
  const known = new Set(choices.map((choice) => JSON.stringify(choice)))
  const listed = choices.slice(0, 12).map((choice) => JSON.stringify(choice))
  const refused = choices.length > 0 && !('const' in field.merged) ? wanted : []
  return [
    ...refused
      .filter((value) => !known.has(JSON.stringify(value)))
      .map((value) => ({
        place: at(place, 'const' in condition ? 'const' : 'enum'),
        path: field.path,
        answer: String(value),
        reason: `${field.path}: ${JSON.stringify(value)} ∉ [${listed.join(', ')}]`,
      })),
    ...inside(condition, place, ['allOf', 'anyOf']).flatMap(({ part, where, name }) => {
      const described = name === undefined ? field : field.children.find((child) => child.name === name)
      return described ? impossible(part, described, where) : []
    }),
  ]
}

function at(place: Place, segment: string | number): Place {
  return { source: place.source, pointer: joinPointer(place.pointer, segment) }
}

type Inside = { part: Schema; where: Place; name?: string }

/** The conditions in a condition: on the answers that it names, then on the same answers as it. */
function inside(condition: Schema, place: Place, keywords: readonly string[]): Inside[] {
  const named = Object.entries(recordOf(condition.properties)).map(([name, part]) => ({
    part,
    where: at(at(place, 'properties'), name),
    name,
  }))
  const same = keywords.flatMap((keyword) =>
    keyword === 'not'
      ? [{ part: condition.not, where: at(place, keyword) }]
      : arrayOf(condition[keyword]).map((part, index) => ({ part, where: at(at(place, keyword), index) })),
  )
  return [...named, ...same].flatMap(({ part, ...rest }) => (isRecord(part) ? [{ part, ...rest }] : []))
}

const combining = ['allOf', 'anyOf', 'oneOf', 'not'] as const

/** Reports fields that a condition names but the form does not have. */
function unknownPath(condition: Schema, field: Field, place: Place): Problem[] {
  if (field.kind !== 'group') return []
  const names = field.children.map(({ name }) => name)
  const unknown = (name: string, where: Place): Problem => {
    return { rule: 'unknown-path', ...where, params: { path: name, ...nearestOf(name, names) } }
  }
  return [
    ...Object.keys(recordOf(condition.properties))
      .filter((name) => !names.includes(name))
      .map((name): Problem => ({ ...unknown(name, at(at(place, 'properties'), name)), part: 'key' })),
    // A name that is no text is reported as a wrong value.
    ...arrayOf(condition.required).flatMap((name, index) =>
      typeof name === 'string' && !names.includes(name) ? [unknown(name, at(at(place, 'required'), index))] : [],
    ),
    ...inside(condition, place, combining).flatMap(({ part, where, name }) => {
      const described = name === undefined ? field : field.children.find((child) => child.name === name)
      return described ? unknownPath(part, described, where) : []
    }),
  ]
}

/** `properties` without `required` is true for an absent field, which is rarely intended. */
function looseCondition(condition: Schema, place: Place): Problem[] {
  const named = arrayOf(condition.required).map(String)
  return inside(condition, place, ['anyOf', 'allOf']).flatMap(({ part, where, name }): Problem[] => {
    const isLoose = name !== undefined && !named.includes(name) && !('not' in part && Object.keys(part).length === 1)
    const own: Problem[] = isLoose ? [{ rule: 'loose-condition', ...where, part: 'key', params: { name } }] : []
    return [...own, ...looseCondition(part, where)]
  })
}

/**
 * Before the deciding question is answered, `if` is false and `else` applies: a form would require the certificate of
 * exemption before the user has answered whether the dog is vaccinated. A pattern is an exception for some texts: `else`
 * is the usual case, which may apply to an empty field as well.
 */
function undecidedElse(form: SourceForm, schema: Schema): Problem[] {
  const { else: otherwise } = schema
  const condition = recordOf(schema.if)
  const required = arrayOf(condition.required)
  const name = required.find((each) => typeof each === 'string')
  if (name === undefined || !isRecord(otherwise)) return []
  if ('pattern' in recordOf(recordOf(condition.properties)[name])) return []
  const asks = Object.values(recordOf(otherwise.properties)).some(isRecord)
  const demands = arrayOf(otherwise.required).length > 0
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
  const { properties, required, not } = condition
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => arrayOf(condition[keyword]))
  return new Set([
    ...Object.keys(recordOf(properties)),
    ...arrayOf(required).map(String),
    ...[...parts, not].flatMap((part) => (isRecord(part) ? [...namedSteps(part)] : [])),
  ])
}
