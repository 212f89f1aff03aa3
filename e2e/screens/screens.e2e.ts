import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/journey.ts'
import { layGround } from '../faults/on-load/state-setup.ts'
import type { Ground } from '../faults/on-load/state-setup.ts'
import { remember, scenes } from '../faults/on-load/routes-under-test.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { expectQuietAndEdged, expectReflow, expectTargets } from './layout.ts'

const screens = test.extend<object, { ground: Ground }>({
  ground: [async ({ portal }, provide) => provide(await layGround(portal)), { scope: 'worker' }],
})

screens.describe('every screen, as it is when all goes well (A-01, A-05, A-08, A-09)', () => {
  for (const scene of scenes)
    screens(`${scene.route}`, async ({ page, ground }) => {
      if (scene.session) await startSignedIn(page, ground.portal, ground.resident)
      await remember(page, scene, ground)
      await page.goto(scene.address(ground))
      const heading = page.getByRole('heading', { level: 1, name: scene.title })
      await expect(heading).toBeVisible()
      await settled(page)
      expect(await page.title(), 'A-03: the title says which page this is').toContain(await heading.innerText())
      await expectAccessible(page, scene.route)
      await expectTargets(page, scene.route)
      await expectReflow(page, scene.route)
      await expectQuietAndEdged(page, scene.route)
    })
})

test.describe('a screen with nothing on it yet (A-01)', () => {
  for (const path of ['applicationlist', 'applicationhistory', 'download'])
    test(path, async ({ page, portal, resident }) => {
      await startSignedIn(page, portal, resident)
      await page.goto(`/minato-city/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      await expectAccessible(page, `${path}, empty`)
      await expectTargets(page, `${path}, empty`)
    })
})

test.describe('a screen that waits for its answers (A-01)', () => {
  for (const path of ['applicationlist', 'applicationhistory', 'download', 'userprofile'])
    test(path, async ({ page, portal, resident }) => {
      await startSignedIn(page, portal, resident)
      let answer = (): void => undefined
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/app/web/o/**', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`/minato-city/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: '読み込んでいます' }).first()).toBeAttached()
      await expectAccessible(page, `${path}, waiting`)
      answer()
      await expect(page.getByRole('status').filter({ hasText: '読み込んでいます' })).toHaveCount(0)
    })
})

/** No part of the page is still waiting for its answer. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('読み込んでいます')).toHaveCount(0)
}
