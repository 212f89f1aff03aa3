import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withLimits, wrongLimits } from './stated-limits.ts'

it.each([
  ['ja', '500文字以内で入力してください。', { maxLength: 1000 }, '1,000文字以内で入力してください。'],
  ['ja', '１，０００字まで書けます。', { maxLength: 20 }, '20字まで書けます。'],
  ['ja', '10文字以上、1,000文字以内です。', { minLength: 5, maxLength: 800 }, '5文字以上、800文字以内です。'],
  ['ja-simple', '写真を3枚まで', { type: 'array', maxItems: 5 }, '写真を5枚まで'],
  ['ja', '1回に10件まで申請できます。', { type: 'integer', maximum: 4 }, '1回に4件まで申請できます。'],
  ['en', 'Up to 3 files of 5 MB', { type: 'array', maxItems: 2 }, 'Up to 2 files of 5 MB'],
  [
    'en',
    'At most 1,000 characters, at least 10 characters',
    { maxLength: 50, minLength: 1 },
    'At most 50 characters, at least 1 characters',
  ],
  ['en', '100 characters or fewer', { maxLength: 200 }, '200 characters or fewer'],
])('in %s, %s with the limits %j becomes %s', (language, text, limits, expected) => {
  expect(withLimits(text, language, limits)).toBe(expected)
})

it.each([
  ['ja', '3日以内に届け出ます。1回500円です。', { type: 'string', maxLength: 10 }],
  ['ja', '布団は2枚までです。', { type: 'string' }],
  ['en', 'Within 3 days, at most 5 MB', { type: 'array', maxItems: 3 }],
])('in %s, %s states none of the limits %j', (language, text, limits) => {
  expect(withLimits(text, language, limits)).toBe(text)
})

it('leaves no wrong limit in a text, whatever it stated', () => {
  const number = fc.integer({ min: 0, max: 99_999 })
  fc.assert(
    fc.property(number, number, number, fc.boolean(), (stated, least, most, isJapanese) => {
      const written = stated.toLocaleString('en')
      const [language, text] = isJapanese
        ? ['ja', `${written}文字以上、${stated}字まで`]
        : ['en', `at least ${written} characters, up to ${stated} characters`]
      const limits = { minLength: least, maxLength: most }
      const followed = withLimits(text, language, limits)
      expect(wrongLimits(followed, language, limits)).toEqual([])
      expect(withLimits(followed, language, limits)).toBe(followed)
    }),
  )
})
