import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import type { Expectation, InPage, Step, Target, TextPattern } from './in-page.ts'
import type { ElementReference } from './protocol.ts'
import { WebDriverError } from './protocol.ts'
import { until } from './until.ts'

type Text = string | RegExp
type TextOptions = { exact?: boolean }
type RoleOptions = TextOptions & {
  name?: Text
  level?: number
  checked?: boolean
  expanded?: boolean
  selected?: boolean
  pressed?: boolean
}
type FilterOptions = { hasText?: Text; hasNotText?: Text; has?: WebDriverLocator; hasNot?: WebDriverLocator }
type Limit = { timeout?: number }
type File = { name: string; mimeType: string; buffer: Buffer }

/** What a locator needs of its page. */
export type PageDriver = {
  /** Runs a part of `inPage`. */
  call: (part: keyof InPage, ...given: unknown[]) => Promise<unknown>
  onElements: <T>(run: (...given: unknown[]) => T | Promise<T>, given: unknown[]) => Promise<T>
  onAll: <T>(steps: Step[], run: (...given: unknown[]) => T | Promise<T>, argument: unknown) => Promise<T>
  pointer: (actions: object[]) => Promise<void>
  insertText: (text: string) => Promise<void>
  chooseFiles: (input: ElementReference, paths: string[]) => Promise<void>
  keyboard: { press: (keys: string) => Promise<void> }
  expectation: (
    steps: Step[],
    expression: string,
    expected: Expectation & { timeout: number },
  ) => Promise<{ matches: boolean }>
}

/** What a page and a locator have in common: ways to find elements below them. */
export abstract class Scope {
  protected abstract below(...steps: Step[]): WebDriverLocator

  getByRole(role: string, { name, exact, ...states }: RoleOptions = {}): WebDriverLocator {
    return this.below({ by: 'role', role, states, ...(name !== undefined && { name: pattern(name, exact) }) })
  }
  getByLabel(text: Text, { exact }: TextOptions = {}): WebDriverLocator {
    return this.below({ by: 'label', text: pattern(text, exact) })
  }
  getByText(text: Text, { exact }: TextOptions = {}): WebDriverLocator {
    return this.below({ by: 'text', text: pattern(text, exact) })
  }
  getByPlaceholder(text: Text, { exact }: TextOptions = {}): WebDriverLocator {
    return this.below({ by: 'placeholder', text: pattern(text, exact) })
  }
  getByAltText(text: Text, { exact }: TextOptions = {}): WebDriverLocator {
    return this.below({ by: 'alt', text: pattern(text, exact) })
  }
  getByTitle(text: Text, { exact }: TextOptions = {}): WebDriverLocator {
    return this.below({ by: 'title', text: pattern(text, exact) })
  }
  locator(selector: string, options: FilterOptions = {}): WebDriverLocator {
    return this.below({ by: 'css', selector }).filter(options)
  }
}

/**
 * Playwright's Locator over WebDriver, as far as the journeys use it. `expect` of Playwright accepts it by its
 * `_apiName` and asks it by `_expect`.
 */
export class WebDriverLocator extends Scope {
  readonly _apiName = 'Locator'
  readonly #page: PageDriver
  readonly #steps: Step[]

  constructor(page: PageDriver, steps: Step[]) {
    super()
    this.#page = page
    this.#steps = steps
  }

