import { expect, it } from 'vitest'
import { treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { conditionOf, setCondition } from './question-condition.ts'
import type { AnswerCondition } from './answer-condition.ts'
import { readValue } from './json-text.ts'
import { splitIntoStep } from './split-step.ts'

const yesNo = { type: 'boolean' }
const list = { type: 'array', items: { type: 'object', properties: { e: yesNo } } }
const start: FormFiles = {
  'form.json': `${JSON.stringify(
    {
      steps: [
        { id: 'one', schema: { type: 'object', properties: { a: yesNo, b: yesNo, l: list } } },
        { id: 'two', schema: { type: 'object', properties: { c: yesNo } } },
      ],
    },
    null,
    2,
  )}\n`,
  'texts.ja.json': '{ "steps": {}, "fields": { "one/b": { "label": "乙" } } }',
  'valid/yes.json': '{ "one": { "a": true, "b": true }, "two": {} }',
  'valid/no.json': '{ "one": { "a": false }, "two": {} }',
}
const isYes: AnswerCondition = { join: 'and', parts: [{ path: 'one/a', is: 'one-of', values: [true] }] }
const titles = { ja: '乙', en: 'B' }

it('moves a question into a step behind its own one, with its condition, texts and sample answers', () => {
  const files = splitIntoStep(setCondition(start, 'one/b', isYes), 'one/b', 'step', titles)
  const tree = treeOf(files)
  expect(tree.map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
    ['one', ['a', 'l']],
    ['step', ['b']],
    ['two', ['c']],
  ])
  const [, step] = tree
  expect(step && conditionOf(tree, step)).toEqual(isYes)
  expect(readValue(files['texts.ja.json'] ?? '', '/fields')).toEqual({ 'step/b': { label: '乙' } })
  expect(readValue(files['valid/yes.json'] ?? '', '')).toEqual({ one: { a: true }, step: { b: true }, two: {} })
  expect(readValue(files['valid/no.json'] ?? '', '')).toEqual({ one: { a: false }, two: {} })
})

it('changes nothing if the question decides about others, or is in a list', () => {
  const decides = setCondition(start, 'one/b', isYes)
  expect(splitIntoStep(decides, 'one/a', 'step', titles)).toBe(decides)
  expect(splitIntoStep(start, 'one/l/[]/e', 'step', titles)).toBe(start)
})
