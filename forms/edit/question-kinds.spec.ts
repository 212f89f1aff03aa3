import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { makeSamples } from '../samples/make-samples.ts'
import { createForm } from '../templates/new-form.ts'
import { messageKey, setMessage, setShape, shapeFormats, shapeOf } from './answer-shapes.ts'
import type { AnswerShape } from './answer-shapes.ts'
import { blocks } from './blocks.ts'
import type { Block } from './blocks.ts'
import { askAs, askedAs, kindObstacle, waysOf } from './change-kind.ts'
import { addChoices, moveChoice, readPasted } from './choice-list.ts'
import { addBlock, choicesOf, readText, removeNode, setRequired, setText, textPointer, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { copyNode } from './copy-node.ts'
import { decimalsOf, feeLinesWith, setDecimals } from './decimals.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { isTable, pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { moveNode, obstacleTo } from './move-node.ts'
import { conditionOf, decidingFields, setCondition } from './question-condition.ts'
import { setTable, withSameRows } from './tables.ts'

const root = mkdtempSync(path.join(tmpdir(), 'question-kinds-'))
cpSync(path.resolve(import.meta.dirname, '../../schemas/shared'), path.join(root, 'shared'), { recursive: true })

let created = 0

/** A form with a question of a block, and the samples that are made for it. */
function formWith(id: string): { folder: string; files: FormFiles; path: string } {
  const service = `kinds-${(created += 1)}`
  const folder = createForm({ root, tenant: 'town', service, type: 'individual', template: 'simple', title: {} })
  const start = readFormFiles(folder)
  const [step] = treeOf(start)
  if (!step) throw new Error('The template is different')
  const added = addBlock(start, blockNamed(id), step.path, 'asked')
  writeFormFiles(folder, start, added)
  const checked = checkForm(folder)
  if (!checked.usable) throw new Error('The form cannot be used')
  const made = makeSamples(checked.form, checked.usable.runner, checked.usable.samples, Date.now())
  const files = { ...added, ...made.files }
  writeFormFiles(folder, added, files)
  return { folder, files, path: `${step.path}/asked` }
}

function nodeAt(files: FormFiles, at: string): FormNode {
  const node = pathToNode(treeOf(files), at).at(-1)
  if (!node) throw new Error(`There is no ${at}`)
  return node
}

/** The errors of a form after a change. */
function errorsAfter(folder: string, before: FormFiles, after: FormFiles): string[] {
  writeFormFiles(folder, before, after)
  return toFindings(checkForm(folder).problems, 'en')
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, file, pointer, message }) => `${rule} ${file} ${pointer} ${message}`)
}

type Command = (files: FormFiles, node: FormNode) => FormFiles

/** Applies changes one after the other; the form has no error after any of them. */
function expectNoErrors(id: string, commands: readonly Command[]): FormFiles {
  const { folder, files, path: at } = formWith(id)
  return commands.reduce((before, command) => {
    const after = command(before, nodeAt(before, at))
    expect(after).not.toEqual(before)
    expect(errorsAfter(folder, before, after)).toEqual([])
    return after
  }, files)
}

const shapes: Exclude<AnswerShape, { kind: 'written' }>[] = [
  { kind: 'digits', least: 13, most: 13 },
  { kind: 'digits', least: 3, most: 4 },
  { kind: 'letters', least: 8, most: 8 },
  ...shapeFormats.map((kind) => ({ kind })),
]

function blockNamed(name: string): Block {
  const block = blocks.find(({ id }) => id === name)
  if (!block) throw new Error(`The palette has no ${name}`)
  return block
}

const text = blockNamed('text')
const date = blockNamed('date')

