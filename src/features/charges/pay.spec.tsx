import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Charge } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { changeLanguage } from '../../i18n/texts.ts'
import { formatYen } from '../../lib/display-text.ts'
import { answer, countOf, hanako, sampleCharge } from '../../order-display/testing/sandbox-orders.ts'

let portal: PortalUnderTest | null = null
let left: string[] = []

/** jsdom cannot navigate, so links and posted forms that leave the portal are recorded. */
function noteLeaving(event: Event) {
  const { target } = event
  const to =
    target instanceof HTMLAnchorElement
      ? target.href
      : target instanceof HTMLFormElement
        ? (target.getAttribute('action') ?? '')
        : ''
  if (to === '' || new URL(to, window.location.href).origin === window.location.origin) return
  event.preventDefault()
  left.push(to)
}

beforeEach(() => {
  left = []
  for (const type of ['click', 'submit']) document.addEventListener(type, noteLeaving)
})
afterEach(() => {
  for (const type of ['click', 'submit']) document.removeEventListener(type, noteLeaving)
  portal?.stop()
  portal = null
})

type Status = Parameters<typeof sampleCharge>[1]
type Options = Parameters<typeof startPortal>[1]

async function open(status: Status, page: 'pay' | 'cancel' = 'pay', options: Options = {}) {
  portal = await startPortal('/minato-city/download', {
    ...hanako,
    sandbox: { cardOrigin: 'https://card.test' },
    ...options,
  })
  await screen.findByRole('heading', { level: 1, name: '書類のダウンロード' })
  const running = portal
  const charge = sampleCharge(running, status)
  await act(() => running.router.navigate(`/minato-city/charges/${charge.chargeId}/${page}`))
  await screen.findByText('お支払い金額')
  return { running, charge }
}

function payButton() {
  return screen.queryByRole('button', { name: '支払う' })
}
async function press() {
  return userEvent.click(await screen.findByRole('button', { name: '支払う' }))
}
function refusing(code: string, status: number, more: object = {}, times = 1) {
  let left = times
  return (request: Request) => {
    if (!request.url.endsWith('/proceed') || left === 0) return null
    left -= 1
    return answer(status, { code, ...more })
  }
}

