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

/**
 * Evaluates a definition's fee rule. `matches` returns whether the condition with a key (`fee:<index>`) is true for
 * these answers. A missing answer, or one without an entry in a table, counts as 0; lines with the quantity 0 are left
 * out. The portal shows the result as an estimate; the API's quote decides.
 */
export function evaluateFee(
  definition: Pick<Definition, 'fee'>,
  answers: Answers,
  matches: (key: string) => boolean,
): EvaluatedFee {
  const lines = (definition.fee?.lines ?? []).flatMap((line, index) =>
    line.when === undefined || matches(`fee:${index}`) ? evaluateLine(line, answers) : [],
  )
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

function evaluateLine(line: FeeLine, answers: Answers): EvaluatedFeeLine[] {
  const repetitions =
    line.forEach === undefined ? [[]] : valuesAt(answers, entriesOf(line.forEach)).map(({ entries }) => entries)
  return repetitions.flatMap((entries) => {
    const unitAmount = evaluateValue(line.amount, answers, entries)
    const quantity = line.quantity === undefined ? 1 : evaluateValue(line.quantity, answers, entries)
    if (quantity === 0) return []
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

/** `forEach` may name the list itself or its entries. */
function entriesOf(path: FieldPath): FieldPath {
  return path.endsWith('/[]') ? path : `${path}/[]`
}

function evaluateValue(value: FeeValue, answers: Answers, entries: readonly number[]): number {
  if (typeof value === 'number') return value
  if ('answer' in value) return wholeNumber(valuesAt(answers, value.answer, entries)[0]?.value)
  const key = valuesAt(answers, value.byAnswer, entries)[0]?.value
  if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'boolean') return 0
  return Object.hasOwn(value.table, String(key)) ? wholeNumber(value.table[String(key)]) : 0
}

function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
