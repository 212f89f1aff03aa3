import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

const slow = { timeout: 60_000 }

function characterCount(text: string): number {
  return [...text].length
}

/** Uses the mouse for everything but the characters of texts. */
export class AuthorMouse {
  /** How many characters of texts were typed. */
  characters = 0
  /** How many clicks were made. */
  clicks = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async activate(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click(slow)
  }

  async write(field: Locator, text: string): Promise<void> {
    this.clicks += 3
    // Selects what the field contains.
    await field.click({ clickCount: 3, ...slow })
    this.characters += characterCount(text)
    await this.#page.keyboard.type(text)
    await expect(field).toHaveValue(text)
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
