import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Checker } from 'accessibility-checker-engine'

const file = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')
/** It declares `ace` without assigning it to the window. As axe, it waits with timers (e2e/support/accessibility.ts). */
const source = `window.ace = (({ setTimeout, clearTimeout }) => {${file}\nreturn ace})(window.realTimers ?? window)`

/** Elements that a rule is wrong about. */
const falseFindings: { [rule: string]: string } = {
  // Name, help and errors of the question are in the group too. ARIA has no other place for them.
  aria_child_valid: 'fieldset[role="radiogroup"]',
  // These two rules ignore text that is hidden visually, but which screen readers read.
  aria_accessiblename_exists: '#order-status > h2',
  heading_content_exists: '#order-status > h2',
  // A banner of one sentence needs no title that can be seen.
  aria_complementary_label_visible: 'aside',
  // HTML allows a user name that is an email address.
  input_autocomplete_valid: 'input[type="email"][autocomplete="username"]',
  // The content of a status is what screen readers announce: it needs no label.
  input_label_exists: 'output',
  // The element of a translator (`npm run e2e -- --translated`).
  element_attribute_deprecated: 'font',
}

/**
 * Asserts that the accessibility checker of IBM finds no failure on the current page. Its results POTENTIAL and MANUAL
 * are questions to a person, e.g. "Confirm that this text is used as a heading".
 */
export async function expectNoFailureByIbm(page: Page, where: string): Promise<void> {
  // Injected as axe is (e2e/support/accessibility.ts).
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(source)
  const findings = await page.evaluate(async (exceptions) => {
    // It takes the labels in a closed box for missing.
    const closed = [...document.querySelectorAll('details')].filter(({ open }) => !open)
    // The page must not notice: some content is created when its box is opened.
    const hide = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('toggle', hide, true)
    for (const box of closed) box.open = true
    const { ace } = window as unknown as { ace: { Checker: typeof Checker } }
    const { results } = await new ace.Checker().check(document, ['IBM_Accessibility'])
    for (const box of closed) box.open = false
    // The events come in a task of their own.
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    window.removeEventListener('toggle', hide, true)
    return results
      .filter(({ value: [, confidence] }) => String(confidence) === 'FAIL')
      .filter(({ ruleId, node }) => {
        const exception = exceptions[ruleId]
        return exception === undefined || !(node instanceof Element) || !node.matches(exception)
      })
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message}: ${snippet.slice(0, 160)}`)
  }, falseFindings)
  expect(findings, `${where}: IBM's checker`).toEqual([])
}
