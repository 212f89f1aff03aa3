import { describe, expect, it } from 'vitest'
import { removeNode } from './commands.ts'
import { allNodes, formTree, pathToNode } from './form-tree.ts'
import { readValue } from './json-text.ts'

const text = { type: 'string', maxLength: 20 }
function is(name: string, value: unknown) {
  return { properties: { [name]: { const: value } }, required: [name] }
}

function formOf(schema: object) {
  return { steps: [{ id: 'a', schema: { type: 'object', ...schema } }] }
}

function conditionOf(schema: object, path: string) {
  return pathToNode(formTree(formOf(schema)), path).at(-1)?.condition
}

describe('the condition of a question', () => {
  const inner = { if: is('b', 2), then: { properties: { c: text } } }

  it('joins those around it', () => {
    const schema = { if: is('a', 1), then: { properties: { b: text }, ...inner } }
    expect(conditionOf(schema, 'a/b')).toEqual({ base: 'a', schema: is('a', 1) })
    expect(conditionOf(schema, 'a/c')).toEqual({ base: 'a', schema: { allOf: [is('a', 1), is('b', 2)] } })
  })

  it('states the condition on the answers around the group for a question that a branch adds to the group', () => {
    const group = { type: 'object', properties: { b: text } }
    const schema = { properties: { g: group }, if: is('a', 1), then: { properties: { g: inner } } }
    expect(conditionOf(schema, 'a/g')).toBeNull()
    const around = { properties: { g: is('b', 2) }, required: ['g'] }
    expect(conditionOf(schema, 'a/g/c')).toEqual({ base: 'a', schema: { allOf: [is('a', 1), around] } })
  })

  it('states no condition on the answers around a list for a question in its entries', () => {
    const list = { type: 'array', items: { type: 'object', properties: { b: text } } }
    const schema = { properties: { l: list }, if: is('a', 1), then: { properties: { l: { items: inner } } } }
    expect(conditionOf(schema, 'a/l/[]/b')).toBeNull()
    expect(conditionOf(schema, 'a/l/[]/c')).toEqual({ base: 'a', schema: undefined })
  })

  it('inside a group with a condition does not repeat that of the group', () => {
    const group = { type: 'object', properties: { b: text }, ...inner }
    const schema = { if: is('a', 1), then: { properties: { g: group } } }
    expect(conditionOf(schema, 'a/g')).toEqual({ base: 'a', schema: is('a', 1) })
    expect(conditionOf(schema, 'a/g/b')).toBeNull()
    expect(conditionOf(schema, 'a/g/c')).toEqual({ base: 'a/g', schema: is('b', 2) })
  })

  it('states no condition if each branch asks the question, else the branches that do', () => {
    const asks = (name: string) => ({ properties: { [name]: text } })
    expect(conditionOf({ if: is('a', 1), then: asks('x'), else: asks('x') }, 'a/x')).toBeNull()
    const either = { allOf: [1, 2].map((value) => ({ if: is('a', value), then: asks('x') })) }
    expect(conditionOf(either, 'a/x')).toEqual({ base: 'a', schema: { anyOf: [is('a', 1), is('a', 2)] } })
    const tagged = (value: string, name: string) => ({ properties: { kind: { const: value }, [name]: text } })
    const union = { discriminator: { propertyName: 'kind' }, oneOf: [tagged('p', 'x'), tagged('q', 'y')] }
    expect(conditionOf(union, 'a/kind')).toBeNull()
    expect(conditionOf(union, 'a/y')).toEqual({ base: 'a', schema: is('kind', 'q') })
    expect(conditionOf({ dependentSchemas: { a: asks('x') } }, 'a/x')).toEqual({
      base: 'a',
      schema: { required: ['a'] },
    })
  })
})

describe('a question whose schema is combined of several', () => {
  it('combines the kind and the limits of all schemas of a question', () => {
    const [, node] = allNodes(formTree(formOf({ properties: { x: { allOf: [text, { minLength: 2 }] } } })))
    expect(node).toMatchObject({ kind: 'text', merged: { maxLength: 20, minLength: 2 } })
  })
})

it('shows a reference as one item and reads no reference behind it: those that double have no end', () => {
  const read: string[] = []
  const both = { type: 'object', properties: { x: { $ref: '#/$defs/two' }, y: { $ref: '#/$defs/two' } } }
  const $defs = {
    one: both,
    get two() {
      read.push('two')
      return text
    },
  }
  const tree = formTree(formOf({ properties: { b: { $ref: '#/$defs/one' }, c: text }, $defs }))
  expect(allNodes(tree).map(({ path, kind }) => `${path}: ${kind}`)).toEqual(['a: step', 'a/b: part', 'a/c: text'])
  expect(read).toEqual([])
})

describe('removing a question', () => {
  const remove = (schema: object, path: string) => {
    const files = removeNode({ 'form.json': JSON.stringify(formOf(schema)) }, path)
    return readValue(files['form.json'] ?? '', '/steps/0/schema')
  }

  it('keeps the condition inside the branch that it leaves empty', () => {
    const inner = { if: is('a', 2), then: { properties: { c: text } } }
    const left = remove({ properties: { a: text }, if: is('a', 1), then: { properties: { b: text }, ...inner } }, 'a/b')
    expect(left).toEqual({
      type: 'object',
      properties: { a: text },
      if: is('a', 1),
      then: { properties: {}, ...inner },
    })
  })

  it('keeps the other branch of its condition', () => {
    const otherwise = { properties: { c: text } }
    const left = remove(
      { properties: { a: text }, if: is('a', 1), then: { properties: { b: text } }, else: otherwise },
      'a/b',
    )
    expect(left).toEqual({ type: 'object', properties: { a: text }, if: is('a', 1), else: otherwise })
  })

  it('removes it from every branch that asks it', () => {
    const asks = { properties: { x: text, y: text }, required: ['x'] }
    const left = remove({ if: is('a', 1), then: asks, else: asks }, 'a/x')
    const others = { properties: { y: text } }
    expect(left).toEqual({ type: 'object', if: is('a', 1), then: others, else: others })
  })
})
