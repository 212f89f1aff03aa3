import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, isBlank, isSafeText, safeText, withoutInvisible } from './visible-text.ts'

const directionMarks = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const controls = [...'\u0000\u0007\u001b\u007f\u009f']
const zeroWidth = [...'\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e']
const fillers = [...'\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0']
const selectors = [...'\ufe00\ufe0f\u{e0100}\u{e01ef}']
// Two first halves: a first and a second one beside each other would be a character.
const notUnicode = ['\ud800', '\udbff', '\ufffe', '\u{1fffe}']
const unseen = [...directionMarks, ...controls, ...zeroWidth, ...fillers, ...notUnicode, '\u2800', '\ufffc']

const visible = fc
  .array(
    fc.constantFrom(
      ...'山田ヤマダｶﾞ가नaZ09０９-－ー〒@.．。、（） 　😀葛',
      'か\u3099',
      '👨\u200d👩\u200d👧',
      '❤\ufe0f\u200d🔥',
    ),
  )
  .map((parts) => parts.join(''))

/** A visible text and the same text with invisible characters at any place, but not inside an emoji. */
function mixed(hidden: readonly string[]) {
  return fc.array(fc.tuple(visible, fc.constantFrom(...hidden))).map((parts) => ({
    plain: parts.map(([text]) => text).join(''),
    text: parts.map(([text, mark]) => `${text}${mark}`).join(''),
  }))
}

describe('cleanText', () => {
  it('stores a text the same whether its kana and letters are composed or not, and changes no kanji', () => {
    const letter = fc.constantFrom(...'がぱヴギゞéüñ한')
    const kanji = fc.oneof(
      fc.constantFrom('葛\u{e0100}', '辻\ufe00', '神'),
      fc.integer({ min: 0xf900, max: 0xfad9 }).map((code) => String.fromCodePoint(code)),
    )
    const parts = fc.array(fc.oneof(letter, kanji), { minLength: 1 })
    fc.assert(
      fc.property(parts, (characters) => {
        const decomposed = characters.map((one) => (/\p{Script=Han}/u.test(one) ? one : one.normalize('NFD')))
        expect(cleanText(decomposed.join(''))).toBe(characters.join(''))
      }),
    )
  })

  it('leaves nothing invisible but selectors and joined emoji, and changes nothing visible', () => {
    fc.assert(
      // A joiner between two emoji makes one of them.
      fc.property(mixed(unseen.filter((mark) => mark !== '\u200d')), ({ plain, text }) => {
        expect(cleanText(text)).toBe(plain.normalize('NFC').trim())
      }),
    )
  })

  it('makes any text safe for the API, and changes nothing the second time', () => {
    const marks = fc.constantFrom(...unseen, ...selectors, '\t', '\n', '\r', '\u2028', ' ')
    const any = fc.array(fc.oneof(marks, visible, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 })
    fc.assert(
      fc.property(any, (parts) => {
        const clean = cleanText(parts.join(''))
        expect(cleanText(clean)).toBe(clean)
        expect(isSafeText(clean)).toBe(true)
        expect(clean).not.toMatch(/[\t\r\v\f\u0085\u2028\u2029\u200b\u2060\ufeff]/)
      }),
    )
  })

  it.each([
    ['葛\u{e0100}城', '葛\u{e0100}城'],
    ['か\u3099く\u3099', 'がぐ'],
    ['ハ\u309aリ', 'パリ'],
    ['Zoe\u0308 \u1112\u1161\u11ab', 'Zoë 한'],
    ['\ufa19\uf9dc崎', '\ufa19\uf9dc崎'],
    ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
    ['🏳\ufe0f\u200d🌈と👩🏽\u200d🚒', '🏳\ufe0f\u200d🌈と👩🏽\u200d🚒'],
    ['山\u200d田', '山田'],
    ['一行目\r\n二行目\r三行目', '一行目\n二行目\n三行目'],
    ['表\tの\u000b中', '表 の 中'],
    ['\u3000山田 \u202e', '山田'],
    ['\u200b\u3164\ufe0f\u3000', ''],
  ])('stores %j as %j', (typed, stored) => {
    expect(cleanText(typed)).toBe(stored)
  })
})

it('finds every text without anything to see blank', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...unseen, ...selectors, ' ', '\u3000', '\t', '\n')), (parts) => {
      expect(isBlank(parts.join(''))).toBe(true)
      expect(cleanText(parts.join(''))).toBe('')
      expect(isBlank(`${parts.join('')}山`)).toBe(false)
    }),
  )
})

it('drops from a stored text exactly what the API refuses', () => {
  fc.assert(
    fc.property(mixed([...directionMarks, ...controls]), ({ plain, text }) => {
      expect(safeText(text)).toBe(plain)
      expect(isSafeText(text)).toBe(text === plain)
    }),
  )
  expect(safeText('一行目\r\n\t二行目\u200b')).toBe('一行目\r\n\t二行目\u200b')
})

it('drops every invisible character, selectors too', () => {
  fc.assert(
    fc.property(mixed([...unseen, ...selectors]), ({ plain, text }) => {
      expect(withoutInvisible(text)).toBe(plain.replaceAll('\u200d', '').replaceAll('\ufe0f', ''))
    }),
  )
  expect(withoutInvisible('山\udfff田')).toBe('山田')
})
