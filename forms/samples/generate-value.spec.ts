import { expect, it } from 'vitest'
import { isRecord } from '../../form-model/record.ts'
import { generateValue, seededRandom } from './generate-value.ts'

const text = { type: 'string', maxLength: 9 }
function askWhen(value: string, name: string) {
  return {
    if: { properties: { kind: { const: value } }, required: ['kind'] },
    then: { properties: { [name]: text }, required: [name] },
  }
}

it('answers the questions of one branch only if several branches depend on the same field', () => {
  const root = {
    type: 'object',
    properties: { kind: { type: 'string', enum: ['work', 'birth', 'other'] } },
    required: ['kind'],
    allOf: [askWhen('work', 'employer'), askWhen('birth', 'hospital')],
  }
  const answers = Array.from({ length: 40 }, (_, seed) =>
    generateValue(root, { random: seededRandom(seed), fullness: 1, root }),
  ).filter(isRecord)
  expect(answers.filter((one) => 'employer' in one && one.kind !== 'work')).toEqual([])
  expect(answers.some((one) => 'employer' in one)).toBe(true)
  expect(answers.some((one) => 'hospital' in one)).toBe(true)
})
