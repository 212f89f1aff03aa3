import { expect, it } from 'vitest'
import { startLanguage } from './language.ts'

it('the portal starts in the stored language', () => {
  expect(startLanguage('en', ['ja-JP'])).toBe('en')
})
it('the language follows the browser, and is Japanese if the browser prefers neither', () => {
  expect(startLanguage(null, ['fr-FR', 'en-US', 'ja'])).toBe('en')
  expect(startLanguage('xx', ['fr'])).toBe('ja')
  expect(startLanguage(undefined, [])).toBe('ja')
})
