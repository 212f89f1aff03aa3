import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** More presses than any page of the portal has tab stops: beyond that the target is unreachable. */
const maxStops = 80

/** Reaches a control by Tab alone, as a user without a pointer does. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} cannot be reached by Tab`)
}

/** Reaches a field and types into it, replacing its value. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  const { keyboard } = field.page()
  await keyboard.press('ControlOrMeta+a')
  if (text === '') await keyboard.press('Backspace')
  else await keyboard.insertText(text)
  await expect(field).toHaveValue(text)
}

/** Reaches a button, a link or a checkbox and presses its key. */
export async function press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

/** After a navigation the heading of the new page has the focus. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
}

/** A step of a sign-in that asks for a code: its field has the focus. */
export async function expectCodeStep(page: Page, title = '確認コードの入力'): Promise<void> {
  await expectLoaded(page, title)
  await expect(page.getByLabel('確認コード', { exact: true })).toBeFocused()
}

/** The page after it has loaded. */
export async function expectLoaded(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}
