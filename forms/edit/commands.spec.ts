import { uiOption } from '../../form-model/schema-walk.ts'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { createForm } from '../templates/new-form.ts'
import { allFields } from '../source/fields.ts'
import { toFindings } from '../source/finding.ts'
import { loadSourceForm } from '../source/load-source.ts'
import { languages } from '../../src/lib/language.ts'
import { blocks, proposedName } from './blocks.ts'
import {
  addBlock,
  addStep,
  choicesOf,
  freeName,
  freeStepId,
  readText,
  removeNode,
  removeSample,
  setChoices,
  setRequired,
  setText,
  textPointer,
  treeOf,
} from './commands.ts'
import type { FormFiles } from './commands.ts'
import { allNodes, pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { emptyHistory, record, undo } from './history.ts'
import { setLimit } from './limit-samples.ts'
import { moveNode } from './move-node.ts'
import { decidingFields, setCondition } from './question-condition.ts'
import { mergeTexts, mergeTextsKeeping, overlapsOf } from './merge-texts.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-edit-'))

function newForm(service: string, template = 'simple'): string {
  const title = template === 'simple' ? { ja: '犬の登録', en: 'Dog licence' } : {}
  return createForm({ root, tenant: 'town', service, type: 'individual', template, title })
}

function rulesOf(files: FormFiles, service: string): string[] {
  const folder = path.join(root, 'town', service, 'individual')
  rmSync(folder, { recursive: true, force: true })
  cpSync(path.resolve(import.meta.dirname, '../../schemas/shared'), path.join(root, 'shared'), { recursive: true })
  writeFormFiles(folder, {}, files)
  const findings = toFindings(checkForm(folder).problems, 'en')
  return findings.filter(({ rule }) => rule !== 'template-text').map(({ rule, message }) => `${rule}: ${message}`)
}

function nodeAt(files: FormFiles, nodePath: string): FormNode {
  const node = pathToNode(treeOf(files), nodePath).at(-1)
  if (!node) throw new Error(`There is no ${nodePath}`)
  return node
}

