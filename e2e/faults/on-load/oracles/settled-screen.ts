import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Traffic } from './traffic.ts'

/** What somebody sees who looks at the page now. */
export type Screen = {
  titles: string[]
  text: string
  /** Something is still on its way. */
  waiting: boolean
  /** Problems that are told beside what is shown. */
  alerts: string[]
  dialog: boolean
}

export async function look(page: Page): Promise<Screen> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
    const texts = (selector: string) => shown(selector).map(({ innerText }) => innerText.trim())
    const root = document.getElementById('root')
    const dialog = shown('dialog[open]').length > 0
    // Behind a dialog the page may wait for what is done there.
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

/** The page when nothing is on its way any more (O1: not blank, one heading). */
export async function settled(page: Page, traffic: Traffic): Promise<Screen> {
  let last: Screen | null = null
  await expect
    .poll(
      async () => {
        const calm = traffic.pending() === 0
        last = await look(page).catch(() => null)
        if (last === null) return 'between two documents'
        const { titles, text, waiting } = last
        return { calm: calm && traffic.pending() === 0, titles: titles.length, blank: text === '', waiting }
      },
      { message: 'O1: one heading and nothing on its way', intervals: [50], timeout: 15_000 },
    )
    .toEqual({ calm: true, titles: 1, blank: false, waiting: false })
  if (last === null) throw new Error('The page was never seen')
  return last
}
