import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { formatYen } from '../../lib/display-text.ts'
import { answer, countOf, hanako, sampleCharge, sampleOrder } from '../../order-display/testing/sandbox-orders.ts'

let portal: PortalUnderTest | null = null

afterEach(() => {
  vi.useRealTimers()
  portal?.stop()
  portal = null
})

async function open(options: Parameters<typeof startPortal>[1] = {}, query = '') {
  portal = await startPortal(`/minato-city/applicationlist${query}`, { ...hanako, ...options })
  await screen.findByRole('heading', { level: 1, name: '手続き一覧' })
  return portal
}

function region(name: string) {
  return screen.findByRole('region', { name: new RegExp(name) })
}
const draft = { serviceId: 'svc', serviceName: '粗大ごみ収集の申し込み', type: 'individual', formVersion: 'v1' }
const drafts = {
  items: [{ ...draft, savedAt: '2026-11-21T10:00:00+09:00', expiresAt: '2026-11-28T10:00:00+09:00' }],
  nextCursor: null,
}

describe('the list of procedures', () => {
  it('shows payments with amount, due date and one button, then returned applications', async () => {
    const running = await open()
    const { charge, order } = sampleOrder(running, 'WAITING_PAYMENT')
    const waiting = await region('対応が必要')
    const [toPay, returned] = within(waiting).getAllByRole('listitem')
    expect(toPay).toHaveTextContent('支払い待ち')
    expect(toPay).toHaveTextContent(order.receiptNumber)
    await waitFor(() => expect(toPay).toHaveTextContent(formatYen(charge?.total ?? 0, 'ja')))
    expect(toPay).toHaveTextContent(/お支払い期限：\d{4}年\d{1,2}月\d{1,2}日（.）/)
    const pay = within(waiting).getByRole('link', { name: /手数料を支払う/ })
    expect(pay).toHaveAttribute('href', `/minato-city/charges/${charge?.chargeId}/pay`)
    expect(returned).toHaveTextContent('差戻し')
    expect(within(waiting).getAllByRole('link', { name: /支払う/ })).toHaveLength(1)
  })

  it('does not ask to pay again while the result of a payment is being confirmed', async () => {
    const running = await open()
    const { charge } = sampleOrder(running, 'WAITING_PAYMENT')
    const toPay = await screen.findByRole('link', { name: /手数料を支払う/ })
    expect(toPay).toBeVisible()
    const query = getGetChargeQueryOptions(charge?.chargeId ?? '').queryKey
    await waitFor(() => {
      expect(running.queryClient.getQueryData(query)).toBeDefined()
      // A response that is still awaited would overwrite the attempt.
      expect(running.queryClient.isFetching()).toBe(0)
    })
    const lastAttempt = { attemptId: 'AT-1', state: 'PROCESSING' as const, at: '2026-11-21T10:00:00+09:00' }
    act(() => {
      running.queryClient.setQueryData(query, (known) => known && { ...known, lastAttempt })
    })
    expect(await screen.findByText('支払い確認中')).toBeVisible()
    expect(screen.queryByRole('link', { name: /手数料を支払う/ })).toBeNull()
  })

  it('stops asking for a returned application that the user does not correct, on this device', async () => {
    const running = await open()
    const waiting = await region('対応が必要')
    const before = within(waiting).getAllByRole('listitem').length
    await userEvent.click(within(waiting).getByRole('button', { name: /^住民票の写しの交付請求（.+）に対応しない$/ }))
    expect(within(waiting).getAllByRole('listitem')).toHaveLength(before - 1)
    expect(within(waiting).queryByText('差戻し')).toBeNull()
    expect(within(waiting).getAllByRole('heading', { level: 3 }).at(-1)?.firstElementChild).toHaveFocus()
    expect(await screen.findByText(/履歴では、引き続き確認できます。/)).toBeVisible()
    await act(() => running.router.navigate('/minato-city/applicationhistory'))
    await screen.findByRole('heading', { level: 1, name: '申請履歴' })
    await act(() => running.router.navigate('/minato-city/applicationlist'))
    expect(within(await region('対応が必要')).queryByText('差戻し')).toBeNull()
  })

  it('the list shows orders in progress without repeating the orders to be paid', async () => {
    await open()
    const rows = within(await region('進行中の申請')).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('未処理'),
      expect.stringContaining('処理中'),
    ])
  })

  it('the list offers each open service, and no closed service', async () => {
    await open()
    const services = await region('手続きを探す')
    const certificate = within(services).getByRole('link', { name: '住民票の写しの交付請求' })
    expect(certificate).toHaveAttribute('href', '/application/minato-city/residence-certificate/individual')
    const closed = within(services).getAllByText('この手続きの受付は終了しました。')
    for (const text of closed) expect(text.closest('li')?.querySelector('a[href^="/application/"]')).toBeNull()
  })

  it('the list links each service, even a closed one, to the page to read before the form', async () => {
    await open()
    const services = await region('手続きを探す')
    const links = within(services).getAllByRole('link', { name: 'はじめる前に' })
    expect(links).toHaveLength(within(services).getAllByRole('heading', { level: 3 }).length)
    const certificate = within(services).getByRole('heading', { level: 3, name: '住民票の写しの交付請求' })
    const about = certificate.closest('li')?.querySelector('a[href="/minato-city/procedures/residence-certificate"]')
    expect(about).toHaveAccessibleDescription('住民票の写しの交付請求')
  })

  it('shows the lowest amount of a fee that depends on the answers', async () => {
    await open()
    const services = await region('手続きを探す')
    const cardOf = (name: string) => within(services).getByRole('heading', { level: 3, name }).closest('li')
    expect(cardOf('住民票の写しの交付請求')).toHaveTextContent('手数料300円から')
    expect(cardOf('粗大ごみ収集の申し込み')).toHaveTextContent('手数料は内容によって変わります')
  })

  it('names services of the tenant as examples of a search', async () => {
    await open()
    const services = await region('手続きを探す')
    const examples = /^例：(.+)、(.+)$/.exec(within(services).getByText(/^例：/).textContent)?.slice(1) ?? []
    expect(examples).toHaveLength(2)
    for (const name of examples) expect(within(services).getByRole('heading', { level: 3, name })).toBeVisible()
  })

  it('filters by words, keeps them in the address and shows the number of results', async () => {
    const { path } = await open()
    await userEvent.type(await screen.findByRole('searchbox', { name: 'キーワードで探す' }), 'ゴミ')
    const services = await region('手続きを探す')
    await waitFor(() => expect(within(services).getAllByRole('heading', { level: 3 })).toHaveLength(1))
    expect(within(services).getByText('1件の手続きがあります')).toHaveRole('status')
    await waitFor(() => expect(decodeURIComponent(path())).toBe('/minato-city/applicationlist?q=ゴミ'))
  })

  it('does not write the search into the address after the page was left', async () => {
    const { router, path } = await open()
    const field = await screen.findByRole('searchbox')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.change(field, { target: { value: 'ゴミ' } })
    let arrived = Promise.resolve()
    // React draws that the navigation has begun when `act` ends, which must not be only after the arrival.
    await act(async () => {
      arrived = router.navigate('/minato-city/userprofile')
    })
    await act(() => arrived)
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(path()).toBe('/minato-city/userprofile')
  })

  it('follows the address after another link to the page, and Back', async () => {
    const { router, path } = await open()
    const field = await screen.findByRole('searchbox')
    await userEvent.type(field, 'ゴミ{Enter}')
    await waitFor(() => expect(decodeURIComponent(path())).toBe('/minato-city/applicationlist?q=ゴミ'))
    await act(() => router.navigate('/minato-city/applicationlist'))
    await waitFor(() => expect(field).toHaveValue(''))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(field).toHaveValue('ゴミ'))
  })

  it('follows a link that is pressed before the page shows its own search in the address', async () => {
    const { router } = await open()
    const field = await screen.findByRole('searchbox')
    await act(async () => {
      fireEvent.change(field, { target: { value: 'ゴミ' } })
    })
    await act(async () => {
      fireEvent.submit(field)
      await router.navigate('/minato-city/applicationlist')
    })
    expect(field).toHaveValue('')
  })

  it('keeps the search in the address before a link is followed, and in the links of categories', async () => {
    const { router, path } = await open()
    await userEvent.type(await screen.findByRole('searchbox'), 'ゴミ')
    const categories = within(screen.getByRole('navigation', { name: '分類' })).getAllByRole('link')
    for (const link of categories) expect(link.getAttribute('href')).toContain(`q=${encodeURIComponent('ゴミ')}`)
    await userEvent.tab()
    await waitFor(() => expect(decodeURIComponent(path())).toBe('/minato-city/applicationlist?q=ゴミ'))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it("reads romaji and searches the tenant's words", async () => {
    await open({}, '?q=hikkoshi')
    const services = await region('手続きを探す')
    await waitFor(() => expect(within(services).getAllByRole('heading', { level: 3 })).toHaveLength(2))
    expect(within(services).getByRole('link', { name: '住民票の写しの交付請求' })).toBeVisible()
  })

  it('shows a note that procedures are only similar if none has every word', async () => {
    await open({}, '?q=自転車の処分方法')
    const services = await region('手続きを探す')
    expect(within(services).getByText(/近い手続きを1件表示しています/)).toHaveRole('status')
    expect(within(services).getByRole('link', { name: '粗大ごみ収集の申し込み' })).toBeVisible()
  })

  it.each([
    ['24:00', 'ただいま受付中です。'],
    ['00:00', 'ただいま受付時間外です。'],
  ])(
    'names the phone with its hours if nothing was found, and whether it is answered now (until %s)',
    async (to, now) => {
      const openingHours = { days: 'every-day', from: '00:00', to }
      const contact = { phone: '0312345678', hours: '毎日', openingHours }
      const info = { tenantId: 'minato-city', state: 'ACTIVE', features: { webApplication: { enabled: true } } }
      const instead = ({ url }: Request) =>
        url.endsWith('/info') ? Response.json({ ...info, branding: { contact } }) : null
      await open({ instead }, '?q=xyz')
      expect((await screen.findByText(/お電話でもお尋ねください/)).closest('p')).toHaveTextContent(
        `お電話でもお尋ねください： 03-1234-5678（毎日）${now}`,
      )
    },
  )

  it('restores a search from the address and offers to clear one without results', async () => {
    const { path } = await open({}, '?q=xyz&category=none')
    expect(await screen.findByText('見つかりませんでした')).toHaveRole('status')
    expect(screen.queryByText(/0件/)).toBeNull()
    expect(screen.getByText(/お電話でもお尋ねください/).closest('p')).toHaveTextContent('03-1234-5678')
    await userEvent.click(screen.getByRole('button', { name: 'すべての手続きを表示する' }))
    await waitFor(() => expect(screen.queryByText('見つかりませんでした')).toBeNull())
    expect(screen.getByRole('link', { name: '道路占用許可申請' })).toBeVisible()
    expect(path()).toBe('/minato-city/applicationlist')
  })

  it('sends no request for a search', async () => {
    const running = await open()
    await region('手続きを探す')
    const asked = running.requests.length
    await userEvent.click(screen.getByRole('link', { name: '子育て' }))
    await waitFor(() => expect(running.path()).toContain('category='))
    expect(running.requests).toHaveLength(asked)
  })

  it('shows the services if the orders are not ready', async () => {
    const instead = (request: Request) =>
      request.url.includes('/o/orders') ? answer(503, { code: 'SE_CO_0503' }, { 'Retry-After': '60' }) : null
    await open({ instead })
    expect(await screen.findByText(/申請履歴を準備しています/)).toBeVisible()
    expect(await screen.findByRole('link', { name: '粗大ごみ収集の申し込み' })).toBeVisible()
  })

  it('says that procedures can be started although the orders cannot be shown', async () => {
    const instead = (request: Request) => (request.url.includes('/o/orders') ? answer(400, {}) : null)
    await open({ instead })
    expect(await screen.findByText('申請の状況を表示できませんでした。新しい手続きはできます。')).toBeVisible()
    expect(await screen.findByRole('link', { name: '粗大ごみ収集の申し込み' })).toBeVisible()
  })

  it('fetches unreadable data again instead of rendering it from the cache', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    let broken = true
    const instead = (request: Request) =>
      broken && request.url.includes('/o/drafts') ? answer(200, { unexpected: [0, null] }) : null
    await open({ instead })
    const section = (await screen.findByText('下書きを表示できませんでした')).closest<HTMLElement>('[role="status"]')
    expect(printed.mock.calls).toEqual([[expect.any(TypeError)]])
    broken = false
    await userEvent.click(within(section ?? document.body).getByRole('button', { name: 'もう一度試す' }))
    await waitFor(() => expect(screen.queryByText('下書きを表示できませんでした')).toBeNull())
    printed.mockRestore()
  })

  it('shows the services if there are no orders', async () => {
    const nothing = { items: [], nextCursor: null }
    const instead = (request: Request) => (/\/o\/(orders|drafts)/.test(request.url) ? answer(200, nothing) : null)
    await open({ instead })
    await region('手続きを探す')
    expect(screen.queryByRole('region', { name: /対応が必要/ })).toBeNull()
    expect(screen.queryByRole('region', { name: '進行中の申請' })).toBeNull()
    expect(screen.queryByRole('region', { name: '下書き' })).toBeNull()
  })

  it('warns about a service that stops within seven days, once per device', async () => {
    await open()
    expect(await screen.findByText(/「子育て相談の予約」は.+に受付を終了します。/)).toBeVisible()
    const marks = Object.entries(localStorage).filter(([key]) => key.startsWith('portal.warned.'))
    portal?.stop()
    for (const [key, value] of marks) localStorage.setItem(key, String(value))
    await open()
    await region('手続きを探す')
    expect(screen.queryByText(/に受付を終了します。/)).toBeNull()
  })

  it('moves the focus to the heading when the warning about a service is closed', async () => {
    await open()
    const warning = await screen.findByText(/「子育て相談の予約」は.+に受付を終了します。/)
    await userEvent.click(screen.getByRole('button', { name: '閉じる' }))
    expect(warning).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('deletes a draft after a confirmation, with one request for two clicks (P-01)', async () => {
    let deleted = 0
    const instead = (request: Request) => {
      if (!request.url.includes('/o/drafts')) return null
      if (request.method === 'GET') return answer(200, deleted > 0 ? { items: [], nextCursor: null } : drafts)
      deleted += 1
      return new Response(null, { status: 204 })
    }
    await open({ instead })
    await userEvent.click(await screen.findByRole('button', { name: '粗大ごみ収集の申し込みの下書きを削除する' }))
    const confirm = screen.getByRole('button', { name: '下書きを削除する' })
    fireEvent.click(confirm)
    fireEvent.click(confirm)
    await waitFor(() => expect(screen.queryByRole('region', { name: '下書き' })).toBeNull())
    expect(deleted).toBe(1)
  })

  it('deleting a draft moves the focus to the next draft, and to the heading after the last draft', async () => {
    const [first] = drafts.items
    let items = ['a', 'b', 'c'].map((serviceId) => ({ ...first, serviceId, serviceName: serviceId }))
    const instead = ({ method, url }: Request) => {
      if (!url.includes('/o/drafts')) return null
      if (method === 'GET') return answer(200, { items, nextCursor: null })
      items = items.filter(({ serviceId }) => !url.includes(`/drafts/${serviceId}/`))
      return new Response(null, { status: 204 })
    }
    await open({ instead })
    const remove = async (service: string) => {
      await userEvent.click(await screen.findByRole('button', { name: `${service}の下書きを削除する` }))
      await userEvent.click(screen.getByRole('button', { name: '下書きを削除する' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await remove('b')
    await waitFor(() => expect(screen.getByRole('link', { name: 'cの入力を続ける' })).toHaveFocus())
    await remove('c')
    await waitFor(() => expect(screen.getByRole('link', { name: 'aの入力を続ける' })).toHaveFocus())
    await remove('a')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  it('reports in the dialog that a draft could not be deleted, and keeps it', async () => {
    const instead = (request: Request) => {
      if (!request.url.includes('/o/drafts')) return null
      return request.method === 'GET' ? answer(200, drafts) : answer(500, {})
    }
    await open({ instead })
    await userEvent.click(await screen.findByRole('button', { name: /の下書きを削除する/ }))
    await userEvent.click(screen.getByRole('button', { name: '下書きを削除する' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('エラーが発生しました')
    expect(screen.getByRole('region', { name: '下書き' })).toBeVisible()
  })

  it('uses お申し込み for a tenant with that noun and never 申請', async () => {
    portal = await startPortal('/aozora-water/applicationlist', { ...hanako, tenantId: 'aozora-water' })
    await screen.findByRole('heading', { level: 1, name: '手続き一覧' })
    await region('手続きを探す')
    expect(document.querySelector('main')).not.toHaveTextContent('申請')
  })

  it('the list of procedures has no axe violations', async () => {
    const running = await open()
    await region('手続きを探す')
    await screen.findByText(formatYen(sampleCharge(running, 'WAITING_PAYMENT').total, 'ja'))
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(countOf(running, 'POST', /\/o\//)).toBe(0)
  })
})