describe('commands', () => {
  it('add every block of the palette to a step and to a list, and the check finds nothing', () => {
    const start = readFormFiles(newForm('blocks'))
    const step = freeStepId(start)
    let files = addStep(start, step, { ja: '追加の質問', en: 'More questions' })
    for (const block of blocks) files = addBlock(files, block, step, freeName(files, step, block.name))
    for (const block of blocks.filter(({ id }) => !['list', 'info'].includes(id)))
      files = addBlock(files, block, `${step}/people`, freeName(files, `${step}/people`, block.name))
    const isOnlyForm = (rule: string) => /^no-autocomplete|^total-size/.test(rule)
    expect(rulesOf(files, 'blocks').filter((rule) => !isOnlyForm(rule))).toEqual([])
  })

  it('remove a question from every file that names it', () => {
    const before = readFormFiles(newForm('removal', 'seal-certificate'))
    const files = removeNode(before, 'certificate/purposeDetails')
    expect(Object.values(files).filter((text) => text.includes('purposeDetails'))).toEqual([])
    expect(JSON.parse(files['form.json'] ?? '')).not.toHaveProperty('steps.1.schema.then')
    expect(rulesOf(files, 'removal')).toEqual([])
  })

  it('remove the former name of a question and the exceptions for it, but no others', () => {
    const before = readFormFiles(newForm('mentions', 'seal-certificate'))
    const { schemaPointer } = nodeAt(before, 'certificate/purposeDetails')
    const exception = (at: string) => ({ rule: 'no-max-length', at, reason: 'Checked at the counter' })
    const written = {
      ...(JSON.parse(before['form.json'] ?? '') as object),
      renamed: { 'certificate/why': 'certificate/purposeDetails', 'certificate/use': 'certificate/purpose' },
      allow: [exception('/steps/0'), exception(`${schemaPointer}/maxLength`)],
    }
    const files = removeNode({ ...before, 'form.json': JSON.stringify(written) }, 'certificate/purposeDetails')
    expect(JSON.parse(files['form.json'] ?? '')).toMatchObject({
      renamed: { 'certificate/use': 'certificate/purpose' },
      allow: [exception('/steps/0')],
    })
    const both = removeNode({ ...files, 'form.json': JSON.stringify({ ...written, allow: [] }) }, 'certificate')
    expect(JSON.parse(both['form.json'] ?? '')).not.toHaveProperty('renamed')
  })

  it('keep exceptions at their places when a step is moved or removed', () => {
    const steps = ['one', 'two', 'three'].map((id) => ({ id, schema: { type: 'object', properties: {} } }))
    const exception = (at: string) => ({ rule: 'no-max-length', at, reason: 'Checked at the counter' })
    const allow = [
      exception('/steps/0'),
      exception('/steps/1/schema'),
      exception('/steps/2/schema'),
      exception('/steps/three'),
      exception('/fee'),
    ]
    const files = { 'form.json': JSON.stringify({ steps, allow }) }
    const placesIn = (after: FormFiles) =>
      (JSON.parse(after['form.json'] ?? '') as { allow: { at: string }[] }).allow.map(({ at }) => at)
    const moved = moveNode(files, 'one', { parent: '', index: 2 })
    expect(placesIn(moved)).toEqual(['/steps/2', '/steps/0/schema', '/steps/1/schema', '/steps/three', '/fee'])
    expect(placesIn(moveNode(moved, 'one', { parent: '', index: 0 }))).toEqual(placesIn(files))
    expect(placesIn(removeNode(files, 'two'))).toEqual(['/steps/0', '/steps/1/schema', '/steps/three', '/fee'])
  })

  it('show a question only after a certain answer, and remove this condition again', () => {
    const before = readFormFiles(newForm('condition'))
    const added = addBlock(before, blocks.find(({ id }) => id === 'text') ?? fail(), 'request', 'dogName', 'kind')
    expect(decidingFields(treeOf(added), 'request/dogName').map(({ name }) => name)).toContain('kind')
    const asked = setCondition(added, 'request/dogName', {
      join: 'and',
      parts: [{ path: 'request/kind', is: 'one-of', values: ['first'] }],
    })
    expect(nodeAt(asked, 'request/dogName')).toMatchObject({
      required: true,
      condition: { base: 'request', schema: { properties: { kind: { const: 'first' } }, required: ['kind'] } },
    })
    expect(rulesOf(asked, 'condition')).toEqual([])
    const always = setCondition(asked, 'request/dogName', null)
    expect(nodeAt(always, 'request/dogName').condition).toBeNull()
  })

  it('change texts, choices, limits and the order', () => {
    let files = readFormFiles(newForm('changes'))
    const kind = nodeAt(files, 'request/kind')
    files = setText(files, 'ja', textPointer(kind, 'label'), '登録の種類')
    files = setChoices(files, kind, [...choicesOf(files, kind), { value: 'lost', ja: '紛失', en: 'Lost' }])
    files = setLimit(files, nodeAt(files, 'request/details'), 'maxLength', 300)
    expect(readText(files, 'ja', textPointer(nodeAt(files, 'request/details'), 'help'))).toContain('300文字以内')
    files = setRequired(files, nodeAt(files, 'applicant/phone'), false)
    files = moveNode(files, 'applicant/phone', { parent: 'applicant', index: 0 })
    expect(choicesOf(files, nodeAt(files, 'request/kind')).at(-1)).toEqual({ value: 'lost', ja: '紛失', en: 'Lost' })
    expect(nodeAt(files, 'applicant').children.map(({ name, required }) => [name, required])).toEqual([
      ['phone', false],
      ['name', true],
      ['email', false],
    ])
    expect(rulesOf(files, 'changes')).toEqual([])
  })
})

function fail(): never {
  throw new Error('There is no such block')
}

describe('undo', () => {
  it('keeps outside changes, and refuses if both changed the same line', () => {
    const before = { 'form.json': 'a\nb\nc\nd\n' }
    const after = { 'form.json': 'a\nB\nc\nd\n' }
    const history = record(emptyHistory, 'change', before, after)
    expect(undo(history, { 'form.json': 'a\nB\nc\nD\n' })).toMatchObject({ files: { 'form.json': 'a\nb\nc\nD\n' } })
    expect(undo(history, { 'form.json': 'a\nX\nc\nd\n' })).toEqual({ kind: 'blocked', title: 'change' })
  })
})

