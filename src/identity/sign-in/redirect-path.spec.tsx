import { beforeEach, describe, expect, it } from 'vitest'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { parseTenantId } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { forgetRedirectPath, pageAfterSignIn } from './redirect-path.ts'

const minato: TenantId = parseTenantId('minato-city') ?? unreachable()

function unreachable(): never {
  throw new Error('minato-city is a tenant id')
}

beforeEach(() => localStore.remove(storageKeys.redirectPath))

describe('the page after signing in (S-04, S-14)', () => {
  it('the page after signing in is the requested one, with its query, until it is open', () => {
    localStore.set(storageKeys.redirectPath, '/application/minato-city/bulky-waste/individual?step=2')
    const open = (path: string) => forgetRedirectPath(new URL(path, 'https://portal.test'))
    open('/application/minato-city/bulky-waste/individual?step=1')
    expect(pageAfterSignIn(minato)).toBe('/application/minato-city/bulky-waste/individual?step=2')
    expect(pageAfterSignIn(minato), 'a navigation that another one replaces').toBe(
      '/application/minato-city/bulky-waste/individual?step=2',
    )
    open('/application/minato-city/bulky-waste/individual?step=2')
    expect(pageAfterSignIn(minato)).toBe('/minato-city/applicationlist')
  })
  it.each([
    '//evil.test',
    '/\\evil.test',
    '/aozora-water/applicationlist',
    '/login/minato-city',
    'javascript:alert(1)',
  ])('the page after signing in is never %s, which is removed from the storage', (stored) => {
    localStore.set(storageKeys.redirectPath, stored)
    expect(pageAfterSignIn(minato)).toBe('/minato-city/applicationlist')
    expect(localStore.get(storageKeys.redirectPath)).toBeNull()
  })
})
