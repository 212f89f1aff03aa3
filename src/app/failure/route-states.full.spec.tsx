import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { matchRoute, routePatterns } from '../../paths.ts'
import type { RouteName } from '../../paths.ts'
import { startPortal } from '../testing/start-portal.tsx'
import type { PortalUnderTest } from '../testing/start-portal.tsx'

/** Every route × the states of its tenant and unknown tenants; `docs/routes.md` has the same table. */
let portal: PortalUnderTest | null = null

afterEach(() => {
  portal?.stop()
  portal = null
})

const hanako = { as: 'hanako@example.jp' }

/** Callbacks and the start address read the tenant from the query; their target is one of the others. */
const byQuery: { readonly [route in RouteName]?: string } = {
  home: '/?tenantId={tenant}',
  paymentSuccessCallback: '/callbacks/payment_success?tenantId={tenant}',
  paymentCancelCallback: '/callbacks/payment_cancel?tenantId={tenant}',
  paymentErrorCallback: '/callbacks/payment_error?tenantId={tenant}',
  mailConfirmation: '/mail-confirmation?type=registration&tenantId={tenant}&id=C-1',
}
const routes = Object.keys(routePatterns) as RouteName[]
const ofTenants = routes.filter((route) => route !== 'error')

function addressOf(route: RouteName, tenant: string): string {
  const template = byQuery[route] ?? routePatterns[route].pattern.replace(':tenantId', '{tenant}')
  return template.replace('{tenant}', tenant).replaceAll(/:\w+/g, 'x-1')
}

/** Opens the addresses one after the other in one portal, each from the error page, which belongs to no tenant. */
async function walk(tenant: string, visit: (running: PortalUnderTest, route: RouteName) => Promise<void>) {
  const running = await startPortal('/error', hanako)
  portal = running
  for (const route of ofTenants) {
    await running.router.navigate('/error')
    await heading('エラーが発生しました', route)
    await running.router.navigate(addressOf(route, tenant))
    await visit(running, route)
  }
}

async function heading(text: string, route: RouteName): Promise<void> {
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }), route).toHaveTextContent(text))
}

describe('every route of a tenant', () => {
  it('the route of a tenant that switched the web off leads to the not-supported page', async () => {
    await walk('hoshi-disabled', async ({ path }, route) => {
      await heading('ご利用いただけません', route)
      expect(path(), route).toBe('/notsupported/hoshi-disabled')
      expect(localStorage.getItem('tenantId'), route).toBe('hoshi-disabled')
    })
  })

  it('the route of a suspended tenant leads to the maintenance page', async () => {
    await walk('yume-suspended', async ({ path }, route) => {
      await heading('メンテナンス中です', route)
      expect(path(), route).toBe('/yume-suspended/maintenance')
    })
  })

  it('the route of an unknown tenant is not found, and nothing about the tenant is stored', async () => {
    await walk('atlantis', async (_running, route) => {
      await heading('ページが見つかりません', route)
      expect(localStorage.getItem('tenantId'), route).toBeNull()
      expect(localStorage.getItem('redirectPath'), route).toBeNull()
    })
  })

  it('an address without a page links to the procedures of its tenant, and requests nothing of the tenant', async () => {
    const running = await startPortal('/minato-city')
    portal = running
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('ページが見つかりません')
    const link = screen.getByRole('link', { name: '「minato-city」の手続きを開く' })
    expect(link).toHaveAttribute('href', '/login/minato-city')
    expect(running.requests.filter((request) => request.includes('minato-city'))).toEqual([])
    expect(localStorage.getItem('tenantId')).toBeNull()
    await running.router.navigate('/error/x')
    await waitFor(() => expect(running.path()).toBe('/error/x'))
    await waitFor(() => expect(screen.queryByRole('link', { name: /の手続きを開く/ })).toBeNull())
  })

  it('an open tenant is stored; without a session, a page that needs a session is stored to be opened after the login (S-14)', async () => {
    const running = await startPortal('/error')
    portal = running
    for (const route of ofTenants.filter((each) => byQuery[each] === undefined)) {
      const address = addressOf(route, 'minato-city')
      localStorage.clear()
      await running.router.navigate('/error')
      await heading('エラーが発生しました', route)
      await running.router.navigate(address)
      await waitFor(() => expect(localStorage.getItem('tenantId'), route).toBe('minato-city'))
      const kept = routePatterns[route].session
      expect(localStorage.getItem('redirectPath'), route).toBe(kept ? address : null)
      const target = matchRoute(running.path())?.name
      const givesWay = kept || route === 'maintenance' || route === 'notSupported'
      expect(target, route).toBe(givesWay ? 'login' : route)
    }
  })
})

describe('an unknown id', () => {
  it.each([
    ['application', '/application/minato-city/none/individual', '手続きが見つかりません'],
    ['application of another type', '/application/minato-city/bulky-waste/none', '手続きが見つかりません'],
    ['procedure', '/minato-city/procedures/none', '手続きが見つかりません'],
    ['historyDetails', '/minato-city/history-details/none', 'ページが見つかりません'],
    ['shippingAddress', '/order/shippingaddress/minato-city/none?type=individual', '手続きが見つかりません'],
    ['settlement', '/order/payment/minato-city/none?type=individual', '手続きが見つかりません'],
    ['settlement without a draft', '/order/payment/minato-city/bulky-waste', '手続き一覧'],
    ['chargePay', '/minato-city/charges/none/pay', 'ページが見つかりません'],
    ['chargeCancel', '/minato-city/charges/none/cancel', 'ページが見つかりません'],
    ['passwordReset', '/password-reset/minato-city/none', 'リンクを開けません'],
    ['registration', '/registration/minato-city/none', 'リンクを開けません'],
    ['emailChange', '/email-change/minato-city/none', 'リンクを開けません'],
    ['orderSuccess', '/minato-city/order/success', '結果を確認できませんでした'],
    ['chargeSuccess', '/minato-city/charge/success', '結果を確認できませんでした'],
    ['paymentCancelled', '/minato-city/payment/cancelled', '結果を確認できませんでした'],
    ['paymentError', '/minato-city/payment/error', '結果を確認できませんでした'],
  ])('leads to a message on the page %s', async (_route, address, title) => {
    portal = await startPortal(address, hanako)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})
