import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { createForm } from '../templates/new-form.ts'
import { schemaOf } from './answer-condition.ts'
import type { AnswerCondition } from './answer-condition.ts'
import { choicesOf, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { allNodes, pathToNode } from './form-tree.ts'
import { readValue, setValue } from './json-text.ts'
import { setCondition, setRequiredCondition, setStepShown } from './question-condition.ts'
import { usesOf } from './uses.ts'
import type { Removed } from './uses.ts'
import { canRemoveToo, removeWith } from './without-uses.ts'

const choice = { type: 'string', enum: ['sign', 'awning', 'scaffold'] }
const yesNo = { type: 'boolean' }
const start: FormFiles = {
  'form.json': `${JSON.stringify(
    {
      engine: 1,
      steps: [
        { id: 'a', schema: { type: 'object', properties: { kind: choice, other: yesNo, signs: yesNo, note: yesNo } } },
        { id: 'b', schema: { type: 'object', properties: { day: yesNo } } },
      ],
      fee: {
        lines: [
          { text: 'rent', amount: { byAnswer: 'a/kind', table: { sign: 1, awning: 2, scaffold: 3 } } },
          { text: 'extra', amount: 5 },
        ],
      },
    },
    null,
    2,
  )}\n`,
  'texts.ja.json': '{ "fee": { "rent": "占用料", "extra": "追加" } }',
}
function isKind(...values: string[]): AnswerCondition {
  return { join: 'and', parts: [{ path: 'a/kind', is: 'one-of', values }] }
}
const used = setStepShown(
  setRequiredCondition(
    setCondition(setCondition(start, 'a/signs', isKind('sign')), 'a/other', isKind('sign', 'awning')),
    'a/note',
    { join: 'and', parts: [{ path: 'a/kind', is: 'none-of', values: ['sign'] }] },
  ),
  'b',
  {
    join: 'or',
    parts: [
      { path: 'a/kind', is: 'one-of', values: ['sign'] },
      { path: 'a/note', is: 'answered' },
    ],
  },
)

function repaired(removed: Removed, files = used): FormFiles {
  return removeWith(
    files,
    removed,
    usesOf(files, removed).map((use) => [use, 'fix']),
  )
}

function conditionAt(files: FormFiles, at: string): unknown {
  return pathToNode(treeOf(files), at).at(-1)?.condition
}

describe('a removed choice', () => {
  const removed = { path: 'a/kind', value: 'sign' }

  it('lists uses only where its value decides', () => {
    expect(usesOf(used, removed).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'shown a/other',
      'shown a/signs',
      'shown b',
      'required a/note',
      'fee rent',
    ])
    expect(usesOf(used, { path: 'a/kind', value: 'scaffold' })).toEqual([{ kind: 'fee', name: 'rent', index: 0 }])
  })

  it('leaves conditions and fees without it', () => {
    const files = repaired(removed)
    const form = files['form.json'] ?? ''
    expect(usesOf(files, removed)).toEqual([])
    expect(conditionAt(files, 'a/signs')).toBeNull()
    expect(conditionAt(files, 'a/other')).toMatchObject({ schema: { properties: { kind: { const: 'awning' } } } })
    expect(readValue(form, '/steps/1/visibleWhen')).toEqual({
      properties: { a: { required: ['note'] } },
      required: ['a'],
    })
    // Whoever answers, answers something else.
    expect(readValue(form, '/requiredWhen/0/when')).toEqual({
      properties: { a: { required: ['kind'] } },
      required: ['a'],
    })
    expect(readValue(form, '/fee/lines/0/amount/table')).toEqual({ awning: 2, scaffold: 3 })
  })

  it('takes the question with it that was only asked for it, if the author wants that', () => {
    const [use] = usesOf(used, removed).filter(({ name }) => name === 'a/signs')
    if (!use) throw new Error('The choice is not used')
    expect(canRemoveToo(used, use)).toBe(true)
    const files = removeWith(used, removed, [[use, 'remove']])
    expect(pathToNode(treeOf(files), 'a/signs')).toEqual([])
  })
})

