import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { addCorrection, answer, hanako } from '../../order-display/testing/sandbox-orders.ts'

let portal: PortalUnderTest | null = null

afterEach(() => {
  vi.useRealTimers()
  portal?.stop()
  portal = null
})

async function open(query = '', options: Parameters<typeof startPortal>[1] = {}) {
  portal = await startPortal(`/minato-city/applicationhistory${query}`, { ...hanako, ...options })
  await screen.findByRole('heading', { level: 1, name: '申請履歴' })
  return portal
}

/** A text of the page itself; an announcement has the same text. */
function listed(text: string) {
  return within(screen.getByRole('main')).findByText(text)
}
function rows() {
  return within(screen.getByRole('main')).getAllByRole('listitem')
}
function order(index: number, status = 'FINISHED') {
  return {
    orderId: `OR-${index}`,
    receiptNumber: `2026-${100_000 + index}`,
    serviceId: 'bulky-waste',
    serviceName: `手続き${index}`,
    type: 'individual',
    status,
    submittedAt: '2026-11-21T10:00:00+09:00',
    updatedAt: '2026-11-21T10:00:00+09:00',
    allowedActions: [],
  }
}

/** Replaces the response for the list of orders; the sandbox answers everything else. */
function orders(list: (url: URL) => Response) {
  return (request: Request) => {
    const url = new URL(request.url)
    return url.pathname.endsWith('/o/orders') ? list(url) : null
  }
}

