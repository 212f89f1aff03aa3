import { describe, expect, it } from 'vitest'
import { satisfies } from '../../form-model/condition.ts'
import { conditionIn, schemaOf, setStepCondition } from './answer-condition.ts'
import type { AnswerCondition, ConditionPart } from './answer-condition.ts'
import { treeOf } from './commands.ts'
import {
  addFeeLine,
  addFromEntry,
  feeLines,
  removeFeeLine,
  addExempt,
  setExempt,
  setFeeAmount,
  setFeeEach,
  setFeeKey,
  setFromEntry,
} from './fees.ts'
import { readValue } from './json-text.ts'

const single: ConditionPart[] = [
  { path: 'pet/kind', is: 'one-of', values: ['dog'] },
  { path: 'pet/kind', is: 'one-of', values: ['dog', 'cat'] },
  { path: 'pet/kind', is: 'none-of', values: ['dog'] },
  { path: 'pet/kind', is: 'none-of', values: ['dog', 'cat'] },
  { path: 'pet/kind', is: 'answered' },
  { path: 'pet/chip', is: 'one-of', values: [true] },
  { path: 'pet/chip', is: 'one-of', values: [false] },
  { path: 'pet/owner/town', is: 'one-of', values: ['minato'] },
  { path: 'pet/owner/town', is: 'answered' },
  { path: 'pet/tags', is: 'chosen', value: 'small' },
  { path: 'pet/count', is: 'at-least', number: 3 },
  { path: 'pet/count', is: 'at-most', number: 0 },
  { path: 'a~1b/c~0d', is: 'one-of', values: ['x'] },
]
const canonical: AnswerCondition[] = [
  ...single.map((part): AnswerCondition => ({ join: 'and', parts: [part] })),
  ...single.slice(0, 9).flatMap((part, index): AnswerCondition[] => {
    const other = single[(index + 5) % single.length] ?? part
    return [
      { join: 'and', parts: [part, other] },
      { join: 'or', parts: [part, other, part] },
    ]
  }),
]

describe('a condition over the answers', () => {
  it('tries at least thirty conditions', () => {
    expect(canonical.length).toBeGreaterThanOrEqual(30)
  })

  it.each(canonical.map((condition) => [JSON.stringify(condition), condition] as const))(
    'reads a written condition back unchanged: %s',
    (_name, condition) => {
      expect(conditionIn(schemaOf(condition))).toEqual(condition)
    },
  )

  it('does not hold for an answer that is missing', () => {
    for (const condition of canonical) expect(satisfies(schemaOf(condition), {})).toBe(false)
  })

  it.each([
    [{ properties: { a: { const: 'x' } } }],
    [{ properties: { a: { const: 'x' }, b: { const: 'y' } }, required: ['a', 'b'] }],
    [{ properties: { a: { pattern: '^x' } }, required: ['a'] }],
    [{ anyOf: [{ not: { required: ['a'] } }] }],
    [{ allOf: [] }],
    [true],
  ])('stays unchanged if an author wrote it in another way: %j', (schema) => {
    expect(conditionIn(schema)).toBeNull()
  })

  it('removes the answers of its step from the samples that do not fulfil it', () => {
    const files = {
      'form.json': `{
  "steps": [
    { "id": "pet", "schema": { "type": "object", "properties": { "kind": { "enum": ["dog", "cat"] } } } },
    { "id": "tag", "schema": { "type": "object", "properties": {} } }
  ]
}`,
      'valid/dog.json': '{ "pet": { "kind": "dog" }, "tag": {} }',
      'valid/cat.json': '{ "pet": { "kind": "cat" }, "tag": {} }',
    }
    const [, step] = treeOf(files)
    if (!step) throw new Error('There is no step')
    const when = schemaOf({ join: 'and', parts: [{ path: 'pet/kind', is: 'one-of', values: ['dog'] }] })
    const changed = setStepCondition(files, step, when)
    expect(readValue(changed['form.json'] ?? '', '/steps/1/visibleWhen')).toEqual(when)
    expect(changed['valid/dog.json']).toBe(files['valid/dog.json'])
    expect(changed['valid/cat.json']).toBe('{ "pet": { "kind": "cat" } }')
    expect(setStepCondition(changed, step, undefined)['form.json']).toBe(files['form.json'])
  })
})

