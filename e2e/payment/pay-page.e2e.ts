import type { Page } from '@playwright/test'
import { waitUntilIdle } from '../faults/on-load/oracles/idle-screen.ts'
import { watchTraffic } from '../faults/on-load/oracles/traffic.ts'
import { expectCardPage } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import { asResident, effectsOf, newCharge, stored } from '../support/provider-view.ts'
import { arrivals, watchRequests } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'
import {
  cards,
  chargeInStatus,
  declineButton,
  leaveToPay,
  openCharge,
  payButton,
  payPath,
  payWith,
  title,
  untilDecided,
} from './charges.ts'

function declineLink(page: Page) {
  return page.getByRole('main').getByRole('link', { name: '支払わずに申請を取り下げる' })
}

async function noPayment(page: Page, why: string) {
  await expect(page.getByRole('main').getByText(why).first()).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
}

test.describe('the page of a charge', () => {
  test('offers no action for a charge that is paid, cancelled, past due, of another user or missing (P-07) @main', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const { chargeId: foreign } = await newCharge(sandbox)
    await startSignedIn(page, portal, resident)
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/o/charges/')) posts.push(request.url())
    })
    await page.goto(payPath(resident, await chargeInStatus(sandbox, resident, 'PAID')))
    await noPayment(page, 'お支払いはすでに完了しています。')
    await expect(declineLink(page)).toHaveCount(0)
    await page.goto(payPath(resident, await chargeInStatus(sandbox, resident, 'CANCELLED')))
    await noPayment(page, 'この請求は取り消されています。お支払いの必要はありません。')
    await expect(declineLink(page)).toHaveCount(0)
    const waiting = await chargeInStatus(sandbox, resident, 'WAITING')
    await sandbox.post(`charges/${waiting}`, { dueAt: Date.now() - 60_000 })
    await page.goto(payPath(resident, waiting))
    await noPayment(page, 'お支払いの期限が過ぎたため、お支払いいただけません。')
    for (const unknown of [foreign, 'CH-NOBODY-HAS']) {
      await page.goto(payPath(resident, unknown))
      await expect(title(page)).toHaveText('ページが見つかりません')
      await expect(payButton(page)).toHaveCount(0)
    }
    expect(posts).toEqual([])
  })

  test.describe('with an unknown status', () => {
    test.use({ offContract: true })

    test('shows - for the status and offers no action, not even an unknown one (P-07)', async ({
      page,
      portal,
      sandbox,
    }) => {
      const { resident, chargeId } = await newCharge(sandbox)
      await startSignedIn(page, portal, resident)
      await page.route(`**/o/charges/${chargeId}`, async (route) => {
        const response = await route.fetch()
        const charge = (await response.json()) as object
        await route.fulfill({
          response,
          json: { ...charge, status: 'REFUNDING', allowedActions: ['proceed', 'refund'] },
        })
      })
      await page.goto(payPath(resident, chargeId))
      await noPayment(page, '状況を表示できません')
      await expect(declineLink(page)).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
      await expect(page.getByText('REFUNDING')).toHaveCount(0)
    })
  })

  test('removes the button if the due date has passed meanwhile (410 SE_CH_0004, P-07)', async ({
    page,
    portal,
    sandbox,
  }) => {
    const { chargeId } = await openCharge(page, portal, sandbox)
    await sandbox.post(`charges/${chargeId}`, { dueAt: Date.now() - 1000 })
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText('お支払いの期限が過ぎたため、お支払いいただけません。')
    await expect(payButton(page)).toHaveCount(0)
  })

  test('goes to the success page when another device has paid meanwhile (409 SE_CH_0001, P-07)', async ({
    page,
    context,
    portal,
    sandbox,
  }) => {
    const { resident, chargeId } = await openCharge(page, portal, sandbox)
    const other = await context.newPage()
    await startSignedIn(other, portal, resident)
    await other.goto(payPath(resident, chargeId))
    await leaveToPay(other, portal)
    await payWith(other, cards.pays)
    await expect(title(other)).toHaveText('お支払いが完了しました')
    await payButton(page).click()
    await expect(page).toHaveURL(/\/charge\/success$/)
    await expect(title(page)).toHaveText('お支払いが完了しました')
    const { effects } = await effectsOf(sandbox, resident)
    expect(effects.filter(({ effect }) => effect === 'charge-paid')).toHaveLength(1)
  })

  test('shows a changed amount before anything is paid (422 SE_CH_0005)', async ({ page, portal, sandbox }) => {
    const { resident, chargeId } = await openCharge(page, portal, sandbox)
    await sandbox.post(`charges/${chargeId}`, { total: 980 })
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText('お支払い金額が変わりました。')
    await expect(page.getByRole('alert')).toContainText('新しい金額は980円です。')
    await expect(page.getByRole('region', { name: 'お支払い金額' })).toContainText('980円')
    expect(
      (await stored(sandbox, resident)).charges.flatMap(({ attempts }) => attempts.map(({ state }) => state)),
    ).not.toContain('STARTED')
    await leaveToPay(page, portal)
    await expect(page.getByText('980').first()).toBeVisible()
  })

  for (const [kind, tag] of [
    ['card-502', ['@main']],
    ['card-503', ['@chromium']],
    ['card-504', ['@chromium']],
  ] as const) {
    test(
      `explains that nothing was charged when the card provider is down (${kind}), and pays at the next click`,
      { tag: [...tag] },
      async ({ page, portal, sandbox }) => {
        const { resident } = await openCharge(page, portal, sandbox)
        await sandbox.post('faults', { kind, operation: 'proceedCharge', userId: resident.userId, times: 1 })
        const posts = watchRequests(page, 'POST', '/proceed')
        await payButton(page).click()
        await expect(page.getByRole('alert')).toContainText('決済サービスにつながりません。料金は請求されていません。')
        expect(posts).toHaveLength(1)
        await leaveToPay(page, portal)
        expect(posts).toHaveLength(2)
      },
    )
  }

  test('sends nothing without a network, and nothing when it is back (P-12)', async ({
    page,
    context,
    portal,
    sandbox,
  }) => {
    const traffic = watchTraffic(page)
    const { resident } = await openCharge(page, portal, sandbox)
    // A file of the page that fails now would be loaded by a reload as soon as the network is back.
    await waitUntilIdle(page, traffic)
    await context.setOffline(true)
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText('通信できませんでした。')
    await context.setOffline(false)
    // A queued request would be sent before this one. Firefox is online a moment later.
    const isOnline = () =>
      page.evaluate(() =>
        fetch('/config.json').then(
          ({ ok }) => ok,
          () => false,
        ),
      )
    await expect.poll(isOnline).toBe(true)
    await expect(payButton(page)).toBeEnabled()
    expect(await arrivals(sandbox, resident, 'proceedCharge')).toEqual([])
    await leaveToPay(page, portal)
    expect(await arrivals(sandbox, resident, 'proceedCharge')).toHaveLength(1)
  })
})

