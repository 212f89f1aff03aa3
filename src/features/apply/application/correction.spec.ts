import { describe, expect, it } from 'vitest'
import { isUncorrected, fieldsToCorrect, startOfCorrection } from './correction.ts'

const pages = [
  { id: 'applicant', steps: ['applicant'] },
  { id: 'request', steps: ['request', 'copies'] },
]
const before = { applicant: { name: '港', phone: '1' }, copies: { count: 1 } }

function uncorrected(returnFields: string[], answers: typeof before): boolean {
  const returned = { answers: before, returnFields }
  return isUncorrected(returned, answers, fieldsToCorrect(returned, pages))
}

describe('a correction', () => {
  it('begins at the first answer to correct that the form still asks for', () => {
    const returned = { answers: before, returnFields: ['/gone/field', '/copies/count', '/applicant/name'] }
    expect(startOfCorrection(returned, before, pages)).toEqual({ page: 'request', pointer: '/copies/count' })
  })

  it('begins on the first page if no answer is named', () => {
    expect(startOfCorrection({ answers: before }, before, pages)).toEqual({ page: 'applicant', pointer: null })
  })

  it('has begun once one of the named answers has changed', () => {
    const phone = { ...before, applicant: { name: '港', phone: '2' } }
    expect(uncorrected(['/applicant/name', '/applicant/phone'], phone)).toBe(false)
    expect(uncorrected(['/applicant/name'], phone), 'another answer').toBe(true)
    expect(startOfCorrection({ answers: before, returnFields: ['/applicant/phone'] }, phone, pages)).toBeNull()
  })

  it('has begun with any change if no answer is named', () => {
    expect(uncorrected([], { ...before, copies: { count: 2 } })).toBe(false)
    expect(uncorrected([], { copies: { count: 1 }, applicant: { phone: '1', name: '港' } })).toBe(true)
  })
})
