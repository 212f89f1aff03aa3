import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFileSize, formatYen, namesYen, numberedNames, shownFileName } from './display-text.ts'

describe('formatYen', () => {
  it.each([
    [0, '0円'],
    [300, '300円'],
    [1_200, '1,200円'],
    [-1_234_567, '-1,234,567円'],
  ])('shows %i yen as %s', (yen, text) => expect(formatYen(yen, 'ja')).toBe(text))

  it('groups the digits as Intl does', () => {
    const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'JPY' })
    fc.assert(
      fc.property(fc.maxSafeInteger(), (yen) => {
        expect(formatYen(yen, 'en')).toBe(intl.format(yen))
      }),
    )
  })
})

describe('namesYen', () => {
  const amounts = fc.oneof(fc.nat(99_999), fc.constantFrom(0, 400, 1400, 2400, 4000, 40, 1_000_000))
  const words = fc.constantFrom(
    'カーペット ',
    '布団（2枚まで）',
    '棚（高さ135cm以上）',
    'Bicycle (16 inches and up), ',
    '',
  )
  const ways = fc.constantFrom<(yen: number) => string>(
    (yen) => formatYen(yen, 'ja'),
    (yen) => formatYen(yen, 'en'),
    (yen) => `${yen}円`,
    (yen) => `${yen.toLocaleString('en-US')} yen`,
    (yen) =>
      `￥${formatYen(yen, 'ja')
        .replace('円', '')
        .replaceAll(/\d/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit)))}`,
  )

  it('finds the amount of a text, and no other one', () => {
    fc.assert(
      fc.property(words, amounts, amounts, ways, (before, yen, other, written) => {
        expect(namesYen(before + written(yen), yen)).toBe(true)
        expect(namesYen(before + written(yen), other)).toBe(yen === other)
      }),
    )
  })

  it.each(['カーペット', '机（幅400cm）', '400', '3.400円', 'futon 400'])('finds none in %s', (text) =>
    expect(namesYen(text, 400)).toBe(false),
  )
})

describe('formatFileSize', () => {
  it.each([
    [0, '0 B'],
    [812, '812 B'],
    [1024, '1 KB'],
    [20_480, '20 KB'],
    [1_048_575, '1 MB'],
    [1_468_006, '1.4 MB'],
    [8_388_608, '8 MB'],
    [13_107_200, '12.5 MB'],
    [52_428_800, '50 MB'],
  ])('shows %i bytes as %s, without a line break in it', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text.replace(' ', '\u00A0'))
  })
})

describe('shownFileName (F-13)', () => {
  it.each([
    ['住民票の写し_令和8年.pdf', '住民票の写し_令和8年.pdf'],
    ['📐図面🏗️.pdf', '📐図面🏗️.pdf'],
    ['領収書\u202efdp.exe', '領収書fdp.exe'],
    ['a\u2066b\u2069\u200f.pdf', 'ab.pdf'],
    ['通知\r\nSet-Cookie: a=b.pdf', '通知 Set-Cookie: a=b.pdf'],
    ['a\u0000b\u2028c.pdf', 'ab c.pdf'],
    ['図\u200b面\ufeff.pdf', '図面.pdf'],
    ['../../etc/passwd', '../../etc/passwd'],
    ['', ''],
    ['か\u3099く\u3099.pdf', 'がぐ.pdf'],
  ])('shows %j as %j', (name, shown) => {
    expect(shownFileName(name)).toBe(shown)
  })
})

describe('numberedNames', () => {
  it('numbers equal names in their order, and leaves the others as they are', () => {
    const names = ['image.jpg', '図面.pdf', 'image.jpg']
    expect(numberedNames(names, 'ja')).toEqual(['image.jpg（1）', '図面.pdf', 'image.jpg（2）'])
    expect(numberedNames(names, 'en')).toEqual(['image.jpg (1)', '図面.pdf', 'image.jpg (2)'])
  })
})
