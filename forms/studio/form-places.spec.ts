import { describe, expect, it } from 'vitest'
import { formTree } from '../edit/form-tree.ts'
import { labelsOf } from '../edit/node-labels.ts'
import { answersIn, findingPlaces, placeOfDrop, placeTowards, textPlace } from './form-places.ts'

const text = { type: 'string' }
const group = { type: 'object', properties: { x: text, y: text } }
const tree = formTree({
  steps: [
    { id: 'one', schema: { type: 'object', properties: { a: text, g: group, b: text } } },
    { id: 'two', schema: { type: 'object', properties: { c: text } } },
  ],
})

describe('the next place of a question', () => {
  it.each([
    ['one/b', 'up', { parent: 'one', index: 1 }],
    ['one/b', 'down', { parent: 'two', index: 0 }],
    ['two/c', 'up', { parent: 'one', index: 3 }],
    ['two/c', 'down', null],
    ['one/b', 'in', { parent: 'one/g', index: 2 }],
    ['one/a', 'in', null],
    ['one/g/x', 'up', null],
    ['one/g/x', 'out', { parent: 'one', index: 2 }],
    ['one/a', 'out', null],
    ['two', 'up', { parent: '', index: 0 }],
    ['two', 'in', null],
    ['two', 'down', null],
  ] as const)('leads from %s towards %s to %o', (path, direction, place) => {
    expect(placeTowards(tree, path, direction)).toEqual(place)
  })
})

describe('the drop target', () => {
  it.each([
    ['one/a', 'one/b', 'before', { parent: 'one', index: 1 }],
    ['one/a', 'one/b', 'after', { parent: 'one', index: 2 }],
    ['one/b', 'one/g', 'inside', { parent: 'one/g', index: 2 }],
    ['one/g/x', 'one/g', 'inside', { parent: 'one/g', index: 1 }],
    ['two', 'one', 'before', { parent: '', index: 0 }],
    ['two/c', 'gone', 'before', null],
  ])('does not count the moved question when %s is dropped on %s (%s)', (draggedNode, targetNode, position, place) => {
    expect(placeOfDrop(tree, { draggedNode, targetNode, position })).toEqual(place)
  })
})

describe('the question of a finding', () => {
  it.each([
    ['/steps/0/schema/if/required/0', 'one/a'],
    ['/steps/0/schema/properties/g/allOf/0/if/properties/x', 'one/g/y'],
    ['/requiredWhen/1/when/properties/gone', 'two/c'],
  ])('finds for a condition at %s the question that depends on it: %s', (pointer, path) => {
    const shown = { if: {}, then: { properties: { a: text } } }
    const inside = { ...group, properties: { x: text }, allOf: [{ if: {}, then: { properties: { y: text } } }] }
    const properties = { c: text }
    const form = [
      { id: 'one', schema: { type: 'object', properties: { g: inside }, ...shown } },
      { id: 'two', schema: { properties } },
    ]
    const required = new Map([['/requiredWhen/1', 'two/c']])
    expect(findingPlaces(formTree({ steps: form }), required)({ file: '/f/form.json', pointer })).toBe(path)
  })

  it.each([
    ['form.json', '/steps/0/schema/properties/g/properties/x/maxLength', 'one/g/x'],
    ['form.json', '/steps/0/schema/properties/g', 'one/g'],
    ['form.json', '/steps/0/ui/b/ui:widget', 'one/b'],
    ['form.json', '/steps/1/visibleWhen', 'two'],
    ['form.json', '/engine', null],
    ['texts.en.json', '/fields/one~1g~1x/label', 'one/g/x'],
    ['texts.ja.json', '/steps/two/title', 'two'],
    ['texts.ja.json', '/title', null],
    ['valid/plain.json', '/one/a', null],
  ])('resolves %s%s to %s', (file, pointer, path) => {
    expect(findingPlaces(tree)({ file: `/forms/${file}`, pointer })).toBe(path)
  })
})

it.each([
  ['/title', { kind: 'node', path: 'one' }],
  ['/description', { kind: 'node', path: 'one' }],
  ['/about/needs', { kind: 'about' }],
  ['/steps/two/title', { kind: 'node', path: 'two' }],
  ['/fields/one~1g~1x/options/a', { kind: 'node', path: 'one/g/x' }],
  ['/fee/basic', { kind: 'fees' }],
])('residents see the text %s at %o', (pointer, place) => {
  expect(textPlace(tree, pointer)).toEqual(place)
})

it('labels a question by its text, its shared part or its name', () => {
  const name = { $ref: '../../../shared/person-name.schema.json' }
  const nodes = formTree({ steps: [{ id: 'one', schema: { type: 'object', properties: { a: text, name, b: text } } }] })
  const texts = JSON.stringify({ steps: { one: { title: 'Applicant' } }, fields: { 'one/a': { label: 'Kind' } } })
  expect([...labelsOf(texts, nodes)]).toEqual([
    ['one', 'Applicant'],
    ['one/a', 'Kind'],
    ['one/name', '氏名'],
    ['one/b', 'b'],
  ])
})

it('offers only the answer of a consent that the form accepts', () => {
  const properties = { agreed: { type: 'boolean', const: true }, asked: { type: 'boolean' } }
  const files = {
    'form.json': JSON.stringify({
      steps: [{ id: 'one', schema: { properties }, ui: { agreed: { 'ui:widget': 'checkbox' } } }],
    }),
  }
  const answers = formTree(JSON.parse(files['form.json'])).flatMap(({ children }) =>
    children.map((field) => [field.kind, answersIn(files, field, (key) => key).map(({ answer }) => answer)]),
  )
  expect(answers).toEqual([
    ['consent', [true]],
    ['yes-no', [true, false]],
  ])
})
