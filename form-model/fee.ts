import type { Answers, Definition, FeeLine, FeeValue, FieldPath } from './definition.ts'
import { valuesAt } from './field-path.ts'

export type EvaluatedFeeLine = {
  /** Key below `fee` in the texts. */
  text: string
  /** The chosen value that makes the line more specific; its label is `fields[field].options[value]` in the texts. */
  choice?: { field: FieldPath; value: string }
  unitAmount: number
  quantity: number
  amount: number
  /** Percent included in the amount; 0 = not taxed. */
  taxRate: number
}

/** Integer yen; `tax` is the consumption tax included in `total`, rounded down once per rate. */
export type EvaluatedFee = { lines: EvaluatedFeeLine[]; total: number; tax: number }

/** The fee is unknown: the rule has no amount for these answers, by JSON Pointer into the whole answers. */
export type UnknownFee = { uncounted: string[] }

/**
 * Evaluates a definition's fee rule. `matches` returns whether the condition with a key (`fee:<index>`) is true for
 * these answers. Lines whose amount or quantity is not answered, and those with the quantity 0, are left out. An answer
 * that has no entry in its table, that is not a whole number, or that is in a list whose entries the line does not count,
 * makes the whole fee unknown; it never counts as 0 or for one entry. The portal shows the result as an estimate; the
 * API's quote decides.
 */
export function evaluateFee(
  definition: Pick<Definition, 'fee'>,
  answers: Answers,
  matches: (key: string) => boolean,
): EvaluatedFee | UnknownFee {
  const found = (definition.fee?.lines ?? []).flatMap((line, index) =>
    line.when === undefined || matches(`fee:${index}`) ? evaluateLine(line, answers) : [],
  )
  const uncounted = found.flatMap((line) => ('uncounted' in line ? line.uncounted : []))
  if (uncounted.length > 0) return { uncounted: [...new Set(uncounted)] }
  const lines = found.flatMap((line) => ('uncounted' in line ? [] : [line]))
  const amountByRate = new Map<number, number>()
  for (const { amount, taxRate } of lines) amountByRate.set(taxRate, (amountByRate.get(taxRate) ?? 0) + amount)
  const tax = [...amountByRate].reduce((sum, [rate, amount]) => sum + Math.floor((amount * rate) / (100 + rate)), 0)
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0), tax }
}

/** The fields whose answers decide amounts and quantities. */
export function feeFields({ fee }: Pick<Definition, 'fee'>): ReadonlySet<FieldPath> {
  const values = (fee?.lines ?? []).flatMap(({ amount, quantity = 1 }) => [amount, quantity])
  return new Set(
    values.flatMap((value) => (typeof value === 'number' ? [] : ['answer' in value ? value.answer : value.byAnswer])),
  )
}

function evaluateLine(line: FeeLine, answers: Answers): (EvaluatedFeeLine | UnknownFee)[] {
  const repetitions = repetitionsOf(line, answers)
  if ('uncounted' in repetitions) return [repetitions]
  return repetitions.flatMap((entries): (EvaluatedFeeLine | UnknownFee)[] => {
    const unitAmount = evaluateValue(line, line.amount, answers, entries)
    const quantity = line.quantity === undefined ? 1 : evaluateValue(line, line.quantity, answers, entries)
    if (quantity === 0 || quantity === null || unitAmount === null) return []
    const uncounted = [unitAmount, quantity].flatMap((value) => (typeof value === 'number' ? [] : value.uncounted))
    if (typeof unitAmount !== 'number' || typeof quantity !== 'number') return [{ uncounted }]
    const chosen = line.choice === undefined ? undefined : valuesAt(answers, line.choice, entries)[0]?.value
    return [
      {
        text: line.text,
        ...(line.choice === undefined || (typeof chosen !== 'string' && typeof chosen !== 'number')
          ? {}
          : { choice: { field: line.choice, value: String(chosen) } }),
        unitAmount,
        quantity,
        amount: unitAmount * quantity,
        taxRate: line.taxRate ?? 0,
      },
    ]
  })
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
): number | UnknownFee | null {
  if (typeof value === 'number') return value
  const path = 'answer' in value ? value.answer : value.byAnswer
  if (!countsOnce(line, path)) {
    const uncounted = valuesAt(answers, path).map(({ pointer }) => pointer)
    return uncounted.length === 0 ? null : { uncounted }
  }
  const place = valuesAt(answers, path, entries)[0]
  const answer = place?.value
  if (place === undefined || answer === undefined || answer === null || answer === '') return null
  const amount = 'answer' in value ? answer : entryFor(value.table, answer)
  return isWholeAmount(amount) ? amount : { uncounted: [place.pointer] }
}

function entryFor(table: { [value: string]: number }, answer: unknown): unknown {
  const isChoice = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean'
  return isChoice && Object.hasOwn(table, String(answer)) ? table[String(answer)] : undefined
}

/** Whether a value is an amount in yen, or a quantity. */
function isWholeAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
