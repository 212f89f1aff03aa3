import { describe, expect, it } from 'vitest'
import { eraOfYear, parseMonth, parseYear } from './era.ts'

describe('a year as users write it', () => {
  it.each([
    ['1985', 1985],
    ['１９８５', 1985],
    ['S60', 1985],
    ['s60', 1985],
    ['昭和60', 1985],
    ['昭和６０年', 1985],
    ['令和元', 2019],
    ['昭60', 1985],
    ['令和元年', 2019],
    ['R8', 2026],
    ['平成31', 2019],
    ['昭和64', 1989],
    ['大正15', 1926],
    ['明治45', 1912],
  ])('reads %s as %i', (text, year) => {
    expect(parseYear(text)).toBe(year)
  })

  it.each(['', '85', '19850', 'X60', '昭和', '昭和0', '平成32', '昭和65', 'abcd'])('does not guess %s', (text) => {
    expect(parseYear(text)).toBeNull()
  })
})

describe('a month as users write it', () => {
  it.each([
    '2026-04',
    '2026-4',
    '2026年4月',
    '2026年04月',
    '２０２６年４月',
    '2026年 4月',
    '2026/4',
    '2026/04',
    '2026.4',
    '2026−4',
    '２０２６ー４',
    '202604',
    '４/2026',
    '04/2026',
    '令和8年4月',
    '令８年４月',
    'R8.4',
    'r8-4',
    '\u202a2026-04\u202c',
  ])('reads %j as April 2026', (text) => {
    expect(parseMonth(text)).toBe('2026-04')
  })

  it.each([
    '',
    '4月',
    '4',
    '2026',
    '2026年',
    '2026-13',
    '2026-0',
    '2026-04-01',
    '26/4',
    '8年4月',
    '2026年4日',
    'R8.4.1',
  ])('parseMonth does not guess %j', (text) => {
    expect(parseMonth(text)).toBeNull()
  })
})

describe('the era of a year', () => {
  it('eraOfYear names the era of a year, and its first year 元年', () => {
    expect(eraOfYear(1985)).toBe('昭和60年')
    expect(eraOfYear(2026)).toBe('令和8年')
    expect(eraOfYear(2019, '05-01')).toBe('令和元年')
  })

  it('eraOfYear returns both eras of a year in which one began, until the day is given', () => {
    expect(eraOfYear(1989)).toBe('昭和64年・平成元年')
    expect(eraOfYear(1989, '01-07')).toBe('昭和64年')
    expect(eraOfYear(1989, '01-08')).toBe('平成元年')
    expect(eraOfYear(1926, '12-24')).toBe('大正15年')
  })

  it('eraOfYear returns null before Meiji', () => {
    expect(eraOfYear(1850)).toBeNull()
  })
})
