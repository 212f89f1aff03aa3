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
  it('comes back as it was typed, with what it was based on', () => {
    keepForm('profile', { values: typed, base: '"1"' })
    expect(keptForm('profile', isText)).toEqual({ values: typed, base: '"1"' })
  })
  it('is gone once forgotten', () => {
    keepForm('profile', { values: typed, base: '"1"' })
    forgetForm('profile')
    expect(keptForm('profile', isText)).toBeNull()
  })
  it('is not taken with another base', () => {
    keepForm('profile', { values: typed, base: 1 })
    expect(keptForm('profile', isText)).toBeNull()
  })
  it.each(['', '{', 'null', '[]', '{"values":1,"base":"x"}'])('is nothing if the storage holds %j', (stored) => {
    sessionStore.set('portal.form.profile', stored)
    expect(keptForm('profile', isText)).toBeNull()
  })
  it('reads only what a form has, so that a later version starts with whole values', () => {
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
