import { expect, test } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'

test('Back and Forward return to the position at which each page was left', async ({ page, portal, residentWith }) => {
  await startSignedIn(page, portal, await residentWith({ seed: 30 }))
  await page.goto('/minato-city/applicationhistory')
  await expect(page.getByRole('main').getByText(/件を表示しています/)).toBeVisible()
  const top = () => page.evaluate(() => Math.round(window.scrollY))
  const order = page.getByRole('main').getByRole('listitem').nth(9).getByRole('link').first()
  await order.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  await expect.poll(top).toBeGreaterThan(200)
  const listTop = await top()
  await order.click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('申請履歴')
  // The event follows in the next frame.
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }))
    window.scrollTo(0, 150)
    await scrolled
  })
  for (const [way, position] of [
    ['goBack', listTop],
    ['goForward', 150],
    ['goBack', listTop],
    ['goForward', 150],
  ] as const) {
    await page[way]()
    await expect.poll(top, way).toBe(position)
  }
})
