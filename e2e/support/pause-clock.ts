import type { Page } from '@playwright/test'

/**
 * Stops the clock of the page, which is installed, until `page.clock.resume()`. It jumps by two seconds, because it runs
 * until the command has arrived, and cannot stop in the past.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000))
}
