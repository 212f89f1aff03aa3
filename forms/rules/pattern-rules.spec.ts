import { describe, expect, it } from 'vitest'
import { analyzePattern, withLengthGuard } from './pattern-rules.ts'

const slow = '^([A-Z]+)+$'

describe('a pattern that is slow for long texts', () => {
  it('counts as fast if it ends at once on texts beyond a small limit', () => {
    expect(analyzePattern(slow).kind).toBe('slow')
    expect(analyzePattern(withLengthGuard(slow, 12)).kind).toBe('fine')
    expect(analyzePattern(withLengthGuard(slow, 100)).kind).toBe('slow')
  })

  it.each([slow, '^a|b$', '[0-9]+x', 'a$|^b'])('accepts with a limit what %s accepts without', (pattern) => {
    const guarded = new RegExp(withLengthGuard(pattern, 3), 'u')
    const plain = new RegExp(pattern, 'u')
    for (const text of ['', 'a', 'b', 'xb', 'A', 'AB', '1x', 'x1x', '\n1x', '𠮷𠮷b', 'ca'])
      expect([text, guarded.test(text)]).toEqual([text, plain.test(text)])
    expect(guarded.test('ABCD')).toBe(false)
  })
})
