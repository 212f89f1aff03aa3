import { readFileSync } from 'node:fs'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AboutTexts } from '../../../form-model/definition.ts'
import { stepsFor } from '../../../form-model/delivery.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import type { ChargeAttemptState, OrderStatus } from '../../api/generated/api.schemas.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatYen } from '../../lib/display-text.ts'
import {
  addCorrection,
  answer,
  countOf,
  hanako,
  sampleCharge,
  sampleOrder,
} from '../../order-display/testing/sandbox-orders.ts'

let portal: PortalUnderTest | null = null

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  portal?.stop()
  portal = null
})

type Instead = NonNullable<Parameters<typeof startPortal>[1]>['instead']

/** A portal on another page, from which the test simulates the return from the card provider. */
async function start(instead: Instead = () => null): Promise<PortalUnderTest> {
  portal = await startPortal('/minato-city/download', { ...hanako, instead })
  await screen.findByRole('heading', { level: 1, name: '書類のダウンロード' })
  return portal
}

function remember({ orderId, chargeId }: { orderId: string; chargeId?: string }) {
  sessionStorage.setItem('portal.order.minato-city', JSON.stringify({ orderId, chargeId }))
}

async function comeBack({ router }: PortalUnderTest, callback: 'success' | 'cancel' | 'error', more = '') {
  await act(() => router.navigate(`/callbacks/payment_${callback}?tenantId=minato-city${more}`))
}

/** Starts with the order in the given status, and with an attempt in the given state if there is one. */
async function paying(status: OrderStatus, state?: ChargeAttemptState) {
  const running = await start()
  const charge = sampleCharge(running, status)
  const { backend } = running.sandbox
  const at = backend.clock.now()
  const attempt = { attemptId: 'PA-1', chargeId: charge.chargeId, cardSession: 'cs_1', at, startedAt: at }
  if (state !== undefined) {
    const rest = { method: 'GET', expiresAt: at + 3_600_000, repayment: false, locale: 'ja' } as const
    backend.attempts.save({ ...attempt, ...rest, state })
  }
  remember(charge)
  return { running, charge }
}

function title(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}
function main() {
  return screen.getByRole('main')
}

const generalStep = '担当者が内容を確認し、手続きを進めます。'

function stepsOf({ serviceId, type, shippingAddress }: ReturnType<typeof sampleOrder>['order']): string[] {
  const texts = readFileSync(`schemas/minato-city/${serviceId}/${type}/texts.ja.json`, 'utf8')
  const { about } = JSON.parse(texts) as { about: AboutTexts }
  expect(about.next.length).toBeGreaterThan(1)
  return stepsFor(about.next, shippingAddress === undefined ? 'collection' : 'post')
}

describe('the return from the card provider', () => {
  it.each<['success' | 'cancel' | 'error', string, string]>([
    ['success', '', '/minato-city/order/success'],
    ['success', '&repayment=true', '/minato-city/charge/success'],
    ['success', '&repayment=TRUE', '/minato-city/order/success'],
    ['success', '&repayment=true&repayment=false', '/minato-city/order/success'],
    ['cancel', '&repayment=true', '/minato-city/payment/cancelled'],
    ['error', '', '/minato-city/payment/error'],
  ])('redirects the %s callback%s to %s', async (callback, more, path) => {
    const running = await start()
    await comeBack(running, callback, more)
    expect(running.path()).toBe(path)
  })

  it.each(['..', '//evil.test', 'https://evil.test', '__proto__', 'a__b', ''])(
    'shows the not-found page for the tenant %j and does not store it (S-05)',
    async (tenantId) => {
      portal = await startPortal(`/callbacks/payment_success?tenantId=${encodeURIComponent(tenantId)}`, hanako)
      await title('ページが見つかりません')
      expect(localStorage.getItem('tenantId')).toBeNull()
      for (const link of document.querySelectorAll('a')) expect(link.host).toBe(window.location.host)
    },
  )

  it('requires a login and then shows the result (P-10)', async () => {
    portal = await startPortal('/callbacks/payment_success?tenantId=minato-city&repayment=true')
    await title('ログイン')
    expect(localStorage.getItem('redirectPath')).toBe('/minato-city/charge/success')
  })

  it.each(['/minato-city/payment/cancelled', '/minato-city/payment/error', '/minato-city/charge/success'])(
    'drops the query of %s (P-11)',
    async (path) => {
      const running = await start()
      await act(() => running.router.navigate(`${path}?status=paid`))
      expect(running.path()).toBe(path)
    },
  )
})

