import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

const axeFile = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** axe waits with timers; a page whose clock a test has stopped keeps the browser's own in `realTimers`. */
const axeSource = `(({ setTimeout, clearTimeout }) => {${axeFile}\n})(window.realTimers ?? window)`
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Asserts what can be checked automatically of WCAG 2.2 AA on the current page: axe, and what axe only calls
 * "incomplete": dangling references, duplicate ids, exactly one h1, no horizontal scrolling.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  if (page.context().browser()?.browserType().name() === 'chromium')
    expect(await violationsOf(page), `${where}: axe`).toEqual([])
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
    }
  })
  expect(structure, `${where}: structure`).toEqual({
    duplicateIds: [],
    dangling: [],
    headings: 1,
    sideways: false,
    language: structure.language === 'en' ? 'en' : 'ja',
    untitled: false,
  })
}

/**
 * Not in Firefox: after axe, its content process crashes at the next simulated input, and axe checks the same page
 * anyway.
 */
async function violationsOf(page: Page) {
  // Injected through the protocol, not as a script element, so that the page's policy stays as strict as in production.
  await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    const axe: unknown = Reflect.get(window, 'axe')
    const run: unknown = typeof axe === 'object' && axe !== null ? Reflect.get(axe, 'run') : undefined
    if (typeof run !== 'function') throw new Error('axe did not load')
    const result = (await run.call(axe, document, { runOnly, resultTypes: ['violations'] })) as {
      violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
    }
    return result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    }))
  }, tags)
}
