import { countsOnce } from '../../form-model/fee.ts'
import type { JsonSchema } from '../../form-model/definition.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { allFields, alwaysApplies } from '../source/fields.ts'
import type { Field, FieldPart } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { isSameJson } from '../source/same-json.ts'
import { placeOfField } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { nearestOf } from './nearest.ts'

type Found = Omit<Problem, 'source'> & Partial<Pick<Problem, 'source'>>

/** Answers that the form accepts and the fee cannot count: residents who give them cannot send the form. */
export function feeProblems(form: SourceForm): Problem[] {
  const lines = isRecord(form.value.fee) ? form.value.fee.lines : undefined
  if (!Array.isArray(lines)) return []
  const fields = new Map(form.steps.flatMap(({ root }) => allFields(root)).map((field) => [field.path, field]))
  return (lines as unknown[]).flatMap((line, index) => {
    if (!isRecord(line)) return []
    const found: Found[] = [
      ...goneQuestions(fields, line),
      ...otherLists(form, fields, line),
      ...values(form, fields, line),
      ...(line.amount === 0 ? [{ rule: 'fee-zero' as const, pointer: '/amount' }] : []),
    ]
    const name = nameOf(form, line)
    return found.map(({ source, pointer, params, ...rest }) => ({
      ...rest,
      source: source ?? form.source,
      pointer: source ? pointer : `/fee/lines/${index}${pointer}`,
      params: { line: name, ...params },
    }))
  })
}

function goneQuestions(fields: ReadonlyMap<string, Field>, line: { [key: string]: unknown }): Found[] {
  const named = ['choice', 'forEach'].map((key) => [line[key], `/${key}`] as const)
  const counted = ['amount', 'quantity'].flatMap((key) => {
    const value = line[key]
    return isRecord(value) ? ['answer', 'byAnswer'].map((kind) => [value[kind], `/${key}/${kind}`] as const) : []
  })
  return [...named, ...counted].flatMap(([path, pointer]): Found[] =>
    typeof path !== 'string' || fields.has(path)
      ? []
      : [{ rule: 'fee-question-gone', pointer, params: { path, ...nearestOf(path, fields.keys()) } }],
  )
}

/** A line has to be counted for each entry of the list that has the answers to its questions. */
function otherLists(form: SourceForm, fields: ReadonlyMap<string, Field>, line: { [key: string]: unknown }): Found[] {
  const forEach = typeof line.forEach === 'string' ? line.forEach : undefined
  const list = forEach === undefined ? undefined : fields.get(forEach)
  const isNoList = list !== undefined && list.kind !== 'list' && list.name !== '[]'
  const counted = ['amount', 'quantity'].flatMap((key) => {
    const field = fields.get(String(answerOf(line[key])))
    return field && !countsOnce(forEach === undefined ? {} : { forEach }, field.path) ? [[key, field] as const] : []
  })
  const wrong = isNoList ? [['forEach', list] as const] : counted
  return wrong.map(([key, field]) => ({
    rule: 'fee-list',
    pointer: `/${key}`,
    params: { question: labelOf(form, field) },
  }))
}

/** The path of the question that decides an amount or a quantity. */
function answerOf(value: unknown): unknown {
  return isRecord(value) ? (value.answer ?? value.byAnswer) : undefined
}

/** The amount and the quantity that depend on an answer. */
function values(form: SourceForm, fields: ReadonlyMap<string, Field>, line: { [key: string]: unknown }): Found[] {
  return ['amount', 'quantity'].flatMap((key): Found[] => {
    const value = line[key]
    const field = fields.get(String(answerOf(value)))
    if (!isRecord(value) || !field) return []
    const found = value.answer === undefined ? inTable(form, field, key, value.table) : asNumber(form, field)
    const optional: Found[] = isOptional(form, fields, field, line.when)
      ? [{ rule: 'fee-optional', pointer: `/${key}` }]
      : []
    const question = labelOf(form, field)
    return [...found, ...optional].map(({ params, ...rest }) => ({ ...rest, params: { question, ...params } }))
  })
}

/** Compares the rows of a table with the answers that the question accepts. */
function inTable(form: SourceForm, field: Field, key: string, table: unknown): Found[] {
  const choices = answersOf(field)
  if (choices === null) return [{ rule: 'fee-not-choice', pointer: `/${key}/byAnswer` }]
  const rows = Object.keys(isRecord(table) ? table : {})
  const missing = choices.filter((choice) => !rows.includes(choice))
  const gone = rows.filter((row) => !choices.includes(row))
  const labels = (values: readonly string[]) => values.map((value) => `「${optionOf(form, field, value)}」`).join('')
  return [
    ...(missing.length === 0
      ? []
      : [{ rule: 'fee-amount-missing', pointer: `/${key}/table`, params: { choices: labels(missing) } } as const]),
    ...gone.map((row): Found => ({
      rule: 'fee-choice-gone',
      pointer: joinPointer(`/${key}/table`, row),
      part: 'key',
      params: { choice: row },
    })),
  ]
}

