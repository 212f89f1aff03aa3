import { expect, test } from '../support/journey.ts'

test('on a phone the footer reaches below the menu, whose labels have at least 13 px', async ({
  signedIn: page,
  resident,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/${resident.tenantId}/applicationlist`)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const below = () =>
    page.evaluate(() => {
      const footer = document.querySelector('footer')?.getBoundingClientRect()
      const last = document.querySelector('footer a:last-of-type, footer button:last-of-type')
      const menu = document.querySelector('nav[aria-label="メインメニュー"]')?.getBoundingClientRect()
      return {
        stripe: document.documentElement.getBoundingClientRect().bottom - (footer?.bottom ?? 0),
        covered: (last?.getBoundingClientRect().bottom ?? 0) > (menu?.top ?? 0),
      }
    })
  await expect.poll(below).toEqual({ stripe: 0, covered: false })
  const sizes = await page
    .getByRole('navigation', { name: 'メインメニュー' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => Number.parseFloat(getComputedStyle(link).fontSize)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13)
})
