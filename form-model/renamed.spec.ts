import { describe, expect, it } from 'vitest'
import { renamedPointer } from './renamed.ts'

const renamed = { 'dogs/list/[]/color': 'dogs/list/[]/coatColor', 'applicant/name': 'applicant/person' }

describe('a renamed field', () => {
  it.each([
    ['/dogs/list/2/color', '/dogs/list/2/coatColor'],
    ['/applicant/name/family', '/applicant/person/family'],
    ['dogs/list/[]/color', '/dogs/list/[]/coatColor'],
  ])('moves %s to %s', (from, to) => {
    expect(renamedPointer(renamed, from)).toBe(to)
  })

  it('leaves every other answer in place', () => {
    for (const pointer of [
      '/dogs/list/2/colors',
      '/applicant',
      '/dogs/list/color',
      '/dogs/list/x/color',
      '/dogs/3/2/color',
    ])
      expect(renamedPointer(renamed, pointer)).toBe(pointer)
    expect(renamedPointer(undefined, '/applicant/name')).toBe('/applicant/name')
  })

  it('prefers the name closest to the answer', () => {
    const both = { a: 'b', 'a/x': 'c/y' }
    expect(renamedPointer(both, '/a/x')).toBe('/c/y')
    expect(renamedPointer(both, '/a/z')).toBe('/b/z')
  })
})
