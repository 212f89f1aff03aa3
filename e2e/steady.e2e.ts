import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from './journey.ts'
import { expectLoaded } from './identity/keyboard.ts'

const submit = (page: Page) => page.getByRole('button', { name: 'ログイン', exact: true })
const header = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'みなと市' })

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test(`on ${device} nothing moves under a finger while the login page completes itself`, async ({
    page,
    resident,
  }) => {
    await page.setViewportSize(viewport)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/assets/surroundings-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login/minato-city')
    await expectLoaded(page, 'ログイン')
    await expect(header(page)).toHaveCount(0)
    const before = await submit(page).boundingBox()
    goOn()
    await expect(header(page)).toBeVisible()
    expect(await submit(page).boundingBox()).toEqual(before)
    await fillSignIn(page, resident)
    await expectLoaded(page, '手続き一覧')
  })
