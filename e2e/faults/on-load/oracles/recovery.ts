import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { signInButton } from '../../../support/journey.ts'
import type { Resident } from '../../../support/journey.ts'
import type { RouteUnderTest } from '../routes-under-test.ts'
import { readScreen, waitUntilIdle } from './idle-screen.ts'
import type { Screen } from './idle-screen.ts'
import type { Traffic } from './traffic.ts'

/** Sections of a page that may each need a click on their own retry button. */
const maxClicks = 5

/** The page shows its own heading and no problem. */
export function isAsExpected({ titles, alerts, dialog }: Screen, { title }: Pick<RouteUnderTest, 'title'>): boolean {
  const [heading = ''] = titles
  const fits = typeof title === 'string' ? heading === title : title.test(heading)
  return fits && alerts.length === 0 && !dialog
}

/**
 * After the fault is removed, the controls of the page lead to the expected page without a reload, or to the top page
 * if the subject does not exist.
 */
export async function expectRecovery(
  page: Page,
  target: RouteUnderTest,
  resident: Resident,
  traffic: Traffic,
): Promise<void> {
  const retry = page.getByRole('button', { name: /^(?:もう一度試す|再読み込みする)$/ })
  const top = page.getByRole('link', { name: 'トップ画面に戻る' })
  for (let clicks = 0; clicks <= maxClicks; clicks += 1) {
    const screen = await waitUntilIdle(page, traffic)
    const again = await retry.count()
    if (isAsExpected(screen, target) && (again === 0 || target.title === 'エラーが発生しました')) return
    if (await page.getByLabel('パスワード', { exact: true }).isVisible()) await signInAgain(page, resident)
    else if (again > 0) await clickAndSeeChange(page, () => retry.first().click())
    else if ((await top.count()) > 0) {
      await top.click()
      await expect(page.getByRole('heading', { level: 1 }), 'the recovery leads to the top page').toHaveText(
        /^(?:手続き一覧|ログイン)$/,
      )
      return
    } else expect(await readScreen(page), 'a way to continue').toBe('the expected page')
  }
  expect(await readScreen(page), `as expected after ${maxClicks} clicks`).toBe('the expected page')
}

async function clickAndSeeChange(page: Page, action: () => Promise<void>): Promise<void> {
  const before = JSON.stringify(await readScreen(page))
  await action()
  await expect
    .poll(async () => JSON.stringify(await readScreen(page).catch(() => null)), {
      message: 'the click changes the screen',
      intervals: [20],
    })
    .not.toBe(before)
}

async function signInAgain(page: Page, { email, password }: Resident): Promise<void> {
  const address = page.getByLabel('メールアドレス')
  if (await address.isEditable()) await address.fill(email)
  const field = page.getByLabel('パスワード', { exact: true })
  await field.fill(password)
  await signInButton(page).click()
  await expect(field, 'signed in again').toHaveCount(0)
}
