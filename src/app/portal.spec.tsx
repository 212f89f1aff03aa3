import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseTenantId } from '../paths.ts'
import { startPortal } from './testing/start-portal.tsx'
import type { PortalUnderTest } from './testing/start-portal.tsx'

let portal: PortalUnderTest | null = null

afterEach(() => {
  portal?.stop()
  portal = null
})

async function open(...args: Parameters<typeof startPortal>): Promise<PortalUnderTest> {
  portal = await startPortal(...args)
  return portal
}

const hanako = { as: 'hanako@example.jp' }
function heading(name: string | RegExp) {
  return screen.findByRole('heading', { level: 1, name })
}

async function switchSandbox({ sandbox }: PortalUnderTest, path: string, body: unknown): Promise<void> {
  const request = new Request(`http://portal.test/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })
  const response = await sandbox.fetch(request)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

describe('a first visit', () => {
  it('reads no cookie, because the page would wait for the browser', async () => {
    const cookie = vi.spyOn(document, 'cookie', 'get')
    await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    expect(cookie).not.toHaveBeenCalled()
    cookie.mockRestore()
  })
})

describe('the guard', () => {
  it('stores the requested page and opens the login page (S-14)', async () => {
    const { path } = await open('/minato-city/applicationhistory?status=FINISHED')
    await heading('ログイン')
    expect(path()).toBe('/login/minato-city')
    expect(localStorage.getItem('redirectPath')).toBe('/minato-city/applicationhistory?status=FINISHED')
    await waitFor(() => expect(document.title).toBe('ログイン | みなと市'))
  })

  it('shows the page to a user with a session and remembers the tenant', async () => {
    await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    expect(localStorage.getItem('tenantId')).toBe('minato-city')
  })

  it('redirects a user with a session from login to the stored page, once', async () => {
    localStorage.setItem('redirectPath', '/minato-city/applicationhistory')
    const { path } = await open('/login/minato-city', hanako)
    await heading(/履歴/)
    expect(path()).toBe('/minato-city/applicationhistory')
    expect(localStorage.getItem('redirectPath')).toBeNull()
  })

  it('never uses the session of one tenant for another (S-11)', async () => {
    const { path, requests } = await open('/aozora-water/applicationlist', hanako)
    await heading('ログイン')
    expect(path()).toBe('/login/aozora-water')
    expect(requests.filter((request) => request.includes('/app/web/o/'))).toEqual([])
  })

  it("drops the resident's data when the address changes to another tenant", async () => {
    const { router, queryClient } = await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    // Until the login page appears, the page before may send requests; without a session they receive no data.
    const own = () =>
      queryClient
        .getQueryCache()
        .findAll({ queryKey: ['o'] })
        .filter(({ state }) => state.data !== undefined)
        .map(({ queryKey }) => queryKey.join('/'))
    await waitFor(() => expect(own()).not.toEqual([]))
    await act(() => router.navigate('/aozora-water/applicationlist'))
    await heading('ログイン')
    expect(own()).toEqual([])
  })

  it.each([
    ['an unknown tenant', '/atlantis/applicationlist'],
    ['an unknown tenant at login', '/login/atlantis'],
    ['an unknown address', '/minato-city/nothing'],
    ['an address in capitals', '/LOGIN/minato-city'],
  ])('shows the not-found page for %s and stores nothing', async (_name, path) => {
    await open(path)
    await heading('ページが見つかりません')
    expect(localStorage.getItem('tenantId')).toBeNull()
    expect(localStorage.getItem('redirectPath')).toBeNull()
  })

  it('requests the tenant info once, however many requests need it', async () => {
    const { requests } = await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    await screen.findAllByText('住民票の写しの交付請求')
    expect(requests.filter((request) => request.endsWith('/minato-city/info'))).toHaveLength(1)
  })
})

describe('an address with a slash at its end', () => {
  it.each([
    ['/login/minato-city/', '/login/minato-city'],
    ['/login/minato-city//?from=letter', '/login/minato-city?from=letter'],
  ])('%s leads to the page', async (printed, to) => {
    const { router } = await open(printed)
    await heading('ログイン')
    expect(router.state.location.pathname + router.state.location.search).toBe(to)
  })
})

describe('the start address', () => {
  it.each([
    ['/?tenantId=minato-city', '/login/minato-city'],
    ['/?tenantId=minato-city&chargeId=ch-1', '/login/minato-city'],
  ])('%s leads to %s', async (from, to) => {
    const { path } = await open(from)
    await heading('ログイン')
    expect(path()).toBe(to)
  })
  it('leads to the default tenant on a new device, and to the last tenant on a known one', async () => {
    const defaultTenant = parseTenantId('aozora-water')
    if (defaultTenant === null) throw new Error('The id is invalid')
    const config = { defaultTenant }
    const first = await open('/', { config })
    await heading('ログイン')
    expect(first.path()).toBe('/login/aozora-water')
    localStorage.setItem('tenantId', 'minato-city')
    await act(() => first.router.navigate('/'))
    await waitFor(() => expect(first.path()).toBe('/login/minato-city'))
  })
  it('stores the charge for after the login', async () => {
    await open('/?tenantId=minato-city&chargeId=ch-1')
    await heading('ログイン')
    expect(localStorage.getItem('redirectPath')).toBe('/minato-city/charges/ch-1/pay')
  })
  it.each([
    '/',
    '/?tenantId=..',
    '/?tenantId=a&tenantId=b',
    '/?tenantId=minato-city&chargeId=..%2Fx',
    '/?tenantId=minato-city&chargeId=',
  ])('%s shows the not-found page', async (from) => {
    const { requests } = await open(from)
    await heading('ページが見つかりません')
    expect(requests).toEqual([])
  })
})

describe('the host of one tenant', () => {
  const config = { tenants: { 'aozora-water': { hosts: [window.location.hostname] } } }

  it.each([
    ['/', '/login/aozora-water'],
    ['/?tenantId=aozora-water', '/login/aozora-water'],
    ['/login', '/login/aozora-water'],
    ['/login/?view=reset', '/login/aozora-water?view=reset'],
    ['/login/aozora-water', '/login/aozora-water'],
    ['/procedures', '/aozora-water/procedures'],
    ['/procedures/water-start', '/aozora-water/procedures/water-start'],
    // Has the form of a tenant's downloads.
    ['/procedures/download', '/aozora-water/procedures/download'],
  ])('leads from %s to %s, whichever tenant the device knows', async (from, to) => {
    localStorage.setItem('tenantId', 'minato-city')
    const { path } = await open(from, { config })
    await waitFor(() => expect(path()).toBe(to))
  })

  it.each([
    '/?tenantId=minato-city',
    '/login/minato-city',
    '/minato-city/procedures',
    '/minato-city/applicationlist',
    '/callbacks/payment_success?tenantId=minato-city',
    '/unknown',
  ])('shows the not-found page for %s, without a request', async (from) => {
    const { requests } = await open(from, { config })
    await heading('ページが見つかりません')
    expect(requests).toEqual([])
  })

  it('does not lead from short addresses on a host of all tenants', async () => {
    const { path } = await open('/procedures', { config: { tenants: { a: { hosts: ['apply.example.jp'] } } } })
    await heading('ページが見つかりません')
    expect(path()).toBe('/procedures')
  })
})

describe('the state of the tenant', () => {
  it.each([
    ['a disabled tenant', '/hoshi-disabled/applicationlist', '/notsupported/hoshi-disabled', 'ご利用いただけません'],
    ['a disabled tenant at login', '/login/hoshi-disabled', '/notsupported/hoshi-disabled', 'ご利用いただけません'],
    ['a suspended tenant', '/login/yume-suspended', '/yume-suspended/maintenance', 'メンテナンス中です'],
    ['a suspended tenant, wherever', '/yume-suspended/download', '/yume-suspended/maintenance', 'メンテナンス中です'],
    ['an open tenant on the maintenance page', '/minato-city/maintenance', '/login/minato-city', 'ログイン'],
    ['an open tenant on the not-supported page', '/notsupported/minato-city', '/login/minato-city', 'ログイン'],
  ])('decides the page: %s', async (_name, from, to, title) => {
    const { path } = await open(from)
    await heading(title)
    expect(path()).toBe(to)
  })

  it('an open page shows maintenance when it starts, and the page again when it ends', async () => {
    const running = await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    await switchSandbox(running, 'tenants/minato-city', { state: 'SUSPENDED' })
    await act(() => running.queryClient.invalidateQueries())
    await heading('メンテナンス中です')
    expect(running.path()).toBe('/minato-city/maintenance')
    await switchSandbox(running, 'tenants/minato-city', { state: 'ACTIVE' })
    await userEvent.click(screen.getByRole('button', { name: '再開したか確認する' }))
    await heading('手続き一覧')
  })

  it('shows a coming maintenance once per device', async () => {
    await open('/register/kaze-maintenance')
    expect(await screen.findByText('メンテナンスのお知らせ')).toBeVisible()
    const marksNow = () => Object.keys(localStorage).filter((key) => key.startsWith('portal.warned.'))
    // An effect stores the mark; React may run the effect after it has rendered the text.
    await waitFor(() => expect(marksNow()).toHaveLength(1))
    const marks = marksNow()
    const kept = Object.fromEntries(marks.map((key) => [key, localStorage.getItem(key) ?? '']))
    const suspendAt = Object.values(kept)[0] ?? ''
    expect(Number(suspendAt)).toBeGreaterThan(Date.now())
  })

  it('moves the focus to the heading when the warning of a maintenance is closed', async () => {
    await open('/register/kaze-maintenance')
    const warning = await screen.findByRole('complementary', { name: 'メンテナンスのお知らせ' })
    await userEvent.click(within(warning).getByRole('button', { name: '閉じる' }))
    expect(warning).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('sets colour, name and noun of the page', async () => {
    await open('/login/aozora-water')
    await heading('ログイン')
    await waitFor(() => expect(document.title).toContain('|'))
    const { style } = document.documentElement
    await waitFor(() => expect(style.getPropertyValue('--tenant-light-accent')).toMatch(/^#[0-9a-f]{6}$/))
    expect(within(screen.getByRole('contentinfo')).getByRole('heading', { name: 'お問い合わせ' })).toBeVisible()
  })
})

describe('failures', () => {
  it('a failure of the API is shown with a retry that does not reload the page (R-01)', async () => {
    let broken = true
    await open('/minato-city/applicationhistory', {
      ...hanako,
      instead: (request) => (broken && request.url.endsWith('/info') ? Response.error() : null),
    })
    await heading('通信できませんでした')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
    expect(await heading(/履歴/)).toBeVisible()
  })

  it('the login page opens although the tenant info fails', async () => {
    let broken = true
    await open('/login/minato-city', {
      instead: (request) => (broken && request.url.endsWith('/info') ? Response.error() : null),
    })
    await heading('ログイン')
    broken = false
    expect(screen.getByRole('textbox', { name: 'メールアドレス' })).toBeEnabled()
  })

  it('a failure that ends the session opens the sign-in dialog over the page, which continues afterwards', async () => {
    const running = await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    await screen.findByRole('link', { name: /支払う/ })
    await waitFor(() => expect(running.queryClient.isFetching()).toBe(0))
    await switchSandbox(running, 'faults', { kind: 'unauthorized', times: 20 })
    await act(() => running.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'o' }))
    const dialog = await screen.findByRole('dialog', { name: 'もう一度ログインしてください' })
    expect(within(dialog).getByText(/入力した内容は残っています/)).toBeVisible()
    await within(dialog).findByLabelText('パスワード')
    expect(within(dialog).queryByRole('banner'), 'that of the page is behind the dialog').toBeNull()
    expect(running.path()).toBe('/minato-city/applicationlist')
    expect(screen.getByRole('heading', { level: 1, name: '手続き一覧', hidden: true })).toBeInTheDocument()

    await switchSandbox(running, 'faults', { clear: true })
    await userEvent.type(await within(dialog).findByLabelText('パスワード'), 'Portal-2026!')
    await userEvent.click(within(dialog).getByRole('button', { name: 'ログイン' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await heading('手続き一覧')
    expect(await screen.findByRole('link', { name: /支払う/ })).toBeVisible()
  })

  it('the sign-in dialog over a page leads another user to a page of its own, with nothing of the first one', async () => {
    const running = await open('/minato-city/applicationlist', hanako)
    await screen.findByRole('link', { name: /支払う/ })
    await waitFor(() => expect(running.queryClient.isFetching()).toBe(0))
    await switchSandbox(running, 'faults', { kind: 'unauthorized', times: 20 })
    await act(() => running.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'o' }))
    const dialog = await screen.findByRole('dialog', { name: 'もう一度ログインしてください' })
    await switchSandbox(running, 'faults', { clear: true })
    const address = await within(dialog).findByRole('textbox', { name: 'メールアドレス' })
    await userEvent.clear(address)
    await userEvent.type(address, 'soumu@example.jp')
    await userEvent.type(within(dialog).getByLabelText('パスワード'), 'Portal-2026!')
    await userEvent.click(within(dialog).getByRole('button', { name: 'ログイン' }))
    expect(await screen.findByText(/別の利用者でログインしたため/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('link', { name: /支払う/ })).toBeNull())
  })

  it('the sign-in dialog accepts the address that another device has changed', async () => {
    const running = await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    const { residents } = running.sandbox.backend
    const resident = residents.findByEmail('minato-city', 'hanako@example.jp')
    if (resident === null) throw new Error('No Hanako')
    residents.save({ ...resident, email: 'changed@example.jp' })
    await switchSandbox(running, 'faults', { kind: 'unauthorized', times: 20 })
    await act(() => running.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'o' }))
    const dialog = await screen.findByRole('dialog', { name: 'もう一度ログインしてください' })
    await switchSandbox(running, 'faults', { clear: true })
    const address = await within(dialog).findByRole('textbox', { name: 'メールアドレス' })
    expect(address).toHaveValue('hanako@example.jp')
    await userEvent.clear(address)
    await userEvent.type(address, 'changed@example.jp')
    await userEvent.type(within(dialog).getByLabelText('パスワード'), 'Portal-2026!')
    await userEvent.click(within(dialog).getByRole('button', { name: 'ログイン' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(running.path()).toBe('/minato-city/applicationlist')
  })
})

describe('a navigation (A-03)', () => {
  it('moves the focus to the heading of the new page, not on the first page', async () => {
    const { router } = await open('/minato-city/applicationlist', hanako)
    await heading('手続き一覧')
    expect(document.body).toHaveFocus()
    await userEvent.click(screen.getByRole('link', { name: '申請履歴' }))
    const title = await heading('申請履歴')
    await waitFor(() => expect(title).toHaveFocus())
    expect(document.title).toMatch(/^申請履歴.*\| みなと市$/)
    expect(router.state.historyAction).toBe('PUSH')
  })
})

describe('the generic error page', () => {
  it('removes its query', async () => {
    const { path } = await open('/error?message=%3Cb%3Ex%3C%2Fb%3E')
    await heading('エラーが発生しました')
    await waitFor(() => expect(path()).toBe('/error'))
  })
})

describe('log-out (S-13)', () => {
  it('revokes first, then removes everything but device keys, warnings and language, and opens the login page', async () => {
    localStorage.setItem('portal.language', 'ja')
    localStorage.setItem('portal.warned.minato-city', '1')
    localStorage.setItem('CognitoIdentityServiceProvider.portal-sandbox.minato-city__x.deviceKey', 'key')
    localStorage.setItem('something', 'else')
    let stored: string | undefined
    const { path, queryClient } = await open('/minato-city/applicationlist', {
      ...hanako,
      instead: (request) => {
        if (request.headers.get('x-amz-target')?.endsWith('RevokeToken') === true)
          stored = Object.keys(sessionStorage).find((key) => key.endsWith('refreshToken'))
        return null
      },
    })
    await heading('手続き一覧')
    await userEvent.click(screen.getByRole('button', { name: /^メニュー/ }))
    await userEvent.click(screen.getByRole('button', { name: 'ログアウト', hidden: true }))
    await heading('ログイン')
    expect(path()).toBe('/login/minato-city')
    expect(stored).toBeDefined()
    expect(Object.keys(sessionStorage)).toEqual([])
    await waitFor(() => expect(localStorage.getItem('tenantId')).toBe('minato-city'))
    const kept = Object.keys(localStorage).filter((key) => !key.startsWith('portal.warned.minato-city'))
    expect(kept.toSorted()).toEqual([
      'CognitoIdentityServiceProvider.portal-sandbox.minato-city__x.deviceKey',
      'portal.language',
      'portal.left',
      'tenantId',
    ])
    expect(localStorage.getItem('portal.warned.minato-city')).toBe('1')
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .filter(({ queryKey }) => queryKey[0] === 'o'),
    ).toEqual([])
  })
})

describe('the limits of a session (R-15)', () => {
  it('the portal announces the limit five minutes before, extends the session on request, and ends it at a login page that returns to the same page', async () => {
    const running = await open('/minato-city/applicationhistory', hanako)
    await heading('申請履歴')
    const now = vi.spyOn(Date, 'now')
    const start = new Date().getTime()
    const pass = (minutes: number) => {
      now.mockReturnValue(start + minutes * 60_000)
      act(() => void window.dispatchEvent(new Event('focus')))
    }
    pass(26)
    const dialog = await screen.findByRole('dialog', { name: 'ログインを続けますか' })
    expect(dialog).toHaveTextContent('あと4分でログインの有効期限が切れます。')
    await userEvent.click(within(dialog).getByRole('button', { name: '続ける' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    pass(40)
    expect(screen.queryByRole('dialog')).toBeNull()
    pass(57)
    const title = await heading('ログイン')
    now.mockRestore()
    expect(running.path()).toBe('/login/minato-city')
    expect(localStorage.getItem('redirectPath')).toBe('/minato-city/applicationhistory')
    expect(Object.keys(sessionStorage)).toEqual([])
    const notice = 'ログインの有効期限が切れました。もう一度ログインしてください。'
    expect(title).toHaveFocus()
    expect(title).toHaveAccessibleDescription(notice)
    expect(within(screen.getByRole('main')).getByText(notice)).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.jp')
    await userEvent.type(screen.getByLabelText('パスワード'), 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    await screen.findByRole('alert')
    expect(screen.queryByText(notice), 'the failure takes its place').toBeNull()
  })
})

describe('the warning before the end of a session', () => {
  it('allows a log-out by touch, which first causes a pointer event and then a click', async () => {
    const running = await open('/minato-city/applicationhistory', hanako)
    await heading('申請履歴')
    const start = Date.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(start + 26 * 60_000)
    act(() => void window.dispatchEvent(new Event('focus')))
    const dialog = await screen.findByRole('dialog', { name: 'ログインを続けますか' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'ログアウト' }))
    await heading('ログイン')
    now.mockRestore()
    expect(running.path()).toBe('/login/minato-city')
    expect(await screen.findByText('ログアウトしました。')).toBeVisible()
    expect(localStorage.getItem('redirectPath')).toBeNull()
  })
})

describe('the language', () => {
  it('changes in place and is stored', async () => {
    await open('/login/minato-city')
    await heading('ログイン')
    await userEvent.type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@')
    await userEvent.click(await screen.findByRole('button', { name: 'English' }))
    await heading('Log in')
    expect(screen.getByRole('textbox', { name: 'Email address' })).toHaveValue('hanako@')
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('portal.language')).toBe('en')
  })
})

describe('accessibility of the frame', () => {
  it.each([
    ['/login/minato-city', 'ログイン', {}],
    ['/minato-city/applicationlist', '手続き一覧', hanako],
    ['/hoshi-disabled/applicationlist', 'ご利用いただけません', {}],
    ['/yume-suspended/applicationlist', 'メンテナンス中です', {}],
    ['/nothing', 'ページが見つかりません', {}],
    ['/error', 'エラーが発生しました', {}],
  ])('the page has no axe violations: %s', async (path, title, options) => {
    await open(path, options)
    await heading(title)
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    expect(document.querySelectorAll('h1')).toHaveLength(1)
  })
})
