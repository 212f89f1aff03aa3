import { describe, expect, it } from 'vitest'
import { joinPointer, pointerOf, resolveLocalRef, segmentsOf, valueAt, withValueAt } from './pointer.ts'

describe('a JSON Pointer', () => {
  it('splits an empty pointer into no segments', () => {
    expect(segmentsOf('')).toEqual([])
    expect(pointerOf([])).toBe('')
    expect(valueAt({ a: 1 }, '')).toEqual({ a: 1 })
  })

  it('escapes and unescapes by RFC 6901', () => {
    expect(segmentsOf('/a~1b/c~0d/~01')).toEqual(['a/b', 'c~d', '~1'])
    expect(pointerOf(['a/b', 'c~d', '~1', 0])).toBe('/a~1b/c~0d/~01/0')
    expect(joinPointer('/list', 2)).toBe('/list/2')
  })

  it('reads a field path as the pointer without its slash', () => {
    expect(segmentsOf('items/lines/[]/kind')).toEqual(['items', 'lines', '[]', 'kind'])
  })

  // The examples of RFC 6901, section 5.
  it.each([
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
  ])('%s finds its value', (pointer, value) => {
    expect(valueAt({ foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8 }, pointer)).toEqual(value)
  })

  it('finds own properties and entries only', () => {
    expect(valueAt({}, '/toString')).toBeUndefined()
    expect(valueAt({ list: ['x'] }, '/list/length')).toBeUndefined()
    expect(valueAt({ list: ['x', 'y'] }, '/list/01')).toBeUndefined()
    expect(valueAt('text', '/0')).toBeUndefined()
  })
})

describe('a local reference', () => {
  const root = { definitions: { 'a day/night': { type: 'string' } } }

  it('decodes a local reference before reading its pointer', () => {
    expect(resolveLocalRef(root, '#/definitions/a%20day~1night')).toEqual({ type: 'string' })
    expect(resolveLocalRef(root, '#')).toBe(root)
  })

  it('resolves no reference that leaves the document, is missing or is broken', () => {
    for (const ref of ['other.json#/definitions', '/definitions', ' /definitions', '#/definitions/x', '#/%E0%A4%A'])
      expect(resolveLocalRef(root, ref)).toBeUndefined()
  })
})

describe('setting a value', () => {
  it('copies the objects on the path and keeps everything else', () => {
    const before = { a: { b: 1 }, c: { d: [{ e: 1 }, { e: 2 }] } }
    const after = withValueAt(before, '/c/d/1/e', 3) as typeof before
    expect(after).toEqual({ a: { b: 1 }, c: { d: [{ e: 1 }, { e: 3 }] } })
    expect(after.a).toBe(before.a)
    expect(after.c.d[0]).toBe(before.c.d[0])
    expect(before.c.d[1]).toEqual({ e: 2 })
  })

  it('creates missing groups and lists, and removes a property set to undefined', () => {
    expect(withValueAt({}, '/items/lines/0/kind', 'chair')).toEqual({ items: { lines: [{ kind: 'chair' }] } })
    expect(withValueAt({ a: { b: 1, c: 2 } }, '/a/b', undefined)).toStrictEqual({ a: { c: 2 } })
    expect(withValueAt({}, '/lines/1', 'b')).toEqual({ lines: [undefined, 'b'] })
  })

  it.each(['/__proto__/a', '/a/__proto__', '/constructor/a', '/a/prototype'])(
    'refuses %s, which could change a prototype',
    (pointer) => {
      const before = { b: 1 }
      expect(withValueAt(before, pointer, true)).toBe(before)
    },
  )

  it('never changes a prototype', () => {
    withValueAt({}, '/__proto__/polluted', true)
    withValueAt({}, '/a/constructor/prototype/polluted', true)
    expect(({} as { [name: string]: unknown }).polluted).toBeUndefined()
  })
})
