import type { JsonSchema } from '../../form-model/definition.ts'
import type { Problem } from '../source/finding.ts'
import { placeOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'

/** Keywords that need another one, which the standard ignores without it and ajv refuses to compile. */
const needs: { [keyword: string]: { text: string; isThere: (schema: JsonSchema) => boolean } } = {
  additionalItems: { text: 'items: [ … ]', isThere: ({ items }) => Array.isArray(items) },
  if: { text: 'then, else', isThere: (schema) => schema.then !== undefined || schema.else !== undefined },
  then: { text: 'if', isThere: (schema) => schema.if !== undefined },
  else: { text: 'if', isThere: (schema) => schema.if !== undefined },
}

/** Whether a keyword of a schema, in draft-07, has an effect there. */
export function effectOf(keyword: string, schema: JsonSchema): 'none' | 'some' {
  const need = Object.hasOwn(needs, keyword) ? needs[keyword] : undefined
  return need === undefined || schema[keyword] === undefined || need.isThere(schema) ? 'some' : 'none'
}

/** `no-effect` */
export function noEffectProblems(form: SourceForm, schema: JsonSchema): Problem[] {
  return Object.entries(needs).flatMap(([keyword, { text }]): Problem[] =>
    effectOf(keyword, schema) === 'some'
      ? []
      : [{ rule: 'no-effect', ...placeOf(form, schema, keyword), part: 'key', params: { keyword, needed: text } }],
  )
}
