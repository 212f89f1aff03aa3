import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answers, Definition, FeeLine, FeeRule, FeeValue, FormTexts } from '../../../../form-model/definition.ts'
import { ProblemAnswer } from '../../../../sandbox/core/problem-answer.ts'
import { feeOf, quoteView } from '../../../../sandbox/rules/fee.ts'
import type { AmountLine } from '../../../api/generated/api.schemas.ts'
import { estimatedFee } from '../../../form-engine/validation/estimated-fee.ts'

const classes = ['a', 'b', 'c']
const entry = {
  type: 'object',
  properties: { grade: { enum: classes }, area: { type: 'number' } },
}
const schema = {
  type: 'object',
  properties: {
    income: { enum: classes },
    months: { type: 'integer' },
    area: { type: 'number' },
    welfare: { type: 'boolean' },
    list: { type: 'array', items: entry },
  },
}
const step = { id: 's', schema, ui: {} }
const texts: FormTexts = { title: '', steps: {}, fields: { 's/months': { label: '月数', unit: 'か月' } } }
const whenWelfare = {
  type: 'object',
  properties: { s: { properties: { welfare: { const: true } }, required: ['welfare'] } },
  required: ['s'],
}

const yen = fc.integer({ min: 0, max: 2000 })
/** Some choices may have no amount. */
const row = fc.dictionary(fc.constantFrom(...classes), yen, { noNullPrototype: true, minKeys: 2 })
const full = fc.record({ a: yen, b: yen, c: yen })
const amount: fc.Arbitrary<FeeLine['amount']> = fc.oneof(
  yen,
  fc.record({ byAnswer: fc.constantFrom('s/income', 's/list/[]/grade'), table: fc.oneof(full, row) }),
  fc.record({
    byAnswers: fc.constant<[string, string]>(['s/income', 's/list/[]/grade']),
    table: fc.record({ a: full, b: full, c: fc.oneof(full, row) }),
  }),
  fc.constant<'later'>('later'),
)
const factor: fc.Arbitrary<FeeValue> = fc.oneof(
  fc.nat(3),
  fc.record({ answer: fc.constantFrom('s/months', 's/area', 's/list/[]/area') }),
)
function optional<Value>(value: fc.Arbitrary<Value>) {
  return fc.option(value, { nil: undefined })
}

const fromEntry = fc.constantFrom<NonNullable<FeeLine['fromEntry']>>(
  [{ from: 2, percent: 50, text: 'second' }],
  [
    { from: 2, percent: 33, text: 'second' },
    { from: 3, amount: 7, text: 'third' },
  ],
  [{ from: 2, percent: 0, text: 'second' }],
)
const line = fc
  .record({
    text: fc.constant('t'),
    amount,
    quantity: optional(factor),
    times: optional(factor),
    forEach: fc.constantFrom('s/list', 's/list', undefined),
    fromEntry: optional(fromEntry),
    rounding: optional(
      fc.record({ mode: fc.constantFrom('down', 'half-up', 'up'), to: fc.constantFrom(1 as const, 10, 100) }),
    ),
    minimum: optional(fc.integer({ min: 0, max: 400 })),
    maximum: optional(fc.integer({ min: 500, max: 4000 })),
    exempt: optional(fc.constant({ when: whenWelfare, text: 'welfare' })),
    taxRate: fc.constantFrom(0, 8, 10),
  })
  .map((given) => JSON.parse(JSON.stringify(given)) as FeeLine)
const tenths = fc.integer({ min: 0, max: 300 }).map((number) => number / 10)
const answers = fc.record(
  {
    income: fc.constantFrom(...classes),
    months: fc.integer({ min: 0, max: 12 }),
    area: tenths,
    welfare: fc.boolean(),
    list: fc.array(fc.record({ grade: fc.constantFrom(...classes), area: tenths }), { maxLength: 4 }),
  },
  { requiredKeys: ['income', 'months'] },
)

const totalLimits = fc
  .record({
    minimum: optional(fc.integer({ min: 0, max: 3000 })),
    maximum: optional(fc.integer({ min: 3001, max: 9000 })),
  })
  .map((given) => JSON.parse(JSON.stringify(given)) as Omit<FeeRule, 'lines'>)

