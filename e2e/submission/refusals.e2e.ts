import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import {
  applicationPath,
  arrivals,
  certificate,
  consultation,
  openReview,
  submitByProgram,
  watchRequests,
  waterStart,
} from '../support/ready-application.ts'

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
function send(page: Page) {
  return page.getByRole('button', { name: '送信する', exact: true })
}
function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}

/** The next submission is refused with this problem, as an API may for its own reasons. */
async function refuseOnce(page: Page, status: number, problem: { code: string; errors?: object[] }): Promise<void> {
  await page.route(
    '**/o/orders',
    (route) =>
      route.fulfill({
        status,
        headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'r-1', Date: new Date().toUTCString() },
        body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, ...problem }),
      }),
    { times: 1 },
  )
}

test.describe('a refused submission keeps every answer and shows the reason', () => {
  test('the same application exists: shows a link to it and accepts a changed one (SE_AP_0004)', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await submitByProgram(portal, resident, consultation())
    await openReview(page, portal, resident, consultation())
    await send(page).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('同じ内容の予約をすでに受け付けています。申請履歴をご確認ください。')
    await expect(alert.getByRole('link', { name: '申請履歴を見る' })).toHaveAttribute(
      'href',
      '/minato-city/applicationhistory',
    )
    const [, refused] = await arrivals(sandbox, resident, 'submitOrder')
    expect(refused?.status).toBe(409)
    await page.getByRole('link', { name: '「相談の内容」を修正する' }).click()
    await expect(details(page)).toHaveValue('夜中に何度も起きます。')
    await details(page).fill('昼寝をしません。')
    await page.goto(applicationPath(resident, consultation(), 'review'))
    await expect(page.getByText('昼寝をしません。')).toBeVisible()
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await send(page).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    expect((await stored(sandbox, resident)).orders).toHaveLength(2)
  })

  test('invalid answers: shows the reasons at their fields (422 by pointer) @main', async ({
    page,
    portal,
    resident,
  }) => {
    await openReview(page, portal, resident, consultation())
    await refuseOnce(page, 422, {
      code: 'SE_CO_0400',
      errors: [{ pointer: '/answers/booking/phone', code: 'line-busy', message: 'line is busy' }],
    })
    const posts = watchRequests(page, 'POST', '/o/orders')
    await send(page).click()
    await expect(title(page)).toHaveText('日時と連絡先')
    await expect(page.getByText('電話番号の入力内容をご確認ください。').first()).toBeVisible()
    await expect(page.getByText('line is busy'), 'no texts of the API').toHaveCount(0)
    await expect(page.getByLabel('希望日')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('電話番号')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('電話番号')).toHaveValue('09012345678')
    await page.getByLabel('電話番号').fill('0312345678')
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await expect(title(page)).toHaveText('入力内容の確認')
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await send(page).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    expect(posts.map(({ key }) => key)).toEqual([posts[0]?.key, posts[0]?.key])
  })

  test('too large: shows the reason and enables the button again (413)', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, consultation())
    const only = { operation: 'submitOrder', userId: resident.userId, times: 1 }
    await sandbox.post('faults', { kind: 'body-limit', maxBytes: 50, ...only })
    await send(page).click()
    await expect(page.getByRole('alert')).toContainText('送信する内容が大きすぎます。')
    await send(page).click()
    await expect(page).toHaveURL(/\/order\/success$/)
  })

  test('the service stopped while the form was open: shows only the link back (applicationReturnTop)', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ tenantId: 'aozora-water' })
    await openReview(page, portal, resident, waterStart())
    await sandbox.post('tenants/aozora-water', { services: { 'water-start': { stopAt: Date.now() - 1000 } } })
    try {
      await send(page).click()
      await expect(title(page)).toHaveText('お申し込みを続けることができません')
      await expect(page.getByText('この手続きの受付は終了しました。').first()).toBeVisible()
      await expect(page.getByText('この手続きのお申し込みは続けられません。')).toBeVisible()
      await expect(page.getByText('入力した内容は、保存の期限まで残っています。')).toBeVisible()
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('link', { name: '手続き一覧に戻る' })).toHaveAttribute(
        'href',
        '/aozora-water/applicationlist',
      )
      expect((await stored(sandbox, resident)).drafts).toHaveLength(1)
    } finally {
      await sandbox.post('tenants/aozora-water', { services: { 'water-start': { stopAt: null } } })
    }
  })

  test('the form does not exist any more: shows the link back (SE_AP_0002)', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, consultation())
    await refuseOnce(page, 404, { code: 'SE_AP_0002' })
    await send(page).click()
    await expect(title(page)).toHaveText('予約を続けることができません')
    await expect(page.getByText('予約を続けることができません。お手数ですが、トップ画面に戻って')).toBeVisible()
    await expect(page.getByRole('link', { name: 'トップ画面に戻る' })).toHaveAttribute(
      'href',
      '/minato-city/applicationlist',
    )
    expect((await stored(sandbox, resident)).drafts).toHaveLength(1)
  })

  test('the fee changed: shows the new amount before anything is due (SE_AP_0005) @main', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, certificate())
    await expect(page.getByText('410円').first()).toBeVisible()
    await refuseOnce(page, 422, { code: 'SE_AP_0005' })
    await page.route('**/o/orders/quote', async (route) => {
      const response = await route.fetch()
      const quote = (await response.json()) as { amount: { total: number } }
      await route.fulfill({ response, json: { ...quote, amount: { ...quote.amount, total: 460 } } })
    })
    await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
    await expect(page.getByRole('alert')).toContainText('お支払い金額が変わりました。')
    await expect(page.getByText('460円').first()).toBeVisible()
    await expect(page.getByText(/460円のお支払い義務/)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /確認しました/ })).not.toBeChecked()
    expect((await stored(sandbox, resident)).orders).toEqual([])
  })

  test('no network: fails at once, and sends nothing when the network is back (P-12)', async ({
    page,
    context,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, consultation())
    const posts = watchRequests(page, 'POST', '/o/orders')
    await context.setOffline(true)
    await send(page).click()
    await expect(page.getByRole('alert')).toContainText('インターネットに接続されていません。')
    const back = page.waitForEvent('console', { predicate: (message) => message.text() === 'seen online' })
    await page.evaluate(() => window.addEventListener('online', () => console.log('seen online')))
    await context.setOffline(false)
    await back
    // A queued request would be sent now; the page's own later request comes after it.
    await page.evaluate(() => fetch('/config.json'))
    await expect(send(page)).toBeEnabled()
    expect(posts, 'nothing was sent, before or after').toEqual([])
    expect(await arrivals(sandbox, resident, 'submitOrder')).toEqual([])
    await send(page).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    expect(posts).toHaveLength(1)
  })
})
