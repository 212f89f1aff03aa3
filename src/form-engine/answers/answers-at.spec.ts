import { describe, expect, it } from 'vitest'
import { valueAt } from '../../../form-model/pointer.ts'
import { fieldPathOf, isEmpty, leavesOf, toAnswers, withAnswer } from './answers-at.ts'

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

  it('never changes a prototype', () => {
    expect(withAnswer({}, '/__proto__/polluted', true)).toEqual({})
    expect(withAnswer({}, '/step/constructor/prototype/polluted', true)).toEqual({})
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(valueAt({ step: {} }, '/step/toString')).toBeUndefined()
  })

  it('names the field of a list entry without its position', () => {
    expect(fieldPathOf('/items/lines/12/kind')).toBe('items/lines/[]/kind')
  })
})

describe('what has been entered', () => {
  it('counts values, not empty groups, lists and texts', () => {
    expect(isEmpty({ a: { b: '', c: [], d: { e: undefined } } })).toBe(true)
    expect(leavesOf({ a: { b: false, c: ['x'], d: { e: 0 } } })).toEqual([
      { pointer: '/a/b', value: false },
      { pointer: '/a/c/0', value: 'x' },
      { pointer: '/a/d/e', value: 0 },
    ])
  })

  it('reads from storage only values with the structure of answers', () => {
    expect(toAnswers({ a: { b: 1 }, c: 'no step', d: null, e: [] })).toEqual({ a: { b: 1 } })
    expect(toAnswers('broken')).toEqual({})
  })
})
