import { expect } from '@playwright/test'
import type {
  Browser,
  BrowserContext,
  Page as PlaywrightPage,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import { WebDriverContext, withoutTheRest } from './context.ts'
import { startWebKit } from './webkit.ts'
import type { RunningDriver } from './webkit.ts'

/** The part of the journeys' fixtures that differs between engines. */
type JourneyTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { watched: string[]; toleratedErrors: RegExp[] },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

/**
 * The journeys in WebKitGTK, which Playwright cannot control: the same fixtures, with `page` and `context` over
 * WebDriver. A journey that uses more of them than WebDriver can do fails with the name of the missing part.
 */
export function inWebKit<Test>(test: Test): Test {
  return (test as unknown as JourneyTest).extend<{ driver: RunningDriver }>({
    // One driver for each test, so that a browser which hangs ends with its test.
    driver: async ({}, provide) => {
      const running = await startWebKit()
      await provide(running)
      await running.stop()
    },
    browser: [async ({}, provide) => provide(withoutTheRest({}, 'browser') as Browser), { scope: 'worker' }],
    context: async ({ driver: { address, capabilities }, baseURL, viewport }, provide, testInfo) => {
      if (baseURL === undefined || viewport === null) throw new Error('The driver needs a site and a size')
      const context = await WebDriverContext.start(address, { baseURL, viewport, capabilities })
      await provide(withoutTheRest(context, 'context') as unknown as BrowserContext)
      const [page, ...others] = context.pages()
      // WebKit draws no picture of a tab in the background.
      if (testInfo.status !== testInfo.expectedStatus && page !== undefined && others.length === 0)
        await testInfo.attach('screen', { body: await page.screenshot(), contentType: 'image/png' })
    },
    page: async ({ context }, provide) => {
      const [page] = context.pages()
      await provide(page as PlaywrightPage)
    },
    watched: async ({ context, toleratedErrors }, provide) => {
      const { findings } = context as unknown as WebDriverContext
      await provide(findings)
      const unexpected = findings.filter((finding) => !toleratedErrors.some((expected) => expected.test(finding)))
      expect(unexpected, 'No page may violate the policy or throw.').toEqual([])
    },
  }) as unknown as Test
}
