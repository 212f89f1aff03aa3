import { expect, it } from 'vitest'
import { setCondition } from './question-condition.ts'
import type { AnswerCondition } from './answer-condition.ts'
import type { FormFiles } from './commands.ts'
import { usesOf } from './uses.ts'

const yesNo = { type: 'boolean' }
const properties = { asked: yesNo, other: yesNo, count: { type: 'integer' }, only: { type: 'string' } }
const when = { properties: { one: { properties: { asked: { const: true } }, required: ['asked'] } }, required: ['one'] }
const base: FormFiles = {
  'form.json': JSON.stringify({
    steps: [
      { id: 'one', schema: { type: 'object', properties } },
      { id: 'two', schema: { type: 'object', properties: {} }, visibleWhen: when },
    ],
    requiredWhen: [{ field: 'one/other', when }],
    fee: {
      lines: [
        { text: 'copies', amount: 500, taxRate: 0, quantity: { answer: 'one/count' } },
        { text: 'extra', amount: 1, when },
      ],
    },
    delivery: { when },
  }),
}
const isYes: AnswerCondition = { join: 'and', parts: [{ path: 'one/asked', is: 'one-of', values: [true] }] }
const files = setCondition(base, 'one/only', isYes)

it('names the conditions, the fees and the delivery that depend on a question', () => {
  expect(usesOf(files, 'one/asked')).toEqual([
    { kind: 'shown', name: 'one/only' },
    { kind: 'shown', name: 'two' },
    { kind: 'required', name: 'one/other' },
    { kind: 'fee', name: 'extra' },
    { kind: 'delivery', name: '' },
  ])
  expect(usesOf(files, 'one/count')).toEqual([{ kind: 'fee', name: 'copies' }])
})

it('names only what is outside of a removed step, and nothing for an unused question', () => {
  expect(usesOf(files, 'one').map(({ name }) => name)).toEqual(['two', 'copies', 'extra', ''])
  expect(usesOf(files, 'one/other')).toEqual([])
})

it('names a condition that asks only whether the question is answered', () => {
  const answered: AnswerCondition = { join: 'and', parts: [{ path: 'one/count', is: 'answered' }] }
  expect(usesOf(setCondition(files, 'one/only', answered), 'one/count')).toContainEqual({
    kind: 'shown',
    name: 'one/only',
  })
})
