import { describe, expect, it } from 'vitest'
import { StepErrors } from './step-errors.ts'

/** Errors of a step whose fields are invalid while they are listed in `wrong`. */
function setUp() {
  const step = { wrong: new Set<string>(), values: {} as { [pointer: string]: unknown } }
  const errors = new StepErrors({
    validate: () => [...step.wrong].map((pointer) => ({ pointer, code: 'required', params: {} })),
    valueAt: (pointer) => step.values[pointer],
    message: ({ code }) => code,
  })
  return { step, errors }
}

describe('the errors of a step', () => {
  it('are not shown at a field that was only visited', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/name')
    errors.fieldLeft('/a/name', false)
    errors.formChanged()
    expect(errors.at('/a/name')).toBeUndefined()
  })

  it('are shown at a changed field once the form has its value, and at no other', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/name').add('/a/town')
    errors.touch('/a/name')
    errors.fieldLeft('/a/name', true)
    expect(errors.at('/a/name')).toBeUndefined()
    errors.formChanged()
    expect([errors.at('/a/name'), errors.at('/a/town')]).toEqual(['required', undefined])
  })

  it('disappear as soon as their field is valid', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/name').add('/a/town')
    expect(errors.showAll()).toHaveLength(2)
    step.wrong.delete('/a/name')
    errors.formChanged()
    expect([errors.at('/a/name'), errors.at('/a/town')]).toEqual([undefined, 'required'])
  })

  it('show the code of an unreadable input before any other', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/date')
    errors.setUnreadable('/a/date', 'date')
    expect(errors.showAll().map(({ code }) => code)).toEqual(['date'])
    errors.setUnreadable('/a/date', null)
    errors.formChanged()
    expect(errors.at('/a/date')).toBe('required')
  })

  it('of the API are shown at once and stay until the value changes', () => {
    const { step, errors } = setUp()
    step.values['/a/name'] = '港'
    errors.setServerErrors([{ pointer: '/a/name', code: 'unknown' }])
    expect(errors.at('/a/name')).toBe('unknown')
    errors.formChanged()
    expect(errors.at('/a/name')).toBe('unknown')
    step.values['/a/name'] = '南'
    errors.formChanged()
    expect(errors.at('/a/name')).toBeUndefined()
    step.values['/a/name'] = '港'
    expect(errors.showAll()).toEqual([])
  })

  it('of the API are replaced by those of the next response', () => {
    const { errors } = setUp()
    errors.setServerErrors([{ pointer: '/a/name', code: 'unknown' }])
    errors.setServerErrors([{ pointer: '/a/town', code: 'unknown' }])
    expect([errors.at('/a/name'), errors.at('/a/town')]).toEqual([undefined, 'unknown'])
  })

  it('are removed when the answers are replaced', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/name')
    errors.setUnreadable('/a/date', 'date')
    errors.setServerErrors([{ pointer: '/a/town', code: 'unknown' }])
    errors.showAll()
    errors.reset()
    step.wrong.clear()
    expect([errors.at('/a/name'), ...errors.showAll()]).toEqual([undefined])
  })
})
