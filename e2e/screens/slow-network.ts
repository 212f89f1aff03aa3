import type { CDPSession, Page } from '@playwright/test'

/** Slow 4G as the browser's developer tools emulate it: milliseconds, bytes per second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/** Emulates a slow network, which only Chromium can do. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  return devtools
}
