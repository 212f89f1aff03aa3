import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectNoFailureByIbm } from '../screens/ibm-checker.ts'
import { expectValidMarkup } from '../screens/markup.ts'

const axeFile = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** axe waits with timers; a page whose clock a test has stopped keeps the browser's own in `realTimers`. */
const axeSource = `(({ setTimeout, clearTimeout }) => {${axeFile}\n})(window.realTimers ?? window)`
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * {@link expectAccessibleByAxe}, and for a release the checkers beside axe, once for all pages of the same markup. They
 * check the portal in Chromium: the components of the studio write styles that HTML does not allow in a body.
 */
export async function expectAccessible(page: Page, where: string): Promise<{ rules: string[] }> {
  const result = await expectAccessibleByAxe(page, where)
  const isChromium = page.context().browser()?.browserType().name() === 'chromium'
  if (!isChromium || process.env.TESTS === 'main') return result
  const markup = (await page.content()).replaceAll(/>[^<]+/g, '>')
  if (checked.has(markup) || !markup.includes('id="portal-config"')) return result
  checked.add(markup)
  await expectValidMarkup(page, where)
  await expectNoFailureByIbm(page, where)
  return result
}

const checked = new Set<string>()

/**
 * Asserts what can be checked automatically of WCAG 2.2 AA on the current page: axe, and what axe only calls
 * "incomplete": dangling references, duplicate ids, exactly one h1, no horizontal scrolling. Returns the rules of axe
 * that found something to check.
 */
export async function expectAccessibleByAxe(page: Page, where: string): Promise<{ rules: string[] }> {
  const isChromium = page.context().browser()?.browserType().name() === 'chromium'
  const { violations, rules } = isChromium ? await runAxe(page) : { violations: [], rules: [] }
  expect(violations, `${where}: axe`).toEqual([])
  const structure = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const references = ['aria-describedby', 'aria-labelledby', 'aria-controls', 'for', 'aria-errormessage']
    return {
      duplicateIds: ids.filter((id, index) => ids.indexOf(id) !== index),
      dangling: references.flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].flatMap((element) =>
          (element.getAttribute(name) ?? '')
            .split(/\s+/)
            .filter((id) => id !== '' && document.getElementById(id) === null),
        ),
      ),
      headings: document.querySelectorAll('h1').length,
      sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth + 1,
      language: document.documentElement.lang,
      untitled: document.title === '',
      repeated: ['title', 'meta[name="description"]', 'link[rel="canonical"]', 'meta[property="og:title"]'].filter(
        (once) => document.head.querySelectorAll(once).length > 1,
      ),
    }
  })
  expect(structure, `${where}: structure`).toEqual({
    duplicateIds: [],
    dangling: [],
    headings: 1,
    sideways: false,
    language: structure.language === 'en' ? 'en' : 'ja',
    untitled: false,
    repeated: [],
  })
  return { rules }
}

/**
 * Asserts that the page is dark for users who prefer that, that its colours have enough contrast, and that the white of
 * a logo is a margin on all sides and not only in its corners.
 */
export async function expectReadableInDark(page: Page, where: string): Promise<void> {
  // Otherwise axe would see colours in transition.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const scheme = await page.evaluate(() => {
    const { colorScheme } = getComputedStyle(document.documentElement)
    const { backgroundColor } = getComputedStyle(document.body)
    return { colorScheme, backgroundColor }
  })
  expect(scheme, `${where}: dark`).toEqual({ colorScheme: 'dark', backgroundColor: 'rgb(26, 26, 26)' })
  const margins = await page
    .locator('header img')
    .evaluateAll((logos) => logos.map((logo) => Number.parseFloat(getComputedStyle(logo).padding)))
  for (const margin of margins) expect(margin, `${where}: the margin of the logo`).toBeGreaterThan(0)
  const { violations } = await runAxe(page, ['color-contrast', 'link-in-text-block'])
  expect(violations, `${where}: axe, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/**
 * Skipped in Firefox, whose content process crashes at the next simulated input after axe. Chromium checks the same
 * pages.
 */
async function runAxe(page: Page, only?: readonly string[]) {
  // Injected through the protocol, not as a script element, so that the page's policy stays as strict as in production.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    const axe: unknown = Reflect.get(window, 'axe')
    const run: unknown = typeof axe === 'object' && axe !== null ? Reflect.get(axe, 'run') : undefined
    if (typeof run !== 'function') throw new Error('axe did not load')
    const result = (await run.call(axe, document, { runOnly, resultTypes: ['violations'] })) as {
      violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
      passes: { id: string }[]
    }
    return {
      rules: [...result.violations, ...result.passes].map(({ id }) => id),
      violations: result.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
      })),
    }
  }, only ?? tags)
}
