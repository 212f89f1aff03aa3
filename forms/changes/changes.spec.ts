import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../form-model/definition.ts'
import { compareForms } from './changes.ts'
import type { ComparedForm } from './changes.ts'

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
})
