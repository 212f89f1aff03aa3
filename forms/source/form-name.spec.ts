import { expect, it } from 'vitest'
import { parseServiceId, parseTenantId, parseType } from '../../src/paths.ts'
import { isFormName, isTenantName, serviceIdOf, typedId } from './form-name.ts'

it.each(['a', 'minato-city', 'road_occupancy', 'A1', 'x'.repeat(64)])('accepts %s, as the portal does', (name) => {
  expect([isTenantName(name), isFormName(name)]).toEqual([true, true])
  expect([parseTenantId(name), parseServiceId(name), parseType(name)]).toEqual([name, name, name])
})

it.each(['', '-a', 'a-', 'a.b', 'a/b', 'あ', 'x'.repeat(65), 'constructor'])(
  'refuses "%s", as the portal does',
  (name) => {
    expect([isTenantName(name), isFormName(name)]).toEqual([false, false])
    expect([parseTenantId(name), parseServiceId(name), parseType(name)]).toEqual([null, null, null])
  },
)

it.each(['login', 'Application', 'order', 'callbacks', 'app', 'forms', 'assets'])(
  'refuses the tenant "%s", whose addresses would be other pages of the portal, but accepts such a service',
  (name) => {
    expect([isTenantName(name), parseTenantId(name)]).toEqual([false, null])
    expect([isFormName(name), parseServiceId(name)]).toEqual([true, name])
  },
)

it('refuses two underscores, which separate tenant and user', () => {
  expect([isTenantName('a__b'), isFormName('a__b')]).toEqual([false, false])
})

it.each([
  ['ａｂｃ１', 'abc1'],
  ['ｄｏｇーｌｉｃｅｎｃｅ', 'dog-licence'],
  ['ｄｏｇ－ｌｉｃｅｎｃｅ', 'dog-licence'],
  ['犬', '犬'],
])('folds the id %s, typed with a Japanese keyboard, to %s', (text, id) => {
  expect(typedId(text)).toBe(id)
})

it.each([
  ['/x/21P-0969-KITCHEN_SINK-schema.json', '21p-0969-kitchen-sink'],
  ['C:\\forms\\Tree permit.json', 'tree-permit'],
  ['申請.json', 'form'],
  [`/x/${'a'.repeat(63)}-b.json`, 'a'.repeat(63)],
])('proposes an id for the service of the file %s', (file, id) => {
  expect(serviceIdOf(file)).toBe(id)
})
