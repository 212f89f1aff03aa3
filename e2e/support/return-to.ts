import type { Page } from '@playwright/test'

/** The user returns to a tab: simulates the visibility event, because headless browsers treat all tabs as visible. */
export async function returnTo(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
