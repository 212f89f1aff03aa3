import type { Answers } from '../../form-model/definition.ts'
import { isFormatName } from '../../form-model/formats.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { beyondLimit } from './beyond-limit.ts'
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
  const { uniqueItems } = ownKeywords(field)
  const [first] = value
  const entry = field.children.find(({ name }) => name === '[]')
  return [
    ...beyond(field, ['minItems', 'maxItems'], wrong, value),
    ...(uniqueItems === true && first !== undefined ? wrong('uniqueItems', [first, first]) : []),
    ...(entry && first !== undefined ? mutateField(entry, joinPointer(pointer, 0), first, answers) : []),
  ]
}

/** An answer beyond each of the limits that the field has. */
function beyond(
  field: Field,
  keywords: readonly string[],
  wrong: (keyword: string, set: unknown) => Mutation[],
  value?: unknown,
): Mutation[] {
  return keywords.flatMap((keyword) => {
    const set = beyondLimit(ownKeywords(field), keyword, value)
    return set === undefined ? [] : wrong(keyword, set)
  })
}

/** Keywords that apply in every branch: those of the field's first schema. */
function ownKeywords(field: Field): { [keyword: string]: unknown } {
  return field.schemas[0] ?? {}
}

function mutateValue(field: Field, wrong: (keyword: string, set: unknown) => Mutation[]): Mutation[] {
  const { type, enum: choices, pattern, format, const: constant } = ownKeywords(field)
  const mutations: Mutation[] = []
  if (constant === true) mutations.push(...wrong('const', false))
  if (Array.isArray(choices) && type === 'string') mutations.push(...wrong('enum', '\u0000'))
  if (type === 'string' && !Array.isArray(choices) && constant === undefined) {
    mutations.push(...beyond(field, ['maxLength', 'minLength'], wrong))
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test('\u0000'))
      mutations.push(...wrong('pattern', '\u0000'))
    if (isFormatName(format)) mutations.push(...wrong(format, '\u0000'))
  }
  if (type === 'integer' || type === 'number') mutations.push(...beyond(field, ['maximum', 'minimum'], wrong))
  if (type !== undefined) mutations.push(...wrong('type', type === 'object' ? 0 : { wrong: true }))
  return mutations
}
