import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import chromium from '../playwright.config.ts'
import { notInFirefox, notRun, onlyChromium, patternsOf, titlePattern } from './journeys.ts'
import { answerMissingCommand } from './missing-command.ts'

const root = join(import.meta.dirname, '../..')
const { executablePath } = JSON.parse(readFileSync(join(root, '.local/firefox.json'), 'utf8')) as {
  executablePath: string
}

// Playwright reads this file in each of its workers.
answerMissingCommand()

/** The same journeys in Firefox, which Playwright controls by WebDriver BiDi. `npm run e2e -- --engine firefox` runs them. */
export default defineConfig<{ toleratedErrors: RegExp[] }>({
  ...chromium,
  testDir: '..',
  testIgnore: patternsOf(notInFirefox),
  outputDir: join(root, '.local/test-results-firefox'),
  // A page in Firefox starts more slowly, and two of them use two cores.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['dot'], ['json', { outputFile: join(root, '.local/reports/firefox.json') }]],
  use: {
    ...chromium.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath },
    // WebDriver BiDi does not support touch and other phone emulation.
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    // Playwright adds the style `body {}` before a screenshot, e.g. that of a failure, which the policy blocks.
    toleratedErrors: [/sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/],
  },
  projects: [
    {
      name: 'firefox',
      use: { viewport: { width: 360, height: 740 } },
      grepInvert: [onlyChromium, ...notRun.map(titlePattern)],
    },
  ],
})
