import type { Page } from '@playwright/test'
import { expectCardPage } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import { certificate, openReview, watchRequests } from '../support/ready-application.ts'
import { leaveToPay, openCharge, payButton } from './charges.ts'

/** Every proceed request is answered with this address instead of the card provider's. */
async function handOffTo(page: Page, url: string, method?: string): Promise<void> {
  await page.route('**/proceed', async (route) => {
    const response = await route.fetch()
    const attempt = (await response.json()) as object
    await route.fulfill({ response, json: { ...attempt, url, ...(method === undefined ? {} : { method }) } })
  })
}

/** Hosts to which the page sent anything. */
function watchHosts(page: Page): Set<string> {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  return hosts
}

function wrongAddresses(card: URL): [string, string][] {
  return [
    ['another host', 'https://evil.test/pay'],
    ['plain http on another host', `http://pay.example.jp/pay`],
    ['javascript:', 'javascript:document.body.remove()'],
    ['data:', 'data:text/html,<h1>pay</h1>'],
    ['a user name before another host', `http://${card.host}@evil.test/pay`],
    ['a user name before the right host', `http://someone@${card.host}/pay`],
    ['a trailing dot', `http://localhost.:${card.port}/pay`],
    ['another port', `http://localhost:1/pay`],
    ['no scheme', `//${card.host}/pay`],
  ]
}

test.describe('the hand-off to the card provider', () => {
  test.use({ offContract: true })

  test('refuses every address except the provider’s own on the page of a charge (POST, S-24)', async ({
    page,
    portal,
    sandbox,
  }) => {
    await openCharge(page, portal, sandbox)
    const { href } = new URL(page.url())
    const hosts = watchHosts(page)
    for (const [name, url] of wrongAddresses(new URL(portal.cardUrl))) {
      await handOffTo(page, url)
      await page.reload()
      // An attempt whose redirect failed stays open at the API until it expires.
      await sandbox.post('clock', { shiftMs: 31 * 60_000 })
      await payButton(page).click()
      await expect(page.getByRole('alert'), name).toContainText('決済サービスに移動できませんでした。')
      await expect(page.getByRole('alert')).toContainText('料金は請求されていません。')
      await expect(payButton(page), name).not.toHaveAttribute('aria-busy', 'true')
      expect(page.url(), name).toBe(href)
      await page.unroute('**/proceed')
    }
    expect([...hosts], 'nothing was sent elsewhere').toEqual([new URL(portal.url).host])
    await sandbox.post('clock', { reset: true })
  })

  test('refuses the same addresses on the settlement page; the application is kept and can be paid (GET, S-24)', async ({
    page,
    portal,
    resident,
  }) => {
    await openReview(page, portal, resident, certificate())
    await handOffTo(page, 'https://evil.test/pay')
    const hosts = watchHosts(page)
    await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請を受け付けました')
    await expect(page.getByText('お支払いの画面に移動できませんでした。')).toBeVisible()
    expect([...hosts]).toEqual([new URL(portal.url).host])
    await page.unroute('**/proceed')
  })

  test('refuses an unknown method (S-24)', async ({ page, portal, sandbox }) => {
    await openCharge(page, portal, sandbox)
    await handOffTo(page, `${portal.cardUrl}/pay`, 'DELETE')
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText('決済サービスに移動できませんでした。')
  })

  test('starts once after two clicks, with at most the origin as the referrer, in the same tab (S-24, P-01) @main', async ({
    page,
    context,
    portal,
    sandbox,
  }) => {
    await openCharge(page, portal, sandbox)
    const arrived: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(`${portal.cardUrl}/pay`)) return
      arrived.push(`${request.method()} ${request.headers().referer ?? 'no referrer'}`)
    })
    const posts = watchRequests(page, 'POST', '/proceed')
    await payButton(page).dblclick()
    await expectCardPage(page, portal)
    expect(posts).toHaveLength(1)
    expect(arrived).toHaveLength(1)
    expect(['POST no referrer', `POST ${new URL(portal.url).origin}/`]).toContain(arrived[0])
    expect(context.pages()).toHaveLength(1)
  })

  test('uses GET without a referrer on the settlement page (S-24)', async ({ page, portal, resident }) => {
    await openReview(page, portal, resident, certificate())
    const arrived: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${portal.cardUrl}/pay`))
        arrived.push(`${request.method()} ${request.headers().referer ?? 'no referrer'}`)
    })
    await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
    await expectCardPage(page, portal)
    expect(arrived).toEqual(['GET no referrer'])
  })
})

test('leaves the page for a valid address (S-24)', async ({ page, portal, sandbox }) => {
  await openCharge(page, portal, sandbox)
  await leaveToPay(page, portal)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('カードでのお支払い')
})
