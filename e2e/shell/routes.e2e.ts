import { expect, test } from '../support/journey.ts'
import { fixtureOf } from '../faults/on-load/fixture.ts'
import { storeRememberedOrder, routesUnderTest } from '../faults/on-load/routes-under-test.ts'
import { startSignedIn } from '../support/signed-in.ts'

test.describe('every route', () => {
  test.setTimeout(120_000)

  /** Pages that only redirect, to pages of the same list. */
  const leadOn = /^(?:home|payment\w+Callback)$/

  test(
    'shows one heading and a title of its own, from the top of the page (A-03)',
    { tag: ['@main', '@chromium'] },
    async ({ context, portal }) => {
      const fixture = await fixtureOf(portal)
      const titles = new Map<string, string>()
      for (const target of routesUnderTest) {
        const page = await context.newPage()
        if (target.session) await startSignedIn(page, portal, fixture.resident)
        await storeRememberedOrder(page, target, fixture)
        await page.goto(target.address(fixture))
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading, target.route).toHaveText(target.title)
        // The tenant's name is the last part of the title to arrive.
        if (/minato|yume|hoshi/.test(page.url())) await expect(page, target.route).toHaveTitle(/ \| .+$/)
        const title = await page.title()
        if (!leadOn.test(target.route)) {
          // A form whose draft ends at the payment opens the page of the payment, which then has two routes.
          const { pathname } = new URL(page.url())
          expect(titles.get(title) ?? pathname, `${target.route} has the title of another page: ${title}`).toBe(
            pathname,
          )
          titles.set(title, pathname)
        }
        expect(await page.evaluate(() => window.scrollY), target.route).toBe(0)
        await page.close()
      }
    },
  )

  for (const target of routesUnderTest)
    test(`scrolls in one direction on a phone: ${target.route} (A-05)`, async ({ page, portal }) => {
      const fixture = await fixtureOf(portal)
      if (target.session) await startSignedIn(page, portal, fixture.resident)
      await storeRememberedOrder(page, target, fixture)
      await page.goto(target.address(fixture))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(target.title)
      for (const width of [390, 340]) {
        await page.setViewportSize({ width, height: 740 })
        const [content, window] = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return [scrollWidth, clientWidth] as const
        })
        expect(content, `${width} px`).toBeLessThanOrEqual(window)
      }
    })
})
