import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { blocks } from '../edit/blocks.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { toFindings } from '../source/finding.ts'
import { createForm, templateNames } from '../templates/new-form.ts'
import { readCsv, writeCsv } from './csv.ts'
import { questionTable, withQuestionTable } from './question-table.ts'

const root = mkdtempSync(path.join(tmpdir(), 'question-table-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function newForm(service: string, template = 'simple'): { folder: string; files: FormFiles } {
  const title = template === 'simple' ? { ja: '調査', en: 'Survey' } : {}
  const folder = createForm({ root, tenant: 'town', service, type: 'individual', template, title })
  return { folder, files: readFormFiles(folder) }
}

function throughCsv(table: string[][]): string[][] {
  return readCsv(new TextEncoder().encode(writeCsv(table))).rows
}

const heading = ['step', 'name', 'kind', 'ja', 'en', 'required', 'choices']

/** Sixty questions of all kinds in three new steps; every other one without the optional cells. */
const sixty = Array.from({ length: 60 }, (_, index) => {
  const block = blocks[index % blocks.length]
  if (!block) throw new Error('There are no blocks')
  const choices = block.id === 'choice' ? '東京\n大阪|Osaka\nna|名古屋|Nagoya' : ''
  const isBrief = index % 2 === 1
  return [
    `質問の画面${1 + Math.floor(index / 20)}`,
    isBrief ? '' : `question${index}`,
    isBrief ? block.title.ja : block.id,
    `質問${index}`,
    isBrief ? '' : `Question ${index}`,
    block.id === 'info' || block.id === 'consent' ? '' : isBrief ? '必須' : 'yes',
    choices,
  ]
})

describe('the table of questions', () => {
  it.each(templateNames())('of the template %s changes no byte when it comes back as it was', (template) => {
    const { files } = newForm(`same-${template}`, template)
    const table = questionTable(files)
    expect(table.length).toBeGreaterThan(1)
    expect(withQuestionTable(files, throughCsv(table))).toEqual({ files, added: 0, changed: 0, problems: [] })
  })

  it('makes sixty questions without an error, whose table makes the same questions again', () => {
    const { folder, files } = newForm('sixty')
    const read = withQuestionTable(files, throughCsv([heading, ...sixty]))
    expect({ ...read, files: {} }).toEqual({ files: {}, added: 60, changed: 0, problems: [] })
    writeFormFiles(folder, files, read.files)
    const findings = toFindings(checkForm(folder).problems, 'en')
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])

    const table = questionTable(read.files)
    expect(withQuestionTable(read.files, throughCsv(table))).toMatchObject({ added: 0, changed: 0, problems: [] })
    const other = newForm('sixty-again').files
    const again = withQuestionTable(other, throughCsv(table))
    expect(again).toMatchObject({ added: 60, problems: [] })
    const steps = (rows: string[][]) => rows.map(([, ...cells]) => cells)
    expect(steps(questionTable(again.files))).toEqual(steps(table))
  })

  it('changes labels, choices and what is required of known questions', () => {
    const { files } = newForm('known')
    const rows = [
      ['request', 'kind', '', '用件', 'Matter', '任意', 'a|甲|First\nb|乙|Second'],
      ['request', 'details', '', '', '', '', ''],
    ]
    const read = withQuestionTable(files, throughCsv([heading, ...rows]))
    expect({ ...read, files: {} }).toEqual({ files: {}, added: 0, changed: 1, problems: [] })
    expect(questionTable(read.files)).toContainEqual([
      'request',
      'kind',
      'choice',
      '用件',
      'Matter',
      'no',
      'a|甲|First\nb|乙|Second',
    ])
  })

  it('names wrong rows by the number that the spreadsheet shows, and uses the others', () => {
    const { files } = newForm('wrong')
    const rows = [
      ['', '', 'text', '質問', '', '', ''],
      ['request', 'one', 'drawing', '質問', '', '', ''],
      ['request', 'two', 'text', '', '', '', ''],
      ['request', 'Not a name', 'text', '質問', '', '', ''],
      ['', '', '', '', '', '', ''],
      ['request', 'three', 'text', '質問', '', '', ''],
    ]
    const { files: changed, ...rest } = withQuestionTable(files, throughCsv([heading, ...rows]))
    expect(rest).toEqual({
      added: 1,
      changed: 0,
      problems: [
        { row: 2, problem: 'no-step' },
        { row: 3, problem: 'unknown-kind' },
        { row: 4, problem: 'no-label' },
        { row: 5, problem: 'wrong-name' },
      ],
    })
    expect(questionTable(changed).map(([, name]) => name)).toContain('three')
    expect(withQuestionTable(files, rows).problems).toEqual([
      { row: 1, problem: 'no-heading', place: 'step, kind, ja' },
    ])
  })
})
