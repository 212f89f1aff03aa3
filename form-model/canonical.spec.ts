import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical.ts'

describe('canonical JSON', () => {
  it('returns the same text for any order of the members', () => {
    expect(canonicalJson(undefined)).toBe('')
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: undefined, e: 'x' })).toBe('{"b":[{"c":2,"d":1}],"e":"x"}')
    expect(canonicalJson({ e: 'x', b: [{ c: 2, d: 1 }] })).toBe('{"b":[{"c":2,"d":1}],"e":"x"}')
  })

  it('keeps the order of lists', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  })
})
