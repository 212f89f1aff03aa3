import type { Answers, Definition, FeeLine, FeeRounding, FeeRule, FeeValue, FieldPath } from './definition.ts'
import { valuesAt } from './field-path.ts'
import { arrayOf, isRecord } from './record.ts'

export type EvaluatedFeeLine = {
  /** Key below `fee` in the texts. */
  text: string
  /** The chosen value that makes the line more specific; its label is `fields[field].options[value]` in the texts. */
  choice?: { field: FieldPath; value: string }
  unitAmount: number
  /** What the unit amount is multiplied by; `field` is the question that may have a unit. */
  factors: { number: number; of: 'quantity' | 'times'; field?: FieldPath }[]
  /** The share of the product, if it is not all of it. */
  percent?: number
  /** Only if the amount is what it made of the product. */
  rounding?: FeeRounding
  /** The limit that is the amount. */
  limit?: 'minimum' | 'maximum'
  /** Key below `fee` in the texts: why the amount is another one, or none. */
  reason?: string
  /** Nothing is charged for the line now. */
  isLater?: true
  amount: number
  /** Percent included in the amount; 0 = not taxed. */
  taxRate: number
}

/**
 * Integer yen; `tax` is the consumption tax included in `total`, rounded down once per rate, and once more for its share
 * in a total that is not the sum of the lines, but that of a limit.
 */
export type EvaluatedFee = {
  lines: EvaluatedFeeLine[]
  total: number
  tax: number
  /** The limit that is the total. */
  limit?: 'minimum' | 'maximum'
}

/** The fee is unknown: the rule has no amount for these answers, by JSON Pointer into the whole answers. */
export type UnknownFee = { uncounted: string[] }

/**
 * Evaluates a definition's fee rule. `matches` returns whether the condition with a key (`fee:<index>`,
 * `fee:<index>:exempt`) is true for these answers. Lines whose amount or factors are not answered, and those with a factor
 * of 0, are left out. An answer that has no entry in its table, that is not a number from 0, that is in a list whose
 * entries the line does not count, or that makes decimals without a rounding makes the whole fee unknown; it never counts
 * as 0 or for one entry. The portal shows the result as an estimate; the API's quote decides.
 */
export function evaluateFee(
  definition: Pick<Definition, 'fee'>,
  answers: Answers,
  matches: (key: string) => boolean,
): EvaluatedFee | UnknownFee {
  const found = (definition.fee?.lines ?? []).flatMap((line, index): (EvaluatedFeeLine | UnknownFee)[] => {
    if (line.when !== undefined && !matches(`fee:${index}`)) return []
    const { text, amount, exempt, taxRate = 0 } = line
    const free = { text, unitAmount: 0, factors: [], amount: 0, taxRate }
    // A condition that is missing is true for everybody.
    if (exempt?.when !== undefined && matches(`fee:${index}:exempt`)) return [{ ...free, reason: exempt.text }]
    if (amount === 'later') return [{ ...free, isLater: true }]
    return evaluateLine({ ...line, amount }, answers)
  })
  const uncounted = found.flatMap((line) => ('uncounted' in line ? line.uncounted : []))
  if (uncounted.length > 0) return { uncounted: [...new Set(uncounted)] }
  const lines = found.flatMap((line) => ('uncounted' in line ? [] : [line]))
  const amountByRate = new Map<number, number>()
  for (const { amount, taxRate } of lines) amountByRate.set(taxRate, (amountByRate.get(taxRate) ?? 0) + amount)
  const tax = [...amountByRate].reduce((sum, [rate, amount]) => sum + Math.floor((amount * rate) / (100 + rate)), 0)
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  const { amount: total, ...limit } = withinLimits(sum, sum > 0, definition.fee ?? {})
  return { lines, total, tax: shareOfTax(tax, total, sum), ...limit }
}

/** The tax in a part of an amount that has this tax, or in more than the amount; rounded down. */
export function shareOfTax(tax: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((tax * part) / whole)
}

/** What is free stays free; all else is within the limits. */
function withinLimits(
  amount: number,
  isCharged: boolean,
  { minimum = 0, maximum = Infinity }: Pick<FeeRule, 'minimum' | 'maximum'>,
): { amount: number; limit?: 'minimum' | 'maximum' } {
  if (isCharged && amount < minimum) return { amount: minimum, limit: 'minimum' }
  return amount > maximum ? { amount: maximum, limit: 'maximum' } : { amount }
}

