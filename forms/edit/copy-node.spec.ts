import { describe, expect, it } from 'vitest'
import { copyNode } from './copy-node.ts'
import { readValue } from './json-text.ts'

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
