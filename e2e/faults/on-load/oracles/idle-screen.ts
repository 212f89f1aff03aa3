import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Traffic } from './traffic.ts'

/** What the page currently shows. */
export type Screen = {
  titles: string[]
  text: string
  /** Something is still loading. */
  waiting: boolean
  /** Problems shown beside the content. */
  alerts: string[]
  dialog: boolean
}

export async function readScreen(page: Page): Promise<Screen> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
    const texts = (selector: string) => shown(selector).map(({ innerText }) => innerText.trim())
    const root = document.getElementById('root')
    const dialog = shown('dialog[open]').length > 0
    // The page behind a dialog may wait for the dialog.
    const place = dialog ? 'dialog[open] ' : ''
    return {
      titles: texts('h1'),
      text: root?.innerText.trim() ?? '',
      waiting:
        shown(`${place}[aria-busy="true"]`).length > 0 ||
        texts(`${place}output`).some((text) => text.startsWith('読み込んでいます')),
      alerts: texts('[role="alert"]').filter((text) => text !== ''),
      dialog,
    }
  })
}

/**
 * Waits until nothing is loading, the page has one heading, and two readings in a row are the same, because a page is
 * rendered shortly after its last response. Returns its content.
 */
export async function waitUntilIdle(page: Page, traffic: Traffic): Promise<Screen> {
  let last: Screen | null = null
  await expect
    .poll(
      async () => {
        const earlier = traffic.pending()
        const before = JSON.stringify(last)
        last = await readScreen(page).catch(() => null)
        if (last === null) return 'between two documents'
        const { titles, text, waiting } = last
        const steady = JSON.stringify(last) === before
        return {
          pending: [...earlier, ...traffic.pending()],
          titles: titles.length,
          blank: text === '',
          waiting,
          steady,
        }
      },
      { message: 'one heading, not blank, no pending request', intervals: [100], timeout: 15_000 },
    )
    .toEqual({ pending: [], titles: 1, blank: false, waiting: false, steady: true })
  if (last === null) throw new Error('The page was never read')
  return last
}
