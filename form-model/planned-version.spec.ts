import { describe, expect, it } from 'vitest'
import type { Manifest, PublishedService } from './definition.ts'
import { servicesAt, versionAt } from './planned-version.ts'

const spring = '2027-04-01T00:00:00+09:00'
const may = '2027-05-01T00:00:00+09:00'
const june = '2027-06-01T00:00:00+09:00'

function service(ja: string): PublishedService {
  return { name: { ja }, summary: { ja }, category: { ja }, fee: { kind: 'NONE' }, types: {} }
}

describe('a planned version', () => {
  const form = {
    current: 'old',
    versions: [],
    planned: [
      { formVersion: 'new', from: spring, service: service('new') },
      { formVersion: 'campaign', from: may, until: june },
    ],
  }

  it.each([
    ['2027-03-31T23:59:59.999+09:00', 'old'],
    [spring, 'new'],
    ['2027-03-31T15:00:00Z', 'new'],
    [may, 'campaign'],
    ['2027-05-31T23:59:59+09:00', 'campaign'],
    [june, 'new'],
  ])('applies from its first moment until its last: %s', (now, expected) => {
    expect(versionAt(form, Date.parse(now))).toBe(expected)
  })

  it('begins a form that has no other version', () => {
    const first = { current: null, versions: [], planned: [{ formVersion: 'new', from: spring }] }
    expect(versionAt(first, Date.parse(spring) - 1)).toBeNull()
    expect(versionAt(first, Date.parse(spring))).toBe('new')
  })

  it('brings its entry in the list of procedures, not before', () => {
    const manifest: Manifest = {
      tenantId: 'town',
      services: { dogs: service('old'), fair: service('fair') },
      forms: { dogs: { individual: form } },
    }
    expect(servicesAt(manifest, Date.parse(spring) - 1)).toEqual(manifest.services)
    expect(servicesAt(manifest, Date.parse(spring)).dogs?.name.ja).toBe('new')
    expect(servicesAt(manifest, Date.parse(spring)).fair?.name.ja).toBe('fair')
  })
})
