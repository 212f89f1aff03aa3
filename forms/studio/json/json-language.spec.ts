import { expect, it } from 'vitest'
import { explanationAt } from './json-language.ts'

it.each([
  ['ja', 'この書き方の版。1 と書きます。'],
  ['en', 'Version of this format: 1.'],
] as const)('explains a key in the language of the page only, without Markdown (%s)', async (language, text) => {
  expect(await explanationAt('form.json', '{ "engine": 1 }', 4, language)).toMatchObject({ text })
})
