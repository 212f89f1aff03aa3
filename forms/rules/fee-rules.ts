import { countsOnce, feeFactors, isWhole } from '../../form-model/fee.ts'
import type { JsonSchema } from '../../form-model/definition.ts'
import { isInside, joinPointer } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { alwaysApplies, fieldsOf } from '../source/fields.ts'
import type { Field, FieldPart } from '../source/fields.ts'
import type { Place } from '../source/bundle.ts'
import type { Problem } from '../source/finding.ts'
import { isSameJson } from '../source/same-json.ts'
import { placeOfField, textOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { nearestOf } from './nearest.ts'

type Found = Omit<Problem, 'source'> & Partial<Pick<Problem, 'source'>>

/** Answers that the form accepts and the fee cannot count: residents who give them cannot send the form. */
export function feeProblems(form: SourceForm): Problem[] {
  const { fee } = form.value
  const lines = isRecord(fee) ? fee.lines : undefined
  if (!isRecord(fee) || !Array.isArray(lines)) return []
  const fields = new Map(fieldsOf(form).map((field) => [field.path, field]))
  const ofTotal = crossedLimits(fee).map((params): Problem => ({
    rule: 'fee-total',
    source: form.source,
    pointer: '/fee/maximum',
    params,
  }))
  const checked = (lines as unknown[]).flatMap((line, index): CheckedLine[] => {
    if (!isRecord(line)) return []
    const found: Found[] = [
      ...feeFactors.flatMap((key) => wrongAmounts(line[key], `/${key}`)),
      ...goneQuestions(fields, line),
      ...otherLists(form, fields, line),
      ...values(form, fields, line),
      ...ofLater(line),
      ...ofEntries(line),
      ...crossedLimits(line).map((params): Found => ({ rule: 'fee-limits', pointer: '/maximum', params })),
      ...ofRounding(fields, line),
      ...ofExemption(form, fields, line, index),
      ...alwaysZero(line).map((pointer): Found => ({ rule: 'fee-zero', pointer })),
    ]
    return [{ line, index, found }]
  })
  const ofLines = [...checked, ...silentLines(form, fields, checked)].flatMap((one) => placed(form, one))
  return [...ofTotal, ...ofLines]
}

type CheckedLine = { line: { [key: string]: unknown }; index: number; found: Found[] }

function placed(form: SourceForm, { line, index, found }: CheckedLine): Problem[] {
  const name = nameOf(form, line)
  return found.flatMap(({ source, pointer, params, ...rest }): Problem[] => {
    const place = source ? { source, pointer } : inFeeList(form, `/fee/lines/${index}${pointer}`)
    // A form may have only some of the choices of a list.
    if (rest.rule === 'fee-choice-gone' && place.source !== form.source) return []
    return [{ ...rest, ...place, params: { line: name, ...params } }]
  })
}

/** A place of the fee in form.json, or in the fee list that it refers to. */
function inFeeList({ source, feeLists }: SourceForm, pointer: string): Place {
  const [table, list] = [...feeLists].find(([at]) => isInside(pointer, at)) ?? []
  return table === undefined || !list
    ? { source, pointer }
    : { source: list.source, pointer: `${list.pointer}${pointer.slice(table.length)}` }
}

/**
 * Lines that accepted answers leave out, so that the whole fee may be 0 yen without an amount of 0, a condition or an
 * exemption that says so. `minimum: 0` of the line says so, too.
 */
function silentLines(
  form: SourceForm,
  fields: ReadonlyMap<string, Field>,
  checked: readonly CheckedLine[],
): CheckedLine[] {
  const correct = checked.filter(({ found }) => found.length === 0)
  const all = correct.map(({ line, index }) => ({ line, index, found: silences(form, fields, line).slice(0, 1) }))
  const isCharged = ({ line, found }: CheckedLine) =>
    line.when === undefined && line.amount !== 'later' && found.length === 0
  return all.some(isCharged) ? [] : all
}

/** Why a line may be left out: no entry, a number of 0, or a question that not everybody is asked. */
function silences(form: SourceForm, fields: ReadonlyMap<string, Field>, line: { [key: string]: unknown }): Found[] {
  if (line.minimum === 0) return []
  const entries = `${String(line.forEach)}/`
  const lists = [...fields.values()].filter(({ kind, path }) => kind === 'list' && entries.startsWith(`${path}/`))
  const counted = [
    ...lists.map((field) => ({ field, pointer: '/forEach' })),
    ...feeFactors.flatMap((key) =>
      questionsOf(line[key]).flatMap(([path, pointer]) => {
        const field = fields.get(String(path))
        return field ? [{ field, pointer: `/${key}${pointer}` }] : []
      }),
    ),
  ]
  return counted.flatMap(({ field, pointer }): Found[] => {
    const params = { question: labelOf(form, field) }
    const step = form.steps.find(({ root }) => field.path.startsWith(`${root.path}/`))
    const isAskedOfAll = step?.visibleWhen === undefined && alwaysApplies(field.declared, [])
    if (mayBeNone(form, fields, field, pointer, line.when)) return [{ rule: 'fee-none', pointer, params }]
    return isAskedOfAll || line.when !== undefined ? [] : [{ rule: 'fee-not-asked', pointer, params }]
  })
}

function mayBeNone(
  form: SourceForm,
  fields: ReadonlyMap<string, Field>,
  field: Field,
  pointer: string,
  when: unknown,
): boolean {
  if (pointer === '/forEach')
    return !isEverywhere(field, ({ minItems }) => Number(minItems ?? 0) >= 1) || isOptional(form, fields, field, when)
  if (!pointer.endsWith('/answer')) return false
  const isMore = ({ minimum, exclusiveMinimum }: JsonSchema) => Number(minimum) > 0 || Number(exclusiveMinimum) >= 0
  const hasChoice = (schema: JsonSchema) => hasChoices(schema) && !(answersOf(field) ?? []).includes('0')
  return !isEverywhere(field, (schema) => isMore(schema) || hasChoice(schema))
}

/** As in `definition.schema.json`. */
const highestAmount = 100_000_000

/** The amounts in a value that are negative, have decimals or are too high, wherever it has them. */
export function wrongAmounts(value: unknown, pointer: string): Found[] {
  if (typeof value === 'number')
    return isWhole(value) && value <= highestAmount ? [] : [{ rule: 'fee-amount', pointer, params: { amount: value } }]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => wrongAmounts(inner, joinPointer(pointer, key)))
}

