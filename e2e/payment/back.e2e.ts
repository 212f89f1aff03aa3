import type { Route } from '@playwright/test'
import { expectCardPage } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import { effectsOf } from '../support/provider-view.ts'
import { arrivals, certificate, openReview } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { cards, leaveToPay, openCharge, payButton, payPath, payWith, title } from './charges.ts'

test.describe('Back from the card provider', () => {
  test('reads the charge again, enables the button, and starts nothing without a click (P-09) @main', async ({
    page,
    portal,
    sandbox,
  }) => {
    const { resident } = await openCharge(page, portal, sandbox)
    await leaveToPay(page, portal)
    const before = (await arrivals(sandbox, resident, 'getCharge')).length
    await page.goBack()
    await expect(payButton(page)).toBeEnabled()
    await expect.poll(async () => (await arrivals(sandbox, resident, 'getCharge')).length).toBeGreaterThan(before)
    expect(await arrivals(sandbox, resident, 'proceedCharge')).toHaveLength(1)
    await leaveToPay(page, portal)
    await payWith(page, cards.pays)
    await expect(title(page)).toHaveText('お支払いが完了しました')
    const { effects } = await effectsOf(sandbox, resident)
    expect(
      effects.filter(({ effect }) => effect === 'attempt-started'),
      'the open attempt is continued',
    ).toHaveLength(1)
  })

  test(
    'requests what was sent together with the form after the first payment (P-09)',
    { tag: '@chromium' },
    async ({ page, portal, resident }) => {
      await openReview(page, portal, resident, certificate())
      await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
      await expectCardPage(page, portal)
      const held: Route[] = []
      await page.route('**/forms/**', (route) => void held.push(route))
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goBack({ waitUntil: 'commit' })
      const sent = () => asked.filter((path) => /\/o\/(?:orders|charges)\/[\w-]+$/.test(path))
      await expect.poll(() => sent().length, 'while the form is on its way').toBe(2)
      for (const route of held) await route.continue()
      await page.unroute('**/forms/**')
      await expect(payButton(page)).toBeEnabled()
      expect(sent(), 'each once').toHaveLength(2)
    },
  )

  test(
    'shows the page as it was left, with enabled buttons, if it comes from the back/forward cache (P-09)',
    { tag: '@bfcache' },
    async ({ page, portal, sandbox }) => {
      const { resident } = await openCharge(page, portal, sandbox)
      await page.evaluate(() => {
        window.addEventListener('pageshow', (event) => document.body.setAttribute('data-cached', `${event.persisted}`))
      })
      await leaveToPay(page, portal)
      const before = (await arrivals(sandbox, resident, 'getCharge')).length
      // A page from the back/forward cache is not loaded again.
      await page.goBack({ waitUntil: 'commit' })
      await expect(page.locator('body'), 'it did come out of the cache').toHaveAttribute('data-cached', 'true')
      await expect(payButton(page)).toBeEnabled()
      await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true')
      await expect.poll(async () => (await arrivals(sandbox, resident, 'getCharge')).length).toBeGreaterThan(before)
      expect(await arrivals(sandbox, resident, 'proceedCharge')).toHaveLength(1)
      await leaveToPay(page, portal)
    },
  )

  test(
    'loads the page again if it comes from the back/forward cache and React does not render any more',
    { tag: ['@bfcache', '@chromium'] },
    async ({ page, portal, sandbox }) => {
      // WebKit can lose the message with which React's scheduler continues.
      await page.addInitScript(() => {
        let isCached = false
        window.addEventListener('pagehide', ({ persisted }) => (isCached = persisted))
        window.addEventListener('pageshow', ({ persisted }) => {
          if (persisted) sessionStorage.setItem('test.cached', 'true')
        })
        const post = MessagePort.prototype.postMessage
        MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
          if (!isCached) post.apply(this, message)
        }
      })
      await openCharge(page, portal, sandbox)
      await leaveToPay(page, portal)
      const loaded = page.waitForEvent('domcontentloaded')
      await page.goBack({ waitUntil: 'commit' })
      await loaded
      const cached = await page.evaluate(() => sessionStorage.getItem('test.cached'))
      expect(cached, 'it did come out of the cache').toBe('true')
      await expect(payButton(page)).toBeEnabled()
      await leaveToPay(page, portal)
    },
  )

  test(
    'does not allow a second payment of a charge that was paid meanwhile, if the page comes from the back/forward cache (P-09)',
    { tag: ['@main', '@bfcache'] },
    async ({ page, context, portal, sandbox }) => {
      const { resident, chargeId } = await openCharge(page, portal, sandbox)
      await leaveToPay(page, portal)
      const other = await context.newPage()
      await startSignedIn(other, portal, resident)
      await other.goto(payPath(resident, chargeId))
      await payButton(other).click()
      await other.getByRole('button', { name: 'お支払いの手続きを続ける' }).click()
      await expectCardPage(other, portal)
      await payWith(other, cards.pays)
      await expect(title(other)).toHaveText('お支払いが完了しました')
      // A page from the back/forward cache is not loaded again.
      await page.goBack({ waitUntil: 'commit' })
      await expect(page.getByText('お支払いはすでに完了しています。')).toBeVisible()
      await expect(payButton(page)).toHaveCount(0)
    },
  )
})
