import { describe, expect, it } from 'vitest'
import { valueAt } from './pointer.ts'
import { attachmentsOf, fieldPathOf, isEmpty, leavesOf, toAnswers, withAnswer } from './answers.ts'

describe('a pointer into the answers', () => {
  it('reads and writes a value, and keeps the objects outside its path', () => {
    const before = { applicant: { name: { family: '港' } }, copy: { copies: 1 } }
    const after = withAnswer(before, '/applicant/name/given', '花子')
    expect(after).toEqual({ applicant: { name: { family: '港', given: '花子' } }, copy: { copies: 1 } })
    expect(after.copy).toBe(before.copy)
    expect(before.applicant.name).toEqual({ family: '港' })
    expect(valueAt(after, '/applicant/name/given')).toBe('花子')
  })

  it('creates missing groups and lists', () => {
    expect(withAnswer({}, '/items/lines/0/kind', 'chair')).toEqual({ items: { lines: [{ kind: 'chair' }] } })
  })

  it('removes a value set to undefined', () => {
    expect(withAnswer({ copy: { copies: 1, note: 'x' } }, '/copy/note', undefined)).toEqual({ copy: { copies: 1 } })
  })

  it('never replaces a whole step, which must stay an object', () => {
    const before = { copy: { copies: 1 }, applicant: {} }
    for (const pointer of ['', '/copy']) expect(withAnswer(before, pointer, 'text')).toBe(before)
    expect(withAnswer(before, '/copy', { copies: 9 })).toBe(before)
    const broken = { copy: 'text', applicant: {} } as unknown as typeof before
    expect(withAnswer(broken, '/applicant/name', '花子')).toBe(broken)
  })

  it('never changes a prototype', () => {
    expect(withAnswer({}, '/__proto__/polluted', true)).toEqual({})
    expect(withAnswer({}, '/step/constructor/prototype/polluted', true)).toEqual({})
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(valueAt({ step: {} }, '/step/toString')).toBeUndefined()
  })

  it('names the field of a list entry without its position, and a slash in a name as the texts do', () => {
    expect(fieldPathOf('/items/lines/12/kind')).toBe('items/lines/[]/kind')
    expect(fieldPathOf('/items/and~1or/not~0')).toBe('items/and~1or/not~0')
  })
})

describe('what has been entered', () => {
  it('counts values, not empty groups, lists and texts', () => {
    expect(isEmpty({ a: { b: '', c: [], d: { e: undefined } } })).toBe(true)
    expect(isEmpty({ a: { b: null } })).toBe(true)
    expect(isEmpty({ a: { b: 0 } })).toBe(false)
    expect(leavesOf({ a: { b: false, c: ['x'], d: { e: 0 } } })).toEqual([
      { pointer: '/a/b', value: false },
      { pointer: '/a/c/0', value: 'x' },
      { pointer: '/a/d/e', value: 0 },
    ])
  })

  it('reads from storage only values with the structure of answers', () => {
    expect(toAnswers({ a: { b: 1 }, c: 'no step', d: null, e: [] })).toEqual({ a: { b: 1 } })
    for (const broken of ['broken', null, [{ b: 1 }]]) expect(toAnswers(broken)).toEqual({})
  })

  it('removes characters that the API refuses, even from answers that were stored earlier', () => {
    const stored = {
      a: { b: '山\u0000田\u202e', list: [{ c: 'x\u2066' }, 1, null], choice: '栄町 ', d: '一\n二\u200b' },
    }
    expect(toAnswers(stored)).toEqual({
      a: { b: '山田', list: [{ c: 'x' }, 1, null], choice: '栄町 ', d: '一\n二\u200b' },
    })
  })
})

const id = { type: 'string', format: 'attachment-id' }
const list = { type: 'array', items: id }
function object(properties: object) {
  return { type: 'object', properties }
}
const definition = {
  steps: [
    {
      id: 'works',
      schema: {
        ...object({ name: { type: 'string' }, map: id, photos: list }),
        allOf: [{ if: object({ name: { const: 'x' } }), then: object({ proof: list }) }],
        dependencies: { map: { oneOf: [object({ legend: id })] } },
      },
    },
    {
      id: 'items',
      schema: object({ lines: { type: 'array', items: object({ photo: id, size: { type: 'string' } }) } }),
    },
  ],
}

describe('the files of an application', () => {
  it('collects the answers to file fields at every place, each once', () => {
    const answers = {
      works: { name: 'AT-not-a-file', map: 'AT-1', photos: ['AT-2', 'AT-3'], proof: ['AT-4', 'AT-2'], legend: 'AT-5' },
      items: { lines: [{ photo: 'AT-6', size: 'L' }, { photo: 'AT-7' }] },
    }
    expect(attachmentsOf(definition, answers)).toEqual(['AT-1', 'AT-2', 'AT-3', 'AT-4', 'AT-5', 'AT-6', 'AT-7'])
  })

  it('collects no file if nothing is attached, or the step belongs to another form', () => {
    expect(attachmentsOf(definition, { works: { name: 'x', photos: [] }, other: { map: 'AT-1' } })).toEqual([])
  })

  it('collects files at every level of a list that contains itself', () => {
    const part = object({ photo: id, parts: { type: 'array', items: { $ref: '#/definitions/part1' } } })
    const first = object({ photo: id, parts: { type: 'array', items: { $ref: '#/definitions/part1' } } })
    const nested = {
      steps: [
        {
          id: 'works',
          schema: { ...object({ parts: { type: 'array', items: first } }), definitions: { part1: part } },
        },
      ],
    }
    const answers = { works: { parts: [{ photo: 'AT-1', parts: [{ photo: 'AT-2', parts: [{ photo: 'AT-3' }] }] }] } }
    expect(attachmentsOf(nested, answers)).toEqual(['AT-1', 'AT-2', 'AT-3'])
  })
})
