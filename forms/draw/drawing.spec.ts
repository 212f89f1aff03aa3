import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { ruleExamples } from '../rules/rule-examples.ts'
import { createRunner } from '../samples/form-runner.ts'
import { loadSamples } from '../samples/samples.ts'
import { writeExample } from '../testing/write-example.ts'
import { startDrawing } from './drawing.ts'
import type { Drawing } from './drawing.ts'
import { undrawnSteps } from './undrawn-steps.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-draw-'))
let drawing: Drawing
beforeAll(async () => {
  drawing = await startDrawing()
})
afterAll(() => drawing.close())

const now = Date.parse('2026-04-01T12:00:00+09:00')
const { good, bad } = ruleExamples['not-drawn']
function way(name: string) {
  return `{ "properties": { "${name}": { "type": "string", "maxLength": 9 } }, "required": ["${name}"] }`
}
const union = `{ "type": "object", "oneOf": [${way('mail')}, ${way('post')}] }`

it.each([
  ['draws every step of a form whose branches are complete', good, []],
  ['draws a choice between groups of questions', { schema: union }, []],
  ['names the step whose conditional field has no type', bad, [['/steps/0', 'applicant']]],
])('%s', async (title, parts, expected) => {
  const folder = path.join(work, String(title.length), 'tenant/service/example')
  writeExample(folder, parts)
  // The check refuses all known causes before a form is drawn.
  const { form } = checkForm(folder, { now })
  const usable = { runner: createRunner(form), samples: loadSamples(form, String, now) }
  const undrawn = await undrawnSteps(drawing, { form, usable, problems: [] }, now)
  expect(undrawn.map(({ pointer, params }) => [pointer, params?.step])).toEqual(expected)
})