function goneQuestions(fields: ReadonlyMap<string, Field>, line: { [key: string]: unknown }): Found[] {
  const named = ['choice', 'forEach'].map((key) => [line[key], `/${key}`] as const)
  const counted = feeFactors.flatMap((key) =>
    questionsOf(line[key]).map(([path, pointer]) => [path, `/${key}${pointer}`] as const),
  )
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
  const counted = feeFactors.flatMap((key) =>
    questionsOf(line[key]).flatMap(([path]) => {
      const field = fields.get(String(path))
      return field && !countsOnce(forEach === undefined ? {} : { forEach }, field.path) ? [[key, field] as const] : []
    }),
  )
  const wrong = isNoList ? [['forEach', list] as const] : counted
  return wrong.map(([key, field]) => ({
    rule: 'fee-list',
    pointer: `/${key}`,
    params: { question: labelOf(form, field) },
  }))
}

/** The paths of the questions that decide a value, each with its place in the value. */
function questionsOf(value: unknown): [path: unknown, pointer: string][] {
  if (!isRecord(value)) return []
  const both = arrayOf(value.byAnswers)
  return [
    ...['answer', 'byAnswer'].flatMap((key): [unknown, string][] => (key in value ? [[value[key], `/${key}`]] : [])),
    ...both.map((path, at): [unknown, string] => [path, `/byAnswers/${at}`]),
  ]
}

/** The amount and the factors that depend on answers. */
function values(form: SourceForm, fields: ReadonlyMap<string, Field>, line: { [key: string]: unknown }): Found[] {
  return feeFactors.flatMap((key): Found[] => {
    const value = line[key]
    const questions = questionsOf(value).map(([path, pointer]) => ({ field: fields.get(String(path)), pointer }))
    const known = questions.flatMap(({ field, pointer }) => (field ? [{ field, pointer }] : []))
    const [first, second] = known
    if (!isRecord(value) || !first || known.length < questions.length) return []
    const optional = known.flatMap(({ field }): Found[] =>
      isOptional(form, fields, field, line.when)
        ? [{ rule: 'fee-optional', pointer: `/${key}`, params: { question: labelOf(form, field) } }]
        : [],
    )
    const unclear = known.flatMap(({ field, pointer }): Found[] =>
      value.answer === undefined && answersOf(field) === null
        ? [{ rule: 'fee-not-choice', pointer: `/${key}${pointer}`, params: { question: labelOf(form, field) } }]
        : [],
    )
    const found =
      value.answer !== undefined
        ? asNumber(form, first.field, key, line.rounding !== undefined)
        : unclear.length > 0
          ? unclear
          : second
            ? inRows(form, first.field, second.field, `/${key}/table`, value.table)
            : inTable(form, first.field, `/${key}/table`, value.table)
    return [...found, ...optional]
  })
}

