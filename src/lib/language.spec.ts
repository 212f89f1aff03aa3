import { expect, it } from 'vitest'
import { startLanguage } from './language.ts'
import { formatYen } from './display-text.ts'

it('the portal starts in the stored language', () => {
  expect(startLanguage('en', ['ja-JP'])).toBe('en')
})
it('the language follows the browser, and is Japanese if the browser prefers neither', () => {
  expect(startLanguage(null, ['fr-FR', 'en-US', 'ja'])).toBe('en')
  expect(startLanguage('xx', ['fr'])).toBe('ja')
  expect(startLanguage(undefined, [])).toBe('ja')
})
it('formatYen writes yen with separators', () => {
  expect(formatYen(1_200, 'ja')).toBe('1,200円')
  expect(formatYen(0, 'ja')).toBe('0円')
  expect(formatYen(1_234_567, 'en')).toBe('¥1,234,567')
})
