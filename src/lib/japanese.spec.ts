import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseYear } from './era.ts'
import {
  formatAddress,
  formatPhone,
  formatPostalCode,
  inAcceptedWidth,
  looksLikeEmail,
  normalizeDatePart,
  normalizeDigits,
  normalizeEmail,
  normalizeNumber,
  normalizePhone,
  normalizePostalCode,
  normalizeReceiptNumber,
  toFullWidthKatakana,
  toHalfWidthDigits,
  codeIn,
} from './japanese.ts'

describe('input from Japanese keyboards is normalised', () => {
  it('converts digits to half width', () => {
    expect(toHalfWidthDigits('２０２６年')).toBe('2026年')
  })
  it.each([
    ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ　タロウ'],
    ['やまだ　はなこ', 'ヤマダ　ハナコ'],
    ['やまた゛', 'ヤマダ'],
    ['ハ゜ク', 'パク'],
    ['ｳﾞｧｲｵﾘﾝ', 'ヴァイオリン'],
    ['か\u3099', 'ガ'],
    ['ユ-キ', 'ユーキ'],
    ['山田', '山田'],
  ])('turns %s into katakana', (typed, expected) => {
    expect(toFullWidthKatakana(typed)).toBe(expected)
  })
  it.each(['〒１０５－０００１', '105-0001', ' 105 0001 ', '１０５ー０００１'])('reads the postal code %s', (typed) => {
    expect(normalizePostalCode(typed)).toBe('1050001')
  })
  it.each(['０３（１２３４）５６７８', '+81 3-1234-5678', '03-1234-5678', '+81 03 1234 5678'])(
    'reads the phone %s',
    (typed) => {
      expect(normalizePhone(typed)).toBe('0312345678')
    },
  )
  it('keeps the new mobile prefix 060', () => {
    expect(normalizePhone('060-1234-5678')).toBe('06012345678')
    expect(formatPhone('06012345678')).toBe('060-1234-5678')
  })
  it('groups numbers for reading', () => {
    expect(formatPhone('0312345678')).toBe('03-1234-5678')
    expect(formatPhone('0120444444')).toBe('0120-444-444')
    expect(formatPhone('0451234567')).toBe('045-123-4567')
    expect(formatPhone('123')).toBe('123')
    expect(formatPostalCode('1050001')).toBe('〒105-0001')
    expect(formatPostalCode('105')).toBe('105')
  })
  it('writes an address with the building in a line of its own, if there is one', () => {
    const place = { postalCode: '1050011', prefecture: '東京都', city: '港区', street: '芝公園4-2-8' }
    expect(formatAddress(place)).toBe('〒105-0011 東京都港区芝公園4-2-8')
    expect(formatAddress({ ...place, town: '三田', building: '101号' })).toBe(
      '〒105-0011 東京都港区三田芝公園4-2-8\n101号',
    )
  })
  it.each([
    ['１，２００円', '1200'],
    ['￥ 12,345', '12345'],
    ['１、２００', '1200'],
    ['１２，３４５．５', '12345.5'],
    ['－1,234,567。25', '-1234567.25'],
    ['　15 ', '15'],
    ['1200 円', '1200'],
    ['.5', '.5'],
  ])('reads the number %s as %s', (typed, expected) => {
    expect(normalizeNumber(typed)).toBe(expected)
  })
  it.each([
    '1,5',
    '1，5',
    '１、５',
    '1 5',
    '1　500',
    '1,50',
    '1,5000',
    '12,34,567',
    '1500,000',
    '0,500',
    '1,500,',
    ',500',
    '1.234,5',
    '1.5,000',
    '1e1',
    '三',
    '¥',
  ])('keeps %s, which is not a number', (typed) => {
    expect(normalizeNumber(typed)).toBe(typed)
  })
  it.each([
    'mailto:hanako.minato@example.jp',
    'hanako.minato@example。jp',
    'hanako. minato@example.jp',
    'hanako。minato@example.jp。',
    'hanako.minato＠example．jp',
  ])('reads %s as the e-mail address that was meant', (typed) => {
    expect(normalizeEmail(typed)).toBe('hanako.minato@example.jp')
  })

  it.each([
    'tel:090-1234-5678',
    'tel:+81-90-1234-5678',
    '+81 (0)90 1234 5678',
    '090.1234.5678',
    '0081 90 1234 5678',
    '010-81-90-1234-5678',
  ])('reads %s as the phone number that was meant', (typed) => {
    expect(normalizePhone(typed)).toBe('09012345678')
  })
  it.each([...'-－﹣−⁻‐⁃‑‒–—﹘―⎯⏤ーｰ─━'])('reads %s as a hyphen', (hyphen) => {
    expect(normalizePostalCode(`〒105${hyphen}0011`)).toBe('1050011')
    expect(normalizePhone(`090${hyphen}1234${hyphen}5678`)).toBe('09012345678')
    expect(normalizeReceiptNumber(`2026${hyphen}000101`)).toBe('2026-000101')
    expect(codeIn(`583${hyphen}489`)).toBe('583489')
    expect(toFullWidthKatakana(`ユ${hyphen}キ`)).toBe('ユーキ')
  })
  it('drops what a phone adds to dictated words: a full stop, and a character without a shape', () => {
    expect(normalizePhone('09012345678。\ufffc')).toBe('09012345678')
    expect(normalizePostalCode('105-0011。\ufffc')).toBe('1050011')
    expect(toFullWidthKatakana('ヤマダ。\ufffc')).toBe('ヤマダ')
  })

  it('converts a text to the width that a pattern accepts, and leaves one that it refuses as typed', () => {
    const digits = (text: string) => inAcceptedWidth(text, (one) => /^[0-9]{6}$/.test(one))
    for (const typed of ['123456', '１２３４５６', '123-456', '１２３−４５６', ' 123456　'])
      expect(digits(typed)).toBe('123456')
    for (const typed of ['12345', '１２３', 'ＡＢＣ', '']) expect(digits(typed)).toBe(typed)
    expect(inAcceptedWidth('１２ー３４', (one) => /^[0-9]+-[0-9]+$/.test(one))).toBe('12-34')
    expect(inAcceptedWidth('ﾓｰﾀﾞ', (one) => /^[ァ-ヶー]+$/.test(one))).toBe('モーダ')
  })

  it('normalises numbers and e-mail addresses', () => {
    expect(normalizeDigits('１２３４-５６ ７')).toBe('1234567')
    expect(normalizeEmail(' ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｊｐ　')).toBe('hanako@example.jp')
  })
})

