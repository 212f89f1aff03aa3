import { expect, it } from 'vitest'
import { parseServiceId, parseTenantId, parseType } from '../../src/paths.ts'
import { isFormName } from './form-name.ts'

it.each(['a', 'minato-city', 'road_occupancy', 'A1', 'x'.repeat(64)])('accepts %s, as the portal does', (name) => {
  expect(isFormName(name)).toBe(true)
  expect([parseTenantId(name), parseServiceId(name), parseType(name)]).toEqual([name, name, name])
})

it.each(['', '-a', 'a-', 'a.b', 'a/b', 'あ', 'x'.repeat(65)])('refuses "%s", as the portal does', (name) => {
  expect(isFormName(name)).toBe(false)
  expect([parseTenantId(name), parseServiceId(name), parseType(name)]).toEqual([null, null, null])
})

it('refuses two underscores, which separate tenant and user', () => {
  expect(isFormName('a__b')).toBe(false)
  expect(parseTenantId('a__b')).toBeNull()
})