/** The values of a line that are multiplied. */
export const feeFactors = ['amount', 'quantity', 'times'] as const

/** The questions whose answers decide a value. */
export function answersOfValue(value: FeeLine['amount'] | undefined): FieldPath[] {
  if (typeof value !== 'object') return []
  if ('byAnswers' in value) return value.byAnswers
  return ['answer' in value ? value.answer : value.byAnswer]
}

/** The keys below `fee` in the texts that a line as an author has written it needs: its name and its reasons. */
export function feeTextKeys(line: unknown): string[] {
  if (!isRecord(line)) return []
  const parts: unknown[] = [line, line.exempt, ...arrayOf(line.fromEntry)]
  return parts.flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
}

/** The fields whose answers decide amounts and quantities. */
export function feeFields({ fee }: Pick<Definition, 'fee'>): ReadonlySet<FieldPath> {
  return new Set((fee?.lines ?? []).flatMap((line) => feeFactors.flatMap((key) => answersOfValue(line[key]))))
}

type CountedLine = FeeLine & { amount: FeeValue }

function evaluateLine(line: CountedLine, answers: Answers): (EvaluatedFeeLine | UnknownFee)[] {
  const repetitions = repetitionsOf(line, answers)
  if ('uncounted' in repetitions) return [repetitions]
  /** The entries so far that cost something or nothing, by the list that they are in. */
  const counted = new Map<string, number>()
  return repetitions.flatMap((entries): (EvaluatedFeeLine | UnknownFee)[] => {
    const unit = evaluateValue(line, line.amount, answers, entries)
    const found = (['quantity', 'times'] as const).flatMap((of) => {
      const value = line[of]
      return value === undefined ? [] : [{ of, value, result: evaluateValue(line, value, answers, entries) }]
    })
    const results = [unit, ...found.map(({ result }) => result)]
    const isNone = (result: (typeof results)[number]) => result !== null && 'number' in result && result.number === 0
    if (results.includes(null) || results.slice(1).some(isNone)) return []
    const uncounted = results.flatMap((result) => (result && 'uncounted' in result ? result.uncounted : []))
    if (unit === null || results.some((result) => result && 'uncounted' in result) || 'uncounted' in unit)
      return [{ uncounted: uncounted.length > 0 ? uncounted : placesOf(line, answers, entries) }]
    const factors = found.flatMap(({ of, value, result }) => {
      if (result === null || 'uncounted' in result) return []
      const [field] = answersOfValue(value)
      return [{ number: result.number, of, ...(field === undefined ? {} : { field }) }]
    })
    const list = entries.slice(0, -1).join()
    const position = (counted.get(list) ?? 0) + 1
    counted.set(list, position)
    const instead = line.fromEntry?.findLast(({ from }) => from <= position)
    const unitAmount = instead && 'amount' in instead ? instead.amount : unit.number
    const percent = instead && 'percent' in instead ? instead.percent : 100
    const charged = chargedAmount(line, [unitAmount, percent, ...factors.map(({ number }) => number)])
    const given = results.flatMap((result) => (result && 'pointers' in result ? result.pointers : []))
    if (charged === null) return [{ uncounted: given.length > 0 ? given : placesOf(line, answers, entries) }]
    const chosen = line.choice === undefined ? undefined : valuesAt(answers, line.choice, entries)[0]?.value
    return [
      {
        text: line.text,
        ...(line.choice === undefined || (typeof chosen !== 'string' && typeof chosen !== 'number')
          ? {}
          : { choice: { field: line.choice, value: String(chosen) } }),
        unitAmount,
        factors,
        ...(percent === 100 ? {} : { percent }),
        ...(instead ? { reason: instead.text } : {}),
        ...charged,
        taxRate: line.taxRate ?? 0,
      },
    ]
  })
}

/** A decimal number: `digits` / 10 ^ `places`. */
type Decimal = { digits: bigint; places: bigint }

