import type { Answers } from '../../form-model/definition.ts'
import { isFormatName } from '../../form-model/formats.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { replaceAnswer } from './generate-answers.ts'
import type { Field } from '../source/fields.ts'
import type { StepParts } from '../source/load-source.ts'

/** Answers with one deliberate error, and the expected error message. */
export type Mutation = { pointer: string; keyword: string; answers: Answers; set?: unknown }

/** Every way to break one answer of a valid set by a keyword of the field's own schema. */
export function mutateAnswers(steps: readonly StepParts[], answers: Answers): Mutation[] {
  return steps.flatMap(({ id, root }) => {
    const pointer = joinPointer('', id)
    return Object.hasOwn(answers, id) ? mutateField(root, pointer, answers[id], answers) : []
  })
}

function mutateField(field: Field, pointer: string, value: unknown, answers: Answers): Mutation[] {
  const wrong = (keyword: string, set: unknown): Mutation[] => [
    { pointer, keyword, answers: replaceAnswer(answers, pointer, set), set },
  ]
  if (field.kind === 'group' && isRecord(value)) {
    const required = field.schemas[0]?.required
    return field.children.flatMap((child) => {
      if (!Object.hasOwn(value, child.name)) return []
      const place = joinPointer(pointer, child.name)
      const missing: Mutation[] =
        Array.isArray(required) && required.includes(child.name)
          ? [{ pointer: place, keyword: 'required', answers: replaceAnswer(answers, place, undefined) }]
          : []
      return [...missing, ...mutateField(child, place, value[child.name], answers)]
    })
  }
  if (field.kind === 'list' && Array.isArray(value))
    return mutateList(field, pointer, value as unknown[], answers, wrong)
  return field.kind === 'field' ? mutateValue(field, wrong) : []
}

function mutateList(
  field: Field,
  pointer: string,
  value: unknown[],
  answers: Answers,
  wrong: (keyword: string, set: unknown) => Mutation[],
): Mutation[] {
  const { minItems, maxItems, uniqueItems } = ownKeywords(field)
  const [first] = value
  const entry = field.children.find(({ name }) => name === '[]')
  return [
    ...(typeof minItems === 'number' && minItems > 0 ? wrong('minItems', value.slice(0, minItems - 1)) : []),
    ...(typeof maxItems === 'number' && first !== undefined && maxItems < 60
      ? wrong(
          'maxItems',
          Array.from({ length: maxItems + 1 }, () => first),
        )
      : []),
    ...(uniqueItems === true && first !== undefined ? wrong('uniqueItems', [first, first]) : []),
    ...(entry && first !== undefined ? mutateField(entry, joinPointer(pointer, 0), first, answers) : []),
  ]
}

/** Keywords that apply in every branch: those of the field's first schema. */
function ownKeywords(field: Field): { [keyword: string]: unknown } {
  return field.schemas[0] ?? {}
}

function mutateValue(field: Field, wrong: (keyword: string, set: unknown) => Mutation[]): Mutation[] {
  const {
    type,
    enum: choices,
    maxLength,
    minLength,
    minimum,
    maximum,
    pattern,
    format,
    multipleOf,
    const: constant,
  } = ownKeywords(field)
  const mutations: Mutation[] = []
  if (constant === true) mutations.push(...wrong('const', false))
  if (Array.isArray(choices) && type === 'string') mutations.push(...wrong('enum', '\u0000'))
  if (type === 'string' && !Array.isArray(choices) && constant === undefined) {
    if (typeof maxLength === 'number') mutations.push(...wrong('maxLength', 'あ'.repeat(maxLength + 1)))
    if (typeof minLength === 'number' && minLength > 0)
      mutations.push(...wrong('minLength', 'あ'.repeat(minLength - 1)))
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test('\u0000'))
      mutations.push(...wrong('pattern', '\u0000'))
    if (isFormatName(format)) mutations.push(...wrong(format, '\u0000'))
  }
  if (type === 'integer' || type === 'number') {
    if (typeof maximum === 'number')
      mutations.push(...wrong('maximum', maximum + (typeof multipleOf === 'number' ? multipleOf : 1)))
    if (typeof minimum === 'number')
      mutations.push(...wrong('minimum', minimum - (typeof multipleOf === 'number' ? multipleOf : 1)))
  }
  if (type !== undefined) mutations.push(...wrong('type', type === 'object' ? 0 : { wrong: true }))
  return mutations
}
