import { describe, expect, it } from 'vitest'
import { toAnswers } from './OrderAnswers.tsx'

describe('toAnswers', () => {
  it('keeps steps and drops everything else', () => {
    const answers = { applicant: { name: '港 花子' }, empty: {}, list: [1], text: 'x', nothing: null }
    expect(toAnswers(answers)).toEqual({ applicant: { name: '港 花子' }, empty: {} })
  })
})
