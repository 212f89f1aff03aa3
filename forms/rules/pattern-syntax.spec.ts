import { describe, expect, it } from 'vitest'
import { unsupportedText } from './pattern-syntax.ts'

describe('the parts of a pattern that not every supported browser can read', () => {
  it.each([
    ['^(?i:a)$', '(?i:'],
    ['^(?-m:a)$', '(?-m:'],
    ['(?<年>[0-9]{4})年|令和(?<年>[0-9]+)年', '(?<年>'],
  ])('finds in %s the part %s', (pattern, text) => {
    expect(unsupportedText(pattern)).toBe(text)
  })

  it.each([
    ['(?:a)', 'a group without a name'],
    ['(?=a)(?!b)(?<=c)(?<!d)(?<!d)', 'look-around'],
    ['(?<year>[0-9]{4})-(?<month>[0-9]{2})\\k<year>', 'groups with different names'],
    ['\\(?i:a', 'an optional bracket'],
    ['[(?i:\\]]', 'a class'],
  ])('finds no such part in %s: %s', (pattern) => {
    expect(unsupportedText(pattern)).toBeNull()
  })
})
