import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserPath, headlessShellPath } from './support/browser-path.ts'

const root = join(import.meta.dirname, '..')
const wholeBrowser = browserPath()
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The locale decides which file names of downloads can be written; a machine may have set none. */
const env = Object.fromEntries(
  Object.entries({ ...process.env, LC_ALL: 'C.UTF-8' }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  ),
)
const launchOptions = launchOf(headlessShellPath() ?? wholeBrowser)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: join(root, '.local/test-results'),
  fullyParallel: true,
  // A journey sometimes waits for the network and for timers: one worker more than there are cores uses them fully.
  workers: availableParallelism() + 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['dot'], ['json', { outputFile: join(root, '.local/reports/journeys.json') }]],
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Recording costs a sixth of the time: use TRACE=1 npm run e2e -- -g "name" for a failing journey.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      grepInvert: /@wide|@bfcache/,
    },
    { name: 'wide', use: { viewport: { width: 1280, height: 800 } }, grep: /@wide/ },
    {
      name: 'bfcache',
      grep: /@bfcache/,
      use: {
        viewport: { width: 360, height: 740 },
        // The headless shell has no back/forward cache.
        launchOptions: { ...launchOf(wholeBrowser), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
      },
    },
  ],
})

function launchOf(executablePath: string | null) {
  return { args, env, ...(executablePath === null ? {} : { executablePath }) }
}
