import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { makeSamples } from '../samples/make-samples.ts'
import { createForm } from '../templates/new-form.ts'
import { blocks } from './blocks.ts'
import { addBlock, setChoices, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { followLimits, setLimit } from './limit-samples.ts'

const root = mkdtempSync(path.join(tmpdir(), 'limit-samples-'))

function nodeAt(files: FormFiles, at: string): FormNode {
  const node = pathToNode(treeOf(files), at).at(-1)
  if (!node) throw new Error(`There is no ${at}`)
  return node
}

const cases: [string, string, (files: FormFiles, node: FormNode) => FormFiles][] = [
  ['number', 'the greatest number', (files, node) => setLimit(files, node, 'maximum', 20)],
  ['number', 'the least number', (files, node) => setLimit(files, node, 'minimum', 0)],
  ['list', 'the number of entries', (files, node) => setLimit(files, node, 'maxItems', 20)],
  [
    'choices',
    'the choices',
    (files, node) => {
      const more = ['choice1', 'choice2', 'other', 'more'].map((value) => ({ value, ja: value, en: value }))
      return followLimits(setChoices(files, node, more), node.path)
    },
  ],
]

it.each(cases)('the samples made for a question of the kind %s follow %s', (id, _, change) => {
  const service = `${id}-${_.replaceAll(' ', '-')}`
  const folder = createForm({ root, tenant: 'town', service, type: 'individual', template: 'simple', title: {} })
  const start = readFormFiles(folder)
  const [step] = treeOf(start)
  const block = blocks.find((one) => one.id === id)
  if (!step || !block) throw new Error('The template or the palette is different')
  const added = addBlock(start, block, step.path, 'asked')
  writeFormFiles(folder, start, added)
  const checked = checkForm(folder)
  if (!checked.usable) throw new Error('The form cannot be used')
  const made = makeSamples(checked.form, checked.usable.runner, checked.usable.samples, Date.now())
  const before = { ...added, ...made.files }
  const after = change(before, nodeAt(before, `${step.path}/asked`))
  writeFormFiles(folder, added, after)
  const problems = checkForm(folder).problems.filter(({ rule }) => rule === 'sample-accepted')
  expect(problems).toEqual([])
})

it('keeps the samples that still break the limit, and those of other questions', () => {
  const properties = {
    a: { type: 'integer', maximum: 10 },
    b: { type: 'integer', maximum: 10 },
    c: { type: 'string', maxLength: 2 },
  }
  const sample = (name: string, set: unknown, keyword = 'maximum') =>
    JSON.stringify({ set: { [`/one/${name}`]: set }, expect: { pointer: `/one/${name}`, keyword } })
  const files: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema: { type: 'object', properties } }] }),
    'invalid/far.json': sample('a', 99),
    'invalid/near.json': sample('a', 11),
    'invalid/other.json': sample('b', 11),
    'invalid/long.json': sample('c', 'あああ', 'maxLength'),
  }
  const after = setLimit(files, nodeAt(files, 'one/a'), 'maximum', 20)
  expect(after['invalid/far.json']).toBe(files['invalid/far.json'])
  expect(after['invalid/other.json']).toBe(files['invalid/other.json'])
  expect(readValue(after['invalid/near.json'] ?? '', '/set')).toEqual({ '/one/a': 21 })
  const longer = setLimit(files, nodeAt(files, 'one/c'), 'maxLength', 4)
  expect(readValue(longer['invalid/long.json'] ?? '', '/set')).toEqual({ '/one/c': 'あああああ' })
  const without = setLimit(files, nodeAt(files, 'one/a'), 'maximum', undefined)
  expect(without['invalid/near.json']).toBe(files['invalid/near.json'])
})
