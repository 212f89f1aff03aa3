import { countsOnce } from '../../form-model/fee.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { allFields, choicesOf } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
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
    const optional: Found[] =
      key === 'amount' && isOptional(form, fields, field) ? [{ rule: 'fee-optional', pointer: `/${key}` }] : []
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

/** The answers of a question with choices as texts, as in a table; `null` for any other question. */
function answersOf(field: Field): string[] | null {
  const { merged } = field
  if (merged.type === 'array') return null
  if ('const' in merged) return [String(merged.const)]
  if (Array.isArray(merged.enum)) return choicesOf(field).map(String)
  return merged.type === 'boolean' ? ['true', 'false'] : null
}

function asNumber(form: SourceForm, field: Field): Found[] {
  const found = (rule: 'fee-not-whole' | 'unbounded-fee'): Found[] => [
    { rule, ...placeOfField(form, field), params: { path: field.path } },
  ]
  if (!acceptsWholeNumbersOnly(field)) return found('fee-not-whole')
  return field.merged.maximum === undefined && answersOf(field) === null ? found('unbounded-fee') : []
}

function acceptsWholeNumbersOnly(field: Field): boolean {
  const { type, minimum, exclusiveMinimum, multipleOf } = field.merged
  const choices = 'const' in field.merged ? [field.merged.const] : choicesOf(field)
  if (choices.length > 0) return choices.every((choice) => Number.isSafeInteger(choice) && Number(choice) >= 0)
  const isWhole = type === 'integer' || (type === 'number' && Number.isInteger(multipleOf))
  return isWhole && (Number(minimum ?? -Infinity) >= 0 || Number(exclusiveMinimum ?? -Infinity) >= -1)
}

/** Whether a question may be left out wherever it is asked. */
function isOptional(form: SourceForm, fields: ReadonlyMap<string, Field>, field: Field): boolean {
  const group = [...fields.values()].find(({ children }) => children.includes(field))
  const isRequired = group?.schemas.some(({ required }) => Array.isArray(required) && required.includes(field.name))
  const { requiredWhen } = form.value
  const rules = Array.isArray(requiredWhen) ? (requiredWhen as unknown[]) : []
  return isRequired !== true && !rules.some((rule) => isRecord(rule) && rule.field === field.path)
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
