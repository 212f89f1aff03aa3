import { expectAccessible } from '../../support/accessibility.ts'
import { expect, test as base } from '../../support/journey.ts'
import { startSignedIn } from '../../support/signed-in.ts'
import { faults } from './load-faults.ts'
import { fixtureOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { expectCatalogueTexts } from './oracles/catalogue-texts.ts'
import { waitUntilIdle } from './oracles/idle-screen.ts'
import { expectNoLoop, expectOwnOrigin, watchTraffic } from './oracles/traffic.ts'
import { expectRecovery, isAsExpected } from './oracles/recovery.ts'
import { storeRememberedOrder, routesUnderTest } from './routes-under-test.ts'

/**
 * R-01, matrix A: every route × every fault during loading. Oracles: the page becomes idle with one heading soon after
 * the last fault, shows only catalogue texts, stays on its origin, does not loop, is accessible and offers a recovery
 * without a reload; a page without requests of its own is not blocked. The fixture `watched` fails on uncaught errors.
 */
const test = base.extend<{ fixture: Fixture }>({
  fixture: async ({ portal }, provide) => provide(await fixtureOf(portal)),
})

test.use({ offContract: true })

for (const [row, target] of routesUnderTest.entries()) {
  for (const fault of faults) {
    const variant = fault.variants[row % fault.variants.length]
    if (variant === undefined) throw new Error(`${fault.name} has no variant`)
    const goal = variant.name === '404' ? { ...target, title: target.none ?? target.title } : target
    test(
      `${target.route} × ${fault.name} ${variant.name} (R-01)`,
      { tag: '@matrix-a' },
      async ({ page, context, portal, fixture }) => {
        const traffic = watchTraffic(page)
        if (target.session) await startSignedIn(page, portal, fixture.resident)
        await storeRememberedOrder(page, target, fixture)
        const applied = await variant.apply({ page, context, target })

        await page.goto(target.address(fixture))
        if (fault.aim !== 'other' && target.own === null) {
          expect(
            isAsExpected(await waitUntilIdle(page, traffic), goal),
            'a page without requests of its own is shown',
          ).toBe(true)
          await applied.afterwards?.()
        } else await expect.poll(applied.hits, { message: 'the fault is applied', intervals: [50] }).toBeGreaterThan(0)
        const screen = await waitUntilIdle(page, traffic)
        await expectCatalogueTexts(page, !isAsExpected(screen, goal))
        expectNoLoop(traffic)
        expectOwnOrigin(traffic, new URL(portal.url).origin)
        await expectAccessible(page, `accessible: ${target.route} with ${fault.name}`)

        await applied.remove()
        const document = await page.evaluate(() => performance.timeOrigin)
        await expectRecovery(page, goal, fixture.resident, traffic)
        if (fault.name !== 'F11') expect(await page.evaluate(() => performance.timeOrigin), 'no reload').toBe(document)
      },
    )
  }
}