describe('the page to pay a charge', () => {
  it('shows amount, lines, due date and what the button does next', async () => {
    const { charge } = await open('WAITING_PAYMENT')
    const box = screen.getByRole('region', { name: 'お支払い金額' })
    expect(box).toHaveTextContent(`合計${formatYen(charge.total, 'ja')}`)
    for (const { label, amount } of charge.lines) {
      expect(box).toHaveTextContent(new RegExp(`${label.ja}.*${formatYen(amount, 'ja')}`))
    }
    expect(box).toHaveTextContent(/お支払い期限\d{4}年/)
    expect(screen.getByText(/カード番号はみなと市には伝わりません/)).toBeVisible()
    expect(screen.getByRole('link', { name: '支払わずに申請を取り下げる' })).toHaveAttribute(
      'href',
      `/minato-city/charges/${charge.chargeId}/cancel`,
    )
  })

  it('lists what was paid with the returned application, so that the lines add up to the total', async () => {
    const { running, charge } = await open('WAITING_PAYMENT')
    expect(screen.queryByText('お支払い済み（前回の申請）')).toBeNull()
    const { queryKey } = getGetChargeQueryOptions(charge.chargeId)
    act(() => {
      running.queryClient.setQueryData(queryKey, (known) => known && { ...known, carriedOver: 410 })
    })
    expect(await screen.findByRole('row', { name: 'お支払い済み（前回の申請） -410円' })).toBeVisible()
  })

  it('sends one request for two clicks and leaves once for the card provider (P-01, S-24)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT')
    const button = await screen.findByRole('button', { name: '支払う' })
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByRole('button', { name: '決済サービスへ移動しています' })
    expect(countOf(running, 'POST', /\/proceed$/)).toBe(1)
    expect(left).toEqual([expect.stringMatching(/^https:\/\/card\.test\//)])
    expect(running.sandbox.backend.attempts.ofCharge(charge.chargeId)).toHaveLength(1)
    expect(JSON.parse(sessionStorage.getItem('portal.order.minato-city') ?? '{}')).toEqual({
      orderId: charge.orderId,
      chargeId: charge.chargeId,
      attemptId: running.sandbox.backend.attempts.lastOf(charge.chargeId)?.attemptId,
    })
  })

  it('stays on the page that the user has opened while the payment was being started', async () => {
    const response = Promise.withResolvers<void>()
    const proceeding = Promise.withResolvers<void>()
    const instead = async (request: Request) => {
      if (!request.url.endsWith('/proceed')) return null
      proceeding.resolve()
      await response.promise
      return null
    }
    const { running, charge } = await open('WAITING_PAYMENT', 'pay', { instead })
    await press()
    await proceeding.promise
    await act(() => running.router.navigate('/minato-city/download'))
    response.resolve()
    await screen.findByRole('heading', { level: 1, name: '書類のダウンロード' })
    await waitFor(() => expect(running.sandbox.backend.attempts.ofCharge(charge.chargeId)).toHaveLength(1))
    await waitFor(() => expect(running.queryClient.isMutating()).toBe(0))
    expect(left).toEqual([])
  })

  it('enables the button again and explains if the browser blocks the redirect to the card provider', async () => {
    await open('WAITING_PAYMENT')
    await press()
    await screen.findByRole('button', { name: '決済サービスへ移動しています' })
    const blocked = new Event('securitypolicyviolation', { bubbles: true })
    act(() => void document.dispatchEvent(Object.assign(blocked, { effectiveDirective: 'img-src' })))
    expect(payButton()).toBeNull()
    act(() => void document.dispatchEvent(Object.assign(blocked, { effectiveDirective: 'form-action' })))
    expect(await screen.findByRole('alert')).toHaveTextContent('決済サービスに移動できませんでした')
    expect(payButton()).not.toHaveAttribute('aria-disabled')
  })

  it('the page enables its button and reads the charge again when the browser restores it from its cache (P-09)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT')
    await press()
    await screen.findByRole('button', { name: '決済サービスへ移動しています' })
    const { backend } = running.sandbox
    backend.charges.save({ ...charge, status: 'PAID', paidAt: backend.clock.now() })
    const before = running.requests.length
    await act(async () => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    expect(await screen.findByText('お支払いはすでに完了しています。')).toBeVisible()
    expect(payButton()).toBeNull()
    expect(running.requests.slice(before)).toEqual([`GET /app/web/o/charges/${charge.chargeId}`])
    expect(countOf(running, 'POST', /\/proceed$/)).toBe(1)
  })

  it.each<[Status, string]>([
    ['FINISHED', 'お支払いはすでに完了しています。'],
    ['CANCELLED_BY_USER', 'この請求は取り消されています。お支払いの必要はありません。'],
  ])('the page has no pay button for the charge of an order in %s (P-07)', async (status, text) => {
    const { running } = await open(status)
    expect(screen.getByText(text)).toBeVisible()
    expect(payButton()).toBeNull()
    expect(screen.queryByRole('link', { name: /取り下げる/ })).toBeNull()
    expect(countOf(running, 'POST', /\/o\//)).toBe(0)
  })

  it('the page has no pay button for an unknown status, even if the API allows a payment (P-07)', async () => {
    const instead = (request: Request) => {
      if (portal === null || !/\/o\/charges\/CH-[^/]+$/.test(request.url)) return null
      return answer(200, {
        chargeId: 'CH-1',
        orderId: 'OR-1',
        receiptNumber: '1',
        title: '手数料',
        status: 'REFUNDING',
        amount: { total: 1, tax: 0, currency: 'JPY' },
        lines: [],
        createdAt: '2026-11-21T10:00:00+09:00',
        allowedActions: ['proceed', 'decline'],
      })
    }
    await open('WAITING_PAYMENT', 'pay', { instead })
    expect(await screen.findAllByText('状況を表示できません')).not.toHaveLength(0)
    expect(payButton()).toBeNull()
  })

  it.each(['PROCESSING', 'SUCCEEDED'] as const)(
    'offers neither a payment nor a withdrawal while the attempt is %s, whatever the API allows',
    async (state) => {
      for (const page of ['pay', 'cancel'] as const) {
        const { running, charge } = await open('WAITING_PAYMENT', page)
        const { queryKey } = getGetChargeQueryOptions(charge.chargeId)
        const lastAttempt = { attemptId: 'AT-1', state, at: '2026-11-21T10:00:00+09:00' }
        act(() => {
          running.queryClient.setQueryData(
            queryKey,
            (known): Charge | undefined => known && { ...known, lastAttempt, allowedActions: ['proceed', 'decline'] },
          )
        })
        expect(await screen.findByText(/もう一度支払わずに/)).toBeVisible()
        expect(payButton()).toBeNull()
        expect(within(screen.getByRole('main')).queryByRole('link', { name: /取り下げる/ })).toBeNull()
        expect(within(screen.getByRole('main')).queryByRole('button', { name: /取り下げる/ })).toBeNull()
        running.stop()
      }
      portal = null
    },
  )

  it('shows the not-found page for a charge of another user', async () => {
    portal = await startPortal('/minato-city/charges/CH-9999/pay', hanako)
    await screen.findByRole('heading', { level: 1, name: 'ページが見つかりません' })
    expect(countOf(portal, 'POST', /\/o\//)).toBe(0)
  })

  it('drops the query of its address by replacement (P-11)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT')
    await act(() => running.router.navigate(`/minato-city/charges/${charge.chargeId}/pay?token=x`))
    expect(running.path()).toBe(`/minato-city/charges/${charge.chargeId}/pay`)
  })

  it('goes to the success page if the charge was paid meanwhile (SE_CH_0001)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT')
    const { backend } = running.sandbox
    backend.charges.save({ ...charge, status: 'PAID', paidAt: backend.clock.now() })
    await press()
    await screen.findByRole('heading', { level: 1, name: 'お支払いが完了しました' })
    expect(running.path()).toBe('/minato-city/charge/success')
    expect(left).toEqual([])
  })

  it('shows that no payment is due if the charge was cancelled meanwhile (SE_CH_0002)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT')
    const { backend } = running.sandbox
    backend.charges.save({ ...charge, status: 'CANCELLED', cancelledAt: backend.clock.now() })
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('お支払いの必要はありません')
    await waitFor(() => expect(payButton()).toBeNull())
  })

  it('continues an attempt that is already open instead of starting another (SE_CH_0003)', async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    const attempt = { attemptId: 'PA-1', method: 'GET', url: 'https://card.test/pay/open', expiresAt }
    const { running } = await open('WAITING_PAYMENT', 'pay', { instead: refusing('SE_CH_0003', 409, { attempt }) })
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('別の画面でお支払いの手続き中です')
    expect(left).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'お支払いの手続きを続ける' }))
    expect(left).toEqual(['https://card.test/pay/open'])
    expect(countOf(running, 'POST', /\/proceed$/)).toBe(1)
  })

  it('the page continues its own attempt after Back and another click, without a second attempt (P-09)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT')
    await press()
    await screen.findByRole('button', { name: '決済サービスへ移動しています' })
    await act(async () => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await press()
    await waitFor(() => expect(left).toHaveLength(2))
    expect(left[1]).toBe(left[0])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(running.sandbox.backend.attempts.ofCharge(charge.chargeId)).toHaveLength(1)
  })

  it('does not offer an open attempt that has expired', async () => {
    const attempt = { attemptId: 'PA-1', method: 'GET', url: 'https://card.test/x', expiresAt: '2020-01-01T00:00:00Z' }
    await open('WAITING_PAYMENT', 'pay', { instead: refusing('SE_CH_0003', 409, { attempt }) })
    await press()
    await screen.findByRole('alert')
    expect(screen.queryByRole('button', { name: 'お支払いの手続きを続ける' })).toBeNull()
    expect(screen.getByRole('button', { name: '最新の状況を確認する' })).toBeVisible()
  })

  it.each([
    ['SE_CH_0004', 410, 'お支払いの期限が過ぎたため、お支払いいただけません。'],
    ['SE_CH_0010', 503, '料金は請求されていません。'],
  ])('explains %s and stays on the page', async (code, status, text) => {
    await open('WAITING_PAYMENT', 'pay', { instead: refusing(code, status) })
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(left).toEqual([])
  })

  it('shows a changed amount before the payment (SE_CH_0005)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT', 'pay', { instead: refusing('SE_CH_0005', 422) })
    running.sandbox.backend.charges.save({ ...charge, total: 500 })
    await press()
    expect(await screen.findByRole('alert'), 'never with the old amount').toHaveTextContent('新しい金額は500円です。')
    expect(screen.getByRole('region', { name: 'お支払い金額' })).toHaveTextContent('500円')
    expect(left).toEqual([])
  })

  it('retries a lost request unchanged if the language was switched meanwhile', async () => {
    const bodies: unknown[] = []
    const instead = async (request: Request) => {
      if (!request.url.endsWith('/proceed')) return null
      bodies.push([request.headers.get('idempotency-key'), await request.clone().json()])
      return bodies.length === 1 ? Response.error() : null
    }
    await open('WAITING_PAYMENT', 'pay', { instead })
    await press()
    await screen.findByRole('alert')
    await act(() => changeLanguage('en'))
    await userEvent.click(await screen.findByRole('button', { name: 'Pay' }))
    await waitFor(() => expect(left).toHaveLength(1))
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toEqual(bodies[0])
  })

  it('retries with the same key after a lost response, and uses a new key for another attempt', async () => {
    const keys: (string | null)[] = []
    const instead = (request: Request) => {
      if (!request.url.endsWith('/proceed')) return null
      keys.push(request.headers.get('idempotency-key'))
      return keys.length === 1 ? Response.error() : null
    }
    await open('WAITING_PAYMENT', 'pay', { instead })
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('通信できませんでした')
    await press()
    await screen.findByRole('button', { name: '決済サービスへ移動しています' })
    await act(async () => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await press()
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('leaves only for the configured card provider (S-24)', async () => {
    const instead = (request: Request) =>
      request.url.endsWith('/proceed')
        ? answer(200, {
            attemptId: 'PA-1',
            method: 'GET',
            url: 'https://evil.test/',
            expiresAt: '2099-01-01T00:00:00Z',
          })
        : null
    await open('WAITING_PAYMENT', 'pay', { instead })
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('決済サービスに移動できませんでした')
    expect(left).toEqual([])
    expect(payButton()).toBeVisible()
  })

  it('the page to pay a charge has no axe violations', async () => {
    await open('WAITING_PAYMENT')
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})

describe('on a slow device, where a page appears long after its loader', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each(['pay', 'cancel', 'success'] as const)('the page %s reads the charge once', async (page) => {
    portal = await startPortal('/minato-city/download', hanako)
    await screen.findByRole('heading', { level: 1, name: '書類のダウンロード' })
    const running = portal
    const { chargeId, orderId } = sampleCharge(running, page === 'success' ? 'FINISHED' : 'WAITING_PAYMENT')
    sessionStorage.setItem('portal.order.minato-city', JSON.stringify({ orderId, chargeId }))
    const now = Date.now.bind(Date)
    let lateMs = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() + lateMs)
    const stop = running.router.subscribe(({ navigation }) => {
      if (navigation.state === 'idle') lateMs = 60_000
    })
    await act(() =>
      running.router.navigate(`/minato-city/${page === 'success' ? 'charge' : `charges/${chargeId}`}/${page}`),
    )
    stop()
    await screen.findByRole('region', { name: 'お支払い金額' })
    await waitFor(() => expect(running.queryClient.isFetching()).toBe(0))
    expect(lateMs).toBe(60_000)
    expect(countOf(running, 'GET', /\/o\/charges\/CH-/)).toBe(1)
  })
})

describe('the page to cancel a charge', () => {
  it('cancels once for two clicks and shows the completion (charge-cancelled, P-01)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT', 'cancel')
    const button = screen.getByRole('button', { name: '支払わずに申請を取り下げる' })
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByRole('heading', { level: 1, name: '申請を取り下げました' })
    expect(screen.getByText('申請を取り下げました。お支払いの必要はありません。')).toBeVisible()
    expect(countOf(running, 'POST', /\/decline$/)).toBe(1)
    const { backend } = running.sandbox
    expect(backend.charges.find(charge.chargeId)?.status).toBe('CANCELLED')
    expect(backend.orders.findOwned(charge, charge.orderId)?.status).toBe('CANCELLED_BY_USER')
  })

  it('says whom to ask about a refund of what was paid before, and nothing of it without such a payment', async () => {
    const { running, charge } = await open('WAITING_PAYMENT', 'cancel')
    const refund = '前回のお支払いの返金については、窓口にお問い合わせください。'
    expect(screen.queryByText(refund)).toBeNull()
    act(() => {
      const { queryKey } = getGetChargeQueryOptions(charge.chargeId)
      running.queryClient.setQueryData(queryKey, (known) => known && { ...known, carriedOver: 410 })
    })
    expect(await screen.findByText(refund)).toBeVisible()
  })

  it('shows the completion again at a later visit, without a request to change anything', async () => {
    const { running } = await openDeclined()
    await screen.findByRole('heading', { level: 1, name: '申請を取り下げました' })
    expect(countOf(running, 'POST', /\/o\//)).toBe(0)
  })

  it('offers nothing for a paid charge (P-07)', async () => {
    await open('FINISHED', 'cancel')
    expect(screen.getByText('お支払いはすでに完了しています。')).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('button', { name: /取り下げる/ })).toBeNull()
  })

  it('shows that the charge was paid meanwhile instead of cancelling it (P-08)', async () => {
    const { running, charge } = await open('WAITING_PAYMENT', 'cancel')
    const { backend } = running.sandbox
    backend.charges.save({ ...charge, status: 'PAID', paidAt: backend.clock.now() })
    await userEvent.click(screen.getByRole('button', { name: '支払わずに申請を取り下げる' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('お支払いはすでに完了しています。')
    await waitFor(() => expect(screen.queryByRole('button', { name: '支払わずに申請を取り下げる' })).toBeNull())
  })
})

async function openDeclined() {
  portal = await startPortal('/minato-city/download', hanako)
  await screen.findByRole('heading', { level: 1, name: '書類のダウンロード' })
  const running = portal
  const charge = sampleCharge(running, 'CANCELLED_BY_USER')
  await act(() => running.router.navigate(`/minato-city/charges/${charge.chargeId}/cancel`))
  return { running, charge }
}