  protected override below(...steps: Step[]): WebDriverLocator {
    return new WebDriverLocator(this.#page, [...this.#steps, ...steps])
  }

  page(): PageDriver {
    return this.#page
  }
  override toString(): string {
    return this.#steps.map((step) => JSON.stringify(step)).join(' → ')
  }

  first(): WebDriverLocator {
    return this.nth(0)
  }
  last(): WebDriverLocator {
    return this.nth(-1)
  }
  nth(index: number): WebDriverLocator {
    return this.below({ by: 'nth', index })
  }
  filter({ hasText, hasNotText, has, hasNot }: FilterOptions): WebDriverLocator {
    if ([hasText, hasNotText, has, hasNot].every((one) => one === undefined)) return this
    return this.below({
      by: 'filter',
      ...(hasText !== undefined && { hasText: pattern(hasText) }),
      ...(hasNotText !== undefined && { hasNotText: pattern(hasNotText) }),
      ...(has !== undefined && { has: has.#steps }),
      ...(hasNot !== undefined && { hasNot: hasNot.#steps }),
    })
  }

  async click({ clickCount = 1, timeout }: Limit & { clickCount?: number } = {}): Promise<void> {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    // Playwright, too, withholds and repeats a click that would reach another element.
    await until(`A click on ${this.toString()}`, timeout ?? actionMs, async () => {
      const at = await this.#clickable(timeout)
      await this.#page.call('aim', await this.#one(timeout))
      await this.#page.pointer([
        { type: 'pointerMove', duration: 0, ...at },
        ...Array.from({ length: clickCount }, () => press).flat(),
      ])
      const missedBy = await this.#missedBy()
      return missedBy === null ? { done: null } : { waitsFor: `${missedBy} is there instead` }
    })
  }
  async dblclick(): Promise<void> {
    await this.click({ clickCount: 2 })
  }
  async check(): Promise<void> {
    await this.setChecked(true)
  }
  async uncheck(): Promise<void> {
    await this.setChecked(false)
  }
  async setChecked(checked: boolean): Promise<void> {
    if ((await this.isChecked()) === checked) return
    await this.click()
    await until(`The change of ${this.toString()} by a click`, actionMs, async () =>
      (await this.isChecked()) === checked ? { done: null } : { waitsFor: 'it is as before' },
    )
  }

  /** Types the text with the keyboard; a native control such as a date field gets its value as a whole. */
  async fill(text: string): Promise<void> {
    await this.#clickable()
    const element = await this.#one()
    const isTyped = await this.#page.call('selectContent', element)
    if (!isTyped) await this.#page.call('setValue', element, text)
    else if (text === '') await this.#page.keyboard.press('Backspace')
    else await this.#page.insertText(text)
  }
  async clear(): Promise<void> {
    await this.fill('')
  }
  async focus(): Promise<void> {
    await this.evaluate((element) => (element as HTMLElement).focus())
  }
  async blur(): Promise<void> {
    await this.evaluate((element) => (element as HTMLElement).blur())
  }
  async press(key: string): Promise<void> {
    await this.focus()
    await this.#page.keyboard.press(key)
  }
  async pressSequentially(text: string): Promise<void> {
    await this.focus()
    for (const letter of text) await this.#page.keyboard.press(letter)
  }
  async selectOption(wanted: string | { label: string }): Promise<void> {
    await this.#clickable()
    const element = await this.#one()
    const option = typeof wanted === 'string' ? { value: wanted } : wanted
    await this.#page.call('setValue', element, await this.#page.call('valueOfOption', element, option))
  }
  async setInputFiles(files: string | File | File[]): Promise<void> {
    const folder = mkdtempSync(test.info().outputPath('chosen-files-'))
    const paths = [files].flat().map((file) => {
      if (typeof file === 'string') return file
      const path = join(folder, file.name)
      writeFileSync(path, file.buffer)
      return path
    })
    const element = await this.#one()
    await this.#page.chooseFiles(element, paths)
  }

  async evaluate<T, A>(run: (element: never, argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    return this.#page.onElements(run as (...given: unknown[]) => T, [await this.#one(), argument])
  }
  async evaluateAll<T, A>(run: (elements: never, argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    return this.#page.onAll(this.#steps, run as (...given: unknown[]) => T, argument)
  }
  async getAttribute(name: string): Promise<string | null> {
    return this.evaluate((element: Element, attribute) => element.getAttribute(attribute), name)
  }
  async textContent(): Promise<string | null> {
    return this.evaluate((element: Element) => element.textContent)
  }
  async innerText(): Promise<string> {
    return this.evaluate((element: HTMLElement) => element.innerText)
  }
  async innerHTML(): Promise<string> {
    return this.evaluate((element: Element) => element.innerHTML)
  }
  async inputValue(): Promise<string> {
    return this.evaluate((element: HTMLInputElement) => element.value)
  }
  async boundingBox(): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.evaluate((element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    })
  }
  async isChecked(): Promise<boolean> {
    return (await this.#page.call('isChecked', await this.#one())) as boolean
  }
  async isVisible(): Promise<boolean> {
    const [element] = (await this.#page.call('find', this.#steps)) as ElementReference[]
    return element !== undefined && ((await this.#page.call('isVisible', element)) as boolean)
  }
  async isEnabled(): Promise<boolean> {
    return !((await this.#page.call('isDisabled', await this.#one())) as boolean)
  }
  async count(): Promise<number> {
    return ((await this.#page.call('find', this.#steps)) as ElementReference[]).length
  }
  async all(): Promise<WebDriverLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  }
  async allInnerTexts(): Promise<string[]> {
    return this.evaluateAll((elements: HTMLElement[]) => elements.map(({ innerText }) => innerText))
  }
  async allTextContents(): Promise<string[]> {
    return this.evaluateAll((elements: HTMLElement[]) => elements.map(({ textContent }) => textContent ?? ''))
  }
  async waitFor({ state = 'visible', timeout = actionMs }: Limit & { state?: string } = {}): Promise<void> {
    const { matches } = await this._expect(`to.be.${state}`, { isNot: false, timeout })
    if (!matches) throw new Error(`${this.toString()} is not ${state} after ${timeout} ms`)
  }

  /** Called by Playwright's `expect`: polls until the page is as expected. */
  async _expect(expression: string, expected: Expectation & { timeout: number }) {
    return this.#page.expectation(this.#steps, expression, expected)
  }

  /** The only element of this locator, as soon as there is one. */
  async #one(timeoutMs = actionMs): Promise<ElementReference> {
    return until(this.toString(), timeoutMs, async () => {
      const found = (await this.#page.call('find', this.#steps)) as ElementReference[]
      const [element] = found
      if (element !== undefined && found.length === 1) return { done: element }
      return { waitsFor: `${found.length} elements` }
    })
  }

  async #missedBy(): Promise<string | null> {
    try {
      return (await this.#page.call('missedBy')) as string | null
    } catch (error) {
      // The click has left the page or closed its window.
      if (error instanceof WebDriverError) return null
      throw error
    }
  }

  async #clickable(timeoutMs = actionMs): Promise<{ x: number; y: number }> {
    return until(`A click on ${this.toString()}`, timeoutMs, async () => {
      const target = (await this.#page.call('target', await this.#one(timeoutMs))) as Target
      return 'x' in target ? { done: target } : target
    })
  }
}

/** The longest wait of an action for its element. */
const actionMs = 15_000

function pattern(text: Text, exact = false): TextPattern {
  return typeof text === 'string' ? { text, exact } : { source: text.source, flags: text.flags }
}
