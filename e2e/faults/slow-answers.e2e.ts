import type { Locator, Route } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'

const loading = '読み込んでいます'
const takesLong = '時間がかかっています。このままお待ちください。'

test.describe('a response that takes half a minute (R-05)', () => {
  test('shows a bar at once, the outline of the next page after a second and a slow notice after ten; after Cancel, a late response changes nothing', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const { orders } = await stored(sandbox, resident)
    const [order] = orders
    await startSignedIn(page, portal, resident)
    await page.goto('/minato-city/applicationhistory')
    await expect(page.getByText('6件を表示しています')).toBeVisible()
    const held: Route[] = []
    await page.route(`**/o/orders/${order?.orderId}`, (route) => void held.push(route))
    // Only the test moves the clock, because a busy machine would add time.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await press(page.locator(`main a[href$="${order?.orderId}"]`))
    await expect.poll(() => held.length).toBe(1)
    await expect(page.locator('[data-loading]')).toBeVisible()
    await page.clock.runFor(900)
    await expect(page.getByText(loading)).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(page.getByRole('status').filter({ hasText: loading })).toBeVisible()
    await expect(page.locator('[data-outline]')).toBeVisible()
    await page.clock.runFor(9000)
    await expect(page.getByRole('status').filter({ hasText: takesLong })).toBeVisible()
    await press(page.getByRole('button', { name: '読み込みをやめる' }))
    await expect(page.getByText(takesLong)).toHaveCount(0)
    await expect(page.locator('[data-outline]')).toHaveCount(0)
    await expect(page.locator(`main a[href$="${order?.orderId}"]`)).toBeFocused()
    await expect(page).toHaveURL(/\/applicationhistory$/)
    await held[0]?.continue().catch(() => undefined)
    await page.clock.runFor(1000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請履歴')
    await expect(page.getByText('6件を表示しています')).toBeVisible()
    await expect(page).toHaveURL(/\/applicationhistory$/)
  })

  test('focuses the heading of the next page after its outline was shown', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const { orders } = await stored(sandbox, resident)
    const [order] = orders
    await startSignedIn(page, portal, resident)
    await page.goto('/minato-city/applicationhistory')
    await expect(page.getByText('6件を表示しています')).toBeVisible()
    const held: Route[] = []
    await page.route(`**/o/orders/${order?.orderId}`, (route) => void held.push(route))
    await page.locator(`main a[href$="${order?.orderId}"]`).click()
    await expect(page.locator('[data-outline]')).toBeVisible()
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await expect(page).toHaveURL(new RegExp(`/${order?.orderId}$`))
    await expect(page.locator('[data-outline]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('shows a skeleton, then a slow notice, then the page @main', async ({ page, portal, residentWith }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    const held: Route[] = []
    await page.route('**/o/orders?*', (route) => void held.push(route))
    await page.clock.install()
    await page.goto('/minato-city/applicationhistory')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請履歴')
    await expect(page.getByRole('status').filter({ hasText: loading })).toBeAttached()
    await page.clock.runFor(10_500)
    await expect(page.getByText(takesLong)).toBeVisible()
    for (const route of held) await route.continue()
    await expect(page.getByText('6件を表示しています')).toBeVisible()
    await expect(page.getByText(takesLong)).toHaveCount(0)
  })
})

/** A click; the control changes as soon as the pointer is down. */
async function press(control: Locator): Promise<void> {
  await control.hover()
  const mouse = control.page().mouse
  await mouse.down()
  await expect(control).toHaveCSS('opacity', '0.7')
  await mouse.up()
}
