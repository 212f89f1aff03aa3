import { expect, it } from 'vitest'
import fc from 'fast-check'
import type { FeeLine, FeeValue } from '../../form-model/definition.ts'
import { evaluateFee } from '../../form-model/fee.ts'
import { amountBy } from './fees.ts'

const answers = ['a', 'b', 'c']
const paths = ['s/x', 's/y', 's/z']

function answersOf(path: string) {
  return path === 's/gone' ? undefined : answers
}

const yen = fc.integer({ min: 0, max: 3 })
const row = fc.dictionary(fc.constantFrom(...answers), yen, { noNullPrototype: true })
const path = fc.constantFrom(...paths)
const amount: fc.Arbitrary<FeeLine['amount']> = fc.oneof(
  yen,
  fc.record({ byAnswer: path, table: row }),
  fc.record({
    byAnswers: fc.shuffledSubarray(paths, { minLength: 2, maxLength: 2 }) as fc.Arbitrary<[string, string]>,
    table: fc.dictionary(fc.constantFrom(...answers), row, { noNullPrototype: true }),
  }),
  fc.record({ answer: path }),
  fc.constant<'later'>('later'),
)
const target = fc.shuffledSubarray(paths, { maxLength: 2 }) as fc.Arbitrary<[] | [string] | [string, string]>

/** What each triple of answers costs; null without an amount. */
function costs(of: FeeValue) {
  return answers.flatMap((x) =>
    answers.flatMap((y) =>
      answers.map((z) => {
        const fee = evaluateFee({ fee: { lines: [{ text: 't', amount: of }] } }, { s: { x, y, z } }, () => true)
        return 'uncounted' in fee ? null : fee.total
      }),
    ),
  )
}

it('costs each answer what it did before, unless it says that amounts are lost', () => {
  const seen = { kept: 0, lost: 0 }
  fc.assert(
    fc.property(amount, target, (before, by) => {
      const { amount: after, isLost } = amountBy(before, by, answersOf)
      seen[isLost ? 'lost' : 'kept'] += 1
      if (before === 'later' || (typeof before === 'object' && 'answer' in before)) return !isLost
      const [old, now] = [costs(before), costs(after)]
      // An amount of 0 that nobody has changed is none in a table.
      const isKept = (one: number | null, at: number) => one === null || one === now[at] || before === 0
      return isLost || old.every(isKept)
    }),
    { numRuns: 500 },
  )
  expect(Math.min(seen.kept, seen.lost)).toBeGreaterThan(50)
})

it('loses the amounts if a question is gone', () => {
  expect(amountBy(300, ['s/gone'], answersOf)).toEqual({ amount: { byAnswer: 's/gone', table: {} }, isLost: true })
})
