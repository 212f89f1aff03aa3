import { describe, expect, it } from 'vitest'
import {
  isBoolean,
  isNumber,
  isString,
  listOf,
  nullable,
  oneKindOf,
  oneOf,
  optional,
  readJson,
  shape,
} from './shape.ts'

const isSetting = shape({ kind: oneOf(['a', 'b']), until: isNumber, note: optional(isString), tags: listOf(isString) })

describe('shapes of values from outside', () => {
  it.each([[{ kind: 'a', until: 1, tags: [] }], [{ kind: 'b', until: 0, note: 'x', tags: ['y'], more: true }]])(
    'a shape accepts %j',
    (value) => {
      expect(isSetting(value)).toBe(true)
    },
  )

  it.each([
    [null],
    [[]],
    ['text'],
    [{ kind: 'c', until: 1, tags: [] }],
    [{ kind: 'a', until: '1', tags: [] }],
    [{ kind: 'a', until: 1, note: null, tags: [] }],
    [{ kind: 'a', until: 1, tags: [1] }],
    [{ kind: 'a', until: 1 }],
  ])('a shape refuses %j', (value) => {
    expect(isSetting(value)).toBe(false)
  })

  const isMessage = oneKindOf({ moved: { to: nullable(isString) }, closed: {} })

  it.each([[{ kind: 'moved', to: 'x' }], [{ kind: 'moved', to: null }], [{ kind: 'closed', more: 1 }]])(
    'one of several kinds accepts %j',
    (value) => {
      expect(isMessage(value)).toBe(true)
    },
  )

  it.each([[null], ['closed'], [{}], [{ kind: 'moved' }], [{ kind: ['closed'] }], [{ kind: 'toString' }]])(
    'one of several kinds refuses %j',
    (value) => {
      expect(isMessage(value)).toBe(false)
    },
  )

  it('readJson returns a value of the expected shape; anything else is null', () => {
    expect(readJson('true', isBoolean)).toBe(true)
    expect(readJson('1', isBoolean)).toBeNull()
    expect(readJson('{', isBoolean)).toBeNull()
    expect(readJson(null, isBoolean)).toBeNull()
  })
})
