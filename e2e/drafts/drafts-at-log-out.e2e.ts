import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, certificate, consultation, openReview, saveDraft } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { draftsInBrowser } from './browser-drafts.ts'

function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}

test('log-out sends unsaved answers first, then removes every copy from the browser (R-07) @main', async ({
  page,
  sandbox,
  resident,
}) => {
  await signIn(page, resident)
  await page.goto(applicationPath(resident, consultation()))
  const order: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/o/drafts/')) order.push('draft')
    if (request.headers()['x-amz-target']?.endsWith('.RevokeToken') === true) order.push('revoke')
  })
  await details(page).fill('ログアウトの直前に書いた文')
  // Log out at once, before autosave starts.
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  expect(order).toEqual(['draft', 'revoke'])
  expect(JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('ログアウトの直前に書いた文')
  expect(await draftsInBrowser(page)).toEqual([])

  await signIn(page, resident)
  await page.goto(applicationPath(resident, consultation()))
  await expect(details(page)).toHaveValue('ログアウトの直前に書いた文')
})

test('what is typed of a delivery address is there after a reload, Back and a log-out', async ({
  page,
  portal,
  sandbox,
  resident,
}) => {
  await startSignedIn(page, portal, resident)
  await saveDraft(portal, resident, certificate())
  const another = page.getByRole('radio', { name: '別の住所に届ける' })
  const recipient = page.getByLabel('お届け先のお名前')
  const street = page.getByLabel('番地')
  await page.goto(`/order/payment/${resident.tenantId}/residence-certificate?type=individual`)
  const change = page.getByRole('link', { name: 'お届け先を変更する' })
  await change.click()
  await another.check()
  await recipient.fill('南 太郎')
  await page.reload()
  await expect(another).toBeChecked()
  await expect(recipient).toHaveValue('南 太郎')

  await street.fill('1丁目')
  await page.goBack()
  // An incomplete address leads back to its page.
  await expect(street).toHaveValue('1丁目')

  await street.fill('1丁目2-3')
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  expect(JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('1丁目2-3')
  await signIn(page, resident)
  await page.goto(`/order/shippingaddress/${resident.tenantId}/residence-certificate?type=individual`)
  await expect(another).toBeChecked()
  await expect(recipient).toHaveValue('南 太郎')
  await expect(street).toHaveValue('1丁目2-3')
})

test('log-out asks before it removes what could not be saved; Escape, Back and a button keep it', async ({
  page,
  portal,
  resident,
}) => {
  const phone = page.getByLabel('電話番号')
  await startSignedIn(page, portal, resident)
  await saveDraft(portal, resident, consultation())
  await page.goto(applicationPath(resident, consultation(), 'consultation'))
  await page.getByRole('button', { name: '次へ' }).click()
  await page.route('**/o/drafts/**', async (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await phone.fill('0398765432')
  const menu = page.getByRole('button', { name: 'メニュー' })
  const logOut = page.getByRole('button', { name: 'ログアウト', exact: true })
  const question = page.getByRole('dialog', { name: '保存できていない入力があります' })
  for (const stay of ['Escape', 'Back', 'the button']) {
    await menu.click()
    await logOut.click()
    await expect(question.getByRole('heading')).toBeFocused()
    await expectAccessible(page, 'the question before a log-out')
    if (stay === 'Escape') await page.keyboard.press('Escape')
    else if (stay === 'Back') await page.goBack()
    else await question.getByRole('button', { name: 'ログアウトしない' }).click()
    await expect(question).toBeHidden()
    await expect(menu, stay).toBeFocused()
    await expect(phone).toHaveValue('0398765432')
  }
  await menu.click()
  await logOut.click()
  await question.getByRole('button', { name: 'ログアウト', exact: true }).click()
  await expect(page.getByText(/一時保存できなかった入力があり、この端末から削除しました。/)).toBeVisible()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  expect(await draftsInBrowser(page)).toEqual([])
})

test('log-out asks while a save is slow, and goes on by itself once everything is saved', async ({
  page,
  portal,
  resident,
  sandbox,
}) => {
  await startSignedIn(page, portal, resident)
  await saveDraft(portal, resident, consultation())
  await page.goto(applicationPath(resident, consultation(), 'consultation'))
  const answers: (() => void)[] = []
  await page.route('**/o/drafts/**', async (route) => {
    if (route.request().method() === 'PUT') await new Promise<void>((resolve) => answers.push(resolve))
    await route.fallback()
  })
  await details(page).fill('遅い回線で書いた文')
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '保存できていない入力があります' })).toBeVisible()
  await page.unroute('**/o/drafts/**')
  for (const answer of answers) answer()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  expect(JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('遅い回線で書いた文')
  expect(await draftsInBrowser(page)).toEqual([])
})

test('log-out while a result is awaited asks first; the question ends with the result, which appears', async ({
  page,
  portal,
  resident,
}) => {
  await openReview(page, portal, resident, consultation())
  await page.route('**/o/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await page.route('**/o/submissions/**', async (route) => route.abort())
  await page.getByRole('button', { name: '送信する', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('予約を処理しています')
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  const question = page.getByRole('dialog', { name: '送信した内容の結果を確認できていません' })
  await expect(question).toBeVisible()
  await page.unroute('**/o/submissions/**')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/order\/success$/)
})

test('log-out saves what was just typed in another tab, and asks if that fails', async ({
  page,
  context,
  portal,
  resident,
  sandbox,
}) => {
  const list = '/minato-city/applicationlist'
  const open = async (tab: Page, path: string) => {
    await startSignedIn(tab, portal, resident)
    await tab.goto(path)
  }
  await saveDraft(portal, resident, consultation())
  await open(page, list)
  const other = await context.newPage()
  await open(other, applicationPath(resident, consultation(), 'consultation'))
  await context.route('**/o/drafts/**', async (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await details(other).fill('もう一つのタブの文')
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  const question = page.getByRole('dialog', { name: '保存できていない入力があります' })
  await question.getByRole('button', { name: 'ログアウトしない' }).click()
  await expect(question).toBeHidden()
  await expect(details(other)).toHaveValue('もう一つのタブの文')

  await context.unroute('**/o/drafts/**')
  await details(other).fill('もう一つのタブの次の文')
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  await expect(other).toHaveURL(/\/login\/minato-city$/)
  expect(JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('もう一つのタブの次の文')
  expect(await draftsInBrowser(page)).toEqual([])
})
