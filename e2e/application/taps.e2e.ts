import type { Locator } from '@playwright/test'
import { stored } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { countInput } from '../support/count-input.ts'
import { daysFromNow, expectCardPage } from '../support/form-actions.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { applicationPath, consultation, saveDraft } from '../support/ready-application.ts'

const viewport = { width: 360, height: 740 }
test.use({ viewport })

test('taps: a resident with a registered address requests 住民票 in nine taps on four screens without typing', async ({
  page,
  portal,
  residentWith,
}) => {
  // A random address sometimes fills two lines, and the summary is measured.
  const resident = await residentWith({ email: 'hanako.minato@example.jp' })
  await signIn(page, resident)
  const screens = [new URL(page.url()).pathname]
  const input = await countInput(page)
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame === page.mainFrame() && pathname !== screens.at(-1)) screens.push(pathname)
  })

  await page.getByRole('link', { name: '住民票の写しの交付請求', exact: true }).first().tap()
  await expect(page.getByText('港 花子（ミナト ハナコ）')).toBeVisible()
  for (const label of ['本人', '個人の写し（世帯の一部）', '金融機関での手続き', '郵送で受け取る'])
    await page.getByText(label, { exact: true }).tap()
  await page.getByText(/^住民基本台帳の確認に同意します/).tap()
  await page.getByRole('button', { name: '入力内容を確認する' }).tap()
  // The form shows the fee as well.
  await expect(page.getByRole('heading', { level: 2, name: 'お届け先' })).toBeVisible()
  await expect(page.getByText('410円').first()).toBeVisible()
  const height = await page.evaluate(() => {
    const sections = [...document.querySelectorAll('main section')]
    const boxOf = (title: string) =>
      sections.find((section) => section.querySelector('h2')?.textContent === title)?.getBoundingClientRect()
    return (boxOf('お届け先')?.bottom ?? Infinity) - (boxOf('請求する方')?.top ?? 0)
  })
  await page.getByText('上記の内容に誤りがないことを確認しました。').tap()
  await page.getByRole('button', { name: '送信して支払いへ進む' }).tap()
  await expectCardPage(page, portal)

  const summary = `${(height / viewport.height).toFixed(2)} phone heights`
  const description = `${input.taps()} taps, ${input.keys()} keys, ${screens.length} screens, summary of ${summary}`
  test.info().annotations.push({ type: '住民票', description })
  expect(height, 'the summary').toBeLessThanOrEqual(1.5 * viewport.height)
  expect(input.taps()).toBeLessThanOrEqual(9)
  expect(input.keys()).toBe(0)
  expect(screens.length, screens.join(' → ')).toBeLessThanOrEqual(4)
})

test('taps: a resident corrects a returned application in four taps besides those in its fields', async ({
  page,
  portal,
  sandbox,
  residentWith,
}) => {
  const resident = await residentWith({ tenantId: 'aozora-water', seed: 'orders' })
  const { orders } = await stored(sandbox, resident)
  const returned = orders.find(({ status }) => status === 'CANCELLED_BY_TENANT')
  await startSignedIn(page, portal, resident)
  await page.goto(`/aozora-water/history-details/${returned?.orderId ?? ''}`)
  const input = await countInput(page)
  await page.getByRole('button', { name: '直して、もう一度申し込む' }).tap()
  // The date of the sample has passed.
  const corrections = { '建物名・部屋番号': 'あおぞらマンション203', 使用開始日: daysFromNow(3) }
  for (const [label, value] of Object.entries(corrections)) {
    await page.getByLabel(label, { exact: true }).tap()
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  // 次へ skips three steps to the last page; its label changes on blur of the date.
  await page.getByRole('button', { name: /^(次へ|入力内容を確認する)$/ }).tap()
  await page.getByText('上記の内容に誤りがないことを確認しました。').tap()
  await page.getByRole('button', { name: '送信する', exact: true }).tap()
  await expect(page).toHaveURL(/\/order\/success$/)
  const inFields = Object.keys(corrections).length
  const description = `${input.taps() - inFields} taps and ${inFields} in fields`
  test.info().annotations.push({ type: '差戻し', description })
  expect(input.taps() - inFields).toBeLessThanOrEqual(4)
})

for (const [pointer, press] of [
  ['finger', (button: Locator) => button.tap()],
  ['mouse', (button: Locator) => button.click({ delay: 100 })],
] as const)
  test(`taps: one press of a ${pointer} on 次へ straight after typing validates the page, although an error appears or disappears`, async ({
    signedIn: page,
    portal,
    resident,
  }) => {
    await saveDraft(portal, resident, consultation())
    await page.goto(applicationPath(resident, consultation(), 'consultation'))
    const details = page.getByLabel('相談の内容', { exact: true })
    const next = page.getByRole('button', { name: '次へ' })
    // Once the browser is idle, its timers run between the touch and the mouse events of a tap.
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await details.fill('あ'.repeat(600))
    await saved
    await press(next)
    await expect(page.getByRole('region', { name: /入力内容を確認してください/ })).toBeFocused()

    await details.fill('夜中に何度も起きます。')
    await press(next)
    await expect(page.getByRole('heading', { level: 1, name: '日時と連絡先' })).toBeVisible()
  })
