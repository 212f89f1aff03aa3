import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mistakesIn } from './japanese-wording.ts'

/** Every file of texts in Japanese. Those of service.json are checked by `forms check`, as one language of two. */
const catalogues = [
  'locales/ja/*.json',
  'locales/plain/ja.json',
  'forms/source/messages.ja.json',
  'forms/studio/texts.ja.json',
  'forms/studio/json/editor-phrases.ja.json',
  'forms/templates/**/*texts.ja.json',
  'schemas/**/*texts.ja.json',
]

/** The strings of a JSON file that are values, each with its line. */
function valuesOf(json: string): { line: number; text: string }[] {
  return [...json.matchAll(/(?<literal>"(?:[^"\\\n]|\\.)*")(?<isKey>\s*:)?/g)].flatMap(({ groups, index }) =>
    groups?.literal === undefined || groups.isKey !== undefined
      ? []
      : [{ line: json.slice(0, index).split('\n').length, text: JSON.parse(groups.literal) as string }],
  )
}

describe('the Japanese texts', () => {
  it.each(globSync(catalogues).toSorted())('of %s follow the rules of wording', (file) => {
    const values = valuesOf(readFileSync(file, 'utf8'))
    expect(values.length).toBeGreaterThan(0)
    const found = values.flatMap(({ line, text }) =>
      mistakesIn(text).map((mistake) => `${file}:${line} ${JSON.stringify(mistake)}`),
    )
    expect(found).toEqual([])
  })
})
