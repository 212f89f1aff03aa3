import { describe, expect, it } from 'vitest'
import { checkedFileUrl } from './leave-for-file.ts'

const origin = 'http://localhost:5173'

describe('checkedFileUrl', () => {
  it.each([
    ['/app/web/p/tenants/acme/files/LK-1', `${origin}/app/web/p/tenants/acme/files/LK-1`],
    [`${origin}/app/web/x`, `${origin}/app/web/x`],
    ['https://files.example.jp/x?sig=1', 'https://files.example.jp/x?sig=1'],
  ])('follows %s', (url, target) => {
    expect(checkedFileUrl(url, origin)?.href).toBe(target)
  })

  it.each([
    'http://files.example.jp/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://localhost:5173/1',
    'https://portal.example.jp@evil.test/',
    'https://',
  ])('stays for %s', (url) => {
    expect(checkedFileUrl(url, origin)).toBeNull()
  })
})