describe('the history', () => {
  it('shows everything submitted, the newest first, with its status', async () => {
    await open()
    expect(await listed('6件を表示しています')).toBeVisible()
    const labels = ['支払い待ち', '未処理', '処理中', '差戻し', '取下げ', '完了']
    for (const [index, row] of rows().entries()) expect(row).toHaveTextContent(labels[index] ?? '')
    expect(within(rows()[5] ?? document.body).getByRole('link')).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/minato-city\/history-details\/OR-/),
    )
  })

  it('shows that the result of a payment is being confirmed, instead of an unpaid application', async () => {
    const lastAttempt = { attemptId: 'AT-1', state: 'PROCESSING', at: '2026-11-21T10:00:00+09:00' }
    const charge = { chargeId: 'CH-1', status: 'WAITING', dueAt: '2026-12-05T23:59:59+09:00' }
    const list = () =>
      answer(200, {
        items: [
          { ...order(1, 'WAITING_PAYMENT'), charge: { ...charge, lastAttempt } },
          { ...order(2, 'WAITING_PAYMENT'), charge: { ...charge, lastAttempt: { ...lastAttempt, state: 'FAILED' } } },
        ],
        nextCursor: null,
      })
    await open('', { instead: orders(list) })
    expect(await screen.findByText('支払い確認中')).toBeVisible()
    expect(rows()[0]).not.toHaveTextContent('支払い待ち')
    expect(rows()[1]).toHaveTextContent('支払い待ち')
  })

  it('marks a returned application that waits for a correction, and no other', async () => {
    const running = await open()
    const waiting = '修正が必要です'
    expect((await listed(waiting)).closest('li')).toHaveTextContent('差戻し')
    addCorrection(running, 'NOT_STARTED')
    await act(() => running.router.navigate('/minato-city/applicationhistory?status=CANCELLED_BY_TENANT'))
    expect(await listed('1件を表示しています')).toBeVisible()
    expect(rows()[0]).toHaveTextContent('差戻し')
    expect(screen.queryByText(waiting)).toBeNull()
  })

  it('shows the filters of the address as removable chips', async () => {
    const { path } = await open('?status=FINISHED&service=residence-certificate')
    expect(await listed('1件を表示しています')).toBeVisible()
    await userEvent.click(await screen.findByRole('link', { name: '「完了」の条件を解除する' }))
    await waitFor(() => expect(path()).toBe('/minato-city/applicationhistory?service=residence-certificate'))
    expect(await listed('3件を表示しています')).toBeVisible()
  })

  it('writes chosen filters into the address, without the empty ones', async () => {
    const { path, router } = await open()
    await userEvent.click(screen.getByText('絞り込み'))
    await userEvent.selectOptions(screen.getByLabelText('状況'), '差戻し')
    await userEvent.click(screen.getByRole('button', { name: 'この条件で表示する' }))
    await waitFor(() => expect(path()).toBe('/minato-city/applicationhistory?status=CANCELLED_BY_TENANT'))
    expect(await listed('1件を表示しています')).toBeVisible()
    expect(screen.getByText('絞り込み（1）').closest('summary')).toHaveFocus()
    await userEvent.click(screen.getByText('絞り込み（1）'))
    await userEvent.click(screen.getByRole('button', { name: 'この条件で表示する' }))
    await waitFor(() => expect(screen.getByText('絞り込み（1）').closest('summary')).toHaveFocus())
    await act(() => router.navigate(-1))
    expect(path(), 'the same filters make no second entry').toBe('/minato-city/applicationhistory')
  })

  it('reports a reversed period instead of an empty history', async () => {
    const running = await open('?from=2026-02-01&to=2026-01-01')
    expect(await screen.findByText('終了日には、開始日以降の日付を入力してください。')).toBeVisible()
    expect(running.requests.filter((request) => request.endsWith('/o/orders'))).toEqual([])
  })

  it('the history appends pages, and keeps the shown pages if another page fails', async () => {
    let failing = false
    const list = (url: URL) => {
      const from = Number(url.searchParams.get('cursor') ?? 0)
      if (failing) return answer(500, {})
      const items = Array.from({ length: 30 }, (_, index) => order(from + index))
      return answer(200, { items, nextCursor: from < 30 ? String(from + 30) : null })
    }
    await open('', { instead: orders(list) })
    expect(await listed('30件を表示しています')).toBeVisible()
    failing = true
    await userEvent.click(screen.getByRole('button', { name: 'さらに表示' }))
    expect(await screen.findByText('続きを読み込めませんでした。')).toBeVisible()
    expect(rows()).toHaveLength(30)
    failing = false
    await userEvent.click(screen.getByRole('button', { name: 'さらに表示' }))
    expect(await listed('60件を表示しています')).toBeVisible()
    expect(screen.getByText('これですべてです')).toBeVisible()
    await waitFor(() => expect(within(rows()[30] ?? document.body).getByRole('link')).toHaveFocus())
    expect(new Set(rows().map((row) => row.textContent)).size).toBe(60)
  })

  it('retries a history that is not ready (historyWait)', async () => {
    let ready = false
    const list = () =>
      ready
        ? answer(200, { items: [order(1)], nextCursor: null })
        : answer(503, { code: 'SE_CO_0503' }, { 'Retry-After': '7' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open('', { instead: orders(list) })
    const waiting = await screen.findByText(/^申請履歴を準備しています/)
    expect(waiting).toBeVisible()
    expect(screen.getByText('およそ7秒後に、自動でもう一度読み込みます。')).toBeVisible()
    ready = true
    await act(() => vi.advanceTimersByTimeAsync(7_100))
    expect(await screen.findByText('手続き1')).toBeVisible()
  })

  it('shows an unknown status as a dash with a text for screen readers', async () => {
    const list = () => answer(200, { items: [order(1, 'ARCHIVED')], nextCursor: null })
    await open('', { instead: orders(list) })
    await screen.findByText('手続き1')
    expect(rows()[0]).toHaveTextContent('-状況を表示できません')
  })

  it('offers a next step for an empty history and for a search without results', async () => {
    const list = () => answer(200, { items: [], nextCursor: null })
    await open('', { instead: orders(list) })
    expect(await screen.findByText('申請はまだありません')).toBeVisible()
    expect(screen.getByRole('link', { name: '手続き一覧へ' })).toBeVisible()
    portal?.stop()
    await open('?q=nothing', { instead: orders(list) })
    expect(await listed('条件に合う申請はありません')).toBeVisible()
  })

  it('the history has no axe violations', async () => {
    await open('?status=FINISHED')
    await listed('1件を表示しています')
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})
