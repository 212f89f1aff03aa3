import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { blocks } from '../edit/blocks.ts'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, isTable } from '../edit/form-tree.ts'
import { namesIn } from '../edit/used-names.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { toFindings } from '../source/finding.ts'
import { createForm, templateNames } from '../templates/new-form.ts'
import { readCsv, writeCsv } from './csv.ts'
import { questionTable, withQuestionTable } from './question-table.ts'

const root = mkdtempSync(path.join(tmpdir(), 'question-table-'))

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
/** A group comes with its questions, which have rows of their own. */
const kinds = blocks.filter(({ id }) => id !== 'group')

const sixty = Array.from({ length: 60 }, (_, index) => {
  const block = kinds[index % kinds.length]
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
  it.each(templateNames())('changes no byte of the template %s when its table comes back as it was', (template) => {
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
    // The lists and tables come with the questions inside them.
    const inside = blocks.flatMap(({ id, title, texts }) => {
      const count = sixty.filter(([, , kind]) => kind === id || kind === title.ja).length
      return Array.from({ length: count }, () => Object.keys(texts.ja).filter((path) => path !== '').length)
    })
    expect(again).toMatchObject({ added: inside.reduce((sum, count) => sum + count, 60), problems: [] })
    expect(allNodes(treeOf(again.files)).filter(isTable)).toHaveLength(
      allNodes(treeOf(read.files)).filter(isTable).length,
    )
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
      '',
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
    expect(questionTable(changed).map(([, , name]) => name)).toContain('three')
    expect(withQuestionTable(files, rows).problems).toEqual([
      { row: 1, problem: 'no-heading', place: 'step, kind, ja' },
    ])
  })

  it('declares lists with the questions inside them, and adds questions to known lists and groups', () => {
    const { folder, files } = newForm('lists')
    const rows = [
      ['世帯', '', 'list', '繰り返し（家族など）', '同居者', 'Household', '必須', ''],
      ['世帯', '同居者', '', '氏名（フリガナつき）', '氏名', 'Name', '', ''],
      ['世帯', 'list', 'relation', 'choice', '続柄', 'Relation', '必須', '配偶者|Spouse\n子|Child'],
      ['世帯', 'list', 'schools', 'list', '学校', 'Schools', '任意', ''],
      ['世帯', '同居者/学校', '', '1行の文字', '学校名', 'Name of the school', '必須', ''],
      ['世帯', '', 'pets', 'list', 'ペット', 'Pets', '任意', ''],
    ]
    const withGroup = ['step', 'group', ...heading.slice(1)]
    const read = withQuestionTable(files, throughCsv([withGroup, ...rows]))
    expect({ ...read, files: {} }).toEqual({ files: {}, added: 6, changed: 0, problems: [] })
    expect(
      questionTable(read.files)
        .slice(-7)
        .map(([, group, name]) => [group, name]),
    ).toEqual([
      ['', 'list'],
      ['list', 'name'],
      ['list', 'relation'],
      ['list', 'schools'],
      ['list/schools', 'shortText'],
      ['', 'pets'],
      ['pets', 'label'],
    ])
    writeFormFiles(folder, files, read.files)
    const findings = toFindings(checkForm(folder).problems, 'en')
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    const table = questionTable(read.files)
    expect(withQuestionTable(read.files, throughCsv(table))).toMatchObject({ added: 0, changed: 0, problems: [] })
    const again = withQuestionTable(newForm('lists-again').files, throughCsv(table))
    expect(again).toMatchObject({ added: 7, problems: [] })
    expect(questionTable(again.files).map((row) => row.slice(1))).toEqual(table.map((row) => row.slice(1)))
  })

  it('names a group that is missing or takes no questions, and leaves no new list empty', () => {
    const { folder, files } = newForm('groups')
    const rows = [
      ['request', 'nobody', '', 'text', '質問', '', '', ''],
      ['request', 'details', '', 'text', '質問', '', '', ''],
      ['request', '', 'family', 'list', '家族', '', '', ''],
      ['request', 'family', '', 'drawing', '絵', '', '', ''],
    ]
    const { files: changed, ...rest } = withQuestionTable(files, [['step', 'group', ...heading.slice(1)], ...rows])
    expect(rest).toEqual({
      added: 1,
      changed: 0,
      problems: [
        { row: 2, problem: 'unknown-group', place: 'nobody' },
        { row: 3, problem: 'closed-group', place: 'details' },
        { row: 5, problem: 'unknown-kind' },
      ],
    })
    writeFormFiles(folder, files, changed)
    const findings = toFindings(checkForm(folder).problems, 'en')
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('declares groups with the questions inside them, and leaves out a group without any', () => {
    const { folder, files } = newForm('new-groups')
    const rows = [
      ['連絡先', '', 'contact', 'まとまり', '連絡する方', 'Contact', '', ''],
      ['連絡先', '連絡する方', '', '氏名（フリガナつき）', '氏名', 'Name', '必須', ''],
      ['連絡先', 'contact', 'hours', 'group', '時間帯', 'Hours', '任意', ''],
      ['連絡先', 'contact/hours', 'from', 'text', 'いつから', 'From', '必須', ''],
      ['連絡先', '', 'people', 'list', '家族', 'Family', '必須', ''],
      ['連絡先', 'people', 'school', 'group', '学校', 'School', '必須', ''],
      ['連絡先', 'people/school', '', 'text', '学校名', 'Name of the school', '必須', ''],
      ['連絡先', '', 'empty', 'まとまり', '空のまとまり', 'Empty', '', ''],
      ['連絡先', 'empty', 'inner', 'まとまり', '中も空', 'Also empty', '', ''],
    ]
    const read = withQuestionTable(files, throughCsv([['step', 'group', ...heading.slice(1)], ...rows]))
    expect({ ...read, files: {} }).toEqual({
      files: {},
      added: 7,
      changed: 0,
      problems: [
        { row: 10, problem: 'empty-group', place: '中も空' },
        { row: 9, problem: 'empty-group', place: '空のまとまり' },
      ],
    })
    writeFormFiles(folder, files, read.files)
    const findings = toFindings(checkForm(folder).problems, 'en')
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    const table = questionTable(read.files)
    expect(withQuestionTable(read.files, throughCsv(table))).toMatchObject({ added: 0, changed: 0, problems: [] })
    const again = withQuestionTable(newForm('new-groups-again').files, throughCsv(table))
    expect(again.problems).toEqual([])
    expect(questionTable(again.files).map((row) => row.slice(1))).toEqual(table.map((row) => row.slice(1)))
  })
})

it('no value that was shown with words is given to other words, unless a row names it', () => {
  const words = fc.constantFrom('本庁', '東支所', '南支所', '西支所', 'その他', 'A棟|A', 'B棟|A')
  const row = fc.uniqueArray(words, { minLength: 1, maxLength: 4, selector: (word) => word.split('|')[0] })
  const { files: start } = newForm('values')
  let kept = 0
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (imports) => {
      const shown = new Map<string, string>()
      const used = new Set<string>()
      imports.reduce((files, choices) => {
        const table = [heading, ['request', 'place', 'choice', '場所', '', '', choices.join('\n')]]
        const { files: after } = withQuestionTable(files, table, used)
        const written =
          questionTable(after)
            .find(([, , name]) => name === 'place')
            ?.at(-1) ?? ''
        const pairs = written.split('\n').map((line) => line.split('|'))
        expect(pairs.map(([, ja]) => ja)).toEqual(choices.map((choice) => choice.split('|')[0]))
        expect(new Set(pairs.map(([value]) => value)).size).toBe(choices.length)
        for (const [value = '', ja = ''] of pairs) {
          if (shown.has(value)) kept += 1
          expect(shown.get(value) ?? ja).toBe(ja)
          shown.set(value, ja)
        }
        for (const name of namesIn(JSON.parse(after['form.json'] ?? '{}'))) used.add(name)
        return after
      }, start)
    }),
    { numRuns: 60 },
  )
  expect(kept).toBeGreaterThan(20)
})

it('a new question without a name gets none that the form ever had, and a row keeps the value that it names', () => {
  const { files } = newForm('names')
  const table = (choices: string) => [heading, ['request', '', 'choice', '場所', '', '', choices]]
  const nameOf = (after: FormFiles) => questionTable(after).find(([, , , , ja]) => ja === '場所')?.[2]
  const first = withQuestionTable(files, table('本庁\n東支所')).files
  const used = new Set(namesIn(JSON.parse(first['form.json'] ?? '{}')))
  expect(nameOf(withQuestionTable(files, table('本庁'), used).files)).not.toBe(nameOf(first))
  const renamed = withQuestionTable(first, table('choice1|本館|Main\n東支所'), used).files
  expect(
    questionTable(renamed)
      .find(([, , , , ja]) => ja === '場所')
      ?.at(-1),
  ).toBe('choice1|本館|Main\nchoice2|東支所|東支所')
})