describe('a result page', () => {
  it('shows the receipt number of an application whose charge is paid', async () => {
    const { running, charge } = await paying('NOT_STARTED')
    await comeBack(running, 'success')
    await title('申請が完了しました')
    expect(main()).toHaveTextContent(/申請が完了しました。受付番号は[\d-]+です。/)
    const { order } = sampleOrder(running, 'NOT_STARTED')
    expect(screen.getAllByText(order.receiptNumber)).not.toHaveLength(0)
    expect(main()).toHaveTextContent('支払い済み')
    expect(screen.getByRole('button', { name: '印刷する' })).toBeVisible()
    expect(charge.status).toBe('PAID')
  })

  it('shows that an earlier payment counts for a correction for which nothing more is due, and whom to ask for a refund', async () => {
    const running = await start()
    const { correction, paid } = addCorrection(running, 'NOT_STARTED')
    remember(correction)
    await act(() => running.router.navigate('/minato-city/order/success'))
    await title('申請が完了しました')
    expect(main()).toHaveTextContent(`お支払い済み（前回の申請）${formatYen(paid.total, 'ja')}`)
    expect(screen.getByText('今回のお支払いはありません。')).toBeVisible()
    expect(screen.getByText(/差額の返金については、窓口にお問い合わせください。$/)).toBeVisible()
  })

  it('calls a booking by its noun, and shows its time, which can be saved for the calendar', async () => {
    const running = await start()
    const { order } = sampleOrder(running, 'IN_PROCESS')
    expect(order.serviceId).toBe('childcare-consultation')
    remember({ orderId: order.orderId })
    await act(() => running.router.navigate('/minato-city/order/success'))
    await title('予約を受け付けました')
    expect(main()).toHaveTextContent('予約を受け付けました。受付番号は')
    expect(screen.getByRole('link', { name: '予約の詳細を見る' })).toBeVisible()
    const { date = '', time = '' } = order.answers.booking as { date?: string; time?: string }
    const described = screen.getByText('予約の日時').nextElementSibling
    expect(described).toHaveTextContent(formatDateTime(`${date}T${time}:00+09:00`, 'ja'))
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:calendar'
    })
    // jsdom cannot save a file.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await userEvent.click(screen.getByRole('button', { name: 'カレンダーに追加' }))
    const begin = new Date(`${date}T${time}:00+09:00`).toISOString().replace(/[-:]|\.\d+/g, '')
    expect(await saved[0]?.text()).toContain(`DTSTART:${begin}`)
  })

  it.each([
    ['does not exist', () => answer(404, {})],
    ['never arrives', () => new Promise<Response>(() => undefined)],
  ])('shows an application without a fee if the definition of its form %s', async (_what, definition) => {
    const running = await start((request) => (request.url.endsWith('definition.json') ? definition() : null))
    const { order } = sampleOrder(running, 'IN_PROCESS')
    remember({ orderId: order.orderId })
    await act(() => running.router.navigate('/minato-city/order/success'))
    await title('予約を受け付けました')
    expect(screen.queryByText('予約の日時')).toBeNull()
  })

  it('shows an application without a fee, and does not start another one (P-03)', async () => {
    const running = await start()
    const { order } = sampleOrder(running, 'IN_PROCESS')
    remember({ orderId: order.orderId })
    await act(() => running.router.navigate('/minato-city/order/success'))
    await title('予約を受け付けました')
    expect(screen.getAllByText(order.receiptNumber)).not.toHaveLength(0)
    await act(() => running.router.navigate('/minato-city/order/success'))
    expect(countOf(running, 'POST', /\/o\//)).toBe(0)
  })

  it.each(['CANCELLED_BY_USER', 'CANCELLED_BY_TENANT'] as const)(
    'shows the details instead of an acceptance if the application without a fee is in %s',
    async (status) => {
      const running = await start()
      const { order } = sampleOrder(running, 'IN_PROCESS')
      running.sandbox.backend.orders.save({ ...order, status })
      remember({ orderId: order.orderId })
      await act(() => running.router.navigate('/minato-city/order/success'))
      const details = `/minato-city/history-details/${order.orderId}`
      await waitFor(() => expect(running.router.state.location.pathname).toBe(details))
      expect(main()).not.toHaveTextContent(/受け付けました。受付番号は/)
    },
  )

  it('repeats the steps that the page about the procedure announced, with a fee or without', async () => {
    const { running } = await paying('NOT_STARTED')
    await comeBack(running, 'success')
    await title('申請が完了しました')
    const { order: paid } = sampleOrder(running, 'NOT_STARTED')
    for (const line of stepsOf(paid)) expect(await screen.findByText(line)).toBeVisible()

    const { order: free } = sampleOrder(running, 'IN_PROCESS')
    remember({ orderId: free.orderId })
    await act(() => running.router.navigate('/minato-city/order/success'))
    for (const line of stepsOf(free)) expect(await screen.findByText(line)).toBeVisible()
    expect(stepsOf(free)).not.toEqual(stepsOf(paid))
    expect(screen.queryByText(generalStep)).toBeNull()
  })

  it.each([
    ['post', '住民票の写しが、通常3〜5開庁日で届きます。', '準備ができたことをメールでお知らせします。'],
    ['counter', '準備ができたことをメールでお知らせします。', '住民票の写しが、通常3〜5開庁日で届きます。'],
  ])('shows the steps for delivery by %s and not those for the other way', async (method, ownStep, otherStep) => {
    const { running, charge } = await paying('WAITING_PAYMENT')
    const { backend } = running.sandbox
    const { shippingAddress, ...order } = sampleOrder(running, 'WAITING_PAYMENT').order
    expect(order.serviceId).toBe('residence-certificate')
    expect(shippingAddress).toBeDefined()
    backend.charges.save({ ...charge, status: 'PAID', paidAt: backend.clock.now() })
    const isSent = method === 'post' && shippingAddress !== undefined
    backend.orders.save({
      ...order,
      answers: { ...order.answers, delivery: { method } },
      ...(isSent ? { shippingAddress } : {}),
    })
    await comeBack(running, 'success')
    expect(await screen.findByText(ownStep)).toBeVisible()
    expect(screen.getByText('担当者が内容を確認します（通常1〜2開庁日）。')).toBeVisible()
    expect(screen.queryByText(otherStep)).toBeNull()
  })

  it('describes the next step in general words if the texts of the form are missing', async () => {
    const running = await start((request) => (request.url.endsWith('texts.ja.json') ? answer(404, {}) : null))
    const { order } = sampleOrder(running, 'IN_PROCESS')
    remember({ orderId: order.orderId })
    await act(() => running.router.navigate('/minato-city/order/success'))
    expect(await screen.findByText(generalStep)).toBeVisible()
  })

  it.each<[OrderStatus, string]>([
    ['WAITING_PAYMENT', 'お支払いはまだ完了していません'],
    ['CANCELLED_BY_USER', 'お支払いの必要はありません'],
  ])('never shows success for a forged callback while the order is in %s (P-04)', async (status, heading) => {
    const { running } = await paying(status)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    for (const more of ['', '&repayment=true']) {
      await comeBack(running, 'success', more)
      // The page polls for a while before it shows this.
      await act(() => vi.advanceTimersByTimeAsync(16_000))
      await title(heading)
      expect(main()).not.toHaveTextContent(/完了しました/)
    }
  })

  it.each<['cancel' | 'error']>([['cancel'], ['error']])(
    'shows the paid page after the %s callback of a paid charge (P-06)',
    async (callback) => {
      const { running } = await paying('FINISHED')
      await comeBack(running, callback)
      await title('お支払いが完了しました')
      expect(within(main()).queryByRole('link', { name: /支払う/ })).toBeNull()
    },
  )

  it('a result page offers another payment after a cancelled and after a failed payment', async () => {
    const { running, charge } = await paying('WAITING_PAYMENT', 'CANCELLED')
    await comeBack(running, 'cancel')
    const heading = await title('お支払いが中止されました')
    expect(heading).toHaveFocus()
    expect(heading).toHaveAccessibleDescription(/もう一度お支払いの手続きをしてください。$/)
    const again = screen.getByRole('link', { name: 'もう一度支払う' })
    expect(again).toHaveAttribute('href', `/minato-city/charges/${charge.chargeId}/pay`)
    const { backend } = running.sandbox
    const [attempt] = backend.attempts.ofCharge(charge.chargeId)
    if (attempt !== undefined) backend.attempts.save({ ...attempt, state: 'FAILED' })
    await comeBack(running, 'error')
    await title('お支払いは完了していません')
    expect(main()).toHaveTextContent('申請は受け付けています。')
    expect(main()).toHaveTextContent('料金は請求されていません。カード番号、有効期限、利用限度額をご確認ください。')
  })

  it('does not say that nothing was charged while the API has not reported the end of the payment', async () => {
    const { running } = await paying('WAITING_PAYMENT', 'STARTED')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await comeBack(running, 'error')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await title('お支払いは完了していません')
    expect(main()).not.toHaveTextContent('料金は請求されていません。')
  })

  it('polls a payment in progress and shows when it is paid (P-05)', async () => {
    const { running, charge } = await paying('WAITING_PAYMENT', 'PROCESSING')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await comeBack(running, 'success')
    await title('お支払いの結果を確認しています')
    expect(main()).not.toHaveTextContent(/完了しました/)
    expect(within(main()).queryByRole('link', { name: /支払う/ })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    const { backend } = running.sandbox
    backend.charges.save({ ...charge, status: 'PAID', paidAt: backend.clock.now() })
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    const heading = await title('申請が完了しました')
    expect(heading.closest('[role="status"]')).not.toBeNull()
  })

  it('stops polling after a minute, advises against a second payment, and polls again on request (P-05)', async () => {
    const { running, charge } = await paying('WAITING_PAYMENT', 'PROCESSING')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await comeBack(running, 'success')
    await title('お支払いの結果を確認しています')
    const asks = () => countOf(running, 'GET', new RegExp(`${charge.chargeId}$`))
    for (const [index, seconds] of [1, 2, 4, 8, 8, 8, 8, 8, 8, 5].entries()) {
      await act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
      await waitFor(() => expect(asks()).toBe(index + 2))
    }
    await title('お支払いの結果を確認できませんでした')
    expect(main()).toHaveTextContent('もう一度支払う前に必ず状況をご確認ください')
    expect(within(main()).queryByRole('link', { name: /支払う/ })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(asks()).toBe(11)
    act(() => screen.getByRole('button', { name: 'もう一度確認する' }).click())
    await title('お支払いの結果を確認しています')
  })

  it('polls a started attempt once after the cancel callback', async () => {
    const { running, charge } = await paying('WAITING_PAYMENT', 'STARTED')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await comeBack(running, 'cancel')
    await title('お支払いの結果を確認しています')
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    await title('お支払いが中止されました')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(countOf(running, 'GET', new RegExp(`${charge.chargeId}$`))).toBe(2)
  })

  it('shows an unknown result and the latest applications if there is no charge', async () => {
    const running = await start()
    await comeBack(running, 'success', '&repayment=true')
    await title('結果を確認できませんでした')
    const recent = within(main()).getAllByRole('listitem')
    expect(recent).toHaveLength(5)
    expect(recent[0]).toHaveTextContent(/支払い待ち.*お支払い.*支払い待ち/)
    expect(main()).not.toHaveTextContent(/(申請|お支払い|手続き)が完了しました/)
  })

  it('uses the charge named by the callback if none was remembered', async () => {
    const running = await start()
    const charge = sampleCharge(running, 'FINISHED')
    await comeBack(running, 'success', `&repayment=true&chargeId=${charge.chargeId}`)
    expect(await title('お支払いが完了しました')).toBeVisible()
    expect(main()).toHaveTextContent(sampleOrder(running, 'FINISHED').order.receiptNumber)
  })

  it('shows an unknown result for a charge of another user, remembered or named', async () => {
    const running = await start()
    remember({ orderId: 'OR-9999', chargeId: 'CH-9999' })
    await comeBack(running, 'success')
    await title('結果を確認できませんでした')
    await comeBack(running, 'success', '&chargeId=CH-8888')
    await title('結果を確認できませんでした')
    await waitFor(() => expect(sessionStorage.getItem('portal.order.minato-city')).toBeNull())
  })

  it.each([
    ['LINEに戻る', { line: { officialAccountUrl: 'https://line.me/R/ti/p/@minato' } }],
    ['LINEのトーク画面は、LINEアプリを開くと表示されます。', {}],
    ['LINEのトーク画面は、LINEアプリを開くと表示されます。', { line: { officialAccountUrl: 'https://evil.test/' } }],
  ])('links back to the chat inside LINE: %s', async (words, branding) => {
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value: 'Mozilla/5.0 Line/26.1.0 LIFF' })
    const features = { webApplication: { enabled: true } }
    const info = { tenantId: 'minato-city', state: 'ACTIVE', features, branding }
    const running = await start((request) => (request.url.endsWith('/info') ? answer(200, info) : null))
    const { order } = sampleOrder(running, 'IN_PROCESS')
    remember({ orderId: order.orderId })
    await act(() => running.router.navigate('/minato-city/order/success'))
    await title('予約を受け付けました')
    expect(screen.getByText(words)).toBeVisible()
    expect(document.querySelector('a[href^="https://evil.test"]')).toBeNull()
    expect(screen.queryByRole('button', { name: /印刷する|カレンダーに追加/ }), 'which would do nothing').toBeNull()
    Reflect.deleteProperty(navigator, 'userAgent')
  })

  it('a result page has no axe violations, with a final result or without', async () => {
    const { running } = await paying('NOT_STARTED')
    await comeBack(running, 'success')
    await title('申請が完了しました')
    const paid = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    sessionStorage.clear()
    await comeBack(running, 'error')
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    const found = [...paid.violations, ...violations]
    expect(found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})
