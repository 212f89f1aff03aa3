import { expect, fillSignIn, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'
import {
  callback,
  cards,
  chargeInStatus,
  leaveToPay,
  openCharge,
  payButton,
  payPath,
  payWith,
  title,
  untilDecided,
} from './charges.ts'

const checking = 'お支払いの結果を確認しています'
const notConfirmed = 'お支払いの結果を確認できませんでした'

test.describe('a forged callback', () => {
  test('shows no payment for a success while the charge is waiting or cancelled (P-04)', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    const states = [
      ['WAITING', '', 'お支払いはまだ完了していません'],
      ['CANCELLED', '&repayment=true', 'お支払いの必要はありません'],
    ] as const
    for (const [status, repayment, words] of states) {
      const chargeId = await chargeInStatus(sandbox, resident, status)
      await page.goto(callback(resident, 'success', `&chargeId=${chargeId}${repayment}`))
      await expect(title(page)).toHaveText(words)
      await expect(page.getByRole('main')).not.toContainText('完了しました')
    }
    await expect(page.getByRole('link', { name: /支払う/ }), 'a cancelled charge cannot be paid').toHaveCount(0)
    expect((await stored(sandbox, resident)).charges.filter(({ status }) => status === 'WAITING')).toHaveLength(1)
  })

  test('shows the current state and no payment for a success without a remembered order (P-04)', async ({
    page,
    portal,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    await page.goto(callback(resident, 'success'))
    await expect(title(page)).toHaveText('結果を確認できませんでした')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
    await page.goto(callback(resident, 'success', '&chargeId=CH-of-somebody-else'))
    await expect(title(page)).toHaveText('結果を確認できませんでした')
  })

  test('shows the payment of a paid charge for a cancellation or an error, and offers no second one (P-06) @main', async ({
    page,
    portal,
    sandbox,
  }) => {
    const { resident } = await openCharge(page, portal, sandbox)
    await leaveToPay(page, portal)
    await payWith(page, cards.pays)
    await expect(title(page)).toHaveText('お支払いが完了しました')
    for (const result of ['cancel', 'error']) {
      await page.goto(callback(resident, result, '&repayment=true'))
      await expect(page).toHaveURL(new RegExp(`/payment/${result === 'cancel' ? 'cancelled' : 'error'}$`))
      await expect(title(page)).toHaveText('お支払いが完了しました')
      await expect(page.getByRole('main').getByRole('link', { name: /支払う/ })).toHaveCount(0)
    }
  })
})

test.describe('a payment with a delayed result', () => {
  test('shows the payment as being confirmed, then as paid, without a click (P-05) @main', async ({
    page,
    portal,
    sandbox,
  }) => {
    await openCharge(page, portal, sandbox)
    await leaveToPay(page, portal)
    await payWith(page, cards.paysLater)
    await expect(title(page)).toHaveText(checking)
    await expect(
      page.getByRole('status').filter({ hasText: '画面を閉じたり、もう一度支払ったりしないで' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /支払う/ })).toHaveCount(0)
    await sandbox.post('clock', { shiftMs: untilDecided })
    try {
      await expect(title(page)).toHaveText('お支払いが完了しました')
    } finally {
      await sandbox.post('clock', { reset: true })
    }
  })

  test(
    'polls the payment for ten seconds of real time (P-05)',
    { tag: '@chromium' },
    async ({ page, portal, sandbox }) => {
      await openCharge(page, portal, sandbox)
      await leaveToPay(page, portal)
      await payWith(page, cards.paysLater)
      await expect(title(page)).toHaveText(checking)
      await expect(title(page)).toHaveText('お支払いが完了しました', { timeout: 30_000 })
    },
  )

  test(
    'asks not to pay again and offers another check if the payment is still open after a minute (P-05)',
    { tag: '@chromium' },
    async ({ page, portal, sandbox }) => {
      const { resident, chargeId } = await openCharge(page, portal, sandbox)
      await leaveToPay(page, portal)
      await page.clock.install()
      let asked = 0
      page.on('response', (response) => {
        if (response.url().endsWith(`/o/charges/${chargeId}`)) asked += 1
      })
      await payWith(page, cards.undecided)
      await expect(title(page)).toHaveText(checking)
      await expect(async () => {
        await page.clock.runFor(5000)
        await expect(title(page)).toHaveText(notConfirmed, { timeout: 150 })
      }).toPass({ timeout: 40_000, intervals: [50] })
      expect(asked, 'read, then polled at 1, 2, 4, 8 … seconds for a minute').toBe(11)
      await expect(page.getByText('もう一度支払う前に必ず状況をご確認ください')).toBeVisible()
      await expect(page.getByRole('link', { name: /支払う/ })).toHaveCount(0)
      await page.getByRole('button', { name: 'もう一度確認する' }).click()
      await expect(title(page)).toHaveText(checking)
      await page.goto(payPath(resident, chargeId))
      await expect(page.getByText('お支払いの結果を確認しています。')).toBeVisible()
      await expect(payButton(page), 'nor can it be paid twice from the page of the charge').toHaveCount(0)
    },
  )
})

test.describe('a callback address', () => {
  test('leads without a session back to the result page after sign-in (P-10) @main', async ({ page, resident }) => {
    await page.goto(callback(resident, 'success', '&repayment=true'))
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/\/minato-city\/charge\/success$/)
    await expect(title(page)).toHaveText('結果を確認できませんでした')
  })

  test('asks to sign in at the other tenant and shows nothing of this tenant (P-10)', async ({
    page,
    portal,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    await page.goto(`/${resident.tenantId}/userprofile`)
    const personal = page.getByText('090-1234-5678')
    await expect(personal).toBeVisible()
    await page.waitForLoadState('networkidle')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/app/web/o/')) sent.push(request.url())
    })
    await page.goto(callback({ tenantId: 'aozora-water' }, 'success'))
    await expect(page).toHaveURL(/\/login\/aozora-water$/)
    await expect(title(page)).toHaveText('ログイン')
    await expect(personal).toHaveCount(0)
    expect(sent).toEqual([])
  })

  test('counts as a repayment only with exactly one "true" (P-10)', async ({ page, portal, residentWith }) => {
    const resident = await residentWith()
    await startSignedIn(page, portal, resident)
    const targets: [string, string][] = [
      ['', 'order'],
      ['&repayment=TRUE', 'order'],
      ['&repayment=1', 'order'],
      ['&repayment=', 'order'],
      ['&repayment=true&repayment=false', 'order'],
      ['&repayment=true&repayment=true', 'order'],
      ['&repayment=true', 'charge'],
    ]
    for (const [query, target] of targets) {
      await page.goto(callback(resident, 'success', query))
      await expect(page, query).toHaveURL(`${portal.url}/minato-city/${target}/success`)
    }
  })

  test('loses its query: Back does not restore it (P-11)', async ({ page, portal, sandbox, residentWith }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    const chargeId = await chargeInStatus(sandbox, resident, 'WAITING')
    const pages = [
      '/minato-city/charge/success',
      '/minato-city/payment/cancelled',
      '/minato-city/payment/error',
      payPath(resident, chargeId),
      '/error',
    ]
    for (const path of pages) {
      await page.goto('/minato-city/profile')
      await expect(title(page)).toBeVisible()
      const before = await page.evaluate(() => history.length)
      await page.goto(`${path}?token=secret&repayment=true`)
      await expect(page, path).toHaveURL(portal.url + path)
      await expect(title(page)).toBeVisible()
      expect(await page.evaluate(() => history.length), path).toBe(before + 1)
      await page.goBack()
      await expect(page, `one step back from ${path}`).toHaveURL(/\/minato-city\/profile$/)
      await page.goForward()
      await expect(page, `and forward to ${path}`).toHaveURL(portal.url + path)
    }
  })
})
