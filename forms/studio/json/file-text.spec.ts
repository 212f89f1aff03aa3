import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeBetween, changeFile, shownText } from './file-text.ts'

describe('a file in the editor', () => {
  it('keeps the byte order mark and the line breaks of every other line', () => {
    const file = '\uFEFF{\r\n  "a": 1,\n  "b": 2\r\n}\r\n'
    const shown = shownText(file)
    const from = shown.indexOf('2')
    expect(changeFile(file, [{ from, to: from + 1, insert: '3,\n  "c": 4' }])).toBe(
      '\uFEFF{\r\n  "a": 1,\n  "b": 3,\r\n  "c": 4\r\n}\r\n',
    )
  })

  it('applies several changes at once', () => {
    expect(
      changeFile('a\r\nb\r\nc', [
        { from: 0, to: 1, insert: 'x' },
        { from: 4, to: 5, insert: 'z' },
      ]),
    ).toBe('x\r\nb\r\nz')
  })

  const text = fc.array(fc.constantFrom('a', '"', '\n', '\r\n', '本'), { maxLength: 30 }).map((parts) => parts.join(''))
  const mark = fc.constantFrom('', '\uFEFF')

  it('shows the changed text after any change', () => {
    fc.assert(
      fc.property(mark, text, text, (before, file, inserted) => {
        const whole = before + file
        const shown = shownText(whole)
        const at = Math.floor(shown.length / 2)
        const changed = changeFile(whole, [{ from: at, to: shown.length, insert: inserted }])
        expect(shownText(changed)).toBe(shown.slice(0, at) + shownText(inserted))
        expect(changed.startsWith(before)).toBe(true)
      }),
    )
  })

  it('finds the change between two texts', () => {
    expect(changeBetween('aab', 'aab')).toBeNull()
    expect(changeBetween('aaab', 'aab')).toEqual({ from: 2, to: 3, insert: '' })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after)
        const made = change ? before.slice(0, change.from) + change.insert + before.slice(change.to) : before
        expect(made).toBe(after)
      }),
    )
  })
})