describe('a fee', () => {
  const files = {
    'form.json': '{\n  "engine": 1,\n  "steps": []\n}\n',
    'texts.ja.json': '{\n  "title": "犬"\n}\n',
    'texts.en.json': '{\n  "title": "Dog"\n}\n',
    'service.json': '{\n  "fee": { "kind": "NONE" }\n}\n',
  }

  it('adds and removes fee lines with their names, and updates the list of procedures', () => {
    const one = addFeeLine(files, { ja: '登録手数料', en: 'Registration' })
    expect(feeLines(one)).toEqual([{ text: 'fee', amount: 0, taxRate: 0 }])
    expect(readValue(one['texts.ja.json'] ?? '', '/fee')).toEqual({ fee: '登録手数料' })
    expect(readValue(one['service.json'] ?? '', '/fee/kind')).toBe('QUOTED')
    const two = addFeeLine(one, { ja: '郵便料金', en: 'Postage' })
    expect(feeLines(two).map(({ text }) => text)).toEqual(['fee', 'fee2'])
    expect(removeFeeLine(two, 1)).toEqual(one)
    expect(removeFeeLine(one, 0)).toEqual(files)
  })

  it('charges a fee for each entry of a list if an answer in the entry decides the amount', () => {
    const added = addFeeLine(files, { ja: '手数料', en: 'Fee' })
    const table = { byAnswer: 'dogs/list/[]/kind', table: { new: 3000, moved: 0 } }
    const listed = setFeeKey(setFeeAmount(added, 0, table), 0, 'quantity', { answer: 'dogs/list/[]/count' })
    expect(feeLines(listed)[0]).toMatchObject({ amount: table, forEach: 'dogs/list' })
    const fixed = setFeeAmount(listed, 0, 500)
    expect(feeLines(fixed)[0]).toMatchObject({ amount: 500, forEach: 'dogs/list' })
    expect(feeLines(setFeeEach(fixed, 0, undefined))).toEqual([{ text: 'fee', amount: 500, taxRate: 0 }])
  })

  it('adds reasons with their texts, and removes both', () => {
    const added = setFeeEach(addFeeLine(files, { ja: '手数料', en: 'Fee' }), 0, 'dogs/list')
    const names = (from: number) => ({ ja: `${from}人目から`, en: `From ${from} on` })
    const second = addFromEntry(added, 0, names)
    const third = addFromEntry(second, 0, names)
    expect(feeLines(third)[0]?.fromEntry).toEqual([
      { from: 2, text: 'feeFrom2', percent: 50 },
      { from: 3, text: 'feeFrom3', percent: 50 },
    ])
    expect(setFromEntry(third, 0, 1, undefined)).toEqual(second)
    const open = addExempt(third, 0, { ja: '免除', en: 'Exemption' })
    expect(feeLines(open)[0]?.exempt).toEqual({ text: 'feeExempt' })
    const exempt = setExempt(open, 0, { required: ['welfare'] })
    expect(readValue(exempt['texts.ja.json'] ?? '', '/fee')).toEqual({
      fee: '手数料',
      feeFrom2: '2人目から',
      feeFrom3: '3人目から',
      feeExempt: '免除',
    })
    expect(feeLines(setExempt(exempt, 0, { required: ['other'] }))[0]?.exempt).toEqual({
      when: { required: ['other'] },
      text: 'feeExempt',
    })
    expect(setExempt(exempt, 0, undefined)).toEqual(third)
    const later = setFeeAmount(exempt, 0, 'later')
    expect(feeLines(later)).toEqual([{ text: 'fee', amount: 'later', taxRate: 0, exempt: feeLines(exempt)[0]?.exempt }])
    expect(readValue(later['texts.en.json'] ?? '', '/fee')).toEqual({ fee: 'Fee', feeExempt: 'Exemption' })
    expect(removeFeeLine(later, 0)).toEqual(files)
  })
})
