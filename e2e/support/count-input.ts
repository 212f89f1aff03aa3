import type { Page } from '@playwright/test'

/** Counts the taps and keys of the user on this page and on the pages that follow. */
export async function countInput(page: Page): Promise<{ taps: () => number; keys: () => number }> {
  let taps = 0
  let keys = 0
  await page.exposeFunction('countTap', () => (taps += 1))
  await page.exposeFunction('countKey', () => (keys += 1))
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return { taps: () => taps, keys: () => keys }
}

/** Runs in the page. */
function listen(): void {
  const count = (name: string) => (event: Event) => {
    const counter: unknown = Reflect.get(window, name)
    if (event.isTrusted && typeof counter === 'function') Reflect.apply(counter, window, [])
  }
  document.addEventListener('pointerdown', count('countTap'), true)
  document.addEventListener('keydown', count('countKey'), true)
}
