import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { testForm } from '../check/test-form.ts'
import { makeSamples } from '../samples/make-samples.ts'
import { toFindings } from '../source/finding.ts'
import { createForm } from '../templates/new-form.ts'
import { conditionIn } from './answer-condition.ts'
import type { AnswerCondition, ConditionPart } from './answer-condition.ts'
import { edit, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { pathToNode } from './form-tree.ts'
import { readValue, removeValue, setValue } from './json-text.ts'
import { obstacleTo } from './move-node.ts'
import {
  decidingFields,
  probableField,
  requiredCondition,
  setCondition,
  setRequiredCondition,
} from './question-condition.ts'

const root = mkdtempSync(path.join(tmpdir(), 'question-condition-'))

const text = { type: 'string', maxLength: 20 }
const choice = { type: 'string', enum: ['dog', 'cat'] }

/** A step with two groups, and a list. */
function petForm(): FormFiles {
  const properties = {
    agree: { type: 'boolean' },
    pet: {
      type: 'object',
      properties: { kind: choice, count: { type: 'integer', minimum: 1, maximum: 9 } },
      required: ['kind', 'count'],
    },
    tag: { type: 'object', properties: { number: text, colour: text }, required: ['number'] },
    list: {
      type: 'array',
      maxItems: 3,
      items: { type: 'object', properties: { sex: choice, name: text }, required: ['sex', 'name'] },
    },
  }
  const step = {
    id: 'pets',
    schema: { type: 'object', properties, required: ['pet', 'tag', 'list', 'agree'] },
    ui: { agree: { 'ui:widget': 'radio' } },
  }
  return {
    'form.json': `${JSON.stringify({ engine: 1, steps: [step] }, null, 2)}\n`,
    'valid/cat.json':
      '{ "pets": { "agree": true, "pet": { "kind": "cat", "count": 1 }, "tag": { "number": "1" }, "list": [] } }',
    'valid/dog.json':
      '{ "pets": { "agree": true, "pet": { "kind": "dog", "count": 1 }, "tag": { "number": "1" }, "list": [] } }',
  }
}

const isDog: ConditionPart = { path: 'pets/pet/kind', is: 'one-of', values: ['dog'] }

function conditionAt(files: FormFiles, at: string): AnswerCondition | null {
  const condition = pathToNode(treeOf(files), at).at(-1)?.condition
  return condition ? conditionIn(condition.schema, condition.base) : null
}

describe('the condition of a question', () => {
  it('can name the questions of its step, or of the entry in a list, the nearest ones first', () => {
    const paths = (at: string, files = petForm()) => decidingFields(treeOf(files), at).map((node) => node.path)
    expect(paths('pets/tag/number')).toEqual([
      'pets/tag/colour',
      'pets/agree',
      'pets/pet/kind',
      'pets/pet/count',
      'pets/list',
    ])
    expect(paths('pets/list/[]/name')).toEqual(['pets/list/[]/sex'])
  })

  it('cannot name a question that depends on its own one', () => {
    const isTrue: AnswerCondition = { join: 'and', parts: [{ path: 'pets/agree', is: 'one-of', values: [true] }] }
    const files = setCondition(petForm(), 'pets/pet', isTrue)
    const paths = decidingFields(treeOf(files), 'pets/agree').map((node) => node.path)
    expect(paths).toEqual(['pets/list', 'pets/tag/number', 'pets/tag/colour'])
    expect(decidingFields(treeOf(files), 'pets/tag/number').map((node) => node.path)).toContain('pets/pet/count')
  })

  it('starts with the nearest question above, at best one that offers answers', () => {
    const tree = treeOf(petForm())
    const proposed = (at: string) => probableField(tree, decidingFields(tree, at), at)?.path
    expect(proposed('pets/tag/number')).toBe('pets/pet/kind')
    expect(proposed('pets/pet/kind')).toBe('pets/agree')
    expect(proposed('pets/list/[]/name')).toBe('pets/list/[]/sex')
    expect(proposed('pets/agree')).toBeUndefined()
    const withoutAnswers = decidingFields(tree, 'pets/list').filter(({ kind }) => kind === 'text')
    expect(probableField(tree, withoutAnswers, 'pets/list')?.path).toBe('pets/tag/colour')
  })

  const conditions: [string, AnswerCondition][] = [
    ['pets/tag/number', { join: 'and', parts: [isDog] }],
    ['pets/tag/number', { join: 'or', parts: [isDog, { path: 'pets/pet/count', is: 'at-least', number: 3 }] }],
    ['pets/tag/number', { join: 'and', parts: [isDog, { path: 'pets/agree', is: 'one-of', values: [true] }] }],
    ['pets/tag/number', { join: 'and', parts: [{ path: 'pets/tag/colour', is: 'answered' }] }],
    ['pets/pet/count', { join: 'and', parts: [{ path: 'pets/tag/number', is: 'answered' }] }],
    ['pets/agree', { join: 'and', parts: [{ path: 'pets/pet/kind', is: 'none-of', values: ['dog'] }] }],
    ['pets/list/[]/name', { join: 'and', parts: [{ path: 'pets/list/[]/sex', is: 'one-of', values: ['cat'] }] }],
  ]
  it.each(conditions)(
    'reads the condition of %s back after it is written as %j, and leaves no trace when it is removed',
    (at, condition) => {
      const before = petForm()
      const files = setCondition(before, at, condition)
      expect(conditionAt(files, at)).toEqual(condition)
      expect(pathToNode(treeOf(files), at).at(-1)?.required).toBe(pathToNode(treeOf(before), at).at(-1)?.required)
      const removed = JSON.parse(setCondition(files, at, null)['form.json'] ?? '') as unknown
      expect(removed).toEqual(JSON.parse(before['form.json'] ?? ''))
    },
  )

  it('shares a condition between questions of several groups, and keeps it while one of them needs it', () => {
    const condition: AnswerCondition = { join: 'and', parts: [isDog] }
    const both = ['pets/tag/number', 'pets/agree'].reduce((files, at) => setCondition(files, at, condition), petForm())
    expect(both['form.json']?.match(/"if"/g)).toHaveLength(1)
    const one = setCondition(both, 'pets/tag/number', null)
    expect(conditionAt(one, 'pets/agree')).toEqual(condition)
    expect(conditionAt(one, 'pets/tag/number')).toBeNull()
  })

  it('removes the answer from the samples that do not fulfil it, and keeps what decides in its place', () => {
    const files = setCondition(petForm(), 'pets/tag/number', { join: 'and', parts: [isDog] })
    expect(files['valid/cat.json']).not.toContain('number')
    expect(files['valid/dog.json']).toContain('number')
    expect(obstacleTo(files, 'pets/pet/kind', { parent: 'pets/tag', index: 0 })).toBe('decides')
  })

  it('puts an answer back into the samples that fulfil it after it changes or is removed', () => {
    const when = (value: string): AnswerCondition => ({ join: 'and', parts: [{ ...isDog, values: [value] }] })
    const number = (files: FormFiles, file: string) => readValue(files[file] ?? '', '/pets/tag/number')
    const dog = setCondition(petForm(), 'pets/tag/number', when('dog'))
    const cat = setCondition(dog, 'pets/tag/number', when('cat'))
    expect([number(cat, 'valid/dog.json'), number(cat, 'valid/cat.json')]).toEqual([undefined, '1'])
    expect(number(setCondition(cat, 'pets/tag/number', null), 'valid/dog.json')).toBe('1')
    const nowhere = setCondition(petForm(), 'pets/tag/number', when('bird'))
    expect(number(nowhere, 'valid/dog.json')).toBeUndefined()
    expect(number(setCondition(nowhere, 'pets/tag/number', when('dog')), 'valid/dog.json')).toBe('記入例')
  })

  it('gives a form that the check accepts and answers can take both ways', () => {
    const folder = createForm({
      root,
      tenant: 'town',
      service: 'pets',
      type: 'individual',
      template: 'simple',
      title: {},
    })
    const own = readFormFiles(folder)
    const [step] = (JSON.parse(petForm()['form.json'] ?? '') as { steps: unknown[] }).steps
    const labels = Object.fromEntries(
      [
        'agree',
        'pet',
        'pet/kind',
        'pet/count',
        'tag',
        'tag/number',
        'tag/colour',
        'list',
        'list/[]/sex',
        'list/[]/name',
      ].map((field) => [
        `pets/${field}`,
        {
          label: field,
          ...(field === 'agree' ? { options: { true: 'Yes', false: 'No' } } : {}),
          ...(/kind|sex/.test(field) ? { options: { dog: 'Dog', cat: 'Cat' } } : {}),
          ...(field === 'list' ? { item: 'Pet' } : {}),
        },
      ]),
    )
    const texts = { title: 'Pets', steps: { pets: { title: 'Pets' } }, fields: labels }
    const form = edit(own, 'form.json', (json) => removeValue(setValue(json, '/steps', [step]), '/checks'))
    const files = setCondition(
      {
        'form.json': form['form.json'] ?? '',
        'texts.ja.json': JSON.stringify(texts),
        'texts.en.json': JSON.stringify(texts),
      },
      'pets/tag/number',
      { join: 'and', parts: [isDog] },
    )
    writeFormFiles(folder, own, files)
    const checked = checkForm(folder)
    expect(toFindings(checked.problems, 'en').filter(({ severity }) => severity === 'error')).toEqual([])
    if (!checked.usable) throw new Error('The form cannot be used')
    const made = makeSamples(checked.form, checked.usable.runner, checked.usable.samples, Date.now())
    expect(made).toMatchObject({ branches: 2, untaken: [] })
    expect(testForm(checked, Date.now())?.wrong.accepted).toEqual([])
  })
})

describe('the condition that makes a question required', () => {
  it('can name any other question, and leaves no trace when it is removed', () => {
    const before = petForm()
    const first = setRequiredCondition(before, 'pets/tag/colour', { join: 'and', parts: [isDog] })
    const next: AnswerCondition = { join: 'and', parts: [{ ...isDog, values: ['cat'] }] }
    const files = setRequiredCondition(first, 'pets/tag/colour', next)
    expect(conditionIn(requiredCondition(files, 'pets/tag/colour')?.schema)).toEqual(next)
    expect(setRequiredCondition(files, 'pets/kind', null)).toEqual(files)
    expect(setRequiredCondition(files, 'pets/tag/colour', null)).toEqual(before)
    expect(requiredCondition(before, 'pets/tag/colour')).toBeNull()
  })
})