it('gives the samples another answer than a removed choice', () => {
  const several = { type: 'array', items: choice, uniqueItems: true }
  const form = {
    engine: 1,
    steps: [{ id: 'a', schema: { type: 'object', properties: { kind: choice, some: several } } }],
  }
  const files: FormFiles = {
    'form.json': JSON.stringify(form, null, 2),
    'valid/one.json': '{ "a": { "kind": "sign", "some": ["sign", "awning"] } }',
    'valid/two.json': '{ "a": { "kind": "awning", "some": ["sign"] } }',
  }
  const sampled = ['a/kind', 'a/some'].reduce((result, path) => removeWith(result, { path, value: 'sign' }, []), files)
  const answers = (name: string) => readValue(sampled[`valid/${name}.json`] ?? '', '/a')
  expect(answers('one')).toEqual({ kind: 'awning', some: ['awning'] })
  expect(answers('two')).toEqual({ kind: 'awning', some: ['awning'] })
})

it('keeps a fee without amounts when all its choices are removed one by one', () => {
  const files = ['sign', 'awning', 'scaffold'].reduce((before, value) => {
    const gone = { path: 'a/kind', value }
    return removeWith(
      before,
      gone,
      usesOf(before, gone).map((use) => [use, 'fix']),
    )
  }, used)
  expect(readValue(files['form.json'] ?? '', '/fee/lines/0')).toMatchObject({
    text: 'rent',
    amount: { byAnswer: 'a/kind', table: {} },
  })
})

it('sends nothing by post when the question is removed that decided to whom', () => {
  const delivery = (...values: string[]) => ({
    ...used,
    'form.json': setValue(used['form.json'] ?? '', '/delivery', { when: schemaOf(isKind(...values)) }),
    'service.json': '{ "name": { "ja": "占用" }, "needsShipping": true }',
  })
  const sends = (removed: Removed, files: FormFiles) => readValue(repaired(removed, files)['service.json'] ?? '', '')
  expect(sends({ path: 'a/kind' }, delivery('sign', 'awning'))).toEqual({ name: { ja: '占用' } })
  expect(sends({ path: 'a/kind', value: 'sign' }, delivery('sign'))).toEqual({ name: { ja: '占用' } })
  expect(sends({ path: 'a/kind', value: 'sign' }, delivery('sign', 'awning'))).toMatchObject({ needsShipping: true })
})

it('removes the lines of a fee that a removed question decides, and keeps the others', () => {
  const files = repaired({ path: 'a/kind' })
  expect(readValue(files['form.json'] ?? '', '/fee/lines')).toEqual([{ text: 'extra', amount: 5 }])
})

it('leaves nothing that names a removed question, choice or step of a template', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'without-uses-'))
  const type = { root, tenant: 'town', service: 'dogs', type: 'individual' }
  const folder = createForm({ ...type, template: 'dog-registration', title: {} })
  const files = readFormFiles(folder)
  const nodes = allNodes(treeOf(files))
  const all: Removed[] = nodes.flatMap((node) => [
    { path: node.path },
    ...choicesOf(files, node).map(({ value }) => ({ path: node.path, value })),
  ])
  const ofUses =
    /^(?:unknown-path|unreachable-|fee-question|fee-choice|fills-|required-unknown|check-|missing-key|wrong-)/
  for (const removed of all.filter((one) => usesOf(files, one).length > 0)) {
    const left = repaired(removed, files)
    writeFormFiles(folder, files, left)
    const found = checkForm(folder).problems.filter(({ rule }) => ofUses.test(rule))
    expect([removed, found.map(({ rule, pointer }) => `${rule} ${pointer}`)]).toEqual([removed, []])
    writeFormFiles(folder, left, files)
  }
})