describe('the form of an answer', () => {
  it.each(shapes)('$kind is set, read and removed again without an error', (shape) => {
    const files = expectNoErrors('text', [
      (before, node) => setShape(before, node, shape),
      (before, node) => {
        expect(shapeOf(node)).toEqual(shape)
        return setShape(before, node, { kind: 'any' })
      },
    ])
    expect(shapeOf(nodeAt(files, `${treeOf(files)[0]?.path}/asked`))).toEqual({ kind: 'any' })
  })

  it('passes from each form to the next one', () => {
    const files = expectNoErrors(
      'text',
      shapes.map((shape) => (before: FormFiles, node: FormNode) => setShape(before, node, shape)),
    )
    expect(shapeOf(nodeAt(files, `${treeOf(files)[0]?.path}/asked`))).toEqual(shapes.at(-1))
  })

  it.each([
    ['^\\d{6}$', { kind: 'digits', least: 6, most: 6 }],
    ['^[A-Za-z0-9]{2,9}$', { kind: 'letters', least: 2, most: 9 }],
    ['^[0-9]{3,}$', { kind: 'written' }],
    ['^[0-9]{3}-[0-9]{4}$', { kind: 'written' }],
    ['^(a+)+$', { kind: 'written' }],
  ])('reads %s as another author writes it', (pattern, shape) => {
    expect(shapeOf({ schema: { type: 'string', pattern } })).toEqual(shape)
  })

  it('keeps the message of the author when the form changes, and removes it with the form', () => {
    const { files, path: at } = formWith('text')
    const step = (before: FormFiles, shape: (typeof shapes)[number] | { kind: 'any' }) =>
      setShape(before, nodeAt(before, at), shape)
    const digits = step(files, { kind: 'digits', least: 4, most: 4 })
    expect(messageKey(nodeAt(digits, at))).toBe('pattern')
    const worded = setMessage(digits, 'ja', nodeAt(digits, at), 'pattern', '4桁です。')
    const errors = (all: FormFiles) => readValue(all['texts.ja.json'] ?? '', textPointer(nodeAt(all, at), 'errors'))
    expect(errors(worded)).toEqual({ pattern: '4桁です。' })
    const kana = step(worded, { kind: 'jp-kana' })
    expect(errors(kana)).toEqual({ format: '4桁です。' })
    expect(errors(step(kana, { kind: 'any' }))).toBeUndefined()
  })
})

describe('the way of answering', () => {
  const pairs = blocks.flatMap((block) => {
    const { files, path: at } = formWith(block.id)
    const node = nodeAt(files, at)
    return waysOf(node)
      .filter((way) => way !== askedAs(node) && kindObstacle(files, node, way) === null)
      .map((way) => ({ id: block.id, from: askedAs(node), way }))
  })

  it.each(pairs)(
    'changes a question of the block $id from $from to $way and back without an error',
    ({ id, from, way }) => {
      const after = expectNoErrors(id, [
        (before, node) => askAs(before, node, way),
        (before, node) => {
          expect(askedAs(node)).toBe(way)
          return askAs(before, node, from)
        },
      ])
      expect(askedAs(nodeAt(after, `${treeOf(after)[0]?.path}/asked`))).toBe(from)
    },
  )

  it('offers one choice, a drop-down and several choices for the same choices', () => {
    expect(pairs).toContainEqual({ id: 'choice', from: 'radio', way: 'checkboxes' })
    expect(pairs).toContainEqual({ id: 'choices', from: 'checkboxes', way: 'select' })
    expect(pairs).toContainEqual({ id: 'text', from: 'line', way: 'lines' })
  })

  it('refuses what would change the meaning of other parts of the form', () => {
    const { files, path: at } = formWith('choice')
    const [, name = ''] = at.split('/')
    const step = nodeAt(files, at.slice(0, -name.length - 1))
    const other = addBlock(files, text, step.path, 'other')
    const form = JSON.parse(other['form.json'] ?? '') as { steps: { schema: { [key: string]: unknown } }[] }
    const schema = form.steps[0]?.schema ?? {}
    const properties = schema.properties as { [key: string]: unknown }
    schema.if = { properties: { [name]: { const: 'choice1' } }, required: [name] }
    schema.then = { properties: { other: properties.other } }
    delete properties.other
    const used = { ...other, 'form.json': JSON.stringify(form) }
    expect(kindObstacle(used, nodeAt(used, at), 'checkboxes')).toBe('used')
    expect(askAs(used, nodeAt(used, at), 'checkboxes')).toBe(used)
    expect(kindObstacle(used, nodeAt(used, at), 'select')).toBeNull()
    const line = formWith('real-estate-number')
    expect(kindObstacle(line.files, nodeAt(line.files, line.path), 'lines')).toBe('shaped')
    const number = formWith('number')
    const decimal = setDecimals(number.files, nodeAt(number.files, number.path), 1)
    expect(kindObstacle(decimal, nodeAt(decimal, number.path), 'money')).toBe('decimals')
  })
})

it.each(['number', 'money'])('a new question of the block %s takes every number from 0', (id) => {
  const { files, path: at } = formWith(id)
  expect(nodeAt(files, at).schema).toEqual({ type: 'integer', minimum: 0 })
})

