import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeJson } from './merge-json.ts'

/** Three JSON texts of one line for each value, as the studio writes them. */
function merge(base: unknown, mine: unknown, theirs: unknown) {
  const [first = '', own = '', other = ''] = [base, mine, theirs].map((value) => JSON.stringify(value, null, 2))
  const merged = mergeJson(first, own, other)
  if (!merged) throw new Error('The texts are not JSON')
  const { overlaps, keeping } = merged
  return { overlaps, mine: read(keeping('mine')), theirs: read(keeping('theirs')) }
}

function read(text: string): unknown {
  return JSON.parse(text)
}

describe('a merge of values', () => {
  it('keeps different properties of one question that are on neighbouring lines', () => {
    const base = '{\n  "type": "string",\n  "maxLength": 9,\n  "minLength": 1\n}\n'
    const mine = base.replace('9', '20')
    const theirs = base.replace('"minLength": 1', '"minLength": 2')
    const merged = mergeJson(base, mine, theirs)
    expect(merged?.overlaps).toEqual([])
    expect(merged?.keeping('mine')).toBe('{\n  "type": "string",\n  "maxLength": 20,\n  "minLength": 2\n}\n')
  })

  it('keeps the layout of the others, and the written form of an added value', () => {
    const base = '{ "a": 1 }'
    const mine = '{ "a": 1, "b": [1,   2] }'
    const theirs = '{\r\n\t"a": 1,\r\n\t"c": 1.50\r\n}'
    expect(mergeJson(base, mine, theirs)?.keeping('mine')).toBe(
      '{\r\n\t"a": 1,\r\n\t"b": [1,   2],\r\n\t"c": 1.50\r\n}',
    )
  })

  it('adds the questions of both sides to properties, required and the order', () => {
    const form = (names: string[]) => ({
      steps: [
        { id: 'one', schema: { properties: Object.fromEntries(names.map((name) => [name, {}])), required: names } },
      ],
    })
    const { overlaps, mine } = merge(form(['a']), form(['a', 'own']), form(['a', 'other']))
    expect(overlaps).toEqual([])
    expect(mine).toEqual(form(['a', 'own', 'other']))
  })

  it('removes what either side removed', () => {
    expect(
      merge(
        { a: 1, b: 2, c: 3, list: ['x', 'y', 'z'] },
        { b: 2, c: 3, list: ['y', 'z'] },
        { a: 1, b: 2, list: ['x', 'y'] },
      ),
    ).toEqual({
      overlaps: [],
      mine: { b: 2, list: ['y'] },
      theirs: { b: 2, list: ['y'] },
    })
  })

  it('names each value that both changed, and keeps everything else whichever side is chosen', () => {
    expect(merge({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, c: 1 }, { a: 3, b: 1, c: 3 })).toEqual({
      overlaps: [{ pointer: '/a', mine: 2, theirs: 3 }],
      mine: { a: 2, b: 2, c: 3 },
      theirs: { a: 3, b: 2, c: 3 },
    })
  })

  it('asks if one side removed what the other changed', () => {
    const { overlaps, mine, theirs } = merge({ q: { max: 1 } }, { q: { max: 2 } }, {})
    expect(overlaps).toEqual([{ pointer: '/q', mine: { max: 2 }, theirs: undefined }])
    expect(mine).toEqual({ q: { max: 2 } })
    expect(theirs).toEqual({})
  })

  it('keeps the steps that both added, and finds the changed ones by their ids', () => {
    const steps = (...ids: string[]) => ids.map((id) => ({ id }))
    expect(merge(steps('a', 'z'), steps('a', 'b', 'z'), steps('a', 'c', 'z'))).toMatchObject({
      overlaps: [],
      mine: steps('a', 'b', 'c', 'z'),
    })
    expect(
      merge([{ id: 'a' }, { id: 'b', n: 1 }], [{ id: 'a' }, { id: 'b', n: 2 }], [{ id: 'b', n: 1 }]),
    ).toMatchObject({ overlaps: [], mine: [{ id: 'b', n: 2 }] })
    expect(merge(steps('a', 'b', 'c'), steps('c', 'a', 'b'), steps('a', 'c'))).toMatchObject({
      overlaps: [],
      mine: steps('c', 'a'),
    })
  })

  it('asks only about the step that one side removed and the other changed', () => {
    const base = [
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
      { id: 'c', n: 1 },
    ]
    const mine = [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
      { id: 'c', n: 1 },
    ]
    const theirs = [
      { id: 'a', n: 3 },
      { id: 'c', n: 1 },
    ]
    expect(merge(base, mine, theirs)).toEqual({
      overlaps: [{ pointer: '/1', mine: { id: 'b', n: 2 }, theirs: undefined }],
      mine: [
        { id: 'a', n: 3 },
        { id: 'b', n: 2 },
        { id: 'c', n: 1 },
      ],
      theirs,
    })
  })

  it('asks if both moved the entries of a list', () => {
    const steps = (...ids: string[]) => ids.map((id) => ({ id }))
    expect(merge(['a', 'b', 'c'], ['b', 'a', 'c'], ['a', 'c', 'b']).overlaps).toHaveLength(1)
    expect(merge(steps('a', 'b', 'c'), steps('b', 'a', 'c'), steps('a', 'c', 'b')).overlaps).toHaveLength(1)
  })

  it('restores everything that a side removed, if that is asked for', () => {
    const [base, kept, removed] = [
      { q: { type: 'string' }, required: ['p', 'q'], steps: [{ id: 'a' }, { id: 'b' }], n: 1 },
      { q: { type: 'string' }, required: ['p', 'q'], steps: [{ id: 'a' }, { id: 'b' }], n: 2 },
      { required: ['p'], steps: [{ id: 'b' }], n: 1 },
    ].map((value) => JSON.stringify(value, null, 2)) as [string, string, string]
    const all = { required: ['p', 'q'], steps: [{ id: 'a' }, { id: 'b' }], n: 2, q: { type: 'string' } }
    expect(read(mergeJson(base, kept, removed)?.keeping('mine', true) ?? '')).toEqual(all)
    expect(read(mergeJson(base, removed, kept)?.keeping('theirs', true) ?? '')).toEqual(all)
  })

  it('merges no text that is not JSON', () => {
    expect(mergeJson('{}', '{', '{}')).toBeNull()
  })

  it('keeps every change of either side if they changed different values', () => {
    const names = ['a', 'b', 'c', 'd']
    const value = fc.oneof(fc.integer(), fc.string(), fc.constant({ x: 1 }), fc.constant([1, 2]))
    const sides = fc.record({
      base: fc.dictionary(fc.constantFrom(...names), value),
      own: fc.dictionary(fc.constantFrom('a', 'b'), fc.option(value)),
      other: fc.dictionary(fc.constantFrom('c', 'd'), fc.option(value)),
    })
    fc.assert(
      fc.property(sides, ({ base, own, other }) => {
        const changed = (...changes: object[]) =>
          Object.fromEntries(
            Object.entries(Object.assign({}, base, ...changes) as object).filter(([, one]) => one !== null),
          )
        const { overlaps, mine } = merge(base, changed(own), changed(other))
        expect(overlaps).toEqual([])
        expect(mine).toEqual(changed(own, other))
      }),
    )
  })
})