/** Compares a table of rows and columns with the answers that its two questions accept. */
function inRows(form: SourceForm, first: Field, second: Field, pointer: string, table: unknown): Found[] {
  const rows = recordOf(table)
  const inRow = Object.entries(rows).flatMap(([row, columns]) => {
    const name = `${optionOf(form, first, row)} × `
    return answersOf(first)?.includes(row) ? inTable(form, second, joinPointer(pointer, row), columns, name) : []
  })
  return [...inTable(form, first, pointer, table), ...inRow]
}

/** Compares the rows of a table with the answers that the question accepts. */
function inTable(form: SourceForm, field: Field, pointer: string, table: unknown, row = ''): Found[] {
  const choices = answersOf(field) ?? []
  const rows = Object.keys(recordOf(table))
  const missing = choices.filter((choice) => !rows.includes(choice))
  const gone = rows.filter((one) => !choices.includes(one))
  const labels = missing.map((value) => `「${row}${optionOf(form, field, value)}」`).join('')
  const question = labelOf(form, field)
  return [
    ...(missing.length === 0
      ? []
      : [{ rule: 'fee-amount-missing', pointer, params: { question, choices: labels } } as const]),
    ...gone.map((choice): Found => ({
      rule: 'fee-choice-gone',
      pointer: joinPointer(pointer, choice),
      part: 'key',
      params: { question, choice },
    })),
  ]
}

