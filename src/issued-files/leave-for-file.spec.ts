import { afterEach, describe, expect, it, vi } from 'vitest'
import { wireApi } from '../api/wiring.ts'
import { checkedFileUrl } from './leave-for-file.ts'

const origin = 'http://localhost:5173'

function useApi(baseUrl: string, filesOrigin?: string): void {
  vi.stubGlobal('window', { location: { href: `${origin}/minato-city/download` } })
  wireApi({
    baseUrl,
    filesOrigin,
    timeoutMs: 1_000,
    language: () => 'ja',
    tenantGate: async () => undefined,
    user: () => null,
    getIdToken: async () => null,
    refreshSession: async () => null,
    pageHasSession: () => true,
  })
}

afterEach(() => vi.unstubAllGlobals())

describe('checkedFileUrl', () => {
  it.each([
    ['/app/web/p/tenants/acme/files/LK-1', `${origin}/app/web/p/tenants/acme/files/LK-1`],
    [`${origin}/app/web/x`, `${origin}/app/web/x`],
    ['https://files.example.jp/x?sig=1', 'https://files.example.jp/x?sig=1'],
  ])('follows %s', (url, target) => {
    useApi('/app/web', 'https://files.example.jp')
    expect(checkedFileUrl(url)?.href).toBe(target)
  })

  it('resolves a link without a host against the API', () => {
    useApi('https://api.example.jp/app/web')
    expect(checkedFileUrl('/app/web/files/LK-1')?.href).toBe('https://api.example.jp/app/web/files/LK-1')
  })

  it.each([
    'http://files.example.jp/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://localhost:5173/1',
    'https://portal.example.jp@evil.test/',
    'https://user@files.example.jp/x',
    'https://evil.example/phish',
    '//evil.example/phish',
    'https://files.example.jp.evil.example/x',
    'https://files.example.jp:8443/x',
    'https://',
  ])('stays for %s', (url) => {
    useApi('/app/web', 'https://files.example.jp')
    expect(checkedFileUrl(url)).toBeNull()
  })

  it('stays for another origin than the API if the stage has no other for files', () => {
    useApi('https://api.example.jp/app/web')
    expect(checkedFileUrl('https://files.example.jp/x')).toBeNull()
    expect(checkedFileUrl(`${origin}/minato-city/download`)).toBeNull()
  })
})
