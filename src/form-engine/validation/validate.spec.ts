import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../form-model/definition.ts'
import { answersToSend } from './answers-to-send.ts'
import { exampleForm } from '../testing/example-form.ts'
import { validateAll, validateStep } from './validate.ts'
import { visibleSteps } from '../definition/visible-steps.ts'

const text = { type: 'string', maxLength: 20 }

const form = exampleForm({
  steps: [
    {
      id: 'who',
      schema: {
        type: 'object',
        required: ['kind', 'name'],
        properties: {
          kind: { type: 'string', enum: ['self', 'agent'] },
          name: { type: 'object', required: ['family', 'given'], properties: { family: text, given: text } },
        },
        allOf: [
          {
            if: { properties: { kind: { const: 'agent' } }, required: ['kind'] },
            then: { properties: { relation: text }, required: ['relation'] },
          },
        ],
      },
      ui: { 'ui:order': ['name', '*'] },
    },
    {
      id: 'agent',
      schema: { type: 'object', required: ['proof'], properties: { proof: text, note: text } },
      visibleWhen: {
        properties: { who: { properties: { kind: { const: 'agent' } }, required: ['kind'] } },
        required: ['who'],
      },
    },
    {
      id: 'more',
      schema: {
        type: 'object',
        properties: {
          phone: { type: 'string', format: 'jp-phone' },
          lines: { type: 'array', items: { type: 'object', required: ['what'], properties: { what: text } } },
        },
      },
    },
  ],
  requiredWhen: [{ field: 'more/phone', when: { properties: { agent: { required: ['note'] } }, required: ['agent'] } }],
})

function pointers(errors: { pointer: string; code: string }[]) {
  return errors.map(({ pointer, code }) => `${pointer} ${code}`)
}

describe('validating answers', () => {
  it('names each missing field in the order of the page, also in a group without answers', () => {
    expect(pointers(validateStep(form, 'who', {}))).toEqual([
      '/who/name/family required',
      '/who/name/given required',
      '/who/kind required',
    ])
  })

  it('requires a conditional field only while its condition is true', () => {
    const name = { family: '港', given: '花子' }
    expect(pointers(validateStep(form, 'who', { who: { kind: 'agent', name } }))).toEqual(['/who/relation required'])
    expect(validateStep(form, 'who', { who: { kind: 'self', name } })).toEqual([])
  })

  it('treats an emptied text as missing', () => {
    expect(pointers(validateStep(form, 'agent', { who: { kind: 'agent' }, agent: { proof: '' } }))).toEqual([
      '/agent/proof required',
    ])
  })

  it('requires what another step makes required', () => {
    const answers = { who: { kind: 'agent' }, agent: { proof: 'x', note: 'y' }, more: {} }
    expect(pointers(validateStep(form, 'more', answers))).toEqual(['/more/phone required'])
    expect(validateStep(form, 'more', { ...answers, who: { kind: 'self' } })).toEqual([])
  })

  it('names entries of a list by their number', () => {
    const lines = [{ what: 'a' }, {}, { what: 'b' }, {}]
    expect(pointers(validateStep(form, 'more', { more: { lines } }))).toEqual([
      '/more/lines/1/what required',
      '/more/lines/3/what required',
    ])
  })

  it('validation checks all visible steps and no hidden step', () => {
    const name = { family: '港', given: '花子' }
    expect(validateAll(form, { who: { kind: 'self', name }, more: {} })).toEqual([])
    expect(pointers(validateAll(form, { who: { kind: 'agent', name, relation: '子' }, more: {} }))).toEqual([
      '/agent/proof required',
    ])
  })
})

