import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { changeLanguage, currentLanguage } from '../i18n/texts.ts'
import { startPortal } from './testing/start-portal.tsx'
import type { PortalUnderTest } from './testing/start-portal.tsx'

let portal: PortalUnderTest | null = null
afterEach(async () => {
  portal?.stop()
  portal = null
  await changeLanguage('ja')
})

const names: Record<string, string> = { ja: 'みなと市', en: 'Minato City' }

/** A tenant with these languages, whose name comes in the language of the request. */
function tenant(locales: string[]) {
  return ({ url, headers }: Request) =>
    url.endsWith('/minato-city/info')
      ? Response.json({
          tenantId: 'minato-city',
          state: 'ACTIVE',
          features: { webApplication: { enabled: true } },
          branding: { locales, displayName: names[headers.get('Accept-Language') ?? ''] },
        })
      : null
}

describe('the languages of a tenant', () => {
  it('a page uses a language of the tenant although the browser or an earlier choice prefers another one', async () => {
    portal = await startPortal('/error', { instead: tenant(['ja']) })
    await act(() => changeLanguage('en'))
    await act(() => portal?.router.navigate('/login/minato-city') ?? Promise.resolve())
    expect(await screen.findByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Log in' })).toBeNull()
    expect(currentLanguage()).toBe('ja')
  })

  it('the portal requests the tenant again after a switch of the language', async () => {
    portal = await startPortal('/login/minato-city', { instead: tenant(['ja', 'en']) })
    await waitFor(() => expect(document.title).toContain('みなと市'))
    await act(() => changeLanguage('en'))
    await waitFor(() => expect(document.title).toContain('Minato City'))
  })
})
