import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'

function rows(page: Page) {
  return page.getByRole('main').getByRole('listitem')
}
function shown(page: Page, count: number) {
  // Searches only in main, because the number is also in a live region outside of it.
  return page.getByRole('main').getByText(`${count}件を表示しています`)
}

test.describe('the history', () => {
  test('keeps its filters in the address: choosing, reloading, clearing and Back work @main', async ({
    page,
    portal,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    await page.goto('/minato-city/applicationhistory')
    await expect(shown(page, 6)).toBeVisible()
    await page.getByText('絞り込み').click()
    await page.getByLabel('状況').selectOption({ label: '差戻し' })
    await page.getByRole('button', { name: 'この条件で表示する' }).click()
    await expect(page).toHaveURL(/\/applicationhistory\?status=CANCELLED_BY_TENANT$/)
    await expect(shown(page, 1)).toBeVisible()
    await page.reload()
    await expect(shown(page, 1)).toBeVisible()
    await page.getByRole('link', { name: '「差戻し」の条件を解除する' }).click()
    await expect(page).toHaveURL(/\/applicationhistory$/)
    await expect(shown(page, 6)).toBeVisible()
    await page.goBack()
    await expect(shown(page, 1)).toBeVisible()
    await page.goto('/minato-city/applicationhistory?service=bulky-waste&from=2020-01-01&status=NONSENSE')
    await expect(shown(page, 2)).toBeVisible()
    await page.goto('/minato-city/applicationhistory?q=nobody-applied-for-this')
    await expect(page.getByRole('main').getByText('条件に合う申請はありません')).toBeVisible()
    await page.getByText('絞り込み（1）').click()
    await page.getByRole('searchbox').fill('住民票')
    await page.getByRole('searchbox').press('Enter')
    await expect(shown(page, 3)).toBeVisible()
  })

  test('loads page after page without a duplicate or missing row', async ({ page, portal, sandbox, residentWith }) => {
    const resident = await residentWith({ seed: 75 })
    await startSignedIn(page, portal, resident)
    await page.goto('/minato-city/applicationhistory')
    await expect(shown(page, 30)).toBeVisible()
    await page.getByRole('button', { name: 'さらに表示' }).click()
    await expect(shown(page, 60)).toBeVisible()
    await page.getByRole('button', { name: 'さらに表示' }).dblclick()
    await expect(shown(page, 75)).toBeVisible()
    await expect(page.getByText('これですべてです')).toBeVisible()
    const numbers = await rows(page)
      .getByText(/\d{4}-\d{6}/)
      .allTextContents()
    const all = (await stored(sandbox, resident)).orders.map(({ receiptNumber }) => receiptNumber)
    expect(new Set(numbers.map((text) => /\d{4}-\d{6}/.exec(text)?.[0]))).toEqual(new Set(all))
    expect(await rows(page).count()).toBe(75)
  })

  test(
    'waits for Retry-After and reads again automatically if it is not ready (historyWait)',
    { tag: '@chromium' },
    async ({ page, portal, sandbox, residentWith }) => {
      const resident = await residentWith({ seed: 'orders' })
      await startSignedIn(page, portal, resident)
      const only = { operation: 'listOrders', userId: resident.userId }
      // Three requests, three seconds apart, before the page shows the problem.
      await sandbox.post('faults', { kind: 'unavailable', retryAfter: 3, times: 3, ...only })
      await page.goto('/minato-city/applicationhistory')
      await expect(page.getByText('申請履歴を準備しています。しばらくしてから、もう一度お試しください。')).toBeVisible()
      await expect(page.getByText('およそ3秒後に、自動でもう一度読み込みます。')).toBeVisible()
      await expect(shown(page, 6)).toBeVisible()
    },
  )
})
