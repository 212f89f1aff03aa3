import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkForm } from '../../check/check-form.ts'
import { startDrawing } from '../../draw/drawing.ts'
import type { Drawing } from '../../draw/drawing.ts'
import { undrawnSteps } from '../../draw/undrawn-steps.ts'
import { readFormFiles } from '../../edit/form-folder.ts'
import { findSources } from '../../source/find-sources.ts'
import { createForm, templateNames } from '../../templates/new-form.ts'
import { countConditions } from './kept-conditions.ts'
import { savingFaults } from './saved-bytes.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-survey-'))
const schemas = path.resolve(import.meta.dirname, '../../../schemas')
let drawing: Drawing
beforeAll(async () => {
  drawing = await startDrawing()
})
afterAll(() => drawing.close())

const folders = [
  ...findSources([schemas]).folders.map((folder) => [path.relative(schemas, folder), folder] as const),
  ...templateNames().map((template) => {
    const names = { tenant: 'town', service: template, type: 'individual', template }
    return [`the template ${template}`, createForm({ root, ...names, title: {} })] as const
  }),
]

describe('every form of this project', () => {
  it.each(folders)(
    '%s is saved without other changes, keeps its conditions, and is drawn with every answer',
    async (_name, folder) => {
      const now = Date.now()
      const files = readFormFiles(folder)
      const checked = checkForm(folder, { now })
      expect(checked.usable).not.toBeNull()
      expect(await savingFaults(files)).toEqual([])
      const conditions = countConditions(files)
      expect(conditions.changed).toEqual([])
      expect(conditions.inWords).toBe(conditions.all)
      expect(await undrawnSteps(drawing, checked, now)).toEqual([])
    },
  )
})

it('counts the conditions of steps, groups, lists, required questions and fees', () => {
  const form = `{
    "steps": [
      {
        "id": "pet",
        "visibleWhen": { "properties": { "start": { "required": ["kind"] } }, "required": ["start"] },
        "schema": {
          "type": "object",
          "properties": {
            "kind": { "type": "string", "enum": ["dog", "cat"] },
            "list": {
              "type": "array",
              "items": {
                "properties": { "name": { "type": "string" } },
                "if": { "properties": { "name": { "pattern": "^x" } }, "required": ["name"] },
                "then": { "required": ["kind"] }
              }
            }
          },
          "allOf": [
            { "if": { "properties": { "kind": { "const": "dog" } }, "required": ["kind"] }, "then": { "required": ["list"] } }
          ]
        }
      }
    ],
    "requiredWhen": [{ "field": "pet/kind", "when": { "required": ["pet"] } }],
    "fee": { "lines": [{ "text": "fee", "amount": 1, "when": { "not": { "required": ["pet"] } } }] }
  }`
  expect(countConditions({ 'form.json': form, 'texts.ja.json': '{}' })).toEqual({
    all: 5,
    inWords: 4,
    asRows: 3,
    changed: [],
  })
})