function formWith(fee: FeeRule) {
  const definition: Definition = {
    engine: 1,
    layout: 'steps',
    tenantId: 't',
    serviceId: 's',
    type: 'individual',
    formVersion: '0',
    steps: [step],
    fee,
  }
  return { definition }
}

/** What the explanation of a line says that it costs, computed in hundredths of a tenth of a tenth of a yen. */
function explained({ unitPrice = 0, quantity = 1, factors, percent = 100, rounding, ...line }: AmountLine): number {
  if (line.announcedLater) return 0
  if (line.limit) return line.amount
  const tenfold = (factors ?? [{ number: quantity }]).map(({ number }) => Math.round(number * 10))
  const scale = 100 * 10 ** tenfold.length
  const product = tenfold.reduce((one, other) => one * other, unitPrice * percent)
  if (rounding === undefined) return product / scale
  const steps = product / (scale * rounding.to)
  const whole = { DOWN: Math.floor, HALF_UP: Math.round, UP: Math.ceil }[rounding.mode]
  return whole(steps) * rounding.to
}

/** What the API says about the answers: its quote, or the answers that it refuses. */
function quoteOf({ definition }: ReturnType<typeof formWith>, given: Answers) {
  const form = { definition, texts: { ja: texts } }
  try {
    const { amount: whole, lines, totalLimit } = quoteView(feeOf(form, given, 0, 'ja'), 'ja')
    return { refused: [], lines, totalLimit, total: whole.total, tax: whole.tax }
  } catch (cause) {
    if (!(cause instanceof ProblemAnswer)) throw cause
    const { errors = [] } = cause.problem
    return { refused: errors.map(({ pointer }) => pointer), lines: [], totalLimit: undefined, total: 0, tax: 0 }
  }
}

it('explains each line so that the lines, within the limits of the sum, are the total, which the portal estimates alike', () => {
  const seen = { known: 0, unknown: 0, factors: 0, percent: 0, rounding: 0, limit: 0, reason: 0, announcedLater: 0 }
  const limited = { MINIMUM: 0, MAXIMUM: 0 }
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), totalLimits, answers, (lines, limits, given) => {
      const form = formWith({ lines, ...limits })
      const s: Answers = { s: given }
      const estimate = estimatedFee({ ...form, texts, language: 'ja' }, s)
      const { refused, total, tax, totalLimit, lines: quoted } = quoteOf(form, s)
      const uncounted = 'uncounted' in estimate ? estimate.uncounted : []
      expect(refused).toEqual(uncounted.map((pointer) => `/answers${pointer}`))
      seen[refused.length > 0 ? 'unknown' : 'known'] += 1
      expect('uncounted' in estimate ? { total: 0, tax: 0 } : estimate).toMatchObject({ total, tax })
      expect(Number.isSafeInteger(total) && total >= 0 && tax >= 0 && tax <= total).toBe(true)
      expect(quoted.map((one) => explained(one))).toEqual(quoted.map((one) => one.amount))
      const sum = quoted.reduce((all, one) => all + explained(one), 0)
      const { minimum = 0, maximum = Infinity } = limits
      const isBelow = sum > 0 && sum < minimum
      const limit = isBelow ? 'MINIMUM' : sum > maximum ? 'MAXIMUM' : undefined
      expect([totalLimit, total]).toEqual([limit, isBelow ? minimum : Math.min(sum, maximum)])
      if (totalLimit) limited[totalLimit] += 1
      for (const key of ['factors', 'percent', 'rounding', 'limit', 'reason', 'announcedLater'] as const)
        seen[key] += quoted.filter((one) => one[key] !== undefined).length
      const isExempt = given.welfare === true && lines.every(({ exempt }) => exempt)
      expect(isExempt && total > 0).toBe(false)
    }),
    { numRuns: 1500 },
  )
  expect(Math.min(...Object.values(seen), ...Object.values(limited))).toBeGreaterThan(20)
})