/** The decimal number as it is written, because 0.1 × 3 × 100 is not 30 in binary numbers. */
function decimalOf(number: number): Decimal {
  const [written = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = written.split('.')
  const places = BigInt(fraction.length) - BigInt(exponent)
  const digits = BigInt(whole + fraction)
  return places < 0n ? { digits: digits * 10n ** -places, places: 0n } : { digits, places }
}

/**
 * The product of the unit amount, the percent and the factors, rounded, then within the limits. `null` without a
 * rounding that it needs.
 */
function chargedAmount(
  { rounding, ...limits }: FeeLine,
  [unit = 0, percent = 100, ...factors]: readonly number[],
): Pick<EvaluatedFeeLine, 'amount' | 'rounding' | 'limit'> | null {
  const product = [unit, ...factors].map(decimalOf).reduce(
    (one, other) => ({ digits: one.digits * other.digits, places: one.places + other.places }),
    // A hundredth is a decimal with two places.
    { digits: BigInt(percent), places: 2n },
  )
  const { mode, to } = rounding ?? { mode: 'down', to: 1 }
  const step = BigInt(to) * 10n ** product.places
  const rest = product.digits % step
  if (rest !== 0n && rounding === undefined) return null
  const isUp = rest !== 0n && (mode === 'up' || (mode === 'half-up' && rest * 2n >= step))
  const rounded = Number((product.digits / step + (isUp ? 1n : 0n)) * BigInt(to))
  if (!Number.isSafeInteger(rounded)) return null
  // What is rounded to 0 costs the minimum.
  const limited = withinLimits(rounded, product.digits > 0n, limits)
  return limited.limit !== undefined || rest === 0n || rounding === undefined ? limited : { ...limited, rounding }
}

/** The entries to count a line for; without a list, it counts once. */
function repetitionsOf({ forEach }: FeeLine, answers: Answers): number[][] | UnknownFee {
  if (forEach === undefined) return [[]]
  const lists = valuesAt(answers, entriesOf(forEach).slice(0, -'/[]'.length))
  const uncounted = lists.flatMap(({ pointer, value }) =>
    value === undefined || value === null || Array.isArray(value) ? [] : [pointer],
  )
  return uncounted.length > 0 ? { uncounted } : valuesAt(answers, entriesOf(forEach)).map(({ entries }) => entries)
}

/** The entry that a line counts, or all answers, for an amount that no answer makes wrong. */
function placesOf({ forEach }: FeeLine, answers: Answers, entries: readonly number[]): string[] {
  return forEach === undefined ? [''] : valuesAt(answers, entriesOf(forEach), entries).map(({ pointer }) => pointer)
}

/** Whether a line counts an answer at a path once: the path is in no list, or the line is for each entry of that list. */
export function countsOnce({ forEach }: Pick<FeeLine, 'forEach'>, path: FieldPath): boolean {
  const end = path.lastIndexOf('/[]')
  return end < 0 || (forEach !== undefined && `${entriesOf(forEach)}/`.startsWith(`${path.slice(0, end)}/[]/`))
}

/** `forEach` may name the list itself or its entries. */
function entriesOf(path: FieldPath): FieldPath {
  return path.endsWith('/[]') ? path : `${path}/[]`
}

/** `null` without an answer. */
function evaluateValue(
  line: FeeLine,
  value: FeeValue,
  answers: Answers,
  entries: readonly number[],
): { number: number; pointers: string[] } | UnknownFee | null {
  if (typeof value === 'number') return isWhole(value) ? { number: value, pointers: [] } : { uncounted: [] }
  const paths = answersOfValue(value)
  const inLists = paths.filter((path) => !countsOnce(line, path))
  if (inLists.length > 0) {
    const uncounted = inLists.flatMap((path) => valuesAt(answers, path).map(({ pointer }) => pointer))
    return uncounted.length === 0 ? null : { uncounted }
  }
  const given = paths.flatMap((path) => valuesAt(answers, path, entries).slice(0, 1))
  const isMissing = given.some(({ value: answer }) => answer === undefined || answer === null || answer === '')
  if (given.length < paths.length || isMissing) return null
  const [first, second] = given.map(({ value: answer }) => answer)
  const number =
    'answer' in value
      ? first
      : 'byAnswer' in value
        ? entryFor(value.table, first)
        : entryFor(entryFor(value.table, first) ?? {}, second)
  const pointers = given.map(({ pointer }) => pointer)
  if (typeof number !== 'number' || !(number >= 0)) return { uncounted: pointers }
  // What one costs is in whole yen.
  const hasDecimals = line.rounding !== undefined && value !== line.amount && Number.isFinite(number)
  return hasDecimals || isWhole(number) ? { number, pointers } : { uncounted: pointers }
}

/** Whether a value is an amount in yen. */
export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function entryFor<Entry>(table: { [value: string]: Entry }, answer: unknown): Entry | undefined {
  const isChoice = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean'
  return isChoice && Object.hasOwn(table, String(answer)) ? table[String(answer)] : undefined
}
