import { arrayOf } from '../../form-model/record.ts'
type Schema = { [keyword: string]: unknown }

/** The nearest answer beyond a limit of a schema; `undefined` if there is no such limit or no such answer. */
export function beyondLimit(schema: Schema, keyword: string, answer: unknown): unknown {
  const limit = schema[keyword]
  if (typeof limit !== 'number') return undefined
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : 1
  const entries = arrayOf(answer)
  switch (keyword) {
    case 'maximum':
      return decimal(limit + step)
    case 'minimum':
      return decimal(limit - step)
    case 'maxLength':
      return 'あ'.repeat(limit + 1)
    case 'minLength':
      return limit > 0 ? 'あ'.repeat(limit - 1) : undefined
    case 'minItems':
      return limit > 0 ? entries.slice(0, limit - 1) : undefined
    case 'maxItems':
      return entries.length > 0 && limit < 60 ? Array.from({ length: limit + 1 }, () => entries[0]) : undefined
    default:
      return undefined
  }
}

/** A sum of decimals as it is written: 0.3 - 0.1 is 0.19999999999999998. */
function decimal(sum: number): number {
  return Number(sum.toPrecision(12))
}

/** Whether an answer is within a limit of a schema: `maximum`, `minItems` and so on. */
export function isWithinLimit(schema: Schema, keyword: string, answer: unknown): boolean {
  const limit = schema[keyword]
  const size = typeof answer === 'string' ? Array.from(answer).length : Array.isArray(answer) ? answer.length : answer
  if (typeof limit !== 'number' || typeof size !== 'number') return false
  return keyword.startsWith('max') ? size <= limit : size >= limit
}
