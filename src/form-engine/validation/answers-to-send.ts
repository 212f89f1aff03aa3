import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils'
import type { Answers, JsonSchema, StepAnswers } from '../../../form-model/definition.ts'
import { joinPointer, segmentsOf, valueAt } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { withAnswer, withoutEmpty } from '../../../form-model/answers.ts'
import { describeField } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { stepSchemaUtils } from './rjsf-validator.ts'
import { onlySteps, visibleSteps } from '../definition/visible-steps.ts'

/**
 * The answers for submission: only visible steps, and in them only fields that the schema has under the present
 * conditions. Answers of hidden fields stay in the draft but are not sent.
 */
export function answersToSend(form: LoadedForm, answers: Answers): Answers {
  let kept = answers
  let visible = visibleSteps(form.definition, kept)
  for (let round = 0; round <= form.definition.steps.length; round += 1) {
    kept = Object.fromEntries(visible.map((id) => [id, stepToSend(form, id, answers[id])]))
    const next = visibleSteps(form.definition, kept)
    if (next.length === visible.length && next.every((id, index) => id === visible[index])) break
    visible = next
  }
  return onlySteps(kept, visible)
}

/** Whether an answer to that field or group would be submitted: its step and its branch are shown. */
export function isAsked(form: LoadedForm, answers: Answers, pointer: string): boolean {
  return askedIn(form, answers)(pointer)
}

/** The same for many fields: the whole form is looked at once, and then only the step of each. */
export function askedIn(form: LoadedForm, answers: Answers): (pointer: string) => boolean {
  const sent = answersToSend(form, answers)
  const visible = new Set(visibleSteps(form.definition, sent))
  return function isAskedHere(pointer): boolean {
    if (valueAt(sent, pointer) !== undefined) return true
    const [stepId = ''] = segmentsOf(pointer)
    if (!visible.has(stepId)) return false
    const { schema } = describeField(form, pointer)
    if (isRecord(schema.properties))
      return Object.keys(schema.properties).some((name) => isAskedHere(joinPointer(pointer, name)))
    const answered = withAnswer(answers, pointer, schema.type === 'array' ? ['any'] : 'any')[stepId]
    return valueAt({ [stepId]: stepToSend(form, stepId, answered) }, pointer) !== undefined
  }
}

/** One step without hidden and empty answers; required groups are kept even if they are empty. */
export function stepToSend(form: LoadedForm, stepId: string, answers: StepAnswers | undefined): StepAnswers {
  const utils = stepSchemaUtils(form, stepId)
  const plain: unknown = withoutEmpty(answers ?? {})
  const schema = drawnSchema(utils, utils.getRootSchema(), plain)
  const kept: unknown = utils.omitExtraData(schema as RJSFSchema, plain)
  return fillRequiredGroups(schema, isRecord(kept) ? kept : {})
}

/**
 * The schema with its conditions decided for a value, also in its groups and entries, as rjsf draws it. `omitExtraData`
 * decides them too, but of what several schemas say about the entries of a list, it applies only one.
 */
function drawnSchema(utils: SchemaUtilsType, schema: JsonSchema, value: unknown): JsonSchema {
  if (!isRecord(value) && !Array.isArray(value)) return schema
  const drawn: JsonSchema = utils.retrieveSchema(schema as RJSFSchema, value)
  const part = (inner: unknown, at: unknown): unknown => (isRecord(inner) ? drawnSchema(utils, inner, at) : inner)
  const { properties, items } = drawn
  if (Array.isArray(value))
    return isRecord(items) ? { ...drawn, items: value.map((entry) => part(items, entry)) } : drawn
  const branches = (['oneOf', 'anyOf'] as const).flatMap((keyword): [string, unknown][] => {
    const all = drawn[keyword]
    return Array.isArray(all) ? [[keyword, all.map((branch) => part(branch, value))]] : []
  })
  const named = Object.entries(isRecord(properties) ? properties : {})
  return {
    ...drawn,
    ...Object.fromEntries(branches),
    ...(isRecord(properties)
      ? { properties: Object.fromEntries(named.map(([name, inner]) => [name, part(inner, value[name])])) }
      : {}),
  }
}

/** A required group without answers is an empty group, so that the errors name its fields, not the group. */
function fillRequiredGroups(schema: JsonSchema, value: StepAnswers): StepAnswers {
  const { properties, required } = schema
  if (!isRecord(properties)) return value
  const filled = { ...value }
  for (const [name, property] of Object.entries(properties)) {
    if (!isRecord(property) || property.type !== 'object') continue
    const present = filled[name]
    if (isRecord(present)) filled[name] = fillRequiredGroups(property, present)
    else if (present === undefined && Array.isArray(required) && required.includes(name))
      filled[name] = fillRequiredGroups(property, {})
  }
  return filled
}
