import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage, currentLanguage, onSwitch } from '../i18n/texts.ts'
import { longWaitMs } from '../lib/clock.ts'
import { startPortal } from './testing/start-portal.tsx'
import type { PortalUnderTest } from './testing/start-portal.tsx'

let portal: PortalUnderTest | null = null
afterEach(async () => {
  portal?.stop()
  portal = null
  await changeLanguage('ja')
})

const names: Record<string, string> = { ja: 'みなと市', 'ja-simple': 'みなと（し）', en: 'Minato City' }

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

  it('a tenant without easy Japanese is shown in Japanese, whatever it names first', async () => {
    portal = await startPortal('/error', { instead: tenant(['en', 'ja']) })
    await act(() => changeLanguage('ja-simple'))
    await act(() => portal?.router.navigate('/login/minato-city') ?? Promise.resolve())
    await waitFor(() => expect(document.title).toContain('みなと市'))
    expect(currentLanguage()).toBe('ja')
  })

  it('the switch offers the languages of the tenant by their own names, and requests carry the choice', async () => {
    portal = await startPortal('/login/minato-city', { instead: tenant(['ja', 'ja-simple', 'en']) })
    const group = await screen.findByRole('group', { name: '表示言語' })
    const names = within(group).getAllByRole('button')
    expect(names.map((button) => [button.textContent, button.lang])).toEqual([
      ['日本語', 'ja'],
      ['やさしい日本語', 'ja'],
      ['English', 'en'],
    ])
    await userEvent.click(within(group).getByRole('button', { name: 'やさしい日本語' }))
    await waitFor(() => expect(document.title).toContain('みなと（し）'))
    expect(screen.getByText('登録（とうろく）したメールアドレスとパスワードを書いてください。')).toBeVisible()
    expect(document.documentElement.lang, 'what screen readers know').toBe('ja')
    expect(screen.getByText('やさしい日本語で出しています。').closest('[aria-live]')).not.toBeNull()
    expect(localStorage.getItem('portal.language')).toBe('ja-simple')
  })

  it('the wait for a language has a button after ten seconds that keeps the present one', async () => {
    portal = await startPortal('/login/minato-city')
    const english = await screen.findByRole('button', { name: 'English' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { promise, resolve } = Promise.withResolvers<void>()
    const endSwitch = onSwitch(() => promise)
    try {
      fireEvent.click(english)
      await act(() => vi.advanceTimersByTimeAsync(longWaitMs))
      const stop = screen.getByRole('button', { name: '読み込みをやめる' })
      fireEvent.click(stop)
      expect(stop).not.toBeInTheDocument()
      endSwitch()
      await act(async () => resolve())
      expect(screen.getByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible()
      expect(localStorage.getItem('portal.language')).toBeNull()
      fireEvent.click(english)
      expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    } finally {
      endSwitch()
      vi.useRealTimers()
    }
  })

  it('the portal requests the tenant again after a switch of the language', async () => {
    portal = await startPortal('/login/minato-city', { instead: tenant(['ja', 'en']) })
    await waitFor(() => expect(document.title).toContain('みなと市'))
    await act(() => changeLanguage('en'))
    await waitFor(() => expect(document.title).toContain('Minato City'))
  })
})
