import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** What an author does in the form studio, with the keyboard or with the mouse. */
export type AuthorHands = {
  /** Clicks a button, a tab, a link or an option, or moves the focus to it and presses Enter. */
  activate(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Pastes a text from another program into an empty field. */
  paste(field: Locator, text: string): Promise<void>
  /** Turns a switch. */
  turn(target: Locator): Promise<void>
  /** Chooses from a list of the browser. */
  choose(list: Locator, option: string): Promise<void>
  /** Chooses from a list that is searched by typing. */
  search(list: Locator, option: string): Promise<void>
  /** Selects the step or question with a path in the tree. */
  select(path: string): Promise<void>
  /** How many keys were pressed besides the characters of texts. */
  keys: number
  /** How many characters of texts were typed. */
  characters: number
  /** How many clicks were made, besides those into fields. */
  clicks: number
  /** How many fields were filled in. */
  fields: number
}

/** How much an author did since a moment, as an annotation of the test in the reports (HTML and JSON). */
export function reportEffort({ clicks, fields, characters, keys }: AuthorHands, started: number): void {
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const description = `${clicks} clicks, ${fields} fields, ${characters} characters, ${keys} other keys, ${minutes} minutes`
  test.info().annotations.push({ type: 'effort', description })
}

const slow = { timeout: 60_000 }

function characterCount(text: string): number {
  return [...text].length
}

/** More would tire an author; a landmark or a shortcut is missing then. */
const mostTabs = 50

/** Presses keys and never uses the mouse. */
export class Keyboard implements AuthorHands {
  keys = 0
  characters = 0
  fields = 0
  readonly clicks = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string): Promise<void> {
    this.keys += 1
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.characters += characterCount(text)
    await this.#page.keyboard.type(text)
  }

  async activate(target: Locator): Promise<void> {
    if ((await target.getAttribute('role')) === 'tab') await this.#moveToTab(target)
    else await this.moveTo(target)
    await this.press('Enter')
  }

  /** Tab reaches the open tab only; the arrow keys reach the others. */
  async #moveToTab(tab: Locator): Promise<void> {
    await this.moveTo(this.#page.getByRole('tab', { selected: true }))
    for (let count = 0; count < 10; count++) {
      if (await tab.evaluate((element) => element === document.activeElement)) return
      await this.press('ArrowRight')
    }
  }

  async write(field: Locator, text: string): Promise<void> {
    this.fields += 1
    await this.moveTo(field)
    await this.press('Control+a')
    await this.type(text)
    await expect(field).toHaveValue(text)
  }

  async paste(field: Locator, text: string): Promise<void> {
    this.fields += 1
    await this.moveTo(field)
    await this.#page.keyboard.insertText(text)
  }

  async turn(target: Locator): Promise<void> {
    await this.moveTo(target)
    await this.press(' ')
  }

  async choose(list: Locator, option: string): Promise<void> {
    await this.moveTo(list)
    const options = await list.locator('option:not([disabled])').allTextContents()
    const now = await list.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.textContent ?? '')
    const distance = options.indexOf(option) - options.indexOf(now)
    expect(options).toContain(option)
    for (let count = 0; count < Math.abs(distance); count++) await this.press(distance > 0 ? 'ArrowDown' : 'ArrowUp')
  }

  async search(list: Locator, option: string): Promise<void> {
    await this.moveTo(list)
    await this.type(option)
    const active = this.#page.locator('[role=option][data-combobox-selected]')
    for (let count = 0; count < 20; count++) {
      await this.press('ArrowDown')
      if ((await active.textContent()) === option) break
    }
    await this.press('Enter')
    await expect(list).toHaveValue(option)
  }

  async select(path: string): Promise<void> {
    const tree = this.#page.getByRole('tree')
    const item = tree.locator(`[role=treeitem][data-value="${path}"]`)
    await this.moveTo(tree.locator('[role=treeitem][tabindex="0"]').first())
    for (let count = 0; count < 80; count++) {
      const direction = await item.evaluate((element) => {
        const { activeElement } = document
        if (activeElement === element || activeElement === null) return null
        return (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) === 0
          ? 'ArrowDown'
          : 'ArrowUp'
      })
      if (direction === null) return this.press('Enter')
      await this.press(direction)
    }
    throw new Error(`The arrow keys never reach ${path}`)
  }

  /** Presses Tab, or Shift+Tab, towards the target, as somebody does who sees where the focus is. */
  async moveTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible(slow)
    await expect(target).toBeEnabled(slow)
    for (let count = 0; count < mostTabs; count++) {
      const key = await target.evaluate((element) => {
        const { activeElement, body } = document
        if (activeElement === element) return null
        const isBehind =
          activeElement !== null &&
          activeElement !== body &&
          (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
        return isBehind ? 'Shift+Tab' : 'Tab'
      })
      if (key === null) return
      await this.press(key)
    }
    throw new Error(`Tab reaches ${String(target)} too late or never`)
  }
}

/** Uses the mouse for everything but the characters of texts. */
export class Mouse implements AuthorHands {
  readonly keys = 0
  characters = 0
  clicks = 0
  fields = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async activate(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click(slow)
  }

  async write(field: Locator, text: string): Promise<void> {
    this.fields += 1
    await field.click(slow)
    // A triple click selects only one line.
    await field.selectText()
    this.characters += characterCount(text)
    await this.#page.keyboard.type(text)
    await expect(field).toHaveValue(text)
  }

  async paste(field: Locator, text: string): Promise<void> {
    this.fields += 1
    await field.click(slow)
    await this.#page.keyboard.insertText(text)
  }

  async turn(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click(slow)
  }

  /** The list of the browser is outside of the page, where the driver cannot click. */
  async choose(list: Locator, option: string): Promise<void> {
    this.clicks += 2
    await list.selectOption({ label: option })
  }

  async search(list: Locator, option: string): Promise<void> {
    await this.activate(list)
    await this.activate(this.#page.getByRole('option', { name: option, exact: true }))
  }

  async select(path: string): Promise<void> {
    await this.activate(this.#page.locator(`[role=treeitem][data-value="${path}"] [draggable]`).first())
  }
}
