import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-delivery-'))

const project = path.resolve(import.meta.dirname, '../..')
const folder = path.join(work, 'town/parking/individual')
cpSync(path.join(project, 'schemas/shared'), path.join(work, 'shared'), { recursive: true })
cpSync(path.join(project, 'forms/templates/with-fee'), folder, { recursive: true })

it.each([
  ['an answer that is no choice', '"const": "post"', '"const": "mail"', 'unreachable-branch'],
  ['a misspelt keyword', '"properties": {', '"propertys": {}, "properties": {', 'unknown-keyword'],
  ['a field that is missing', '"method"\n', '"way"\n', 'unknown-path'],
  [
    'a missing field in one of several conditions',
    '"properties": {',
    '"anyOf": [{ "not": { "required": ["gone"] } }], "properties": {',
    'unknown-path',
  ],
])('finds %s in the condition for delivery', (_name, from, to, rule) => {
  const file = path.join(folder, 'form.json')
  const form = readFileSync(file, 'utf8')
  const at = form.indexOf('"delivery": {\n    "when"')
  expect(at).toBeGreaterThan(0)
  writeFileSync(file, form.slice(0, at) + form.slice(at).replace(from, to))
  const { problems } = checkForm(folder)
  writeFileSync(file, form)
  const found = problems.filter(({ pointer }) => pointer.startsWith('/delivery/when'))
  expect(found.map((problem) => problem.rule)).toContain(rule)
})
