import type { Page, Request } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/journey.ts'
import { effectsOf, stored } from '../support/provider-view.ts'
import { applicationPath, arrivals, consultation, openReview, watchRequests } from '../support/ready-application.ts'

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
function send(page: Page) {
  return page.getByRole('button', { name: '送信する', exact: true })
}

/** The requests of the page while the outcome of a click is unknown. */
function isQuestion(url: string) {
  return url.includes('/o/submissions/')
}

/** Longer than the journey: the clock of the sandbox ends it. */
const processingMs = 10 * 60_000

test.describe('a submission with an unknown outcome (applicationWait)', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('clock', { reset: true })
  })

  test('locks the form, polls and shows the receipt after a 202 @main', async ({ page, portal, resident, sandbox }) => {
    await openReview(page, portal, resident, consultation())
    await sandbox.post('faults', {
      kind: 'submission-slow',
      operation: 'submitOrder',
      userId: resident.userId,
      times: 1,
      delayMs: processingMs,
    })
    const posts = watchRequests(page, 'POST', '/o/orders')
    const asked = page.waitForRequest((request) => isQuestion(request.url()))
    await send(page).click()
    await expect(title(page)).toHaveText('予約を処理しています')
    await expect(page.getByText('予約を処理しています。もう一度送信せず、しばらくお待ちください。')).toBeVisible()
    await expect(page.getByRole('button', { name: /送信/ })).toHaveCount(0)
    await page.goto(applicationPath(resident, consultation(), 'consultation'))
    await expect(title(page), 'no step can be changed meanwhile, also after a reload').toHaveText(
      '予約を処理しています',
    )
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await asked
    await sandbox.post('clock', { shiftMs: processingMs })
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/, { timeout: 20_000 })
    const { orders, drafts } = await stored(sandbox, resident)
    expect(orders).toHaveLength(1)
    expect(drafts).toEqual([])
    await expect(page.getByText(orders[0]?.receiptNumber ?? 'no order').first()).toBeVisible()
    expect(posts, 'one click, one request').toHaveLength(1)
  })

  test('leads to the result after a reload between the response and the result', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, consultation())
    const held = Promise.withResolvers<void>()
    let isHeld = true
    await page.route(/order-success-route/, async (route) => {
      if (isHeld) await held.promise
      await route.fallback()
    })
    const response = page.waitForResponse((one) => one.url().endsWith('/o/orders') && one.request().method() === 'POST')
    await send(page).click()
    await (await response).finished()
    await expect(title(page), 'the screen stays until the result is loaded').toHaveText('入力内容の確認')
    await expect.poll(async () => (await stored(sandbox, resident)).drafts).toEqual([])
    isHeld = false
    await page.goto(applicationPath(resident, consultation(), 'consultation'))
    held.resolve()
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
    await expect(title(page)).toHaveText('予約を受け付けました')
    await page.goto(applicationPath(resident, consultation(), 'consultation'))
    await expect(title(page), 'the next visit begins another one').toHaveText('相談の内容')
    expect((await stored(sandbox, resident)).orders).toHaveLength(1)
  })

  for (const [name, fault, tag] of [
    ['the response was lost', { kind: 'answer-lost' }, []],
    ['a response is not JSON', { kind: 'wrong-html' }, ['@chromium']],
    ['a response is cut off', { kind: 'wrong-truncated' }, ['@chromium']],
  ] as const) {
    test.describe(`when ${name}`, { tag: [...tag] }, () => {
      test.use({ offContract: true })

      test('finds the order by its key and sends no second submission (P-02)', async ({
        page,
        portal,
        resident,
        sandbox,
      }) => {
        await openReview(page, portal, resident, consultation())
        await sandbox.post('faults', { ...fault, operation: 'submitOrder', userId: resident.userId, times: 1 })
        const posts = watchRequests(page, 'POST', '/o/orders')
        await send(page).click()
        await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
        expect(posts).toHaveLength(1)
        const { effects } = await effectsOf(sandbox, resident)
        expect(effects.filter(({ effect }) => effect === 'order-created')).toHaveLength(1)
      })
    })
  }

  test.describe('when the API fails', () => {
    test.use({ offContract: true })

    test('offers to send again only after the API reported that nothing arrived: same key, same body (P-02)', async ({
      page,
      portal,
      resident,
      sandbox,
    }) => {
      await openReview(page, portal, resident, consultation())
      await sandbox.post('faults', { kind: 'error-500', operation: 'submitOrder', userId: resident.userId, times: 1 })
      const posts = watchRequests(page, 'POST', '/o/orders')
      await send(page).click()
      await expect(title(page)).toHaveText('予約は届いていません')
      expect(posts).toHaveLength(1)
      await page.reload()
      await expect(title(page), 'a reload polls and sends nothing').toHaveText('予約は届いていません')
      expect(posts).toHaveLength(1)
      await page.getByRole('button', { name: 'もう一度送信する' }).dblclick()
      await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
      expect(posts).toHaveLength(2)
      expect(posts[1]).toEqual(posts[0])
      const { perKey } = await effectsOf(sandbox, resident)
      expect(perKey[posts[0]?.key ?? '']).toBe(1)
    })
  })

  test(
    'shows no late result as that of corrected answers: the page says what was received, and keeps the answers',
    { tag: '@chromium' },
    async ({ page, portal, resident, sandbox }) => {
      await openReview(page, portal, resident, consultation())
      const delayed = Promise.withResolvers<Request>()
      await page.route(
        /\/o\/orders$/,
        async (route) => {
          delayed.resolve(route.request())
          await route.abort()
        },
        { times: 1 },
      )
      await send(page).click()
      await expect(title(page)).toHaveText('予約は届いていません')
      // A saved correction would make the API refuse the late submission.
      const drafts = /\/o\/drafts\//
      await page.route(drafts, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
      await page.getByRole('button', { name: '入力内容に戻る' }).click()
      await page.getByRole('link', { name: '「相談の内容」を修正する' }).click()
      const details = page.getByLabel('相談の内容', { exact: true })
      await details.fill('ほかの相談もあります。')
      await page.request.fetch(await delayed.promise)
      await page.unroute(drafts)
      const earlier = page.getByRole('dialog', { name: /^前に送信した内容を受け付けています/ })
      await expect(earlier).toContainText('受け付けた内容：夜中に何度も起きます。')
      await expect(earlier).toContainText('この画面：ほかの相談もあります。')
      await expectAccessible(page, 'the dialog about an earlier version')
      await page.reload()
      await expect(earlier).toContainText('この画面：ほかの相談もあります。')
      await expect(details).toHaveValue('ほかの相談もあります。')
      await earlier.getByRole('button', { name: 'この内容で新しい予約を続ける' }).click()
      await expect(earlier).toBeHidden()
      await expect.poll(async () => JSON.stringify(await stored(sandbox, resident))).toContain('ほかの相談もあります。')
      await page.goto(applicationPath(resident, consultation(), 'review'))
      await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
      await send(page).click()
      await expect(title(page)).toHaveText('予約を受け付けました')
      const { orders } = await stored(sandbox, resident)
      expect(orders).toHaveLength(2)
      const latest = orders.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]
      await expect(page.getByText(latest?.receiptNumber ?? 'no order').first()).toBeVisible()
    },
  )

  test('finds the order after a reload while the response is lost: one order with one key (P-02) @main', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, consultation())
    await sandbox.post('faults', {
      kind: 'slow',
      operation: 'submitOrder',
      userId: resident.userId,
      times: 1,
      delayMs: 1500,
    })
    const posts = watchRequests(page, 'POST', '/o/orders')
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/o/orders'))
    await send(page).click()
    await sent
    await page.reload()
    // Before it has arrived, the page may state that it has not.
    await expect(title(page)).toHaveText(/予約は届いていません|予約を受け付けました/)
    await expect.poll(async () => (await stored(sandbox, resident)).orders.length).toBe(1)
    await page.reload()
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
    await expect(title(page)).toHaveText('予約を受け付けました')
    expect(posts, 'nothing is sent again').toHaveLength(1)
    const { effects } = await effectsOf(sandbox, resident)
    expect(effects.filter(({ effect }) => effect === 'order-created')).toHaveLength(1)
  })

  for (const [kind, status, tag] of [
    ['too-many', 429, []],
    ['unavailable', 503, ['@chromium']],
  ] as const) {
    test(
      `honours Retry-After of ${status} and resends nothing automatically (P-12)`,
      { tag: [...tag] },
      async ({ page, portal, resident, sandbox }) => {
        await openReview(page, portal, resident, consultation())
        await sandbox.post('faults', {
          kind,
          operation: 'submitOrder',
          userId: resident.userId,
          times: 1,
          retryAfter: 2,
        })
        const posts = watchRequests(page, 'POST', '/o/orders')
        await send(page).click()
        await expect(title(page)).toHaveText('予約を処理しています')
        await expect(title(page)).toHaveText('予約は届いていません')
        expect(posts).toHaveLength(1)
        const sent = await arrivals(sandbox, resident, 'submitOrder')
        expect(sent.map((call) => call.status)).toEqual([status])
        const [asked] = await arrivals(sandbox, resident, 'getSubmission')
        // Both times are the sandbox's own, so that a delay of the machine only makes the wait longer.
        expect((asked?.at ?? 0) - (sent[0]?.at ?? 0), 'not before Retry-After').toBeGreaterThan(1_900)
      },
    )
  }

  test('polls while another request with the same key is processed (409 SE_CO_0409)', async ({
    page,
    portal,
    resident,
  }) => {
    await openReview(page, portal, resident, consultation())
    const posts = watchRequests(page, 'POST', '/o/orders')
    // The response to the second request of a proxy that sent it twice while the first is still being processed.
    await page.route('**/o/orders', async (route, request) => {
      if (request.method() !== 'POST') return route.fallback()
      const inProgress = { type: 'about:blank', title: 'In progress', status: 409, code: 'SE_CO_0409' }
      await route.fetch()
      await route.fulfill({
        status: 409,
        headers: {
          'Content-Type': 'application/problem+json',
          'X-Request-Id': 'r-1',
          Date: new Date().toUTCString(),
        },
        body: JSON.stringify(inProgress),
      })
    })
    await send(page).click()
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
    expect(posts).toHaveLength(1)
  })

  test('polls after a timeout and sends nothing twice', async ({ page, portal, resident, sandbox }) => {
    await sandbox.post('config', { limits: { requestTimeoutMs: 2500 } })
    try {
      await openReview(page, portal, resident, consultation())
      await sandbox.post('faults', { kind: 'hang', operation: 'submitOrder', userId: resident.userId, times: 1 })
      const posts = watchRequests(page, 'POST', '/o/orders')
      await send(page).click()
      await expect(title(page)).toHaveText('予約は届いていません', { timeout: 15_000 })
      await page.getByRole('button', { name: 'もう一度送信する' }).click()
      await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
      expect(posts).toHaveLength(2)
      expect(posts[1]).toEqual(posts[0])
    } finally {
      await sandbox.post('config', { limits: { requestTimeoutMs: 30_000 } })
    }
  })

  test(
    'opens the form again if processing failed after a 202, with the answers and another key',
    { tag: '@chromium' },
    async ({ page, portal, resident, sandbox }) => {
      await openReview(page, portal, resident, consultation())
      await sandbox.post('faults', {
        kind: 'submission-fails',
        operation: 'submitOrder',
        userId: resident.userId,
        times: 1,
        delayMs: 0,
      })
      await send(page).click()
      await expect(title(page)).toHaveText('予約を続けることができません')
      await expect(page.getByText('この手続きの受付は終了しました。').first()).toBeVisible()
      await page.goto(applicationPath(resident, consultation(), 'consultation'))
      await expect(page.getByLabel('相談の内容', { exact: true })).toHaveValue('夜中に何度も起きます。')
      expect((await stored(sandbox, resident)).orders).toEqual([])
    },
  )
})
