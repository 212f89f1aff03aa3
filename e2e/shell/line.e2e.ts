import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { newCharge } from '../support/provider-view.ts'
import { consultation, openReview } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const agents = {
  'a LIFF window': `${phone} Mobile/23B85 Safari Line/15.18.0 LIFF`,
  'a link in a chat': `${phone} Mobile/23B85 Safari Line/15.18.0`,
} as const
const account = 'https://line.me/R/ti/p/@minato-city'
function hint(page: Page) {
  return page.getByRole('paragraph').filter({ hasText: 'この操作は、SafariやChromeなどのブラウザで行ってください。' })
}

/** Records every attempt to open a window or register a worker: neither works in LINE. */
async function watchForbidden(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const note = (what: string) =>
      sessionStorage.setItem('e2e.forbidden', `${sessionStorage.getItem('e2e.forbidden') ?? ''} ${what}`)
    window.open = () => {
      note('window.open')
      return null
    }
    // Firefox has no service workers in a private window, which a test is.
    if (!('serviceWorker' in navigator)) return
    navigator.serviceWorker.register = async () => {
      note('serviceWorker.register')
      return Promise.reject(new Error('No workers here'))
    }
  })
  return async () => {
    const noted = await page.evaluate(() => sessionStorage.getItem('e2e.forbidden'))
    const downloads = await page.locator('a[download], a[target="_blank"]').count()
    return [...(noted === null ? [] : [noted]), ...Array.from({ length: downloads }, () => 'a link to a new window')]
  }
}

for (const [name, userAgent] of Object.entries(agents)) {
  test.describe(`in ${name}`, { tag: name === 'a LIFF window' ? [] : '@chromium' }, () => {
    test.use({ userAgent })

    test('payment and downloads show a link that opens an ordinary browser', async ({ page, portal, sandbox }) => {
      const { resident, chargeId, orderId } = await newCharge(sandbox)
      const forbidden = await watchForbidden(page)
      await startSignedIn(page, portal, resident)
      for (const path of [`charges/${chargeId}/pay`, 'download']) {
        await page.goto(`/minato-city/${path}`)
        await expect(hint(page), path).toBeVisible()
        await expect(page.getByText('ブラウザでは、もう一度ログインが必要です。')).toBeVisible()
        await expect(page.getByRole('link', { name: 'ブラウザで開く' })).toHaveAttribute(
          'href',
          `${portal.url}/minato-city/${path}?openExternalBrowser=1`,
        )
      }
      await page.goto(`/minato-city/history-details/${orderId}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(hint(page), 'this page needs no other browser').toHaveCount(0)
      expect(await forbidden()).toEqual([])
    })

    test("shows a link back to the tenant's chat, or describes where it is", async ({
      page,
      portal,
      resident,
      sandbox,
    }) => {
      const forbidden = await watchForbidden(page)
      await openReview(page, portal, resident, consultation())
      await page.getByRole('button', { name: '送信する', exact: true }).click()
      await expect(page).toHaveURL(/\/order\/success$/)
      await expect(page.getByRole('link', { name: 'LINEに戻る' })).toHaveAttribute('href', account)
      try {
        await sandbox.post('tenants/minato-city', {
          branding: { line: { officialAccountUrl: 'https://evil.test/line' } },
        })
        await page.reload()
        await expect(page.getByText('LINEのトーク画面は、LINEアプリを開くと表示されます。')).toBeVisible()
        await expect(page.getByRole('link', { name: 'LINEに戻る' })).toHaveCount(0)
      } finally {
        await sandbox.post('tenants/minato-city', { branding: { line: { officialAccountUrl: account } } })
      }
      expect(await forbidden()).toEqual([])
    })
  })
}

test('the address for the ordinary browser asks to sign in there and returns to the page (no session is shared)', async ({
  page,
  sandbox,
}) => {
  const { resident, chargeId } = await newCharge(sandbox)
  await page.goto(`/minato-city/charges/${chargeId}/pay?openExternalBrowser=1`)
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  await page.getByLabel('メールアドレス').fill(resident.email)
  await page.getByLabel('パスワード').first().fill(resident.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/minato-city/charges/${chargeId}/pay$`))
  await expect(page.getByRole('button', { name: '支払う', exact: true })).toBeVisible()
})

test('an ordinary browser shows no hint and no link to LINE; ?from=line is remembered for the session (applicationReturnLine)', async ({
  page,
  portal,
  sandbox,
}) => {
  const { resident, chargeId } = await newCharge(sandbox)
  await startSignedIn(page, portal, resident)
  await page.goto(`/minato-city/charges/${chargeId}/pay`)
  await expect(page.getByRole('button', { name: '支払う', exact: true })).toBeVisible()
  await expect(hint(page)).toHaveCount(0)
  const refuse = async () => {
    await openReview(page, portal, resident, consultation())
    await page.route('**/o/orders', (route) =>
      route.fulfill({
        status: 410,
        headers: {
          'Content-Type': 'application/problem+json',
          'X-Request-Id': 'r-1',
          Date: new Date().toUTCString(),
        },
        body: JSON.stringify({ type: 'about:blank', title: 'Service stopped', status: 410, code: 'SE_AP_0001' }),
      }),
    )
    await page.getByRole('button', { name: '送信する', exact: true }).click()
  }
  await refuse()
  await expect(page.getByText('予約を続けることができません。お手数ですが、トップ画面に戻って')).toBeVisible()
  await expect(page.getByRole('link', { name: /LINE/ })).toHaveCount(0)
  await page.goto('/minato-city/applicationlist?from=line')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/application/minato-city/childcare-consultation/individual?step=review')
  await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
  await page.getByRole('button', { name: '送信する', exact: true }).click()
  await expect(page.getByText('予約を続けることができません。お手数ですが、LINEのトーク画面に戻って')).toBeVisible()
})
