/**
 * `npx node scripts/real-forms.ts FOLDER`: imports every JSON Schema file of a folder as a form and prints a row
 * for each; docs/forms/real-forms.md explains the columns.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDrawing } from '../forms/draw/drawing.ts'
import { allChanges } from '../forms/import/import-changes.ts'
import { importFile, serviceIdOf } from '../forms/import/import-files.ts'
import type { ImportResult } from '../forms/import/import-files.ts'
import { toFindings } from '../forms/source/finding.ts'
import { findSources } from '../forms/source/find-sources.ts'
import { surveyForm } from '../forms/survey/survey-form.ts'
import type { SurveyedForm } from '../forms/survey/survey-form.ts'

const [given, ...others] = process.argv.slice(2)
if (given === undefined || others.length > 0) {
  console.error('Usage: npx node scripts/real-forms.ts FOLDER')
  process.exit(2)
}

const columns = [
  'form',
  'steps',
  'valid samples',
  'limits added',
  'result',
  'saved',
  'conditions',
  'in words',
  'as rows',
  'drawn',
]

function rowOf(file: string, imported: ImportResult, form: SurveyedForm | null): string[] {
  const { examples, generated } = imported.samples
  if (!form) return [serviceIdOf(file), '', '', '', 'not readable', '', '', '', '', '', notesOf(imported, form)]
  const { checked, saving, conditions, undrawn } = form
  const isBuilt = checked.usable !== null
  return [
    serviceIdOf(file),
    String(checked.form.steps.length),
    String(examples + generated),
    String(changesOf(imported).filter(({ key }) => key === 'length' || key === 'entries').length),
    isBuilt ? 'built' : 'refused',
    saving.length === 0 && conditions.changed.length === 0 ? 'equal' : 'changed',
    String(conditions.all),
    String(conditions.inWords),
    String(conditions.asRows),
    isBuilt ? (undrawn.length === 0 ? 'yes' : 'no') : '',
    notesOf(imported, form),
  ]
}

function changesOf({ imported }: ImportResult) {
  return imported === null ? [] : allChanges(imported.report)
}

function notesOf(result: ImportResult, form: SurveyedForm | null): string {
  const unknown = changesOf(result).filter(({ key }) => key === 'keyword').length
  const errors = form
    ? toFindings(form.checked.problems, 'en').filter(({ severity }) => severity === 'error' && !form.checked.usable)
    : []
  return [
    ...(unknown === 0 ? [] : [`${unknown}× unknown-keyword in the original`]),
    ...errors.map(({ rule, line, column }) => `refused: ${rule} at ${line}:${column}`),
    ...(form ? [...form.saving.slice(0, 3), ...form.conditions.changed, ...form.undrawn] : []),
  ].join('; ')
}

const work = mkdtempSync(path.join(tmpdir(), 'real-forms-'))
const now = Date.now()
const drawing = await startDrawing()
try {
  const rows: string[][] = []
  const total = { conditions: 0, inWords: 0, asRows: 0 }
  for (const file of findSources([given]).schemas) {
    if (/[-.]example\.json$/i.test(file)) continue
    const imported = importFile(file, path.join(work, String(rows.length)), { now })
    const form = imported.folder === null ? null : await surveyForm(imported.folder, drawing, now)
    rows.push(rowOf(file, imported, form))
    total.conditions += form?.conditions.all ?? 0
    total.inWords += form?.conditions.inWords ?? 0
    total.asRows += form?.conditions.asRows ?? 0
    console.error(`${rows.at(-1)?.join(', ')}`)
  }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(line([...columns, 'notes']))
  console.log(`|${'---|'.repeat(columns.length + 1)}`)
  for (const row of rows) console.log(line(row))
  console.log(`\n${total.conditions} conditions: ${total.inWords} in words, ${total.asRows} as rows.`)
} finally {
  await drawing.close()
  rmSync(work, { recursive: true, force: true })
}
