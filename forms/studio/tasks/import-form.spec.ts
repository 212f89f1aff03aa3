import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../form-model/definition.ts'
import { runCommand } from '../../command-line.ts'
import type { Change, ChangeKey } from '../../import/import-changes.ts'
import { toolLanguages } from '../../source/tool-languages.ts'
import { jargonIn } from '../../testing/jargon.ts'
import type { Imported } from '../studio-host.ts'
import { changeWords, importForm } from './import-form.ts'

/** `foreign.json`, and the files to which it refers. */
type Files = { 'foreign.json': string; [name: string]: string }

const names = { tenant: 'town', service: 'foreign', type: 'individual' }

function inStudio(work: string, files: Files, language: 'ja' | 'en'): Imported {
  const [file, ...others] = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
  if (!file) throw new Error('There is no file')
  return importForm([path.join(work, language)], path.join(work, 'published'), { ...names, file, others }, language)
}

async function onCommandLine(work: string, files: Files): Promise<{ code: number; out: string }> {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(work, name), text)
  const out: string[] = []
  const output = { out: (line: string) => out.push(line), err: () => undefined }
  const args = ['--out', path.join(work, 'forms'), '--tenant', 'town']
  const code = await runCommand(['import', path.join(work, 'foreign.json'), ...args, '--lang', 'en'], output)
  return { code, out: out.join('\n') }
}

/** Each thing that is said about the original, as its place and its kind, and the number of errors of the form. */
type Said = { original: string[]; errorsOfForm: number }

function saidOnCommandLine(out: string): Said {
  const errors: string[] = []
  const changes = new Set<string>()
  let [file, place] = ['', '']
  for (const line of out.split('\n')) {
    const [, of, at] = /^(\S+):(\d+:\d+) /.exec(line) ?? []
    if (of !== undefined && at !== undefined) [file, place] = [path.basename(of), `${path.basename(of)}:${at}`]
    if (/^\S+ error \[/.test(line)) errors.push(`${place} error`)
    const also = /^ +also at ([\d:, ]+) \(/.exec(line)?.[1]?.split(', ') ?? []
    errors.push(...also.map((one) => `${file}:${one} error`))
    const kind = / {4}(changed|left out): /.exec(line)?.[1]
    if (kind !== undefined) changes.add(`${place} ${kind}`)
  }
  const ofOriginal = errors.filter((one) => !one.startsWith('form.json:'))
  return { original: [...ofOriginal, ...changes].toSorted(), errorsOfForm: errors.length - ofOriginal.length }
}

function saidInStudio(imported: Imported, files: Files): Said {
  if (imported.kind !== 'imported' && imported.kind !== 'refused') throw new Error(imported.kind)
  const said = imported.notes.flatMap(({ at, sentences }) => {
    const file = Object.keys(files).find((name) => at.startsWith(`${name} `)) ?? 'foreign.json'
    const [, line = '', column = ''] = /line (\d+), column (\d+)\)?$/i.exec(at) ?? []
    return sentences.map((sentence) => {
      const kind = imported.kind === 'refused' ? 'error' : (/^(changed|left out): /.exec(sentence)?.[1] ?? '')
      return `${file}:${line}:${column} ${kind}`
    })
  })
  return imported.kind === 'refused'
    ? { original: said.toSorted(), errorsOfForm: 0 }
    : { original: [...new Set(said)].toSorted(), errorsOfForm: imported.errors.length }
}

/** Imports the files in both ways, and expects the same of both. */
async function expectSame(files: Files): Promise<'imported' | 'refused'> {
  const work = mkdtempSync(path.join(tmpdir(), 'import-form-'))
  const { code, out } = await onCommandLine(work, files)
  const imported = inStudio(work, files, 'en')
  const said = saidInStudio(imported, files)
  expect(said, out).toEqual(saidOnCommandLine(out))
  expect(code).toBe(imported.kind === 'refused' || said.errorsOfForm > 0 ? 1 : 0)
  for (const folder of ['forms', 'en'])
    expect(existsSync(path.join(work, folder, 'town/foreign/individual/form.json'))).toBe(imported.kind === 'imported')
  expect([...jargonOf(imported, 'en'), ...jargonOf(inStudio(work, files, 'ja'), 'ja')]).toEqual([])
  return imported.kind === 'refused' ? 'refused' : 'imported'
}

function jargonOf(imported: Imported, language: 'ja' | 'en'): string[] {
  if (imported.kind !== 'imported' && imported.kind !== 'refused') return []
  const errors = imported.kind === 'imported' ? imported.errors : []
  const sentences = [...errors, ...imported.notes.flatMap((note) => note.sentences)]
  return sentences.flatMap((sentence) => jargonIn(sentence, language).map((found) => `${found}: ${sentence}`))
}

const text = { type: 'string', maxLength: 9 }

function schema(properties: JsonSchema, rest: JsonSchema = {}): string {
  const $schema = 'http://json-schema.org/draft-07/schema#'
  return JSON.stringify({ $schema, type: 'object', properties, ...rest }, null, 1)
}

const stray = schema({ name: text }, { owner: { type: 'string' }, opens: { type: 'string', format: 'decimal' } })
const shop = schema({ shop: { $ref: 'shop.json' } }, { required: ['shop'] })

describe('an original with an error', () => {
  it.each<[string, Files]>([
    ['a file that is no JSON', { 'foreign.json': '{ "type": "object",, }' }],
    ['a file with marks of a conflict', { 'foreign.json': '{\n<<<<<<< a\n=======\n>>>>>>> b\n}' }],
    ['a key that is there twice', { 'foreign.json': '{ "type": "object", "type": "object" }' }],
    ['a file of another tool', { 'foreign.json': '{ "pages": [] }' }],
    ['a large file', { 'foreign.json': schema({ a: { ...text, description: 'a'.repeat(300_000) } }) }],
    ['a deep file', { 'foreign.json': `{ "a": ${'['.repeat(200)}${']'.repeat(200)} }` }],
    ['a question beside the questions', { 'foreign.json': stray }],
    ['a question beside the questions of another file', { 'foreign.json': shop, 'shop.json': stray }],
    ['a keyword that forms lack', { 'foreign.json': schema({ a: text }, { unevaluatedProperties: false }) }],
    ['an answer of two kinds', { 'foreign.json': schema({ a: { type: ['string', 'integer'] } }) }],
    ['a limit that is no number', { 'foreign.json': schema({ a: { ...text, maxLength: '9' } }) }],
    ['a file that is not chosen', { 'foreign.json': shop }],
    ['a part that is missing', { 'foreign.json': schema({ a: { $ref: '#/definitions/a' } }) }],
    ['a part on the internet', { 'foreign.json': schema({ a: { $ref: 'https://example.jp/a.json' } }) }],
    ['a part in another folder', { 'foreign.json': schema({ a: { $ref: '../a.json' } }) }],
    [
      'a part that contains itself',
      {
        'foreign.json': schema({ a: { $ref: '#/definitions/a' } }, { definitions: { a: { $ref: '#/definitions/a' } } }),
      },
    ],
    ['required questions that are missing', { 'foreign.json': schema({ a: text }, { required: ['b', 'c'] }) }],
  ])('refuses in the studio what the command line refuses: %s', async (_title, files) => {
    expect(await expectSame(files)).toBe('refused')
  })
})

it('imports a form with the files that it uses, and names the place in each', async () => {
  const part = schema({ name: { type: 'string' }, site: { type: 'string', format: 'uri' } })
  expect(await expectSame({ 'foreign.json': shop, 'shop.json': part })).toBe('imported')
})

const questions = fc.constantFrom<JsonSchema>(
  text,
  { type: 'string' },
  { type: 'string', format: 'uri' },
  { type: 'string', format: 'decimal' },
  { type: ['string', 'null'], maxLength: 9 },
  { title: 'Read this' },
  { minimum: 1, maxLength: 1 },
  { type: 'array', items: { type: 'string' } },
  { type: 'array' },
  { type: 'object' },
  { enum: [] },
  { type: 'string', enum: ['a', 'abc'], maxLength: 1 },
  { ...text, default: 1 },
  { ...text, note: 'x' },
  { enum: [{ a: 1 }] },
  { type: 'object', properties: { a: text, b: { type: 'string' } }, b: { type: 'string' } },
  { $ref: '#/definitions/gone' },
  { $ref: '#/definitions/part' },
  { type: ['string', 'integer'] },
)
const rest = fc.constantFrom<JsonSchema>(
  {},
  {},
  { required: ['first', 'gone'] },
  { oneOf: [{ required: ['first'] }, { required: ['second'] }] },
  { patternProperties: { '^x': text } },
  { description: '**Read** this' },
)

it('says the same of every original in the studio and on the command line', async () => {
  const kinds: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(questions, { minLength: 1, maxLength: 3 }), rest, async (used, others) => {
      const properties = Object.fromEntries(used.map((one, index) => [['first', 'second', 'third'][index] ?? '', one]))
      const definitions = { part: { type: 'string', format: 'decimal' } }
      kinds.push(await expectSame({ 'foreign.json': schema(properties, { ...others, definitions }) }))
    }),
    { numRuns: 40 },
  )
  for (const kind of ['imported', 'refused'])
    expect(kinds.filter((one) => one === kind).length, kind).toBeGreaterThan(5)
})

