import { expect } from '@playwright/test'
import type { Locator, Page, Request } from '@playwright/test'
import { isCatalogueText } from '../../support/catalogue.ts'
import { isTarget } from './submit-faults.ts'
import type { Target } from './submit-faults.ts'

/** The value of every field of the page by its id, without file inputs. */
export function typedValues(page: Page): Promise<{ [field: string]: string | boolean }> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      'main :is(input:not([type=file]), textarea, select)',
    )
    return Object.fromEntries(
      [...fields].map((field) => {
        const chosen = field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
        const name = `${field.id || field.name}${chosen ? `=${field.value}` : ''}`
        return [name, chosen ? field.checked : field.value]
      }),
    )
  })
}

/** Requests of the target that the page has sent, including those that never arrived. */
export function watchWire(page: Page, target: Target): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (isTarget(target, request)) seen.push(request)
  })
  return seen
}

/** Checks that every line of the box is a text of the catalogue: no message of the API, no code, no stack. */
export async function expectCatalogueText(box: Locator): Promise<void> {
  const lines = (await box.innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  expect(lines.length, 'the message is not empty').toBeGreaterThan(0)
  expect(
    lines.filter((line) => !isCatalogueText(line)),
    'texts that are not in the catalogue',
  ).toEqual([])
}

/** Checks that the focus is in the box, so that a screen reader reads it and the keyboard continues from there. */
export async function expectFocusIn(box: Locator): Promise<void> {
  await expect.poll(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}
