import { expect, it } from 'vitest'
import { inLanguage, isJapanese, lookupTags, spokenLanguage, textLanguages } from './language-tag.ts'

it.each([
  ['ja', ['ja'], ['ja']],
  ['ja-simple', ['ja-simple', 'ja'], ['ja-simple', 'ja']],
  ['en', ['en'], ['en', 'ja']],
  ['zh-Hant-TW', ['zh-Hant-TW', 'zh-Hant', 'zh'], ['zh-Hant-TW', 'zh-Hant', 'zh', 'ja']],
])('a text for %s is looked for in shorter tags, and at last in Japanese', (tag, lookup, all) => {
  expect(lookupTags(tag)).toEqual(lookup)
  expect(textLanguages(tag)).toEqual(all)
})

it('inLanguage chooses the best language that has a value', () => {
  const values = { ja: '申請', 'ja-simple': 'もうしこみ', en: 'application' }
  expect(['ja', 'ja-simple', 'en', 'vi'].map((tag) => inLanguage(values, tag))).toEqual([
    '申請',
    'もうしこみ',
    'application',
    '申請',
  ])
  expect(inLanguage({ ja: '申請', en: 'application' }, 'ja-simple')).toBe('申請')
})

it('a variant is spoken and formatted like its language', () => {
  expect([spokenLanguage('ja-simple'), spokenLanguage('en')]).toEqual(['ja', 'en'])
  expect(['ja', 'ja-simple', 'en', 'jam'].map(isJapanese)).toEqual([true, true, false, false])
})
