import { describe, expect, it } from 'vitest'
import { canonicalJson, schemaKey } from './canonical.ts'

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

describe('the key of a schema', () => {
  it('never changes, since published versions contain it', () => {
    expect(schemaKey({ required: ['kind'], properties: { kind: { const: '転入' } } })).toBe('s1-10ua50g828g')
    expect(schemaKey({ properties: { kind: { const: '転入' } }, required: ['kind'] })).toBe('s1-10ua50g828g')
  })

  it('differs for schemas that differ in one character', () => {
    const keys = Array.from({ length: 5000 }, (_, number) => schemaKey({ const: `choice ${number}` }))
    expect(new Set(keys).size).toBe(5000)
  })
})
