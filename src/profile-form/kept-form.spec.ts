import { beforeEach, describe, expect, it } from 'vitest'
import { sessionStore } from '../lib/safe-storage.ts'
import { forgetForm, keepForm, keptForm } from './kept-form.ts'
import { emptyValues } from './profile-values.ts'

function isText(base: unknown): base is string {
  return typeof base === 'string'
}
const typed = { ...emptyValues('en'), texts: { ...emptyValues('en').texts, familyName: '港' } }

beforeEach(() => forgetForm('profile'))

describe('a kept form', () => {
  it('a kept form is restored as it was typed, with its base', () => {
    keepForm('profile', { values: typed, base: '"1"' })
    expect(keptForm('profile', isText)).toEqual({ values: typed, base: '"1"' })
  })
  it('forgetForm removes a kept form', () => {
    keepForm('profile', { values: typed, base: '"1"' })
    forgetForm('profile')
    expect(keptForm('profile', isText)).toBeNull()
  })
  it('a kept form with an unreadable base is ignored', () => {
    keepForm('profile', { values: typed, base: 1 })
    expect(keptForm('profile', isText)).toBeNull()
  })
  it.each(['', '{', 'null', '[]', '{"values":1,"base":"x"}'])(
    'keptForm returns null if the storage contains %j',
    (stored) => {
      sessionStore.set('portal.form.profile', stored)
      expect(keptForm('profile', isText)).toBeNull()
    },
  )
  it('reads only known fields, so that a later version starts with complete values', () => {
    sessionStore.set(
      'portal.form.profile',
      JSON.stringify({ base: 'x', values: { kind: 'other', texts: { phone: 3, city: '港区' }, contact: 'mail' } }),
    )
    const { values } = keptForm('profile', isText) ?? { values: null }
    expect(values).toEqual({
      ...emptyValues('ja'),
      texts: { ...emptyValues('ja').texts, city: '港区' },
      contact: { email: false, phone: false, post: false },
    })
  })
})
