import { expectAccessible } from '../../support/accessibility.ts'
import { expect, test as base } from '../../support/journey.ts'
import { startSignedIn } from '../../support/signed-in.ts'
import { faults } from './load-faults.ts'
import { layGround } from './state-setup.ts'
import type { Ground } from './state-setup.ts'
import { expectOwnWords } from './oracles/catalogue-texts.ts'
import { settled } from './oracles/settled-screen.ts'
import { expectNoLoop, expectOwnOrigin, watchTraffic } from './oracles/traffic.ts'
import { expectWayOn, isWell } from './oracles/way-on.ts'
import { remember, scenes } from './routes-under-test.ts'
import { isSelected } from './selection.ts'

/**
 * R-01, matrix A: every route × every fault while it loads. O1 never blank, one heading soon after the last blow; O2 nothing
 * uncaught (the fixture `watched`); O3 words of the catalogue; O4 a way on without a reload; O5 no loop; O6 own origin;
 * O7 accessible; O8 pages that ask nothing are not locked out.
 */
const test = base.extend<object, { ground: Ground }>({
  ground: [async ({ portal }, provide) => provide(await layGround(portal)), { scope: 'worker' }],
})

test.use({ offContract: true, trace: 'off', screenshot: 'off' })

/** Two seconds for the page, and as much again for a test machine that is shared. */
const promptly = 4_000

for (const [row, scene] of scenes.entries()) {
  for (const [column, fault] of faults.entries()) {
    const form = fault.forms[row % fault.forms.length]
    if (form === undefined) throw new Error(`${fault.name} has no form`)
    const tag = ['@matrix-a', ...(isSelected(row, column, faults.length) ? [] : ['@full'])]
    const goal = form.is === '404' ? { ...scene, title: scene.none ?? scene.title } : scene
    test(`${scene.route} × ${fault.name} ${form.is} (R-01)`, { tag }, async ({ page, context, portal, ground }) => {
      const traffic = watchTraffic(page)
      if (scene.session) await startSignedIn(page, portal, ground.resident)
      await remember(page, scene, ground)
      const armed = await form.arm({ page, context, scene })

      await page.goto(scene.address(ground))
      if (fault.aim !== 'other' && scene.own === null) {
        expect(isWell(await settled(page, traffic), goal), 'O8: a page that asks nothing is shown').toBe(true)
        await armed.afterwards?.()
      } else await expect.poll(armed.struck, { message: 'the fault strikes', intervals: [50] }).toBeGreaterThan(0)
      const screen = await settled(page, traffic)
      const since = armed.struck() > 0 ? Date.now() - armed.last() : 0
      expect(since, 'O1: soon after the last blow').toBeLessThan(promptly)
      await expectOwnWords(page, !isWell(screen, goal))
      expectNoLoop(traffic)
      expectOwnOrigin(traffic, new URL(portal.url).origin)
      await expectAccessible(page, `O7: ${scene.route} with ${fault.name}`)

      await armed.disarm()
      const document = await page.evaluate(() => performance.timeOrigin)
      await expectWayOn(page, goal, ground.resident, traffic)
      if (fault.name !== 'F11')
        expect(await page.evaluate(() => performance.timeOrigin), 'O4: the same document').toBe(document)
    })
  }
}
