import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { writeExample } from '../testing/write-example.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-access-'))

function asksForKeyboard(name: string, schema: string, ui: string): boolean {
  const folder = path.join(work, name, 'tenant', 'service', 'example')
  writeExample(folder, { schema, ui })
  return checkForm(folder).problems.some(({ rule }) => rule === 'no-inputmode')
}

it.each([
  ['a corporate number', '{ "type": "string", "format": "jp-corporate-number" }', '{}', false],
  ['a phone number', '{ "type": "string", "format": "jp-phone" }', '{}', false],
  ['a number', '{ "type": "integer", "minimum": 1, "maximum": 9 }', '{}', false],
  [
    'a corporate number as plain text',
    '{ "type": "string", "format": "jp-corporate-number" }',
    '{ "ui:widget": "text" }',
    true,
  ],
  ['digits by a pattern', '{ "type": "string", "pattern": "^[0-9]{10}$" }', '{}', true],
])('requires the keyboard of %s only if its widget does not set it', (name, schema, ui, expected) => {
  expect(asksForKeyboard(name, schema, ui)).toBe(expected)
})

it.each([
  ['numbers and the same as texts', '{ "enum": [1, "1"] }', '{ "1": "1" }', ['"1"', '1']],
  ['labels that differ in spaces only', '{ "enum": ["a", "b"] }', '{ "a": "One  day", "b": " One day" }', ['b', 'a']],
  [
    'entries of a list',
    '{ "type": "array", "uniqueItems": true, "items": { "enum": [2, "2"] } }',
    '{ "2": "2" }',
    ['"2"', '2'],
  ],
])('names %s, which residents cannot tell apart', (name, schema, options, expected) => {
  const folder = path.join(work, name, 'tenant', 'service', 'example')
  writeExample(folder, { schema, en: `{ "label": "Answer", "options": ${options} }` })
  const found = checkForm(folder).problems.filter(
    ({ rule, params }) => rule === 'same-label' && params?.language === 'en',
  )
  expect(found.map(({ params }) => [params?.value, params?.other])).toEqual([expected])
})
