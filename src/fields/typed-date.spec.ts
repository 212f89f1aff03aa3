import { describe, expect, it } from 'vitest'
import { formatRegExp } from '../../form-model/formats.ts'
import { answerOfTypedDate, eraOfTypedDate, readTypedDate, tidyTypedDate, typedDate } from './typed-date.ts'

describe('readTypedDate', () => {
  it.each([
    ['1990', '4', '1', '1990-04-01'],
    ['S60', '12', '31', '1985-12-31'],
    ['昭和60', '１', '０９', '1985-01-09'],
    ['令和元年', '5', '1', '2019-05-01'],
    ['2024', '2', '29', '2024-02-29'],
    ['昭60', '２月', '3日', '1985-02-03'],
    [' ', '', '', ''],
  ])('reads %s / %s / %s as %j', (year, month, day, date) => {
    expect(readTypedDate({ year, month, day })).toBe(date)
  })
  it.each([
    ['2023', '2', '29'],
    ['1990', '13', '1'],
    ['1990', '', '1'],
    ['90', '4', '1'],
    ['', '4', '1'],
    ['0990', '4', '1'],
    ['昭和70', '1', '1'],
  ])('refuses %s / %s / %s', (year, month, day) => {
    expect(readTypedDate({ year, month, day })).toBeNull()
  })
})

describe('answerOfTypedDate', () => {
  it('answerOfTypedDate returns the date, or an empty text if nothing is typed', () => {
    expect(answerOfTypedDate({ year: 'S60', month: '4', day: '1' })).toBe('1985-04-01')
    expect(answerOfTypedDate({ year: '', month: ' ', day: '' })).toBe('')
  })
  it.each([
    ['1985', '4', '', '1985/4/'],
    ['1985', '13', '31', '1985/13/31'],
    ['S60', '02', '30', 'S60/02/30'],
    ['', '', '1', '//1'],
    ['1985/4/1', '', '', '1985/4/1//'],
    ['1985-04-01', '', '', '1985-04-01//'],
  ])('keeps %s / %s / %s, which is no date, for the three fields', (year, month, day, answer) => {
    expect(answerOfTypedDate({ year, month, day })).toBe(answer)
    expect(typedDate(answer)).toEqual({ year, month, day })
    expect(formatRegExp('date').test(answer)).toBe(false)
  })
})

describe('eraOfTypedDate', () => {
  it('returns the era of a complete date and both eras of a year in which the era changed', () => {
    expect(eraOfTypedDate({ year: '1989', month: '', day: '' })).toBe('昭和64年・平成元年')
    expect(eraOfTypedDate({ year: '1989', month: '1', day: '7' })).toBe('昭和64年')
    expect(eraOfTypedDate({ year: '1989', month: '1', day: '8' })).toBe('平成元年')
  })
  it('returns null for an incomplete year', () => {
    expect(eraOfTypedDate({ year: '19', month: '', day: '' })).toBeNull()
  })
})

describe('typedDate and tidyTypedDate', () => {
  it('typedDate splits a stored date into its fields', () => {
    expect(typedDate('1990-04-01')).toEqual({ year: '1990', month: '4', day: '1' })
    expect(typedDate(undefined)).toEqual({ year: '', month: '', day: '' })
  })
  it('tidyTypedDate rewrites readable parts and keeps the others', () => {
    expect(tidyTypedDate({ year: 'S60', month: '０４', day: '1st' })).toEqual({ year: '1985', month: '4', day: '1st' })
  })
})
