import { describe, expect, it } from 'vitest'
import { eraOfTypedDate, readTypedDate, tidyTypedDate, typedDate } from './birth-date.ts'

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
  ])('takes %s / %s / %s for no day', (year, month, day) => {
    expect(readTypedDate({ year, month, day })).toBeNull()
  })
})

describe('eraOfTypedDate', () => {
  it('shows the era of the day once it is whole and both eras of the year before', () => {
    expect(eraOfTypedDate({ year: '1989', month: '', day: '' })).toBe('昭和64年・平成元年')
    expect(eraOfTypedDate({ year: '1989', month: '1', day: '7' })).toBe('昭和64年')
    expect(eraOfTypedDate({ year: '1989', month: '1', day: '8' })).toBe('平成元年')
  })
  it('shows none for what is no year', () => {
    expect(eraOfTypedDate({ year: '19', month: '', day: '' })).toBeNull()
  })
})

describe('typedDate and tidyTypedDate', () => {
  it('spread a stored day over the fields', () => {
    expect(typedDate('1990-04-01')).toEqual({ year: '1990', month: '4', day: '1' })
    expect(typedDate(undefined)).toEqual({ year: '', month: '', day: '' })
  })
  it('write what was typed as it is read and leave the rest alone', () => {
    expect(tidyTypedDate({ year: 'S60', month: '０４', day: '1st' })).toEqual({ year: '1985', month: '4', day: '1st' })
  })
})