describe('invisible characters of a pasted text', () => {
  const invisible = fc.constantFrom(
    ...'\u202a\u202c\u202d\u202e\u200e\u200f\u2066\u2069\u061c\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e',
    ...'\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00\ufe0f\u{e0100}\u{e01ef}\u0000\u0007\u007f',
  )
  const typed = fc.string({
    unit: fc.constantFrom(
      ...'0123456789０１９-－ー−〒()（）+＋.．。,，、円¥￥年月日昭令元RSヤマダｶﾞﾊﾟやまだ山 　hanko@exmpl.jpＡ＠',
      'か\u3099',
    ),
  })
  const pasted = fc.array(fc.tuple(typed, invisible)).map((parts) => ({
    plain: parts.map(([text]) => text).join(''),
    text: parts.map(([text, mark]) => `${text}${mark}`).join(''),
  }))

  it.each<[string, (text: string) => unknown]>([
    ['digits', toHalfWidthDigits],
    ['kana', toFullWidthKatakana],
    ['a postal code', normalizePostalCode],
    ['a phone number', normalizePhone],
    ['a code', normalizeDigits],
    ['a number', normalizeNumber],
    ['a receipt number', normalizeReceiptNumber],
    ['a month or day', normalizeDatePart],
    ['a year', parseYear],
    ['an e-mail address', normalizeEmail],
    ['the shape of an e-mail address', (text) => looksLikeEmail(normalizeEmail(text))],
  ])('invisible characters make no difference in %s', (_name, normalize) => {
    fc.assert(
      fc.property(pasted, ({ plain, text }) => {
        expect(normalize(text)).toEqual(normalize(plain))
      }),
    )
  })

  it.each([
    [normalizePhone, '\u202d090-1234-5678\u202c', '09012345678'],
    [normalizePostalCode, '\u202a105-0011\u202c', '1050011'],
    [normalizeEmail, '\u202ahanako@example.jp\u202c', 'hanako@example.jp'],
    [normalizeDigits, '\u202d682923\u202c', '682923'],
    [toFullWidthKatakana, 'ヤマダ\u200b', 'ヤマダ'],
  ])('%o drops the invisible characters from %j', (normalize, text, expected) => {
    expect(normalize(text)).toBe(expected)
  })
})

it.each([
  '881093',
  '８８１０９３',
  '881 093',
  '881−093',
  '８８１　０９３',
  '確認コード：881093',
  '881093 です',
  'ABC-881093',
  '881093。',
  '\u202d881093\u202c',
  '確認コードは881093です。881093を入力してください。',
  '【港市】 確認コード 881093（10分間有効）',
  'Your code is 881 093!',
  'G-881093 is your code',
])('codeIn finds the six digits in %j', (typed) => {
  expect(codeIn(typed)).toBe('881093')
})

it.each(['', '88109', '確認コード', '881093123', '881093 または 881094', '09012345678'])(
  'codeIn finds no code in %j',
  (typed) => {
    expect(codeIn(typed)).toBeNull()
  },
)

it('codeIn finds every code of six to eight digits in any words without digits', () => {
  const code = fc.stringMatching(/^[0-9]{6,8}$/)
  const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\d０-９]/gu, ''))
  fc.assert(
    fc.property(code, words, words, (digits, before, after) => {
      expect(codeIn(`${before}${digits}${after}`)).toBe(digits)
    }),
  )
})
