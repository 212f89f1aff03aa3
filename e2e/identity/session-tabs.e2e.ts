import type { BrowserContext, Page } from '@playwright/test'
import { expect, fillSignIn, signIn, test } from '../support/journey.ts'

import { startSignedIn } from '../support/signed-in.ts'
import { identityCalls, refreshesOf } from './identity-calls.ts'
import { expectLoaded, expectTitle } from './keyboard.ts'
import { mailLink } from './outbox.ts'

const form = '/application/minato-city/childcare-consultation/individual'
function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}
function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'もう一度ログインしてください' })
}
function isSaved(page: Page) {
  return expect(page.getByText(/に保存しました/).first()).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
}

test('a session of one tenant is not valid for another: no request, no content, only its login page (S-11) @main', async ({
  signedIn: page,
  resident,
  sandbox,
  residentWith,
}) => {
  const neighbour = await residentWith({ tenantId: 'aozora-water' })
  const { tenantId, userId } = resident
  await sandbox.post('files', { tenantId, userId, name: '港花子の証明書.pdf' })
  await page.goto('/minato-city/download')
  await expect(page.getByText('港花子の証明書.pdf')).toBeVisible()
  const withToken: string[] = []
  page.on('request', (request) => {
    if (request.headers().authorization !== undefined) withToken.push(request.url())
  })
  // First by a link or a typed address, then by a stored path.
  await page.goto('/aozora-water/download')
  await expect(page).toHaveURL(/\/login\/aozora-water$/)
  await expectLoaded(page, 'ログイン')
  await expect(page.getByText('あおぞら水道').first()).toBeVisible()
  for (const personal of [resident.email, '港花子', 'みなと市'])
    await expect(page.locator('body')).not.toContainText(personal)
  await page.evaluate(() => localStorage.setItem('redirectPath', '/minato-city/download'))
  expect(withToken).toEqual([])
  await fillSignIn(page, neighbour)
  await expectTitle(page, '手続き一覧')
  await expect(page).toHaveURL(/\/aozora-water\/applicationlist$/)
  await page.getByRole('link', { name: '書類' }).click()
  await expectTitle(page, '書類のダウンロード')
  await expect(page.locator('body')).not.toContainText('港花子の証明書')
  await page.goto('/minato-city/download')
  await expect(page).toHaveURL(/\/login\/minato-city$/)
})

test('a log-out ends the other tabs of the same resident; no saved answer is lost (S-12, S-13) @main', async ({
  signedIn: page,
  context,
  portal,
  resident,
}) => {
  const other = await context.newPage()
  await startSignedIn(other, portal, resident)
  await page.goto(form)
  await details(page).fill('夜中に何度も起きます。')
  await isSaved(page)
  await other.goto('/minato-city/applicationlist')
  await expectLoaded(other, '手続き一覧')
  const revoked = identityCalls(context)
  await logOut(other)
  await expectTitle(other, 'ログイン')
  await page.bringToFront()
  await expectTitle(page, 'ログイン')
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  await expect(page.getByText('別の画面でログアウトしたため、この画面も終了しました。')).toBeVisible()
  await expect
    .poll(() => revoked.filter(({ action }) => action === 'RevokeToken').length, 'each tab has its own')
    .toBe(2)
  for (const tab of [page, other]) expect(await tokenKeys(tab)).toEqual([])
  await fillSignIn(page, resident)
  await expectTitle(page, '手続き一覧')
  await page.goto(form)
  await expect(details(page)).toHaveValue('夜中に何度も起きます。')
})

test('a log-out also ends a tab that was on another site and missed the message (S-13)', async ({
  signedIn: page,
  context,
  portal,
  resident,
}) => {
  await page.goto('/minato-city/userprofile')
  await expect(page.getByText('090-1234-5678')).toBeVisible()
  await page.goto('about:blank')
  const other = await context.newPage()
  await startSignedIn(other, portal, resident)
  await other.goto('/minato-city/applicationlist')
  await expectLoaded(other, '手続き一覧')
  await logOut(other)
  await expectTitle(other, 'ログイン')
  await page.bringToFront()
  await page.goBack()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  await expectLoaded(page, 'ログイン')
  await expect(page.locator('body')).not.toContainText('090-1234-5678')
  await expect.poll(() => tokenKeys(page)).toEqual([])
  await fillSignIn(page, resident)
  await expectTitle(page, 'マイページ')
})

