import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { localDrafts } from '../../features/apply/draft/local-drafts.ts'
import { openPortal } from '../testing/open-portal.ts'

function heading(name: string | RegExp) {
  return screen.findByRole('heading', { level: 1, name })
}

describe('the layout of the portal', () => {
  afterEach(() => vi.restoreAllMocks())

  it('scrolls to the top for a new page, but not for a filter of the same page', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
    const { router } = await openPortal('/minato-city/applicationlist', { as: 'hanako@example.jp' })
    await heading('手続き一覧')
    scrollTo.mockClear()
    await act(() => router.navigate('/minato-city/applicationhistory'))
    await heading(/履歴/)
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 0))
    scrollTo.mockClear()
    await act(() => router.navigate('/minato-city/applicationhistory?status=FINISHED'))
    expect(scrollTo).not.toHaveBeenCalled()
  })

  it('an address of the tenant opens a mail to this address only', async () => {
    await openPortal('/login/minato-city', {
      instead: ({ url }) =>
        url.endsWith('/minato-city/info')
          ? Response.json({
              tenantId: 'minato-city',
              state: 'ACTIVE',
              features: { webApplication: { enabled: true } },
              branding: { displayName: 'みなと市', contact: { email: 'info+a@minato.example?bcc=x@evil.example' } },
            })
          : null,
    })
    const link = await screen.findByRole('link', { name: /^info/ })
    expect(link).toHaveAttribute('href', 'mailto:info%2Ba@minato.example%3Fbcc%3Dx%40evil.example')
  })

  it('returns by Back to the place where the page was left, with the focus on the followed link', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000)
    const { router } = await openPortal('/minato-city/applicationhistory', { as: 'hanako@example.jp' })
    await heading(/履歴/)
    const [link] = await screen.findAllByRole('link', { name: /住民票/ })
    if (link === undefined) throw new Error('No order is listed')
    const href = link.getAttribute('href')
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(1_800)
    await userEvent.click(link)
    await waitFor(() => expect(router.state.location.pathname).toContain('/history-details/'))
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 0))
    await act(() => router.navigate(-1))
    await heading(/履歴/)
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 1_800))
    expect(document.activeElement).toHaveAttribute('href', href)
  })

  it('says that there is no network only while nothing arrives, whatever the browser says', async () => {
    const { setNetwork, requests } = await openPortal('/minato-city/applicationlist', { as: 'hanako@example.jp' })
    await heading('手続き一覧')
    const bar = () => screen.queryByText('インターネットに接続されていません。')
    setNetwork({ works: true, hint: false })
    await waitFor(() => expect(requests).toContain('HEAD /config.json'))
    setNetwork({ works: false, hint: false })
    expect(await screen.findByText('インターネットに接続されていません。')).toBeVisible()
    setNetwork({ works: true, hint: true })
    await waitFor(() => expect(bar()).toBeNull())
    expect(screen.getByText('接続が回復しました。')).toBeInTheDocument()
  })

  it('the notice of a missing network disappears after a response, or when the user returns and the network is checked again', async () => {
    const { setNetwork, router } = await openPortal('/minato-city/applicationlist', { as: 'hanako@example.jp' })
    await heading('手続き一覧')
    const bar = () => screen.queryByText('インターネットに接続されていません。')
    // Such a browser fires no event when the network is back.
    for (const isBack of [
      () => router.navigate('/minato-city/applicationhistory'),
      async () => void document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      setNetwork({ works: false, hint: false })
      await waitFor(() => expect(bar()).toBeVisible())
      setNetwork({ works: true, hint: false, isNoticed: false })
      await act(isBack)
      await waitFor(() => expect(bar()).toBeNull())
    }
  })

  it('does not warn of the same maintenance at the second visit', async () => {
    const { router } = await openPortal('/register/kaze-maintenance')
    expect(await screen.findByText('メンテナンスのお知らせ')).toBeVisible()
    await act(() => router.navigate('/login/minato-city'))
    await waitFor(() => expect(document.title).toContain('みなと市'))
    expect(screen.queryByText('メンテナンスのお知らせ')).toBeNull()
    await act(() => router.navigate('/register/kaze-maintenance'))
    await waitFor(() => expect(document.title).not.toContain('みなと市'))
    await heading('新規登録')
    expect(screen.queryByText('メンテナンスのお知らせ')).toBeNull()
  })

  it('warns of a maintenance on the next page if the info arrives when a form is in use already', async () => {
    const { router } = await openPortal('/login/kaze-maintenance')
    await heading('ログイン')
    expect(await screen.findByRole('link', { name: 'かぜ市' })).toBeVisible()
    expect(screen.queryByText('メンテナンスのお知らせ')).toBeNull()
    await act(() => router.navigate('/register/kaze-maintenance'))
    expect(await screen.findByText('メンテナンスのお知らせ')).toBeVisible()
  })
})

