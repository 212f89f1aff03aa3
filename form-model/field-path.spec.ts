import { expect, it } from 'vitest'
import { valuesAt } from './field-path.ts'

it('finds the values of a field in every entry, with the positions', () => {
  const answers = { step: { list: [{ day: 1 }, {}], other: 'text' } }
  expect(valuesAt(answers, 'step/list/[]/day')).toEqual([
    { pointer: '/step/list/0/day', value: 1, entries: [0] },
    { pointer: '/step/list/1/day', value: undefined, entries: [1] },
  ])
  expect(valuesAt(answers, 'step/list/[]/day', [1])).toEqual([
    { pointer: '/step/list/1/day', value: undefined, entries: [1] },
  ])
  expect(valuesAt(answers, 'step/other/[]/day')).toEqual([])
})