test('a mailed link opens in a new tab without a password if nobody else uses the device, until the log-out', async ({
  page,
  context,
  portal,
  resident,
  sandbox,
}) => {
  const link = await mailLink({ portal, sandbox }, 'email_change', resident, `changed-${resident.email}`)
  const [second, third, last] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await signIn(page, resident)
  await second.goto(link)
  await expectLoaded(second, 'ログイン')
  await fillSignIn(second, resident, { isKept: true })
  await expectLoaded(second, 'メールアドレスの変更')
  await third.goto(link)
  await expectLoaded(third, 'メールアドレスの変更')
  await third.goto('/minato-city/applicationlist')
  await expectLoaded(third, '手続き一覧')
  await logOut(third)
  // A tab behind others has no focus.
  for (const tab of [third, second, page]) {
    await expectLoaded(tab, 'ログイン')
    await expect.poll(() => tokenKeys(tab)).toEqual([])
  }
  await last.goto(link)
  await expectLoaded(last, 'ログイン')
})

test.describe('if tabs share tokens', () => {
  test('a sign-in to another tenant in the next tab sends nothing as the other user and keeps typed answers (S-12)', async ({
    page,
    context,
    resident,
    sandbox,
    residentWith,
  }) => {
    const neighbour = await residentWith({ tenantId: 'aozora-water' })
    await signIn(page, resident, { isKept: true })
    await page.goto(form)
    await details(page).fill('夜中に何度も起きます。')
    await isSaved(page)
    const other = await context.newPage()
    await other.goto('/login/aozora-water')
    await fillSignIn(other, neighbour, { isKept: true })
    await expectTitle(other, '手続き一覧')

    await expect(dialog(page)).toBeVisible()
    const again = dialog(page).getByLabel('メールアドレス')
    await expect(again).toHaveValue(resident.email)
    expect(await sandbox.get(`state/calls?userId=${neighbour.userId}&operation=saveDraft`)).toEqual([])
    await dialog(page).getByLabel('パスワード').first().fill(resident.password)
    await dialog(page).getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(details(page)).toHaveValue('夜中に何度も起きます。')
    await details(page).fill('朝までに三度起きます。')
    await expect
      .poll(async () => JSON.stringify(await sandbox.get(`state/users/minato-city/${resident.userId}`)))
      .toContain('朝までに三度起きます。')
    await expect(dialog(other), 'the other tab no longer has its user').toBeVisible()
    expect(await sandbox.get(`state/calls?userId=${neighbour.userId}&operation=saveDraft`)).toEqual([])
  })

  for (const { rounds, tag } of [
    { rounds: 2, tag: [] },
    { rounds: 20, tag: '@chromium' },
  ])
    test(
      `two tabs that renew at the same time, ${rounds} times, never use a token twice and stay signed in`,
      { tag },
      async ({ page, context, resident }) => {
        test.setTimeout(30_000 + rounds * 6_000)
        await signIn(page, resident, { isKept: true })
        const other = await context.newPage()
        await renewTogether(context, [page, other], rounds)
      },
    )
})

for (const { rounds, tag } of [
  { rounds: 2, tag: [] },
  { rounds: 20, tag: '@chromium' },
])
  test(
    `a duplicated tab and its original that renew at the same time, ${rounds} times, stay signed in`,
    { tag },
    async ({ signedIn: page, context }) => {
      test.setTimeout(30_000 + rounds * 6_000)
      await page.goto('/minato-city/applicationlist')
      await expectLoaded(page, '手続き一覧')
      const [duplicate] = await Promise.all([
        context.waitForEvent('page'),
        page.evaluate(() => void window.open(location.href)),
      ])
      await expectLoaded(duplicate, '手続き一覧')
      await renewTogether(context, [page, duplicate], rounds)
    },
  )

/** The API refuses the token of both tabs once in every round, so that both must renew at the same moment. */
async function renewTogether(context: BrowserContext, tabs: Page[], rounds: number): Promise<void> {
  const calls = identityCalls(context)
  const refuse = new Set<Page>()
  for (const tab of tabs)
    await tab.route('**/app/web/o/orders?*', async (route) => {
      if (!refuse.delete(tab)) return route.fallback()
      await route.fulfill({
        status: 401,
        headers: { 'x-request-id': route.request().headers()['x-request-id'] ?? '' },
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Unauthorized', status: 401, code: 'SE_CO_0401', errors: [] },
      })
    })
  for (let round = 1; round <= rounds; round += 1) {
    for (const tab of tabs) refuse.add(tab)
    await Promise.all(tabs.map((tab) => tab.goto('/minato-city/applicationhistory')))
    for (const tab of tabs) {
      await expect(tab.getByText('申請はまだありません').first()).toBeVisible()
      await expect(dialog(tab)).toHaveCount(0)
    }
    expect(refuse.size, 'both were refused').toBe(0)
  }
  const used = refreshesOf(calls)
  expect(used.length).toBeGreaterThanOrEqual(rounds)
  expect(new Set(used).size, 'no refresh token is used twice').toBe(used.length)
}

async function tokenKeys(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /Token$|LastAuthUser$/.test(key)),
  )
}
