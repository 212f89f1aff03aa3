import { describe, expect, it } from 'vitest'
import type { FormFiles } from './commands.ts'
import { copyNode } from './copy-node.ts'
import { readValue } from './json-text.ts'
import { changeLimit } from './limits.ts'
import { renameNode } from './rename-node.ts'
import { treeOf } from './commands.ts'
import { pathToNode } from './form-tree.ts'
import { withSameRows } from './tables.ts'
import { usesOf } from './uses.ts'

const text = { type: 'string', maxLength: 10 }

function schemaAfterCopyOf(schema: object): unknown {
  const form = { steps: [{ id: 'step', schema: { type: 'object', properties: { a: text, b: text }, ...schema } }] }
  const texts = {
    steps: { step: { title: 'ステップ' } },
    fields: { 'step/a': { label: 'A' }, 'step/b': { label: 'B' } },
  }
  const files = { 'form.json': JSON.stringify(form), 'texts.ja.json': JSON.stringify(texts) }
  return readValue(copyNode(files, 'step/a', 'step/a2')['form.json'] ?? '', '/steps/0/schema')
}

describe('the copy of a question', () => {
  it('requires an answer where the question does', () => {
    expect(schemaAfterCopyOf({ required: ['a'] })).toMatchObject({ properties: { a2: text }, required: ['a', 'a2'] })
    const then = { required: ['a'] }
    const conditional = { allOf: [{ if: { properties: { b: { const: 'x' } } }, then }] }
    expect(schemaAfterCopyOf(conditional)).toMatchObject({ allOf: [{ then: { required: ['a', 'a2'] } }] })
  })

  it.each(['anyOf', 'oneOf'])('leaves the alternatives of %s, which are about the question itself', (keyword) => {
    const alternatives = [{ required: ['a'], properties: { a: { const: 'x' } } }, { required: ['b'] }]
    const after = schemaAfterCopyOf({ [keyword]: alternatives })
    expect(after).toMatchObject({ properties: { a2: text } })
    expect(after).toHaveProperty(keyword, alternatives)
  })
})

const words = ['today', 'same-as', 'later', 'down', 'today/a']

/** The parts of a form that name a step and its questions, beside such answers, days and kinds as the words. */
function partsNaming(step: string) {
  const when = { properties: { [step]: { properties: { a: { enum: words } }, required: ['a'] } }, required: [step] }
  const rules = {
    checks: [
      { kind: 'date-range', field: `${step}/b`, min: 'today', max: { answer: `${step}/c` } },
      { kind: 'same-as', field: `${step}/a`, other: `${step}/b` },
    ],
    requiredWhen: [{ field: `${step}/b`, when }],
  }
  const line = {
    text: 'later',
    amount: 'later',
    quantity: { answer: `${step}/c` },
    rounding: { mode: 'down', to: 10 },
    when,
  }
  return { rules, fee: { lines: [line] } }
}

it.each(words.slice(0, -1))('rewrites references to the step %s, and no answer, day or kind of that name', (id) => {
  const { rules, fee } = partsNaming(id)
  const steps = [
    { id, schema: { type: 'object', properties: { a: { type: 'string', enum: words }, b: text, c: text } } },
  ]
  const files = { 'form.json': JSON.stringify({ steps, ...rules, fee }) }
  const formAfter = (after: typeof files | { [file: string]: string }) => readValue(after['form.json'] ?? '', '')
  const copies = partsNaming('other').rules
  expect(formAfter(copyNode(files, id, 'other'))).toMatchObject({
    checks: [...rules.checks, ...copies.checks],
    requiredWhen: [...rules.requiredWhen, ...copies.requiredWhen],
    fee,
  })
  expect(formAfter(renameNode(files, id, 'other', false))).toMatchObject({ ...copies, fee: partsNaming('other').fee })
})

describe('a rule of one row of a table about another row', () => {
  const row = { type: 'object', properties: { a: text, b: text } }
  const table = { type: 'object', properties: { r: row, q: row, p: row } }
  const answered = (name: string) => ({ properties: { q: { required: [name] } }, required: ['q'] })
  const required = (name: string) => ({
    field: 's/t/r/b',
    when: { properties: { s: { properties: { t: answered(name) }, required: ['t'] } }, required: ['s'] },
  })
  const check = (name: string) => ({ kind: 'same-as', field: `s/t/q/${name}`, other: `s/t/p/${name}` })
  const step = {
    id: 's',
    schema: { type: 'object', properties: { t: table } },
    ui: { t: { 'ui:options': { layout: 'table' } } },
  }
  const form = { steps: [step], checks: [check('a')], requiredWhen: [required('a')] }
  const files: FormFiles = { 'form.json': JSON.stringify(form) }
  const after = (command: (before: FormFiles) => FormFiles) =>
    readValue(withSameRows(files, command(files))['form.json'] ?? '', '')

  it('stays with its row when the others become alike', () => {
    const [node] = pathToNode(treeOf(files), 's/t/r/b').slice(-1)
    const changed = after((before) => (node ? changeLimit(before, node, 'maxLength', 5) : before))
    const { checks, requiredWhen } = form
    const rows = { r: { properties: { b: { maxLength: 5 } } }, p: { properties: { b: { maxLength: 5 } } } }
    expect(changed).toMatchObject({
      steps: [{ schema: { properties: { t: { properties: rows } } } }],
      checks,
      requiredWhen,
    })
  })

  it('follows the copy of its column, whose other row it names then', () => {
    expect(after((before) => copyNode(before, 's/t/r/a', 's/t/r/a2'))).toMatchObject({
      checks: [check('a'), check('a2')],
      requiredWhen: [required('a')],
    })
  })

  it('depends on the column that it names, whichever row the column is removed in', () => {
    const compared = { kind: 'same-as', field: 's/t/q/b', other: 's/t/p/a' }
    const others = { 'form.json': JSON.stringify({ ...form, checks: [check('a'), compared] }) }
    for (const one of ['r', 'q', 'p']) {
      const uses = usesOf(others, { path: `s/t/${one}/a` }).map(({ kind, name }) => `${kind} ${name}`)
      expect(uses.toSorted()).toEqual(['check s/t/q/b', 'required s/t/r/b'])
    }
  })
})