describe('the visible steps', () => {
  it('the visible steps follow from the answers', () => {
    expect(visibleSteps(form.definition, {})).toEqual(['who', 'more'])
    expect(visibleSteps(form.definition, { who: { kind: 'agent' } })).toEqual(['who', 'agent', 'more'])
  })

  it('the visible steps do not follow from the answers of a hidden step', () => {
    const chain = exampleForm({
      steps: [
        { id: 'a', schema: { type: 'object', properties: { go: { type: 'boolean' } } } },
        {
          id: 'b',
          schema: { type: 'object', properties: { on: { type: 'boolean' } } },
          visibleWhen: {
            properties: { a: { properties: { go: { const: true } }, required: ['go'] } },
            required: ['a'],
          },
        },
        {
          id: 'c',
          schema: { type: 'object' },
          visibleWhen: {
            properties: { b: { properties: { on: { const: true } }, required: ['on'] } },
            required: ['b'],
          },
        },
      ],
    })
    const answers = { a: { go: true }, b: { on: true } }
    expect(visibleSteps(chain.definition, answers)).toEqual(['a', 'b', 'c'])
    expect(visibleSteps(chain.definition, { ...answers, a: { go: false } })).toEqual(['a'])
  })
})

describe('the answers to send', () => {
  const full: Answers = {
    who: { kind: 'agent', name: { family: '港', given: '花子' }, relation: '子', stray: 1 },
    agent: { proof: 'x', note: 'y' },
    more: { phone: '', lines: [{ what: 'a', stray: 2 }] },
  }

  it('the answers to send contain exactly the fields that the form shows', () => {
    expect(answersToSend(form, full)).toEqual({
      who: { kind: 'agent', name: { family: '港', given: '花子' }, relation: '子' },
      agent: { proof: 'x', note: 'y' },
      more: { lines: [{ what: 'a' }] },
    })
  })

  it('the answers to send leave out fields and steps that a changed answer has hidden (F-10)', () => {
    const changed = { ...full, who: { ...full.who, kind: 'self' } }
    expect(answersToSend(form, changed)).toEqual({
      who: { kind: 'self', name: { family: '港', given: '花子' } },
      more: { lines: [{ what: 'a' }] },
    })
    expect(full.agent).toEqual({ proof: 'x', note: 'y' })
  })

  it('keep what a condition around a list adds to its entries, only while it holds', () => {
    const kind = { type: 'string', enum: ['self', 'agent'] }
    const lines = { type: 'array', items: { type: 'object', properties: { what: text } } }
    const agent = { properties: { kind: { const: 'agent' } }, required: ['kind'] }
    const added = { properties: { lines: { items: { properties: { proof: text } } } } }
    const schema = { type: 'object', properties: { kind, lines }, if: agent, then: added }
    const split = exampleForm({ steps: [{ id: 'a', schema }] })
    const entry = { what: 'x', proof: 'y' }
    const sent = (given: string) => answersToSend(split, { a: { kind: given, lines: [entry] } })
    expect(sent('agent')).toEqual({ a: { kind: 'agent', lines: [entry] } })
    expect(sent('self')).toEqual({ a: { kind: 'self', lines: [{ what: 'x' }] } })
  })
})

describe('a union of groups', () => {
  const union = exampleForm({
    steps: [
      {
        id: 'a',
        schema: {
          type: 'object',
          required: ['how'],
          properties: {
            how: {
              type: 'object',
              required: ['method'],
              oneOf: [
                { properties: { method: { const: 'post' }, address: text }, required: ['method', 'address'] },
                { properties: { method: { const: 'office' }, counter: text }, required: ['method', 'counter'] },
              ],
            },
          },
        },
      },
    ],
  })
  const found = (how: unknown) => pointers(validateStep(union, 'a', { a: { how } }))

  it('the chosen branch validates a union of groups', () => {
    expect(found({ method: 'post' })).toEqual(['/a/how/address required'])
    expect(found({ method: 'office' })).toEqual(['/a/how/counter required'])
    expect(found({ method: 'office', counter: '1' })).toEqual([])
  })

  it('requires the choice if there is none', () => {
    expect(found({})).toEqual(['/a/how/method required'])
  })
})
