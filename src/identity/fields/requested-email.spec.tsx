import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPortal } from '../../app/testing/open-portal.ts'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { parseTenantId } from '../../paths.ts'
import { forgetRequestedEmail, rememberRequestedEmail, requestedEmail } from './requested-email.ts'

const tenantId = parseTenantId('minato-city')
if (tenantId === null) throw new Error('minato-city is no id')
const key = 'portal.requested-email.minato-city'
const masked = 'h****o@example.jp'
const hour = 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00+09:00') })
  rememberRequestedEmail(tenantId, 'hanako@example.jp')
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** Opens any page after the time. */
async function visitAfter(passedMs: number): Promise<void> {
  vi.setSystemTime(Date.now() + passedMs)
  await openPortal('/login/minato-city')
  await screen.findByRole('contentinfo')
}

describe('the address to which a link was mailed', () => {
  it('the address is known for its masked form only', () => {
    expect(requestedEmail(tenantId, masked)).toBe('hanako@example.jp')
    expect(requestedEmail(tenantId, 't****o@example.jp')).toBeNull()
    forgetRequestedEmail(tenantId)
    expect(requestedEmail(tenantId, masked)).toBeNull()
  })

  it('the address is unknown after the 24 hours in which the link is valid', () => {
    vi.setSystemTime(Date.now() + 24 * hour - 1)
    expect(requestedEmail(tenantId, masked)).toBe('hanako@example.jp')
    vi.setSystemTime(Date.now() + 1)
    expect(requestedEmail(tenantId, masked)).toBeNull()
  })

  it('the address is still stored at a visit within 24 hours', async () => {
    await visitAfter(23 * hour)
    expect(requestedEmail(tenantId, masked)).toBe('hanako@example.jp')
  })

  it('the next visit after 24 hours removes the address', async () => {
    await visitAfter(25 * hour)
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
  })
})

describe.each([
  ['/register/minato-city', '新規登録'],
  ['/login/minato-city?view=reset', 'パスワードの再設定'],
])('the page %s after its mail was sent', (address, title) => {
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
  const sentTo = '送り先：new@example.jp'

  async function send() {
    const portal = await openPortal(address)
    await heading(title)
    await userEvent.type(screen.getByRole('textbox', { name: /メールアドレス/ }), 'new@example.jp')
    await userEvent.click(screen.getByRole('button', { name: 'メールを送信する' }))
    expect(await screen.findByText(sentTo)).toBeVisible()
    return portal
  }

  /** Like a reload, Back shows the same entry of the history from what is stored. */
  async function leaveAndReturn({ router }: PortalUnderTest, passedMs = 0): Promise<void> {
    await act(() => router.navigate('/login/minato-city'))
    await heading('ログイン')
    vi.setSystemTime(Date.now() + passedMs)
    await act(() => router.navigate(-1))
  }

  it('names the address again, and resends the mail without a pause', async () => {
    const portal = await send()
    await leaveAndReturn(portal)
    expect(await screen.findByText(sentTo)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'もう一度送信する' }))
    expect(await screen.findByText('もう一度メールを送信しました。')).toBeVisible()
    expect(portal.requests.filter((request) => request.endsWith('-request'))).toHaveLength(2)
  })

  it('starts with the form once the link has ended', async () => {
    await leaveAndReturn(await send(), 24 * hour)
    expect(await heading(title)).toBeVisible()
  })

  it('starts with the form at a new visit', async () => {
    const { router } = await send()
    await act(() => router.navigate('/login/minato-city'))
    await act(() => router.navigate(address))
    expect(await heading(title)).toBeVisible()
  })

  it('starts with the form if the address is opened again in this tab, maybe by another user', async () => {
    const portal = await send()
    // A new document begins with the same key of the router, but not with the state of the entry before.
    window.history.replaceState(null, '')
    await leaveAndReturn(portal)
    expect(await heading(title)).toBeVisible()
  })

  it('starts with the form after the request for another address', async () => {
    const portal = await send()
    await userEvent.click(screen.getByRole('button', { name: 'メールアドレスを入力し直す' }))
    await heading(title)
    await leaveAndReturn(portal)
    expect(await heading(title)).toBeVisible()
  })
})
