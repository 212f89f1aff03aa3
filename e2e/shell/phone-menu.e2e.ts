import type { Locator } from '@playwright/test'
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

test('scrolls the menu of the user to its last button at a text size of 200 %', async ({
  signedIn: page,
  resident,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/${resident.tenantId}/applicationlist`)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.getByRole('button', { name: 'メニュー' }).click()
  const menu = page.getByRole('group', { name: '利用者メニュー' })
  await expect(menu).toBeVisible()
  const bottom = await menu.evaluate((box) => box.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(740)
  await menu.hover()
  await page.mouse.wheel(0, 2000)
  await expect(menu.getByRole('button', { name: 'ログアウト' })).toBeInViewport({ ratio: 1 })
})

test('begins the page in the upper half of the screen at a text size of 200 % @chromium', async ({
  signedIn: page,
  context,
  resident,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const browser = await context.newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.goto(`/${resident.tenantId}/applicationlist`)
  const top = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top)
  const title = page.getByRole('heading', { level: 1, name: '手続き一覧' })
  // A real tenant has no line about a trial above its header.
  expect((await top(title)) - (await top(page.getByRole('banner')))).toBeLessThan(740 / 2)
  for (const name of ['手続き', '申請履歴', '書類', 'マイページ'])
    await expect(page.getByRole('navigation').getByRole('link', { name })).toBeInViewport({ ratio: 1 })
})

test('Back closes the open menu of the user and stays on the page; the next Back leaves it', async ({
  signedIn: page,
  resident,
}) => {
  await page.goto(`/${resident.tenantId}/applicationlist`)
  await page.getByRole('navigation').getByRole('link', { name: '申請履歴' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '申請履歴' })).toBeVisible()
  const opener = page.getByRole('button', { name: 'メニュー' })
  const menu = page.getByRole('group', { name: '利用者メニュー' })
  await opener.click()
  await expect(menu).toBeVisible()
  await menu.getByRole('button', { name: 'ログアウト' }).focus()
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL(/applicationhistory$/)
  await page.goBack()
  await expect(page).toHaveURL(/applicationlist$/)
})
