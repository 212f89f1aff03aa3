import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { loadSourceForm } from './load-source.ts'
import { publishedTexts } from './published-texts.ts'

const name = 'minato-city/residence-certificate/individual'
let schemas = ''
function folder(): string {
  return path.join(schemas, name)
}

beforeEach(() => {
  schemas = mkdtempSync(path.join(tmpdir(), 'published-texts-'))
  for (const part of ['shared', name]) cpSync(path.join('schemas', part), path.join(schemas, part), { recursive: true })
  rmSync(path.join(folder(), 'texts.ja-simple.json'), { force: true })
})

function writeSimple(texts: object): void {
  writeFileSync(path.join(folder(), 'texts.ja-simple.json'), JSON.stringify(texts))
}

const label = 'だれの住民票がほしいですか'

it('a variant of a language is published with the texts of the language where it has none', () => {
  writeSimple({ fields: { 'certificate/whose': { label, options: { self: '自分' } } } })
  const form = loadSourceForm(folder())
  const [simple, japanese] = [publishedTexts(form, 'ja-simple'), publishedTexts(form, 'ja')]
  expect(simple.fields['certificate/whose']).toEqual({
    ...japanese.fields['certificate/whose'],
    label,
    options: { ...japanese.fields['certificate/whose']?.options, self: '自分' },
  })
  expect({ ...simple, fields: null }).toEqual({ ...japanese, fields: null })
  expect(Object.keys(simple.fields)).toEqual(Object.keys(japanese.fields))
  expect(publishedTexts(form, 'en').fields['certificate/whose']?.label).not.toBe(label)
})

it('a form without texts in a variant is published in the language', () => {
  const form = loadSourceForm(folder())
  const own = publishedTexts(form, 'ja')
  expect(publishedTexts(form, 'ja-simple').title).toBe(own.title)
  expect(publishedTexts(form, 'ja-simple').fields['certificate/whose']).toEqual(own.fields['certificate/whose'])
})

it('the check asks a variant for no text, and names each that the form does not have', () => {
  const before = checkForm(folder()).problems
  writeSimple({ fields: { 'certificate/whose': { help: label }, 'certificate/who': { label } } })
  const found = checkForm(folder()).problems.filter(({ source }) => source.file.endsWith('texts.ja-simple.json'))
  expect(found.map(({ rule, pointer }) => [rule, pointer])).toEqual([['text-unused', '/fields/certificate~1who']])
  expect(checkForm(folder()).problems).toHaveLength(before.length + 1)
})