/** The answers of a question with choices as texts, as in a table; `null` for a question that may accept others. */
function answersOf(field: Field): string[] | null {
  const { merged } = field
  if (merged.type === 'array') return null
  if (isEverywhere(field, hasChoices)) return (Array.isArray(merged.enum) ? merged.enum : [merged.const]).map(String)
  const isChoice = isEverywhere(field, (schema) => hasChoices(schema) || schema.type === 'boolean')
  const others = arrayOf(merged.enum).map(String)
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

function asNumber(form: SourceForm, field: Field, key: string, isRounded: boolean): Found[] {
  const question = labelOf(form, field)
  const found = (rule: 'fee-not-whole' | 'unbounded-fee'): Found[] => [
    { rule, ...placeOfField(form, field), params: { question, path: field.path } },
  ]
  if (!acceptsNumbersOnly(field, key !== 'amount')) return found('fee-not-whole')
  if (!isRounded && !acceptsNumbersOnly(field, false))
    return [{ rule: 'fee-rounding', pointer: `/${key}`, params: { question } }]
  const isBounded = (schema: JsonSchema) => typeof schema.maximum === 'number' || hasChoices(schema)
  return isEverywhere(field, isBounded) ? [] : found('unbounded-fee')
}

/** Whether all answers are numbers from 0, with decimals or without. */
function acceptsNumbersOnly(field: Field, hasDecimals: boolean): boolean {
  const isAmount = (value: unknown) =>
    typeof value === 'number' && value >= 0 && (hasDecimals || Number.isSafeInteger(value))
  const hasAmounts = (schema: JsonSchema) =>
    Array.isArray(schema.enum) ? schema.enum.every(isAmount) : isAmount(schema.const)
  const rules: ((schema: JsonSchema) => boolean)[] = [
    ({ type }) => type === 'integer' || type === 'number',
    ({ type, multipleOf }) => hasDecimals || type === 'integer' || Number.isInteger(multipleOf),
    ({ type, minimum, exclusiveMinimum }) =>
      Number(minimum ?? -Infinity) >= 0 || Number(exclusiveMinimum ?? -Infinity) >= (type === 'integer' ? -1 : 0),
  ]
  return rules.every((rule) => isEverywhere(field, (schema) => hasAmounts(schema) || rule(schema)))
}

const alone = new Set(['text', 'amount', 'when', 'exempt', 'taxRate'])

/** What a line whose amount is announced later cannot have. */
function ofLater(line: { [key: string]: unknown }): Found[] {
  if (line.amount !== 'later') return []
  return Object.keys(line).flatMap((key): Found[] =>
    alone.has(key) ? [] : [{ rule: 'fee-later', pointer: `/${key}`, part: 'key' }],
  )
}

/** From which entry other amounts apply, and whether their shares are whole yen. */
function ofEntries({ fromEntry, forEach, amount, rounding }: { [key: string]: unknown }): Found[] {
  const steps = arrayOf(fromEntry).filter(isRecord)
  if (steps.length > 0 && forEach === undefined) return [{ rule: 'fee-entries', pointer: '/fromEntry' }]
  const isWhole = (percent: number) => {
    const amounts = amountsOf(amount)
    return percent % 100 === 0 || (amounts !== null && amounts.every((yen) => (yen * percent) % 100 === 0))
  }
  return steps.flatMap(({ from, percent }, at): Found[] => {
    const before = at === 0 ? 1 : Number(steps[at - 1]?.from)
    return [
      ...(Number(from) > before ? [] : [{ rule: 'fee-entries', pointer: `/fromEntry/${at}/from` } as const]),
      ...(typeof percent !== 'number' || rounding !== undefined || isWhole(percent)
        ? []
        : [
            { rule: 'fee-rounding', pointer: `/fromEntry/${at}/percent`, params: { question: `${percent}%` } } as const,
          ]),
    ]
  })
}

/** Every amount that is written in a value; `null` if residents answer it. */
function amountsOf(value: unknown): number[] | null {
  if (typeof value === 'number') return [value]
  if (!isRecord(value) || !isRecord(value.table)) return null
  const cells = Object.values(value.table).flatMap((cell) => (isRecord(cell) ? Object.values(cell) : [cell]))
  return cells.filter((cell) => typeof cell === 'number')
}

/** The limits of a line or of the whole fee, if no amount is within them. */
function crossedLimits({ minimum, maximum }: { [key: string]: unknown }) {
  return typeof minimum === 'number' && typeof maximum === 'number' && minimum >= maximum ? [{ minimum, maximum }] : []
}

/** The parts of a line by which it is 0 yen for every answer. */
function alwaysZero(line: { [key: string]: unknown }): string[] {
  return ['amount', 'quantity', 'times', 'maximum'].flatMap((key) => {
    const numbers = amountsOf(line[key]) ?? []
    return numbers.length > 0 && numbers.every((number) => number === 0) ? [`/${key}`] : []
  })
}

/** A rounding that makes 0 yen of an amount; `minimum` says what that amount costs, 0 included. */
function ofRounding(fields: ReadonlyMap<string, Field>, line: { [key: string]: unknown }): Found[] {
  const { rounding, minimum, fromEntry } = line
  if (!isRecord(rounding) || rounding.mode === 'up' || minimum !== undefined) return []
  const steps = arrayOf(fromEntry).filter(isRecord)
  const amounts = [line.amount, ...steps.map(({ amount }) => amount)].map((amount) => leastOf(fields, amount))
  const least = leastPositive(amounts.filter((amount) => amount !== undefined))
  const percent = leastPositive([100, ...steps.map(({ percent: share }) => Number(share ?? 100))])
  const factors = ['quantity', 'times'].map((key) => leastOf(fields, line[key]) ?? 1)
  const product = factors.reduce((one, factor) => one * factor, (least * percent) / 100)
  const to = Number(rounding.to)
  const kept = rounding.mode === 'half-up' ? to / 2 : to
  return least === Infinity || product >= kept
    ? []
    : [{ rule: 'fee-rounded-away', pointer: '/rounding', params: { to } }]
}

/** The least amount or factor other than 0, as far as it is known; 0 if it may be as small as a resident likes. */
function leastOf(fields: ReadonlyMap<string, Field>, value: unknown): number | undefined {
  if (value === undefined) return undefined
  const written = amountsOf(value)
  if (written !== null) return leastPositive(written)
  const field = isRecord(value) ? fields.get(String(value.answer)) : undefined
  if (field === undefined) return Infinity
  const { type, minimum, multipleOf } = field.merged
  const choices = isEverywhere(field, hasChoices) ? (answersOf(field) ?? []).map(Number) : []
  if (choices.length > 0) return leastPositive(choices)
  const step = type === 'integer' ? 1 : Number(multipleOf ?? 0)
  return typeof minimum === 'number' && minimum > 0 ? Math.max(minimum, step) : step
}

function leastPositive(numbers: readonly number[]): number {
  return Math.min(...numbers.filter((number) => number > 0))
}

/** An exemption without a condition, or with one that is true for everybody. */
function ofExemption(
  form: SourceForm,
  fields: ReadonlyMap<string, Field>,
  { exempt }: { [key: string]: unknown },
  index: number,
): Found[] {
  if (!isRecord(exempt)) return []
  if (exempt.when === undefined) return [{ rule: 'fee-exempt-open', pointer: '/exempt' }]
  const when = form.conditions[`fee:${index}:exempt`]?.schema
  const whole = { merged: {}, children: form.steps.map(({ root, id }) => ({ ...root, name: id })) }
  const isGiven = (field: Field) => {
    const step = form.steps.find(({ root }) => root.path === field.path)
    if (step) return step.visibleWhen === undefined
    return alwaysApplies(field.declared, []) && !isOptional(form, fields, field, undefined)
  }
  return when !== undefined && holdsForAll(when, whole, isGiven)
    ? [{ rule: 'fee-exempt-all', pointer: '/exempt/when' }]
    : []
}

/** A field, or all steps together. */
type Described = Pick<Field, 'children' | 'merged'> & Partial<Field>

/** Whether every accepted answer fulfils a condition, as far as that shows without trying all of them. */
function holdsForAll(condition: unknown, field: Described, isGiven: (field: Field) => boolean): boolean {
  if (condition === true) return true
  if (!isRecord(condition)) return false
  const childOf = (name: unknown) => field.children.find((child) => child.name === name)
  const holds = (part: unknown) => holdsForAll(part, field, isGiven)
  return Object.entries(condition).every(([keyword, expected]) => {
    switch (keyword) {
      case 'type':
        return expected === (field.merged.type ?? 'object')
      case 'properties':
        return Object.entries(recordOf(expected)).every(([name, part]) => {
          const child = childOf(name)
          return child !== undefined && holdsForAll(part, child, isGiven)
        })
      case 'required':
        return Array.isArray(expected) && expected.map(childOf).every((child) => child !== undefined && isGiven(child))
      case 'const':
      case 'enum':
        return acceptsOnly(field, keyword === 'const' ? [expected] : (expected as unknown[]))
      case 'minimum':
        return isField(field) && isEverywhere(field, ({ minimum }) => Number(minimum ?? -Infinity) >= Number(expected))
      case 'maximum':
        return isField(field) && isEverywhere(field, ({ maximum }) => Number(maximum ?? Infinity) <= Number(expected))
      case 'allOf':
        return Array.isArray(expected) && expected.every(holds)
      case 'anyOf': {
        const joined = joinedBranches(expected)
        return Array.isArray(expected) && (expected.some(holds) || (joined !== null && holds(joined)))
      }
      default:
        return ['title', 'description', '$comment'].includes(keyword)
    }
  })
}

function acceptsOnly(field: Described, values: readonly unknown[]): boolean {
  const answers = isField(field) ? answersOf(field) : null
  return answers !== null && answers.every((answer) => values.some((value) => String(value) === answer))
}

function isField(field: Described): field is Field {
  return field.parts !== undefined
}

/** Branches about one question as a single condition; `null` for those about several. */
function joinedBranches(branches: unknown): JsonSchema | null {
  if (!Array.isArray(branches) || branches.length === 0 || !branches.every(isRecord)) return null
  const values = branches.flatMap((one): unknown[] => ('const' in one ? [one.const] : arrayOf(one.enum)))
  if (branches.every((one) => Object.keys(one).length === 1 && ('const' in one || Array.isArray(one.enum))))
    return { enum: values }
  const names = branches.map(({ properties, required, ...rest }) => {
    const [name, ...others] = Object.keys(recordOf(properties))
    const isOne = others.length === 0 && isSameJson(required, [name]) && Object.keys(rest).length === 0
    return isOne ? name : undefined
  })
  const [name] = names
  if (name === undefined || names.some((other) => other !== name)) return null
  const parts = branches.map(({ properties }) => (isRecord(properties) ? properties[name] : undefined))
  return { properties: { [name]: { anyOf: parts } as JsonSchema }, required: [name] }
}

/**
 * Whether a question may be left out where it is asked: it, or a group around it, is not required in each such case. The
 * entries of a list are counted one by one, so what is around the list does not matter.
 */
function isOptional(form: SourceForm, fields: ReadonlyMap<string, Field>, field: Field, when: unknown): boolean {
  const { requiredWhen } = form.value
  const rules = arrayOf(requiredWhen)
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
  const names = recordOf(recordOf(written).fee)
  return typeof text === 'string' ? wordsOr(names[text], text) : ''
}

function labelOf(form: SourceForm, field: Field): string {
  return wordsOr(textOf(form.texts.ja, field.path)?.label, field.path)
}

function optionOf(form: SourceForm, field: Field, value: string): string {
  return wordsOr(recordOf(textOf(form.texts.ja, field.path)?.options)[value], value)
}

function wordsOr(written: unknown, otherwise: string): string {
  return typeof written === 'string' ? written : otherwise
}