const name = { name: 'shop' }
const keyword = { keyword: 'minItems' }
const format = { format: 'decimal-number' }
const both = { value: 'a', kept: 'A', lost: 'B' }
const refused = { value: '"a"', keyword: 'maxLength' }

/** Each change with the values of its sentence. */
const changes: { readonly [key in ChangeKey]: Change['params'] } = {
  optional: {},
  'web-address': {},
  'local-time': {},
  type: { type: 'integer' },
  'any-answer': {},
  'any-entry': {},
  'one-or-list': {},
  length: { value: 1000 },
  entries: { value: 50 },
  conditions: { keyword: 'oneOf' },
  'info-list': {},
  'top-list': name,
  'top-answer': name,
  pattern: { limit: 12 },
  markup: {},
  'text-cut': { limit: 200 },
  consent: {},
  'name-lost': both,
  'text-lost': both,
  format,
  'format-number': format,
  'format-file': format,
  keyword,
  'no-effect': keyword,
  'beside-ref': keyword,
  default: refused,
  'free-data': name,
  'free-branch': {},
  'open-names': { keyword: 'patternProperties' },
  'branch-text': {},
  'no-choices': {},
  choice: refused,
  layout: { key: 'ui:help' },
  'beside-schema': { key: 'version' },
}

it.each(toolLanguages)('says in %s what the import did without words of JSON', (language) => {
  const keys = Object.keys(changes).filter((key): key is ChangeKey => Object.hasOwn(changes, key))
  const sentences = keys.map((key) => changeWords({ key, params: changes[key] }, language))
  expect(new Set(sentences).size).toBe(keys.length)
  expect(sentences.flatMap((sentence) => jargonIn(sentence, language))).toEqual([])
  const kinds = ['string', 'number', 'integer', 'boolean', 'array', 'object']
  expect(kinds.flatMap((type) => jargonIn(changeWords({ key: 'type', params: { type } }, language), language))).toEqual(
    [],
  )
})
