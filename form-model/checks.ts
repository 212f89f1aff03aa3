import { joinPointer } from './pointer.ts'
import { isRecord } from './record.ts'
import { entrySchemas, partsOf, propertySchemas } from './schema-walk.ts'
import type { Part } from './schema-walk.ts'
import { satisfies } from './condition.ts'
import { isCorporateNumber } from './corporate-number.ts'
import type { AnswerError, Answers, CheckRule, DateBound, Definition, JsonSchema } from './definition.ts'
import { valuesAt } from './field-path.ts'
import { formatRegExp, formats, isFormatName } from './formats.ts'
import type { FormatName } from './formats.ts'
import { charactersBeyondJisLevel2 } from './jis-level-2.ts'
import { addDays, isRealDate, resolveRelativeDate, tokyoDate } from './tokyo-date.ts'
import { isWorkingDay } from './working-days.ts'

/**
 * The checks that a schema cannot express, for the engine and the API alike. Keywords and params of the errors:
 *
 * | keyword                 | params                                     | from                              |
 * | ----------------------- | ------------------------------------------ | --------------------------------- |
 * | `real-date`             | –                                          | format `date`, `date-time`        |
 * | `corporate-check-digit` | –                                          | format `jp-corporate-number`      |
 * | `jis-level-2`           | `chars: string[]`                          | format `jis-level-2`              |
 * | `date-range`            | `bound: 'min' \| 'max'`, `limit: ISO date` | `checks` of the definition        |
 * | `working-day`           | –                                          | `checks` of the definition        |
 * | `same-as`               | `other: JSON Pointer`                      | `checks` of the definition        |
 * | `different-from`        | `other: JSON Pointer`                      | `checks` of the definition        |
 *
 * Values that the schema already refuses (wrong type, invalid format) and absent values give no error here. `now` is in
 * ms since the epoch; relative dates are days in Asia/Tokyo.
 */
export function checkAnswers(
  definition: Pick<Definition, 'steps' | 'checks'>,
  answers: Answers,
  now: number,
): AnswerError[] {
  const errors = new Map<string, AnswerError>()
  const add = (error: AnswerError) =>
    errors.set(`${error.pointer} ${error.keyword} ${JSON.stringify(error.params.bound ?? '')}`, error)
  for (const step of definition.steps) {
    if (Object.hasOwn(answers, step.id))
      walk(step.schema, answers[step.id], joinPointer('', step.id), { add, root: step.schema, depth: 0 })
  }
  for (const rule of definition.checks ?? []) runRule(rule, answers, now, add)
  return [...errors.values()]
}

type Walk = { add: (error: AnswerError) => void; root: unknown; depth: number }

/** Visits every part of the schema that may apply to the value; branches that certainly do not apply are left out. */
function walk(schema: JsonSchema, value: unknown, pointer: string, state: Walk): void {
  if (value === undefined || state.depth > 200) return
  const next = { ...state, depth: state.depth + 1 }
  if (typeof value === 'string' && isFormatName(schema.format)) checkFormat(schema.format, value, pointer, state.add)
  for (const part of partsOf(schema, state.root))
    if (mayApply(part, schema, value)) walk(part.schema, value, pointer, next)
  const below = (schemas: JsonSchema[], segment: string | number, inside: unknown) => {
    for (const each of schemas) walk(each, inside, joinPointer(pointer, segment), next)
  }
  if (isRecord(value))
    for (const [name, inside] of Object.entries(value)) below(propertySchemas(schema, name), name, inside)
  if (Array.isArray(value))
    value.forEach((entry: unknown, index) => below(entrySchemas(schema, String(index)), index, entry))
}

/** Whether a part of the schema may apply to the value; `true` if only a validator could decide. */
function mayApply({ keyword, name, schema: part }: Part, { if: condition }: JsonSchema, value: unknown): boolean {
  switch (keyword) {
    case 'allOf':
    case '$ref':
      return true
    case 'anyOf':
    case 'oneOf':
      return satisfies(part, value) !== false
    case 'then':
      return condition !== undefined && satisfies(condition, value) !== false
    case 'else':
      return condition !== undefined && satisfies(condition, value) !== true
    case 'dependencies':
    case 'dependentSchemas':
      return isRecord(value) && Object.hasOwn(value, name)
  }
}

function checkFormat(name: FormatName, value: string, pointer: string, add: Walk['add']): void {
  const format = formats[name]
  if (!('computed' in format) || !formatRegExp(name).test(value)) return
  switch (format.computed) {
    case 'real-date':
      if (!isRealDate(value.slice(0, 10))) add({ pointer, keyword: 'real-date', params: {} })
      return
    case 'corporate-check-digit':
      if (!isCorporateNumber(value)) add({ pointer, keyword: 'corporate-check-digit', params: {} })
      return
    case 'jis-level-2': {
      const chars = charactersBeyondJisLevel2(value)
      if (chars.length > 0) add({ pointer, keyword: 'jis-level-2', params: { chars } })
    }
  }
}

function runRule(rule: CheckRule, answers: Answers, now: number, add: Walk['add']): void {
  for (const { pointer, value, entries } of valuesAt(answers, rule.field)) {
    if (value === undefined || value === '') continue
    if (rule.kind !== 'date-range' && rule.kind !== 'working-day') {
      const other = valuesAt(answers, rule.other, entries)[0]
      if (other && (other.value === value) === (rule.kind === 'different-from'))
        add({ pointer, keyword: rule.kind, params: { other: other.pointer } })
      continue
    }
    const date = dateOf(value)
    if (date === null) continue
    if (rule.kind === 'working-day') {
      // A month has no weekday.
      if (date.length === 10 && !isWorkingDay(date)) add({ pointer, keyword: rule.kind, params: { date } })
      continue
    }
    const min = rule.min === undefined ? null : resolveBound(rule.min, answers, entries, now)
    const max = rule.max === undefined ? null : resolveBound(rule.max, answers, entries, now)
    if (min !== null && date < min.slice(0, date.length))
      add({ pointer, keyword: 'date-range', params: { bound: 'min', limit: min } })
    if (max !== null && date > max.slice(0, date.length))
      add({ pointer, keyword: 'date-range', params: { bound: 'max', limit: max } })
  }
}

/** A date, a month, or the day in Tokyo of a date-time; `null` for anything else. */
function dateOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (formatRegExp('month').test(value)) return value
  if (formatRegExp('date').test(value)) return isRealDate(value) ? value : null
  return formatRegExp('date-time').test(value) && isRealDate(value.slice(0, 10)) ? tokyoDate(Date.parse(value)) : null
}

/** A bound as an ISO date, for the check and for the `min`/`max` of a date field; `null` = no bound. */
export function resolveBound(
  bound: DateBound,
  answers: Answers,
  entries: readonly number[],
  now: number,
): string | null {
  if (typeof bound === 'string') return resolveRelativeDate(bound, now)
  const other = valuesAt(answers, bound.answer, entries)[0]
  const date = dateOf(other?.value)
  return date === null || date.length !== 10 ? null : addDays(date, bound.days ?? 0)
}