/** The answers of a question with choices as texts, as in a table; `null` for a question that may accept others. */
function answersOf(field: Field): string[] | null {
  const { merged } = field
  if (merged.type === 'array') return null
  if (isEverywhere(field, hasChoices)) return (Array.isArray(merged.enum) ? merged.enum : [merged.const]).map(String)
  const isChoice = isEverywhere(field, (schema) => hasChoices(schema) || schema.type === 'boolean')
  const others = Array.isArray(merged.enum) ? merged.enum.map(String) : []
  return isChoice ? [...new Set(['true', 'false', ...others])] : null
}

function hasChoices(schema: JsonSchema): boolean {
  return 'const' in schema || Array.isArray(schema.enum)
}

/** Whether a schema with a property applies in each case in which the question is asked, not only in some branches. */
function isEverywhere({ declared, parts }: Field, has: (schema: JsonSchema) => boolean): boolean {
  const having = parts.filter(({ schema }) => has(schema))
  return declared.every(({ when }) => alwaysApplies(having, when))
}

function asNumber(form: SourceForm, field: Field): Found[] {
  const found = (rule: 'fee-not-whole' | 'unbounded-fee'): Found[] => [
    { rule, ...placeOfField(form, field), params: { path: field.path } },
  ]
  if (!acceptsWholeNumbersOnly(field)) return found('fee-not-whole')
  const isBounded = (schema: JsonSchema) => typeof schema.maximum === 'number' || hasChoices(schema)
  return isEverywhere(field, isBounded) ? [] : found('unbounded-fee')
}

function acceptsWholeNumbersOnly(field: Field): boolean {
  const isAmount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
  const hasAmounts = (schema: JsonSchema) =>
    Array.isArray(schema.enum) ? schema.enum.every(isAmount) : isAmount(schema.const)
  const rules: ((schema: JsonSchema) => boolean)[] = [
    ({ type }) => type === 'integer' || type === 'number',
    ({ type, multipleOf }) => type === 'integer' || Number.isInteger(multipleOf),
    ({ minimum, exclusiveMinimum }) => Number(minimum ?? -Infinity) >= 0 || Number(exclusiveMinimum ?? -Infinity) >= -1,
  ]
  return rules.every((rule) => isEverywhere(field, (schema) => hasAmounts(schema) || rule(schema)))
}

/**
 * Whether a question may be left out where it is asked: it, or a group around it, is not required in each such case. The
 * entries of a list are counted one by one, so what is around the list does not matter.
 */
function isOptional(form: SourceForm, fields: ReadonlyMap<string, Field>, field: Field, when: unknown): boolean {
  const { requiredWhen } = form.value
  const rules = Array.isArray(requiredWhen) ? (requiredWhen as unknown[]) : []
  if (rules.some((rule) => isRecord(rule) && rule.field === field.path && isSameJson(rule.when, when))) return false
  const isRequired = (asked: FieldPart['when'], inner: Field): boolean => {
    const group = [...fields.values()].find(({ children }) => children.includes(inner))
    if (!group || inner.name === '[]') return true
    const requiring = group.parts.filter(
      ({ schema }) => Array.isArray(schema.required) && schema.required.includes(inner.name),
    )
    return alwaysApplies(requiring, asked) && isRequired(asked, group)
  }
  return !field.declared.every((declaration) => isRequired(declaration.when, field))
}

function nameOf({ texts }: SourceForm, { text }: { [key: string]: unknown }): string {
  const written = texts.ja?.source.value
  const names = isRecord(written) && isRecord(written.fee) ? written.fee : {}
  return typeof text === 'string' ? wordsOr(names[text], text) : ''
}

function textOf({ texts }: SourceForm, { path }: Field): { [key: string]: unknown } {
  const text = texts.ja?.fields[path]
  return isRecord(text) ? text : {}
}

function labelOf(form: SourceForm, field: Field): string {
  return wordsOr(textOf(form, field).label, field.path)
}

function optionOf(form: SourceForm, field: Field, value: string): string {
  const { options } = textOf(form, field)
  return wordsOr(isRecord(options) ? options[value] : undefined, value)
}

function wordsOr(written: unknown, otherwise: string): string {
  return typeof written === 'string' ? written : otherwise
}