describe('decimals', () => {
  it.each([1, 2, 3])('takes %i decimals and none again without an error', (decimals) => {
    const files = expectNoErrors('number', [
      (before, node) => setDecimals(before, node, decimals),
      (before, node) => {
        expect(decimalsOf(node)).toBe(decimals)
        return setDecimals(before, node, 0)
      },
    ])
    const { schema } = nodeAt(files, `${treeOf(files)[0]?.path}/asked`)
    expect(schema).toEqual({ type: 'integer', minimum: 0 })
  })

  it.each([
    [{ type: 'number' }, null],
    [{ type: 'number', multipleOf: 0.5 }, null],
    [{ type: 'number', multipleOf: 0.01 }, 2],
    [{ type: 'integer', multipleOf: 100 }, 0],
  ])('reads those of %j as %s', (schema, decimals) => {
    expect(decimalsOf({ schema })).toBe(decimals)
  })

  it('finds the lines of the fee that count with a number', () => {
    const fee = {
      lines: [
        { text: 'a', amount: 1 },
        { text: 'b', amount: 100, quantity: { answer: 'one/area' } },
      ],
    }
    const files = { 'form.json': JSON.stringify({ steps: [], fee }) }
    expect(feeLinesWith(files, { path: 'one/area' }).map(({ index }) => index)).toEqual([1])
  })
})

describe('a list of choices', () => {
  it('reads a text and columns of Excel, without blanks and duplicates', () => {
    const pasted = '北\tNorth\r\n"南の ""町"""\tSouth\r\n\r\n 東 \r\n北\r\nその他\r\n'
    expect(readPasted(pasted, [{ value: 'other', ja: 'その他', en: 'Other' }])).toEqual({
      words: [
        { ja: '北', en: 'North' },
        { ja: '南の "町"', en: 'South' },
        { ja: '東', en: '東' },
      ],
      blanks: 1,
      duplicates: ['北', 'その他'],
    })
    const quotes = '"'.repeat(4_500_000)
    expect(readPasted(`"${quotes}${quotes}"`, []).words).toEqual([{ ja: quotes, en: quotes }])
  })

  it('gets values that the question does not have and never had', () => {
    const { files, path: at } = formWith('choice')
    const used = new Set([JSON.stringify([at, 'north'])])
    const words = [
      { ja: '北', en: 'North' },
      { ja: 'なし', en: 'None' },
      { ja: '東', en: '東' },
    ]
    const after = addChoices(files, nodeAt(files, at), words, used)
    const shown = (all: FormFiles) => choicesOf(all, nodeAt(all, at)).map(({ value, ja }) => [value, ja])
    const given = [
      ['north2', '北'],
      ['none', 'なし'],
      ['choice6', '東'],
    ]
    expect(shown(after), 'instead of those of the palette').toEqual(given)
    const more = addChoices(after, nodeAt(after, at), [{ ja: '西', en: 'West' }], used)
    expect(shown(more)).toEqual([...given, ['west', '西']])
    for (const file of Object.keys(after).filter((name) => name.startsWith('valid/')))
      expect(after[file], file).not.toContain('choice1')
  })

  it.each(['choice', 'choices'])('moves one of the block %s without any other change', (id) => {
    const { files, path: at } = formWith(id)
    const after = moveChoice(files, nodeAt(files, at), 2, 0)
    expect(choicesOf(after, nodeAt(after, at)).map(({ value }) => value)).toEqual(['other', 'choice1', 'choice2'])
    expect({ ...after, 'form.json': '' }).toEqual({ ...files, 'form.json': '' })
    expect(moveChoice(after, nodeAt(after, at), 0, 2)).toEqual(files)
  })
})

