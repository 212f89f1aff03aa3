import { describe, expect, it } from 'vitest'
import { formats } from '../../form-model/formats.ts'
import { generateValue, seededRandom } from './generate-value.ts'
import { samplePattern } from './pattern-sample.ts'

const patterns = [
  ...Object.values(formats).map(({ pattern }) => pattern),
  '^(\\d{4}|XXXX)-(0[1-9]|1[0-2]|XX)-(0[1-9]|[1-2][0-9]|3[0-1]|XX)$',
  '^[cC]{0,1}\\d{7,9}$',
  '^(?!0{9})[0-9]{9}$',
  '^[^<>%$#@!^&*0-9]+$',
  '^(?:a|b(?:c|d)+)?e{2,}$',
  '^\\u{3042}[\\u30A1-\\u30FA]+$',
]

describe('a text made from a pattern', () => {
  it.each(patterns)('matches %s', (pattern) => {
    const expression = new RegExp(pattern, 'u')
    const samples = Array.from({ length: 40 }, (_, seed) => samplePattern(pattern, seededRandom(seed)))
    const made = samples.filter((sample) => sample !== null)
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter((sample) => !expression.test(sample))).toEqual([])
  })

  it.each(['(a)\\1', '(?<=a)b', 'a{2', '[b-a]'])('makes no text from %s', (pattern) => {
    expect(samplePattern(pattern, seededRandom(1))).toBeNull()
  })
})

describe('a generated value', () => {
  it('generates the same value for the same seed', () => {
    const code = { type: 'string', pattern: '^[A-Z]{2}-\\d{1,6}$' }
    const schema = { type: 'object', properties: { a: { type: 'string', maxLength: 9 }, b: { type: 'integer' }, code } }
    const make = (seed: number) => generateValue(schema, { random: seededRandom(seed), fullness: 1, root: schema })
    expect(make(7)).toEqual(make(7))
  })
})
