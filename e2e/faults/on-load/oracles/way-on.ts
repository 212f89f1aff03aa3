import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Resident } from '../../../support/journey.ts'
import type { Scene } from '../routes-under-test.ts'
import { look, settled } from './settled-screen.ts'
import type { Screen } from './settled-screen.ts'
import type { Traffic } from './traffic.ts'

/** As many sections of a page as may each ask for a press of their own. */
const mostPresses = 5

/** The page is as it should be: its own heading, and no problem told anywhere. */
export function isWell({ titles, alerts, dialog }: Screen, { title }: Pick<Scene, 'title'>): boolean {
  const [heading = ''] = titles
  const fits = typeof title === 'string' ? heading === title : title.test(heading)
  return fits && alerts.length === 0 && !dialog
}

/**
 * O4: the fault is over, and what the page offers leads to the page as it should be, or for something that does not
 * exist to the top page. Nothing is loaded anew.
 */
export async function expectWayOn(page: Page, scene: Scene, resident: Resident, traffic: Traffic): Promise<void> {
  const retry = page.getByRole('button', { name: /^(?:もう一度試す|再読み込みする)$/ })
  const top = page.getByRole('link', { name: 'トップ画面に戻る' })
  for (let presses = 0; presses <= mostPresses; presses += 1) {
    const screen = await settled(page, traffic)
    const again = await retry.count()
    if (isWell(screen, scene) && (again === 0 || scene.title === 'エラーが発生しました')) return
    if (await page.getByLabel('パスワード', { exact: true }).isVisible()) await signInAgain(page, resident)
    else if (again > 0) await press(page, () => retry.first().click())
    else if ((await top.count()) > 0) {
      await top.click()
      await expect(page.getByRole('heading', { level: 1 }), 'O4: top page').toHaveText(/^(?:手続き一覧|ログイン)$/)
      return
    } else expect(await look(page), 'O4: a way on').toBe('the page as it should be')
  }
  expect(await look(page), `O4: well after ${mostPresses} presses`).toBe('the page as it should be')
}

async function press(page: Page, action: () => Promise<void>): Promise<void> {
  const before = JSON.stringify(await look(page))
  await action()
  await expect
    .poll(async () => JSON.stringify(await look(page).catch(() => null)), {
      message: 'O4: the press is answered',
      intervals: [20],
    })
    .not.toBe(before)
}

async function signInAgain(page: Page, { email, password }: Resident): Promise<void> {
  const address = page.getByLabel('メールアドレス')
  if (await address.isEditable()) await address.fill(email)
  const field = page.getByLabel('パスワード', { exact: true })
  await field.fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(field, 'O4: signed in again').toHaveCount(0)
}