describe('a table of questions', () => {
  /** The content of each row, with the labels. */
  function rows(files: FormFiles, at: string) {
    return nodeAt(files, at).children.map(({ schema, ui, children }) => ({
      schema,
      ui,
      columns: children.map((cell) => [cell.name, readText(files, 'ja', textPointer(cell, 'label')), cell.required]),
    }))
  }

  function firstRow(files: FormFiles, at: string): FormNode {
    const [row] = nodeAt(files, at).children
    if (!row) throw new Error('The table has no row')
    return row
  }

  const changes: [string, (files: FormFiles, row: FormNode, monday: FormNode) => FormFiles][] = [
    ['a new column', (files, row) => addBlock(files, text, row.path, 'note', 'monday')],
    [
      'a column with a check',
      (files, row) => addBlock(files, { ...date, checks: [{ kind: 'date-range', min: 'today' }] }, row.path, 'day'),
    ],
    ['a column that is copied', (files, _, monday) => copyNode(files, monday.path, `${monday.path}2`)],
    [
      'a column with a check that is copied',
      (files, row) => {
        const checks = [{ kind: 'date-range', min: 'today' }]
        const checked = withSameRows(files, addBlock(files, { ...date, checks }, row.path, 'day'))
        return withSameRows(checked, copyNode(checked, `${row.path}/day`, `${row.path}/day2`))
      },
    ],
    ['a column that is removed', (files, _, monday) => removeNode(files, monday.path)],
    ['a column that is moved', (files, row, monday) => moveNode(files, monday.path, { parent: row.path, index: 3 })],
    ['a required column', (files, _, monday) => setRequired(files, monday, true)],
    ['another label', (files, _, monday) => setText(files, 'ja', `${textPointer(monday, 'label')}`, '月曜日')],
    ['another form of the answers', (files, _, monday) => setShape(files, monday, { kind: 'time' })],
    ['several lines', (files, _, monday) => askAs(files, monday, 'lines')],
  ]

  it.each(changes)('gets %s in every row, without an error', (_, change) => {
    const { folder, files, path: at } = formWith('table')
    expect(isTable(nodeAt(files, at))).toBe(true)
    const row = firstRow(files, at)
    const monday = nodeAt(files, `${row.path}/monday`)
    const after = withSameRows(files, change(files, row, monday))
    const [first, ...others] = rows(after, at)
    expect(first).not.toEqual(rows(files, at)[0])
    expect(others).toEqual([first])
    expect(errorsAfter(folder, files, after).filter((error) => !error.startsWith('sample-refused'))).toEqual([])
  })

  it('keeps the words of each row, and gets a row as a copy', () => {
    const { folder, files, path: at } = formWith('table')
    const row = firstRow(files, at)
    const renamed = withSameRows(files, setText(files, 'ja', textPointer(row, 'label'), '父'))
    const labels = (all: FormFiles) =>
      nodeAt(all, at).children.map((one) => readText(all, 'ja', textPointer(one, 'label')))
    expect(labels(renamed)).toEqual(['父', '保護者2'])
    const copied = withSameRows(renamed, copyNode(renamed, row.path, `${at}/third`))
    expect(labels(copied)).toEqual(['父', '父のコピー', '保護者2'])
    expect(errorsAfter(folder, files, copied)).toEqual([])
    const removed = withSameRows(copied, removeNode(copied, row.path))
    expect(labels(removed)).toEqual(['父のコピー', '保護者2'])
  })

  it('leaves rows that differ, tables that are groups again, and other lists', () => {
    const { files, path: at } = formWith('table')
    const plain = setTable(files, nodeAt(files, at), false)
    const [first, second] = nodeAt(plain, at).children
    if (!first || !second) throw new Error('The table has no rows')
    const different = addBlock(plain, text, second.path, 'note')
    expect(withSameRows(plain, different)).toBe(different)
    const table = setTable(different, nodeAt(different, at), true)
    expect(withSameRows(different, table)).toBe(table)
  })

  it('lets a question depend only on those of its row, and gives each row the condition', () => {
    const { files, path: at } = formWith('table')
    const row = firstRow(files, at)
    const other = nodeAt(files, at).children.at(-1) ?? row
    const withChoice = withSameRows(files, addBlock(files, blockNamed('yes-no'), row.path, 'works'))
    const offered = decidingFields(treeOf(withChoice), `${row.path}/monday`)
    expect(offered.map(({ path }) => path.slice(0, row.path.length + 1))).toEqual(offered.map(() => `${row.path}/`))
    const parts = [{ path: `${row.path}/works`, is: 'one-of' as const, values: [true] }]
    const after = withSameRows(withChoice, setCondition(withChoice, `${row.path}/monday`, { join: 'and', parts }))
    const condition = (inRow: FormNode) => conditionOf(treeOf(after), nodeAt(after, `${inRow.path}/monday`))
    expect(condition(row)).toEqual({ join: 'and', parts })
    expect(condition(other)).toEqual({ join: 'and', parts: [{ ...parts[0], path: `${other.path}/works` }] })
  })

  it('keeps its columns, whatever is moved', () => {
    const { files, path: at } = formWith('table')
    const row = firstRow(files, at)
    expect(obstacleTo(files, `${row.path}/monday`, { parent: at.split('/')[0] ?? '', index: 0 })).toBe('column')
    expect(obstacleTo(files, `${row.path}/monday`, { parent: row.path, index: 2 })).toBeNull()
  })
})
