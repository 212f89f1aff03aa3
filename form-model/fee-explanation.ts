import type { FormTexts } from './definition.ts'
import type { EvaluatedFee, EvaluatedFeeLine } from './fee.ts'

/** A line of a fee as the API and the studio explain it; `Words` is a text in one language, or in each. */
type ExplainedLine<Words> = {
  label: Words
  amount: number
  unitPrice?: number
  quantity?: number
  /** Instead of `quantity`, if there are several or it is no plain number of pieces. */
  factors?: { number: number; unit?: Words }[]
  percent?: number
  rounding?: { mode: (typeof roundingModes)[keyof typeof roundingModes]; to: 1 | 10 | 100 }
  limit?: (typeof feeLimits)[keyof typeof feeLimits]
  reason?: Words
  announcedLater?: boolean
}

const roundingModes = { down: 'DOWN', 'half-up': 'HALF_UP', up: 'UP' } as const
const feeLimits = { minimum: 'MINIMUM', maximum: 'MAXIMUM' } as const

/**
 * How the amount of a line follows from the answers.
 * @param texts of the language that has all texts
 * @param wordsOf chooses a text in each language that the explanation is for
 */
export function explainedLine<Words>(
  line: EvaluatedFeeLine,
  texts: FormTexts,
  wordsOf: (textOf: (texts: FormTexts) => string) => Words,
): ExplainedLine<Words> {
  const { amount, unitAmount, factors, percent, rounding, limit, reason, isLater } = line
  const label = wordsOf((own) => labelOf(line, own))
  if (isLater) return { label, amount, announcedLater: true }
  const because = reason === undefined ? {} : { reason: wordsOf((own) => own.fee?.[reason] ?? reason) }
  const isQuantity = factors.every(({ of, number }) => of === 'quantity' && Number.isInteger(number))
  const withUnit = ({ number, field = '' }: EvaluatedFeeLine['factors'][number]) =>
    texts.fields[field]?.unit === undefined
      ? { number }
      : { number, unit: wordsOf(({ fields }) => fields[field]?.unit ?? '') }
  return {
    label,
    ...(isQuantity ? { quantity: factors[0]?.number ?? 1 } : { factors: factors.map(withUnit) }),
    unitPrice: unitAmount,
    amount,
    ...(percent === undefined ? {} : { percent }),
    ...(rounding ? { rounding: { mode: roundingModes[rounding.mode], to: rounding.to } } : {}),
    ...(limit ? { limit: feeLimits[limit] } : {}),
    ...because,
  }
}

/** The limit that is the total instead of the sum of the lines; empty without one. */
export function explainedLimit({ limit }: Pick<EvaluatedFee, 'limit'>) {
  return limit === undefined ? {} : { totalLimit: feeLimits[limit] }
}

function labelOf({ text, choice }: EvaluatedFeeLine, texts: FormTexts): string {
  const label = texts.fee?.[text] ?? text
  const chosen = choice === undefined ? undefined : texts.fields[choice.field]?.options?.[choice.value]
  return chosen === undefined ? label : `${label} ${chosen}`
}
