import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import chromium from '../playwright.config.ts'
import { onlyChromium, patternsOf, titlePattern } from './journeys.ts'
import { filesNotInWebKit, notInWebKit } from './webkit-journeys.ts'

const root = join(import.meta.dirname, '../..')
const { launchOptions: _launchOptions, ...use } = chromium.use ?? {}

// Playwright reads this file in each of its workers.
process.env.JOURNEY_ENGINE = 'webkit'

/** The same journeys in WebKitGTK over WebDriver. `npm run e2e -- --engine webkit` runs them. */
export default defineConfig({
  ...chromium,
  testDir: '..',
  testIgnore: patternsOf(filesNotInWebKit),
  outputDir: join(root, '.local/test-results-webkit'),
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['dot'], ['json', { outputFile: join(root, '.local/reports/webkit.json') }]],
  use,
  projects: [
    {
      name: 'webkit',
      // iPhone 15
      use: { viewport: { width: 390, height: 740 } },
      grepInvert: [onlyChromium, ...notInWebKit.map(titlePattern)],
    },
  ],
})
