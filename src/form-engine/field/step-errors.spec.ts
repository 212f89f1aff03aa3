import { describe, expect, it } from 'vitest'
import { StepErrors, movedBetween, movedWith } from './step-errors.ts'

/** Errors of a step whose fields are invalid while they are listed in `wrong`. */
function setUp() {
  const step = {
    wrong: new Set<string>(),
    values: {} as { [pointer: string]: unknown },
    hidden: new Set<string>(),
  }
  const errors = new StepErrors({
    validate: () => [...step.wrong].map((pointer) => ({ pointer, code: 'required', params: {} })),
    valueAt: (pointer) => step.values[pointer],
    isAsked: (pointer) => !step.hidden.has(pointer),
    message: ({ code }) => code,
  })
  return { step, errors }
}

describe('the errors of a step', () => {
  it('a field that was only visited shows no error', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/name')
    errors.fieldLeft('/a/name', false)
    errors.formChanged()
    expect(errors.at('/a/name')).toBeUndefined()
  })

  it('a changed field shows its error once the form has its value, and no other field does', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/name').add('/a/town')
    errors.touch('/a/name')
    errors.fieldLeft('/a/name', true)
    expect(errors.at('/a/name')).toBeUndefined()
    errors.formChanged()
    expect([errors.at('/a/name'), errors.at('/a/town')]).toEqual(['required', undefined])
  })

  it('an error disappears as soon as its field is valid', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/name').add('/a/town')
    expect(errors.showAll()).toHaveLength(2)
    step.wrong.delete('/a/name')
    errors.formChanged()
    expect([errors.at('/a/name'), errors.at('/a/town')]).toEqual([undefined, 'required'])
  })

  it('a field shows the code of an unreadable input before any other', () => {
    const { step, errors } = setUp()
    step.wrong.add('/a/date')
    let code: string | null = 'date'
    errors.addControl('/a/date', () => code)
    expect(errors.showAll().map((error) => error.code)).toEqual(['date'])
    code = null
    errors.formChanged()
    expect(errors.at('/a/date')).toBe('required')
  })

  it('a field that is not on the page shows no code of an input', () => {
    const { errors } = setUp()
    const remove = errors.addControl('/a/date', () => 'date')
    errors.showAll()
    remove()
    errors.formChanged()
    expect([errors.at('/a/date'), ...errors.showAll()]).toEqual([undefined])
  })

  it('an error of the API does not count while its field is not asked for', () => {
    const { step, errors } = setUp()
    errors.setServerErrors([{ pointer: '/a/name', code: 'unknown' }])
    step.hidden.add('/a/name')
    expect(errors.showAll()).toEqual([])
    step.hidden.clear()
    expect(errors.showAll()).toHaveLength(1)
  })

  it('an error moves with its entry of a list', () => {
    const { step, errors } = setUp()
    errors.setServerErrors([
      { pointer: '/a/list/1/name', code: 'first' },
      { pointer: '/a/list/2/name', code: 'second' },
      { pointer: '/a/listed/1', code: 'other' },
    ])
    errors.touch('/a/list/2/town')
    errors.entriesMoved(movedWith('/a/list', (index) => (index === 1 ? null : index > 1 ? index - 1 : index)))
    expect(['/a/list/1/name', '/a/list/2/name', '/a/listed/1'].map((pointer) => errors.at(pointer))).toEqual([
      'second',
      undefined,
      'other',
    ])
    step.wrong.add('/a/list/1/town')
    errors.fieldLeft('/a/list/1/town', false)
    expect(errors.at('/a/list/1/town'), 'it was changed before').toBe('required')
  })

  it('an error of the API is shown at once and stays until the value changes', () => {
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

  it('the errors of the next response replace those of the API before', () => {
    const { errors } = setUp()
    errors.setServerErrors([{ pointer: '/a/name', code: 'unknown' }])
    errors.setServerErrors([{ pointer: '/a/town', code: 'unknown' }])
    expect([errors.at('/a/name'), errors.at('/a/town')]).toEqual([undefined, 'unknown'])
  })

  it.each([
    ['an entry before it is removed', ['x', 'y', 'z'], ['y', 'z'], 2, 1],
    ['it is moved', ['x', 'y'], ['y', 'x'], 1, 0],
    ['it is changed', ['x', 'y'], ['x', 'w'], 1, 1],
    ['it is removed', ['x', 'y'], ['x'], 1, null],
    ['it equals another entry', ['x', 'x'], ['x', 'x', 'y'], 1, 1],
    ['an equal entry is removed', ['x', 'x'], ['x'], 1, null],
    ['the list is removed', ['x'], undefined, 0, null],
  ])('an entry of a list is found after other answers have replaced these: %s', (_name, before, after, from, to) => {
    const list = (kinds: string[] | undefined) => ({ a: { list: kinds?.map((kind) => ({ kind })), name: '港' } })
    const newPointer = movedBetween(list(before), list(after))
    expect(newPointer(`/a/list/${from}/kind`)).toBe(to === null ? null : `/a/list/${to}/kind`)
    expect(newPointer('/a/name')).toBe('/a/name')
  })
})
