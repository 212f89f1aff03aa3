import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { isTarget, type Target } from './faults.ts'

/** What stands in every field of the page, by its id; files are kept by the form itself. */
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

/** Requests of the target that have left the page, those that no provider saw included. */
export function watchWire(page: Page, target: Target): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (isTarget(target, request)) seen.push(request)
  })
  return seen
}

/** Every sentence of the box is one of the catalogue: no text of a provider, no code, no stack. */
export async function expectCatalogueText(box: Locator): Promise<void> {
  const lines = (await box.innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  expect(lines.length, 'the message has words').toBeGreaterThan(0)
  expect(
    lines.filter((line) => !catalogueText.test(line)),
    'words that stand in no catalogue',
  ).toEqual([])
}

/** The focus is in the box, so that a screen reader reads it and the keyboard goes on from there. */
export async function expectFocusIn(box: Locator): Promise<void> {
  await expect.poll(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

const locale = join(import.meta.dirname, '../../locales/ja')

/** One catalogue text, or several one after the other as a problem and its waiting time. */
const catalogueText = new RegExp(`^(?:${texts().map(pattern).join('|')})(?: (?:${texts().map(pattern).join('|')}))?$`)

function texts(): string[] {
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves)
  return readdirSync(locale)
    .flatMap((file) => leaves(JSON.parse(readFileSync(join(locale, file), 'utf8'))))
    .filter((text) => text.replaceAll(/\{\{.*?\}\}/g, '').length >= 2)
}

function pattern(text: string): string {
  return text
    .split(/\{\{.*?\}\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('[^。]+?')
}
