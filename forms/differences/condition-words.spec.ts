import { expect, it } from 'vitest'
import { conditionWords } from './condition-words.ts'

it('writes large numbers of a condition as readers do', () => {
  const words = {
    language: 'ja',
    label: () => '世帯の所得',
    option: (_path: string, value: unknown) => String(value),
  } as const
  const schema = { properties: { income: { minimum: 1_500_000 } }, required: ['income'] }
  expect(conditionWords(schema, '', words)).toBe('「世帯の所得」が1,500,000以上であるとき')
})