describe('notices of the portal', () => {
  it('a notice does not cover the page after a sign-in, which is only announced', async () => {
    await openPortal('/login/minato-city')
    await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.jp')
    await userEvent.type(screen.getByLabelText('パスワード'), 'Portal-2026!')
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    expect(await screen.findByText('ログインしました。')).toHaveAttribute('aria-live', 'polite')
    await heading('手続き一覧')
    expect(screen.queryByRole('region', { name: 'お知らせ' })).toBeNull()
  })

  it('a notice names the application if its page fails for an unknown reason', async () => {
    await openPortal('/application/minato-city/childcare-consultation/individual', {
      as: 'hanako@example.jp',
      instead: ({ method, url }) =>
        method === 'GET' && url.endsWith('/services')
          ? new Response('<!doctype html><h1>It works!</h1>', { headers: { 'Content-Type': 'text/html' } })
          : null,
    })
    expect(
      await screen.findByText('申請の処理中にエラーが発生しました。時間をおいて、もう一度お試しください。'),
    ).toBeVisible()
  })
})

describe('log-out while answers cannot be saved', () => {
  const draft = {
    serviceId: 'childcare-consultation',
    type: 'individual',
    content: {
      formVersion: 'v1',
      answers: { consultation: { details: '夜に起きます' } },
      step: null,
      shippingAddress: null,
      unplaced: [],
      registered: [],
      reapplyOf: null,
    },
    changedAt: new Date().toISOString(),
    unsaved: true,
    etag: null,
    savedAt: null,
    baseContent: null,
    applicationId: crypto.randomUUID(),
    submission: { key: 'key-1', phase: 'editing' as const, body: null },
  }

  /** A draft of an earlier visit is in the browser, and the API does not respond. */
  async function askedToLogOut() {
    const portal = await openPortal('/minato-city/applicationlist', {
      as: 'hanako@example.jp',
      instead: ({ url }) => (url.includes('/o/drafts/') ? new Response(null, { status: 503 }) : null),
    })
    const owner = portal.sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp')
    const key = { tenantId: 'minato-city', userId: owner?.userId ?? '' }
    localDrafts.receive({ ...draft, write: 1, ...key })
    await heading('手続き一覧')
    await userEvent.click(await screen.findByRole('button', { name: 'ログアウト', hidden: true }))
    await screen.findByRole('heading', { name: '保存できていない入力があります' })
    return { ...portal, draftsLeft: () => localDrafts.listOf(key.tenantId, key.userId) }
  }

  it('asks first, and removes nothing if the user stays', async () => {
    const { path, draftsLeft } = await askedToLogOut()
    await userEvent.click(screen.getByRole('button', { name: 'ログアウトしない' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).toBe('/minato-city/applicationlist')
    expect(await draftsLeft()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'ログアウト', hidden: true }))
    expect(await screen.findByRole('heading', { name: '保存できていない入力があります' })).toBeVisible()
  })

  it('logs out after a yes, and says what was removed', async () => {
    const { path, draftsLeft } = await askedToLogOut()
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ログアウト' }))
    await waitFor(() => expect(path()).toBe('/login/minato-city'))
    expect(await screen.findByText(/一時保存できなかった入力があり、この端末から削除しました。/)).toBeVisible()
    expect(await draftsLeft()).toEqual([])
  })
})

