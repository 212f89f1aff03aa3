import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../form-model/record.ts'
import { mistakesIn } from './japanese-wording.ts'

/** Every file of texts in Japanese. Those of service.json are checked by `forms check`, as one language of two. */
const catalogues = [
  'locales/ja*/*.json',
  'locales/plain/ja.json',
  'forms/source/messages.ja.json',
  'forms/studio/texts.ja.json',
  'forms/studio/json/editor-phrases.ja.json',
  'forms/templates/**/*texts.ja.json',
  'schemas/**/*texts.ja*.json',
]

/** The strings of a JSON file that are values, each with its line. */
function valuesOf(json: string): { line: number; text: string }[] {
  return [...json.matchAll(/(?<literal>"(?:[^"\\\n]|\\.)*")(?<isKey>\s*:)?/g)].flatMap(({ groups, index }) =>
    groups?.literal === undefined || groups.isKey !== undefined
      ? []
      : [{ line: json.slice(0, index).split('\n').length, text: JSON.parse(groups.literal) as string }],
  )
}

/** The texts in a program. Values inserted into a text become placeholders. */
function textsIn(file: string): string[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  expect(errors).toEqual([])
  const nodes: unknown[] = [program]
  const found: string[] = []
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (Array.isArray(node)) nodes.push(...(node as unknown[]))
    if (!isRecord(node)) continue
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
    if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis))
      found.push(node.quasis.map(cookedOf).join('{{value}}'))
    nodes.push(...Object.values(node).filter((value) => typeof value === 'object'))
  }
  return found
}

function cookedOf(quasi: unknown): string {
  const value = isRecord(quasi) ? quasi.value : undefined
  return isRecord(value) && typeof value.cooked === 'string' ? value.cooked : ''
}

describe('the Japanese texts', () => {
  it('follow the rules of wording in the mails, receipts and pages of the sandbox', () => {
    const files = globSync('sandbox/**/*.ts').filter((file) => !file.endsWith('.spec.ts'))
    const texts = files.flatMap((file) => textsIn(file).map((text) => ({ file, text })))
    expect(texts.some(({ text }) => text.includes('領収書'))).toBe(true)
    const found = texts.flatMap(({ file, text }) =>
      mistakesIn(text).map((mistake) => `${file} ${JSON.stringify(mistake)}`),
    )
    expect(found).toEqual([])
  })

  it.each(globSync(['forms/templates/**/texts.ja.json', 'schemas/*/**/texts.ja.json']).toSorted())(
    'differ between the steps of %s and the last step, which the portal adds',
    (file) => {
      const { progress } = JSON.parse(readFileSync('locales/ja/apply.json', 'utf8')) as { progress: { review: string } }
      const { steps } = JSON.parse(readFileSync(file, 'utf8')) as { steps: { [id: string]: { title?: string } } }
      expect(Object.values(steps).map(({ title }) => title)).not.toContain(progress.review)
    },
  )

  it.each(
    globSync('schemas/*/*/*/form.json').filter(
      (file) => 'booking' in (JSON.parse(readFileSync(file, 'utf8')) as object),
    ),
  )('say for the booking in %s on which days nobody can come', (file) => {
    type Form = { booking: { date: string }; checks?: { kind: string; field: string }[] }
    const { booking, checks = [] } = JSON.parse(readFileSync(file, 'utf8')) as Form
    // The portal then names the days itself.
    if (checks.some(({ kind, field }) => kind === 'working-day' && field === booking.date)) return
    const texts = readFileSync(file.replace('form.json', 'texts.ja.json'), 'utf8')
    const { fields } = JSON.parse(texts) as { fields: { [field: string]: { help?: string } } }
    expect(fields[booking.date]?.help).toMatch(/平日|毎日|曜/)
  })

  it.each(globSync(catalogues).toSorted())('follow the rules of wording in %s', (file) => {
    const values = valuesOf(readFileSync(file, 'utf8'))
    expect(values.length).toBeGreaterThan(0)
    const found = values.flatMap(({ line, text }) =>
      mistakesIn(text).map((mistake) => `${file}:${line} ${JSON.stringify(mistake)}`),
    )
    expect(found).toEqual([])
  })
})
