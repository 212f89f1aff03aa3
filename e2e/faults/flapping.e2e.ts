import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import fc from 'fast-check'
import { test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, consultation, saveDraft } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

/**
 * every second response of the API fails, in a way and a rhythm that the seed decides. Lists, details and a form
 * stay right, however often the user retries. Only `npm run test:full` runs them.
 */
const seeds = Array.from({ length: 50 }, (_, index) => index + 1)

test.use({ offContract: true })

for (const seed of seeds)
  test(`a network where every second response fails, seed ${seed}: nothing doubled, nothing lost (R-06)`, async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    test.slow()
    const resident = await residentWith({ seed: 60 })
    await saveDraft(portal, resident, consultation())
    await startSignedIn(page, portal, resident)
    await flap(page, seed)

    await page.goto('/minato-city/applicationhistory')
    const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '受付番号' })
    await untilVisible(page, page.getByText('これですべてです'), page.getByRole('button', { name: 'さらに表示' }))
    const { orders } = await stored(sandbox, resident)
    const shown = (await rows.allTextContents()).map((text) => /\d{4}-\d{6}/.exec(text)?.[0] ?? '')
    expect(shown.toSorted()).toEqual(orders.map(({ receiptNumber }) => receiptNumber).toSorted())

    const [wanted = ''] = shown
    await rows.filter({ hasText: wanted }).getByRole('link').click()
    await untilVisible(page, page.getByRole('main').getByText(wanted).first())
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)

    const typed = `切れ切れの通信で書いた文 ${seed}`
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const title = (name: string) => page.getByRole('heading', { level: 1, name })
    await page.goto(applicationPath(resident, consultation(), 'consultation'))
    const details = page.getByLabel('相談の内容', { exact: true })
    await untilVisible(page, details)
    await details.fill(typed)
    await untilVisible(page, title('日時と連絡先'), button('次へ'))
    await untilVisible(page, title('入力内容の確認'), button('入力内容を確認する'))
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await untilVisible(page, title('予約を受け付けました'), button(/^((もう一度)?送信する|今すぐ確認する)$/))
    const sent = (await stored(sandbox, resident)).orders.filter((order) => JSON.stringify(order).includes(typed))
    expect(sent).toHaveLength(1)
  })

test('keeps the save status visible beside the notice that answers are saved later', async ({
  signedIn: page,
  context,
  resident,
  sandbox,
}) => {
  // The notice goes because it is no longer true, not because its time is over.
  await sandbox.post('config', { limits: { notificationMs: 600_000 } })
  await page.goto(applicationPath(resident, consultation(), 'consultation'))
  await sandbox.post('config', { limits: { notificationMs: 5_000 } })
  const details = page.getByLabel('相談の内容', { exact: true })
  await details.fill('夜中に')
  await page.getByRole('button', { name: '一時保存する' }).click()
  await page.getByRole('status').getByRole('button', { name: '閉じる' }).click()
  await context.setOffline(true)
  await details.fill('夜中に起きます。')
  await page.getByRole('button', { name: '一時保存する' }).click()
  const notice = page.getByText('接続が回復すると、自動で保存します。')
  await expect(notice).toBeVisible()
  const status = page.getByRole('status', { name: '保存の状態' })
  // Where the bar is at the foot of the screen, and where it ends below the questions.
  for (const top of [0, 9_999]) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await expect(status).toBeInViewport()
    const noticeEnd = await notice.evaluate((words) => words.getBoundingClientRect().bottom)
    expect((await status.boundingBox())?.y).toBeGreaterThan(noticeEnd)
  }
  await context.setOffline(false)
  await expect(status).toContainText('に保存しました')
  await expect(notice).toHaveCount(0)
})

/** Which of two responses of an address fails and how, decided by the seed. */
async function flap(page: Page, seed: number): Promise<void> {
  const [plan = []] = fc.sample(fc.array(fc.constantFrom(...failures), { minLength: 20, maxLength: 20 }), {
    seed,
    numRuns: 1,
  })
  // Counted for each address: with one count for all, a request that causes another would fail every time.
  const counts = new Map<string, number>()
  await page.route('**/app/web/**', async (route) => {
    const asked = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    const calls = (counts.get(asked) ?? seed % 2) + 1
    counts.set(asked, calls)
    if (calls % 2 === 0) return route.fallback()
    const failure = plan[(Math.floor(calls / 2) + counts.size) % plan.length] ?? 'reset'
    if (failure === 'reset') return route.abort('connectionreset')
    if (failure === 'lost') {
      await route.fetch()
      return route.abort('connectionreset')
    }
    return route.fulfill({
      status: failure,
      headers: { 'Retry-After': '0' },
      contentType: 'text/html',
      body: '<p>Proxy',
    })
  })
}

const failures = ['reset', 'lost', 500, 502, 503] as const

/** Clicks the retry buttons until the target is visible; clicks `press` first, if it is there. */
async function untilVisible(page: Page, target: Locator, press?: Locator): Promise<void> {
  const retry = page.getByRole('button', { name: 'もう一度試す' })
  await expect(async () => {
    for (const button of [press, retry]) {
      if (button === undefined || !(await button.first().isVisible())) continue
      await button.first().click({ timeout: 500 }).catch(ignoreGone)
    }
    await expect(target).toBeVisible({ timeout: 700 })
  }).toPass({ timeout: 40_000, intervals: [100] })
}

/** A button may disappear during the click, because the response arrived meanwhile. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Error) || !/Timeout|detached/.test(error.message)) throw error
}
