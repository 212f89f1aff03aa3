import { describe, expect, it } from 'vitest'
import { isUncorrected, fieldsToCorrect, startOfCorrection } from './correction.ts'

const pages = [
  { id: 'applicant', steps: ['applicant'] },
  { id: 'request', steps: ['request', 'copies'] },
]
const form = { pages, asks: () => true }
const before = { applicant: { name: '港', phone: '1' }, copies: { count: 1 } }

function uncorrected(returnFields: string[], answers: typeof before): boolean {
  const returned = { answers: before, returnFields }
  return isUncorrected(returned, answers, fieldsToCorrect(returned, form))
}

describe('a correction', () => {
  it('begins at the first answer to correct that the form still asks for', () => {
    const returned = { answers: before, returnFields: ['/gone/field', '/copies/count', '/applicant/name'] }
    expect(startOfCorrection(returned, before, form, true)).toEqual({ page: 'request', pointer: '/copies/count' })
  })

  it('begins on the first page if no answer is named', () => {
    expect(startOfCorrection({ answers: before }, before, form, true)).toEqual({ page: 'applicant', pointer: null })
  })

  it('a correction has begun once one of the named answers has changed', () => {
    const phone = { ...before, applicant: { name: '港', phone: '2' } }
    expect(uncorrected(['/applicant/name', '/applicant/phone'], phone)).toBe(false)
    expect(uncorrected(['/applicant/name'], phone), 'another answer').toBe(true)
    expect(startOfCorrection({ answers: before, returnFields: ['/applicant/phone'] }, phone, form, true)).toBeNull()
  })

  it('a correction has begun with any change if no answer is named', () => {
    expect(uncorrected([], { ...before, copies: { count: 2 } })).toBe(false)
    expect(uncorrected([], { copies: { count: 1 }, applicant: { phone: '1', name: '港' } })).toBe(true)
  })

  it('leaves out a named answer for which the form no longer asks', () => {
    const returned = { answers: before, returnFields: ['/applicant/phone', '/copies/count'] }
    const withoutPhone = { pages, asks: (pointer: string) => pointer !== '/applicant/phone' }
    expect(fieldsToCorrect(returned, withoutPhone).map(({ pointer }) => pointer)).toEqual(['/copies/count'])
    const hidden = { answers: before, returnFields: ['/applicant/phone'] }
    const changed = { ...before, copies: { count: 2 } }
    expect(isUncorrected(hidden, changed, fieldsToCorrect(hidden, withoutPhone)), 'another answer hides it').toBe(false)
  })

  it('begins at its start before a page is seen, also if a new version of the form changed its answers', () => {
    const converted = { ...before, copies: { count: 3 } }
    expect(startOfCorrection({ answers: before }, converted, form, false)).toEqual({ page: 'applicant', pointer: null })
    expect(startOfCorrection({ answers: before }, converted, form, true)).toBeNull()
  })
})
