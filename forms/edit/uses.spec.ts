import { expect, it } from 'vitest'
import { setCondition } from './question-condition.ts'
import type { AnswerCondition } from './answer-condition.ts'
import type { FormFiles } from './commands.ts'
import { countSamplesOf, usesOf } from './uses.ts'

const yesNo = { type: 'boolean' }
const properties = { asked: yesNo, other: yesNo, count: { type: 'integer' }, only: { type: 'string' } }
const when = { properties: { one: { properties: { asked: { const: true } }, required: ['asked'] } }, required: ['one'] }
const base: FormFiles = {
  'form.json': JSON.stringify({
    steps: [
      { id: 'one', schema: { type: 'object', properties } },
      { id: 'two', schema: { type: 'object', properties: {} }, visibleWhen: when },
    ],
    requiredWhen: [{ field: 'one/other', when }],
    fee: {
      lines: [
        { text: 'copies', amount: 500, taxRate: 0, quantity: { answer: 'one/count' } },
        { text: 'extra', amount: 1, when },
      ],
    },
    delivery: { when },
  }),
}
const isYes: AnswerCondition = { join: 'and', parts: [{ path: 'one/asked', is: 'one-of', values: [true] }] }
const files = setCondition(base, 'one/only', isYes)

it('names the conditions, the fees and the delivery that depend on a question', () => {
  expect(usesOf(files, { path: 'one/asked' })).toEqual([
    { kind: 'shown', name: 'one/only' },
    { kind: 'shown', name: 'two' },
    { kind: 'required', name: 'one/other' },
    { kind: 'fee', name: 'extra', index: 1 },
    { kind: 'delivery', name: '' },
  ])
  expect(usesOf(files, { path: 'one/count' })).toEqual([{ kind: 'fee', name: 'copies', index: 0 }])
})

it('names a fee that a question decides as a row, a factor or an exemption', () => {
  const line = {
    text: 'care',
    amount: { byAnswers: ['one/asked', 'one/other'], table: {} },
    times: { answer: 'one/count' },
    exempt: { when: { properties: { one: { required: ['only'] } }, required: ['one'] }, text: 'welfare' },
  }
  const steps = [{ id: 'one', schema: { type: 'object', properties } }]
  const one = { 'form.json': JSON.stringify({ steps, fee: { lines: [line] } }) }
  for (const name of Object.keys(properties))
    expect(usesOf(one, { path: `one/${name}` })).toEqual([{ kind: 'fee', name: 'care', index: 0 }])
})

it('names only what is outside of a removed step, and nothing for an unused question', () => {
  expect(usesOf(files, { path: 'one' }).map(({ name }) => name)).toEqual(['two', 'copies', 'extra', ''])
  expect(usesOf(files, { path: 'one/other' })).toEqual([])
})

it('names a condition that asks only whether the question is answered', () => {
  const answered: AnswerCondition = { join: 'and', parts: [{ path: 'one/count', is: 'answered' }] }
  expect(usesOf(setCondition(files, 'one/only', answered), { path: 'one/count' })).toContainEqual({
    kind: 'shown',
    name: 'one/only',
  })
})

it('names the checks that compare another question with it, not its own', () => {
  const checked = withRules({
    checks: [
      { kind: 'same-as', field: 'one/other', other: 'one/asked' },
      { kind: 'date-range', field: 'two/from', min: { answer: 'one/count', days: 1 }, max: 'today' },
      { kind: 'date-range', field: 'two/to', min: 'today', max: { answer: 'one/count' } },
      { kind: 'date-range', field: 'one/count', max: { answer: 'two/to' } },
    ],
  })
  expect(usesOf(checked, { path: 'one/asked' })).toContainEqual({ kind: 'check', name: 'one/other' })
  expect(usesOf(checked, { path: 'one/count' }).filter(({ kind }) => kind === 'check')).toEqual([
    { kind: 'check', name: 'two/from' },
    { kind: 'check', name: 'two/to' },
  ])
  expect(usesOf(checked, { path: 'one/other' })).toEqual([])
  // A removed step takes its own checks with it.
  expect(usesOf(checked, { path: 'one' }).filter(({ kind }) => kind === 'check')).toHaveLength(2)
})

it('names the appointment that the form books', () => {
  const booked = withRules({ booking: { date: 'one/day', time: 'one/hour' } })
  expect(usesOf(booked, { path: 'one/day' })).toEqual([{ kind: 'booking', name: '' }])
  expect(usesOf(booked, { path: 'one/hour' })).toEqual([{ kind: 'booking', name: '' }])
  expect(usesOf(booked, { path: 'one/other' })).toEqual([])
})

it('names the question that fills it in, unless both are removed', () => {
  const properties = { code: { type: 'string' }, town: { type: 'string' } }
  const filled: FormFiles = {
    'form.json': JSON.stringify({
      steps: [
        {
          id: 'one',
          schema: { type: 'object', properties: { home: { type: 'object', properties } } },
          ui: { home: { code: { 'ui:widget': 'postal-code', 'ui:options': { fills: { city: 'town' } } } } },
        },
      ],
    }),
  }
  expect(usesOf(filled, { path: 'one/home/town' })).toEqual([{ kind: 'filled', name: 'one/home/code' }])
  expect(usesOf(filled, { path: 'one/home/code' })).toEqual([])
  expect(usesOf(filled, { path: 'one/home' })).toEqual([])
})

it('counts the samples that would change with it', () => {
  const samples = {
    'valid/a.json': '{ "one": { "asked": true, "count": 1 } }',
    'valid/b.json': '{ "one": { "count": 2 } }',
    'invalid/c.json':
      '{ "from": "a", "set": { "/one/asked": 7 }, "expect": { "pointer": "/one/asked", "keyword": "type" } }',
  }
  expect(countSamplesOf({ ...files, ...samples }, 'one/asked')).toBe(2)
  expect(countSamplesOf({ ...files, ...samples }, 'one/other')).toBe(0)
})

function withRules(rules: object): FormFiles {
  return { ...files, 'form.json': JSON.stringify({ ...JSON.parse(files['form.json'] ?? ''), ...rules }) }
}
