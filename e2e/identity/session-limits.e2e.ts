import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from '../support/journey.ts'
import { expectLoaded, expectTitle } from './keyboard.ts'

const form = '/application/minato-city/childcare-consultation/individual'
const minute = 60_000
function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}
function isSaved(page: Page) {
  return expect(page.getByText(/に保存しました/).first()).toBeVisible()
}

test('an idle session shows a warning over the filled form, can be extended, and leads back to the form after its end (R-15) @main', async ({
  signedIn: page,
  resident,
  sandbox,
}) => {
  await page.clock.install()
  await page.goto(form)
  await details(page).fill('夜中に何度も起きます。')
  await isSaved(page)
  const warning = page.getByRole('dialog', { name: 'ログインを続けますか' })
  await page.clock.fastForward(24 * minute)
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward(1.5 * minute)
  await expect(warning).toBeVisible()
  await expect(warning).toContainText(/あと[45]分でログインの有効期限が切れます/)
  await warning.getByRole('button', { name: '続ける' }).click()
  await expect(warning).toHaveCount(0)
  await expect(details(page)).toHaveValue('夜中に何度も起きます。')
  await page.clock.fastForward(25.5 * minute)
  await expect(warning).toBeVisible()
  await page.clock.fastForward(5 * minute)
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  await expectTitle(page, 'ログイン')
  const notice = page.getByText('ログインの有効期限が切れました。もう一度ログインしてください。')
  await expect(notice).toBeVisible()
  const noticeEnd = await notice.evaluate((words) => words.getBoundingClientRect().bottom)
  for (const control of await page.getByRole('main').locator('input, button').all())
    expect((await control.boundingBox())?.y, 'no notice covers the form').toBeGreaterThan(noticeEnd)
  await expect(page.locator('body')).not.toContainText('夜中に何度も')
  // The clock of the identity provider moves with that of the browser.
  await sandbox.post('clock', { shiftMs: 56 * minute })
  try {
    await fillSignIn(page, resident)
    await expectTitle(page, '相談の内容')
    await expect(page).toHaveURL(new RegExp(`${form}`))
    await expect(details(page)).toHaveValue('夜中に何度も起きます。')
  } finally {
    await sandbox.post('clock', { reset: true })
  }
})

test('a session ends after twelve hours even if it is in use, with a warning before (R-15)', async ({
  signedIn: page,
  resident,
  sandbox,
}) => {
  await sandbox.post('config', { limits: { idleMinutes: 6_000 } })
  try {
    await page.clock.install()
    await page.goto('/minato-city/userprofile?view=security')
    await expectLoaded(page, 'ログインとセキュリティ')
    const ending = page.getByRole('dialog', { name: 'まもなくログインが終了します' })
    await page.clock.fastForward(11.9 * 60 * minute)
    await expect(ending).toHaveCount(0)
    await page.clock.fastForward(2 * minute)
    await expect(ending).toBeVisible()
    await ending.getByRole('button', { name: '閉じる' }).click()
    await page.keyboard.press('Tab')
    await page.clock.fastForward(5 * minute)
    await expectTitle(page, 'ログイン')
    await sandbox.post('clock', { shiftMs: 13 * 60 * minute })
    await page.clock.fastForward(54 * minute)
    await fillSignIn(page, resident)
    await expectTitle(page, 'ログインとセキュリティ')
  } finally {
    await sandbox.post('clock', { reset: true })
    await sandbox.post('config', { limits: { idleMinutes: 30 } })
  }
})

test('keeps the session without a connection, even if the token has expired (S-16)', async ({
  signedIn: page,
  context,
  sandbox,
}) => {
  await sandbox.post('config', { limits: { idleMinutes: 6_000 } })
  try {
    await page.clock.install()
    await page.goto('/minato-city/applicationlist')
    await expectLoaded(page, '手続き一覧')
    // The pages are loaded before the connection is lost.
    await page.getByRole('link', { name: '申請履歴' }).click()
    await expect(page.getByText('申請はまだありません')).toBeVisible()
    await page.getByRole('link', { name: '手続き', exact: true }).click()
    await expectTitle(page, '手続き一覧')
    await context.setOffline(true)
    await page.clock.fastForward(70 * minute)
    await page.getByRole('link', { name: '申請履歴' }).click()
    await expect(page.getByText(/通信できませんでした|インターネットに接続されていません/).first()).toBeVisible()
    await expect(page).toHaveURL(/\/minato-city\/applicationhistory$/)
    await sandbox.post('clock', { shiftMs: 70 * minute })
    // The page loads again by itself.
    await context.setOffline(false)
    await expect(page.getByText('申請はまだありません')).toBeVisible()
  } finally {
    await sandbox.post('clock', { reset: true })
    await sandbox.post('config', { limits: { idleMinutes: 30 } })
  }
})

test('a tenant that closes while a form is filled in leads to the maintenance page and keeps the answers (R-12)', async ({
  signedIn: page,
  sandbox,
}) => {
  await page.goto(form)
  await details(page).fill('夜中に何度も起きます。')
  await isSaved(page)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  try {
    await sandbox.post('tenants/minato-city', { state: 'SUSPENDED' })
    await details(page).fill('朝までに三度起きます。')
    await page.getByRole('button', { name: '一時保存する' }).click()
    await expectTitle(page, 'メンテナンス中です')
    await page.getByRole('button', { name: '再開したか確認する' }).click()
    await expect(page.getByRole('main')).toContainText(/まだメンテナンス中です（\d\d:\d\dに確認しました）/)
    await expect(page).toHaveURL(/\/minato-city\/maintenance$/)
    await sandbox.post('tenants/minato-city', { state: 'ACTIVE' })
    await page.getByRole('button', { name: '再開したか確認する' }).click()
    await expect(details(page), 'answers that could not be saved are still in this browser').toHaveValue(
      '朝までに三度起きます。',
    )
    expect(visited.length, 'no chain of redirects').toBeLessThanOrEqual(3)
  } finally {
    await sandbox.post('tenants/minato-city', { state: 'ACTIVE' })
  }
})