describe('a merge', () => {
  it('keeps both changes if they do not overlap', () => {
    expect(mergeTexts('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n')).toBe('A\nb\nc\nD\n')
    expect(mergeTexts('a\nb\n', 'a\nb\n', 'a\nX\n')).toBe('a\nX\n')
    expect(mergeTexts('a\nb\n', 'a\nX\n', 'a\nY\n')).toBeNull()
  })

  it('names the lines of each overlap, with the line in the own text', () => {
    const base = 'a\nb\nc\nd\ne\nf\n'
    expect(overlapsOf(base, 'a1\na2\nb\nC\nd\ne\nF\n', 'a\nb\nc1\nc2\nd\nE\n')).toEqual([
      { line: 4, mine: 'C', theirs: 'c1\nc2' },
      { line: 6, mine: 'e\nF', theirs: 'E' },
    ])
    expect(overlapsOf(base, 'a\nc\nd\ne\nf\n', 'a\nB\nc\nd\ne\nf\n')).toEqual([{ line: 2, mine: '', theirs: 'B' }])
    expect(overlapsOf(base, 'A\nb\nc\nd\ne\nf\n', 'a\nb\nc\nd\ne\nF\n')).toEqual([])
  })

  it('keeps the lines of a side where both changed them, and every other change', () => {
    const base = 'a\nb\nc\nd\ne\nf\n'
    const [mine, theirs] = ['A\nb\nC\nd\ne\nf\n', 'a\nb\nX\nX2\nd\ne\n']
    expect(mergeTextsKeeping('mine', base, mine, theirs)).toBe('A\nb\nC\nd\ne\n')
    expect(mergeTextsKeeping('theirs', base, mine, theirs)).toBe('A\nb\nX\nX2\nd\ne\n')
  })

  it('counts a change made on both sides once, e.g. after a save with a lost response', () => {
    const base = 'a\nb\nc\nd\ne\n'
    expect(mergeTexts(base, 'a\nb\nc\nd\nE\n', 'A\nb\nc\nd\nE\n')).toBe('A\nb\nc\nd\nE\n')
    expect(mergeTexts(base, 'a\nnew\nb\nc\nd\n', 'a\nb\nC\nd\ne\n')).toBe('a\nnew\nb\nC\nd\n')
  })
})

it('proposes property names from the words of a label', () => {
  expect(proposedName('犬の名前', 'shortText')).toBe('dogName')
  expect(proposedName('Pet name', 'shortText')).toBe('petName')
  expect(proposedName('そのほか', 'shortText')).toBe('shortText')
})

it('keeps the invalid samples that are derived from a removed valid one, with its answers', () => {
  const before = readFormFiles(newForm('samples', 'dog-registration'))
  const after = removeSample(before, 'valid/new-dog.json')
  expect(Object.keys(before).filter((file) => !(file in after))).toEqual(['valid/new-dog.json'])
  const sample = JSON.parse(after['invalid/no-dog.json'] ?? '') as unknown
  const answers = JSON.parse(before['valid/new-dog.json'] ?? '') as unknown
  expect(sample).toEqual({ answers, set: { '/dogs/list': [] }, expect: { pointer: '/dogs/list', keyword: 'minItems' } })
  const found = rulesOf(after, 'samples')
  expect(found.filter((rule) => /wrong-value|missing-key|sample-accepted/.test(rule))).toEqual([])
  expect(removeSample(before, 'invalid/no-dog.json')).not.toHaveProperty('invalid/no-dog.json')
})

it('removes the label of a removed choice in each language', () => {
  const before = readFormFiles(newForm('labels', 'seal-certificate'))
  const nodes = allNodes(treeOf(before)).filter(({ kind }) => kind === 'choice')
  const written = (files: FormFiles, value: string, node: FormNode) =>
    languages.filter((language) => readText(files, language, `${textPointer(node, 'options')}/${value}`) !== '')
  expect(nodes.flatMap((node) => written(before, choicesOf(before, node)[0]?.value ?? '', node))).toContain('ja-simple')
  for (const node of nodes) {
    const [removed, ...others] = choicesOf(before, node)
    const after = setChoices(before, node, others)
    expect(written(after, removed?.value ?? '', node)).toEqual([])
    for (const { value } of others) expect(written(after, value, node)).toEqual(written(before, value, node))
  }
})

it('keeps browsers from filling in the data of the person at the device for each entry of a list', () => {
  const folder = newForm('entries')
  let files = addBlock(readFormFiles(folder), blocks.find(({ id }) => id === 'list') ?? fail(), 'request', 'people')
  for (const block of blocks.filter(({ id }) => !['list', 'info'].includes(id)))
    files = addBlock(files, block, 'request/people', freeName(files, 'request/people', block.name))
  writeFormFiles(folder, {}, files)
  const fields = loadSourceForm(folder).steps.flatMap(({ root: step }) => allFields(step))
  const inside = fields.filter(({ path: at }) => at.includes('/[]/'))
  expect(inside.length).toBeGreaterThan(20)
  expect(inside.flatMap(({ ui }) => uiOption(ui, 'autocomplete') ?? []).filter((token) => token !== 'off')).toEqual([])
})