test.describe('two tabs with one charge', () => {
  test('show the state of the API after one pays and one declines, of which one is accepted (P-08)', async ({
    page,
    context,
    portal,
    sandbox,
  }) => {
    const { resident, chargeId } = await openCharge(page, portal, sandbox)
    const other = await context.newPage()
    await startSignedIn(other, portal, resident)
    await other.goto(payPath(resident, chargeId).replace(/pay$/, 'cancel'))
    await expect(declineButton(other)).toBeVisible()
    await leaveToPay(page, portal)
    await payWith(page, cards.paysLater)
    await expect(title(page)).toHaveText('お支払いの結果を確認しています')
    await declineButton(other).click()
    await expect(other.getByRole('main')).toContainText('別の画面でお支払いの手続き中です。')
    await sandbox.post('clock', { shiftMs: untilDecided })
    try {
      await expect(title(page)).toHaveText('お支払いが完了しました')
      await expect(other.getByText('お支払いはすでに完了しています。'), 'by itself').toBeVisible()
      await expect(declineButton(other)).toHaveCount(0)
      const provider = await asResident(portal, resident)
      expect(await provider.charge(chargeId)).toMatchObject({ status: 'PAID', lastAttempt: { state: 'SUCCEEDED' } })
    } finally {
      await sandbox.post('clock', { reset: true })
    }
  })

  test('cannot pay after one has declined, also at the card provider (P-08) @main', async ({
    page,
    context,
    portal,
    sandbox,
  }) => {
    const { resident, chargeId } = await openCharge(page, portal, sandbox)
    const other = await context.newPage()
    await startSignedIn(other, portal, resident)
    await other.goto(payPath(resident, chargeId).replace(/pay$/, 'cancel'))
    await leaveToPay(page, portal)
    await declineButton(other).click()
    await expect(title(other)).toHaveText('申請を取り下げました')
    await payWith(page, cards.pays)
    await page.getByRole('link', { name: '元のサイトに戻る' }).click()
    await expect(title(page)).toHaveText('お支払いの必要はありません')
    const { effects } = await effectsOf(sandbox, resident)
    expect(effects.filter(({ effect }) => effect === 'charge-paid')).toEqual([])
  })

  test('create one attempt by two clicks on 支払う, which the other tab offers, too (P-08)', async ({
    page,
    context,
    portal,
    sandbox,
  }) => {
    const { resident, chargeId } = await openCharge(page, portal, sandbox)
    const other = await context.newPage()
    await startSignedIn(other, portal, resident)
    await other.goto(payPath(resident, chargeId))
    await leaveToPay(page, portal)
    await payButton(other).click()
    await expect(other.getByRole('alert')).toContainText('別の画面でお支払いの手続き中です。')
    await other.getByRole('button', { name: 'お支払いの手続きを続ける' }).click()
    await expectCardPage(other, portal)
    await payWith(other, cards.pays)
    await expect(title(other)).toHaveText('お支払いが完了しました')
    await payWith(page, cards.pays)
    await page.getByRole('link', { name: '元のサイトに戻る' }).click()
    await expect(title(page)).toHaveText('お支払いが完了しました')
    const { effects } = await effectsOf(sandbox, resident)
    expect(effects.filter(({ effect }) => effect === 'charge-paid')).toHaveLength(1)
    expect(effects.filter(({ effect }) => effect === 'attempt-started')).toHaveLength(1)
  })
})
