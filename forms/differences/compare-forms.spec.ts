import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../form-model/definition.ts'
import { compareForms } from './compare-forms.ts'
import type { ComparedForm } from './compare-forms.ts'

function form(properties: { [name: string]: JsonSchema }, required: string[] = []): ComparedForm {
  return {
    steps: [{ id: 'step', schema: { type: 'object', properties, required } }],
  }
}

const text = { type: 'string', maxLength: 50 }

function summary(before: ComparedForm, after: ComparedForm) {
  return compareForms(before, after).map(({ kind, path, keyword, drafts }) => [kind, path, keyword, drafts])
}

describe('what changed between two versions', () => {
  it.each<[string, ComparedForm, ComparedForm, string[][]]>([
    ['nothing', form({ a: text }), form({ a: text }), []],
    ['an optional field more', form({ a: text }), form({ a: text, b: text }), [['added', 'step/b', '', 'none']]],
    [
      'a required field more',
      form({ a: text }),
      form({ a: text, b: text }, ['b']),
      [['added', 'step/b', 'required', 'answer']],
    ],
    ['a field less', form({ a: text, b: text }), form({ a: text }), [['removed', 'step/b', '', 'lost']]],
    [
      'a shorter text',
      form({ a: text }),
      form({ a: { ...text, maxLength: 9 } }),
      [['tightened', 'step/a', 'maxLength', 'correct']],
    ],
    [
      'a longer text',
      form({ a: text }),
      form({ a: { ...text, maxLength: 90 } }),
      [['loosened', 'step/a', 'maxLength', 'none']],
    ],
    [
      'a new lower bound',
      form({ a: text }),
      form({ a: { ...text, minLength: 2 } }),
      [['tightened', 'step/a', 'minLength', 'correct']],
    ],
    ['required now', form({ a: text }), form({ a: text }, ['a']), [['tightened', 'step/a', 'required', 'answer']]],
    [
      'a choice less',
      form({ a: { enum: ['x', 'y'] } }),
      form({ a: { enum: ['x'] } }),
      [['tightened', 'step/a', 'enum', 'correct']],
    ],
    [
      'a choice more',
      form({ a: { enum: ['x'] } }),
      form({ a: { enum: ['x', 'y'] } }),
      [['loosened', 'step/a', 'enum', 'none']],
    ],
    [
      'any number instead of whole ones',
      form({ a: { type: 'integer' } }),
      form({ a: { type: 'number' } }),
      [['loosened', 'step/a', 'type', 'none']],
    ],
    [
      'a pattern',
      form({ a: text }),
      form({ a: { ...text, pattern: '^a' } }),
      [['tightened', 'step/a', 'pattern', 'correct']],
    ],
    [
      'a whole group',
      form({}),
      form({ g: { type: 'object', properties: { a: text } } }),
      [['added', 'step/g', '', 'none']],
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(summary(before, after)).toEqual(expected)
  })

  it('finds steps in another order and under other conditions', () => {
    const step = (id: string, visibleWhen?: JsonSchema) => ({
      id,
      schema: { type: 'object', properties: { a: text } },
      visibleWhen,
    })
    const before = { steps: [step('one'), step('two'), step('three')] }
    const after = { steps: [step('two'), step('one'), step('three', { required: ['one'] })] }
    expect(summary(before, after)).toEqual([
      ['moved', 'two, one, three', 'steps', 'none'],
      ['other', 'three', 'visibleWhen', 'answer'],
    ])
  })

  const conditional = (
    value: boolean,
    then: JsonSchema = { properties: { b: text }, required: ['b'] },
  ): ComparedForm => ({
    steps: [
      {
        id: 'step',
        schema: {
          type: 'object',
          properties: { a: { type: 'boolean' } },
          if: { properties: { a: { const: value } }, required: ['a'] },
          then,
        },
      },
    ],
  })

  it('compares a renamed field with its former name', () => {
    const after = { ...form({ b: { ...text, maxLength: 9 } }), renamed: { 'step/a': 'step/b' } }
    expect(summary(form({ a: text }), after)).toEqual([
      ['renamed', 'step/b', '', 'none'],
      ['tightened', 'step/b', 'maxLength', 'correct'],
    ])
  })

  it('finds a reversed condition', () => {
    expect(compareForms(conditional(true), conditional(false))).toEqual([
      {
        kind: 'other',
        path: 'step',
        keyword: 'conditions/0/if/properties/a/const',
        before: true,
        after: false,
        drafts: 'answer',
      },
    ])
  })

  it('finds a field that becomes conditional', () => {
    const always = form({ a: { type: 'boolean' }, b: text }, ['b'])
    expect(compareForms(always, conditional(true)).map(({ path, keyword }) => [path, keyword])).toContainEqual([
      'step',
      'conditions/0',
    ])
  })

  it('names each amount of a fee that changed', () => {
    const fee = (amount: number) => ({
      ...form({ a: text }),
      fee: { lines: [{ text: 'tag', amount: { byAnswer: 'step/a', table: { dog: amount, cat: 300 } } }] },
    })
    expect(compareForms(fee(550), fee(650))).toEqual([
      { kind: 'other', path: 'fee', keyword: 'fee/lines/0/amount/table/dog', before: 550, after: 650, drafts: 'fee' },
    ])
  })

  it('finds another layout, another widget and any other keyword', () => {
    const before = { ...form({ a: { ...text, default: 'x' } }), layout: 'steps' as const }
    const after = { ...form({ a: { ...text, default: 'y' } }), layout: 'page' as const }
    const [step] = after.steps
    if (step) step.ui = { a: { 'ui:widget': 'textarea' } }
    expect(compareForms(before, after).map(({ path, keyword }) => [path, keyword])).toEqual([
      ['step/a', 'default'],
      ['step/a', 'ui/ui:widget'],
      ['layout', 'layout'],
    ])
  })
})
