import { expect, test } from '../support/journey.ts'
import { layGround } from '../faults/on-load/state-setup.ts'
import { remember, scenes } from '../faults/on-load/routes-under-test.ts'
import { startSignedIn } from '../support/signed-in.ts'

test.describe('every route', () => {
  test.setTimeout(120_000)

  /** These only lead on, to pages of the same list. */
  const leadOn = /^(?:home|payment\w+Callback)$/

  test(
    'is shown with one heading, a title of its own and at its top (A-03)',
    { tag: '@full' },
    async ({ context, portal }) => {
      const ground = await layGround(portal)
      const titles = new Map<string, string>()
      for (const scene of scenes) {
        const page = await context.newPage()
        if (scene.session) await startSignedIn(page, portal, ground.resident)
        await remember(page, scene, ground)
        await page.goto(scene.address(ground))
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading, scene.route).toHaveText(scene.title)
        // The name of the tenant is the last to arrive.
        if (/minato|yume|hoshi/.test(page.url())) await expect(page, scene.route).toHaveTitle(/ \| .+$/)
        const title = await page.title()
        if (!leadOn.test(scene.route)) {
          expect(titles.get(title), `${scene.route} has the title of another page: ${title}`).toBeUndefined()
          titles.set(title, scene.route)
        }
        expect(await page.evaluate(() => window.scrollY), scene.route).toBe(0)
        await page.close()
      }
    },
  )
})
