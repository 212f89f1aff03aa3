import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { pauseClock } from '../support/pause-clock.ts'
import { startSignedIn } from '../support/signed-in.ts'

test.describe('Back and Forward return to the position at which each page was left', () => {
  /** Scrolls the history down and the details of its tenth order to 150. Returns the position and heading of both. */
  async function leaveTwoPages(page: Page) {
    await page.goto('/minato-city/applicationhistory')
    await expect(page.getByRole('main').getByText(/件を表示しています/)).toBeVisible()
    const order = page.getByRole('main').getByRole('listitem').nth(9).getByRole('link').first()
    await order.evaluate((link) => link.scrollIntoView({ block: 'center' }))
    await expect.poll(() => positionOf(page)).toBeGreaterThan(200)
    const list = { top: await positionOf(page), title: '申請履歴' }
    await order.click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).not.toHaveText(list.title)
    // The event follows in the next frame.
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }))
      window.scrollTo(0, 150)
      await scrolled
    })
    return { list, details: { top: 150, title: await heading.innerText() } }
  }

  test('keeps the restored position', async ({ page, portal, residentWith }) => {
    await startSignedIn(page, portal, await residentWith({ seed: 30 }))
    const { list, details } = await leaveTwoPages(page)
    for (const [way, { top, title }] of [
      ['goBack', list],
      ['goForward', details],
      ['goBack', list],
      ['goForward', details],
    ] as const) {
      await page[way]()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect.poll(() => positionOf(page), way).toBe(top)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(await positionOf(page), `${way}, two frames later`).toBe(top)
    }
  })

  test('restores the position even if Forward precedes the scroll event', async ({ page, portal, residentWith }) => {
    await startSignedIn(page, portal, await residentWith({ seed: 30 }))
    const { list, details } = await leaveTwoPages(page)
    await page.evaluate(
      (top) =>
        new Promise<void>((resolve) => {
          const goForward = () => {
            if (document.querySelector('h1')?.textContent !== '申請履歴' || Math.round(window.scrollY) !== top)
              return void setTimeout(goForward)
            const delay = (event: Event) => event.stopImmediatePropagation()
            window.addEventListener('scroll', delay, true)
            window.addEventListener('popstate', () => window.removeEventListener('scroll', delay, true), {
              once: true,
            })
            history.forward()
            resolve()
          }
          // Between two frames: the next one would begin with the event.
          setTimeout(goForward)
          history.back()
        }),
      list.top,
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(details.title)
    await expect.poll(() => positionOf(page)).toBe(details.top)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(list.title)
    await expect.poll(() => positionOf(page)).toBe(list.top)
  })

  test('restores the position of a page that was left by the navigation, whose link it does not contain', async ({
    page,
    portal,
    residentWith,
  }) => {
    await page.clock.install()
    await startSignedIn(page, portal, await residentWith({ seed: 30 }))
    const { list } = await leaveTwoPages(page)
    await page.goBack()
    await expect.poll(() => positionOf(page)).toBe(list.top)
    await page.getByRole('navigation').getByRole('link', { name: '手続き', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
    await pauseClock(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(list.title)
    // The link would be looked for during three seconds.
    await page.clock.runFor(2_000)
    expect(await positionOf(page)).toBe(list.top)
    await page.clock.resume()
  })
})

function positionOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY))
}