describe('the warning of a maintenance', () => {
  it("shows the tenant's own text instead of the standard one", async () => {
    const suspendTimerConfig = new Date(Date.now() + 86_400_000).toISOString()
    const maintenance = { suspendTimerConfig, preSuspendedMessage: '夜間はコンビニ交付をご利用ください。' }
    const info = { tenantId: 'minato-city', state: 'ACTIVE', features: { webApplication: { enabled: true } } }
    await openPortal('/minato-city/procedures', {
      instead: ({ url }) => (url.endsWith('/info') ? Response.json({ ...info, maintenance }) : null),
    })
    const warning = await screen.findByRole('complementary', { name: 'メンテナンスのお知らせ' })
    expect(within(warning).getByText('夜間はコンビニ交付をご利用ください。')).toBeVisible()
    expect(warning).not.toHaveTextContent('ご利用いただけません')
  })
})

describe('the page of a maintenance', () => {
  const info = { tenantId: 'minato-city', state: 'ACTIVE', features: { webApplication: { enabled: true } } }
  const suspendTimerConfig = new Date(Date.now() - 60_000).toISOString()
  const restartTimerConfig = '2099-12-01T06:00:00+09:00'

  it.each([
    [
      'says when it is to end',
      { suspendTimerConfig, restartTimerConfig },
      '2099年12月1日（火） 06:00に再開する予定です。',
    ],
    ['names no end if there is none', { suspendTimerConfig }, null],
  ])('%s', async (_what, maintenance, end) => {
    await openPortal('/minato-city/maintenance', {
      instead: ({ url }) => (url.endsWith('/info') ? Response.json({ ...info, maintenance }) : null),
    })
    await heading('メンテナンス中です')
    expect(screen.queryByText(/に再開する予定です。$/)?.textContent ?? null).toBe(end)
  })
})

describe('a planned maintenance', () => {
  it('replaces an open page when it starts, and gives way again when it ends', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T08:59:00+09:00'), shouldAdvanceTime: true })
    const info = { tenantId: 'minato-city', state: 'ACTIVE', features: { webApplication: { enabled: true } } }
    const maintenance = {
      suspendTimerConfig: '2026-11-21T09:00:00+09:00',
      restartTimerConfig: '2026-11-21T09:02:00+09:00',
    }
    try {
      const { path } = await openPortal('/login/minato-city', {
        instead: ({ url }) => (url.endsWith('/info') ? Response.json({ ...info, maintenance }) : null),
      })
      await heading('ログイン')
      await act(() => vi.advanceTimersByTimeAsync(61_000))
      await heading('メンテナンス中です')
      await act(() => vi.advanceTimersByTimeAsync(120_000))
      await heading('ログイン')
      expect(path()).toBe('/login/minato-city')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('what a visit stores for the next one', () => {
  const info = { tenantId: 'minato-city', state: 'ACTIVE', features: { webApplication: { enabled: true } } }
  const minute = 60_000
  async function storedAfter(change: object, title: string) {
    await openPortal('/minato-city/applicationlist', {
      as: 'hanako@example.jp',
      instead: ({ url }) => (url.endsWith('/info') ? Response.json({ ...info, ...change }) : null),
    })
    await heading(title)
    const key = 'portal.tenant-look.minato-city'
    await waitFor(() => expect(localStorage.getItem(key)).not.toBeNull())
    const { openUntil } = JSON.parse(localStorage.getItem(key) ?? '{}') as { openUntil: number }
    return openUntil
  }

  it('stores that an open tenant stays open', async () => {
    expect(await storedAfter({}, '手続き一覧')).toBeGreaterThan(Date.now() + 1_000_000 * minute)
  })

  it('stores that the tenant is open until five minutes before a planned maintenance', async () => {
    const suspendAt = Date.now() + 60 * minute
    const maintenance = { suspendTimerConfig: new Date(suspendAt).toISOString() }
    expect(await storedAfter({ maintenance }, '手続き一覧')).toBe(suspendAt - 5 * minute)
  })

  it('stores that the tenant is closed, although the maintenance page has no session', async () => {
    expect(await storedAfter({ state: 'SUSPENDED' }, 'メンテナンス中です')).toBeLessThan(Date.now())
  })
})
