import { describe, expect, it } from 'vitest'
import { formTree } from '../edit/form-tree.ts'
import { placeOfDrop, placeTowards } from './form-places.ts'

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
  ] as const)('from %s towards %s is %o', (path, direction, place) => {
    expect(placeTowards(tree, path, direction)).toEqual(place)
  })
})

describe('the place of a drop', () => {
  it.each([
    ['one/a', 'one/b', 'before', { parent: 'one', index: 1 }],
    ['one/a', 'one/b', 'after', { parent: 'one', index: 2 }],
    ['one/b', 'one/g', 'inside', { parent: 'one/g', index: 2 }],
    ['one/g/x', 'one/g', 'inside', { parent: 'one/g', index: 1 }],
    ['two', 'one', 'before', { parent: '', index: 0 }],
    ['two/c', 'gone', 'before', null],
  ])('of %s on %s (%s) does not count the moved question', (draggedNode, targetNode, position, place) => {
    expect(placeOfDrop(tree, { draggedNode, targetNode, position })).toEqual(place)
  })
})
