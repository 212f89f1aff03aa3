import type { Page } from '@playwright/test'
import { payPath } from '../payment/charges.ts'
import { newCharge } from '../support/provider-view.ts'
import { expectAccessible, expectReadableInDark } from '../support/accessibility.ts'
import { expect, test } from '../support/journey.ts'
import { fixtureOf } from '../faults/on-load/fixture.ts'
import type { Fixture } from '../faults/on-load/fixture.ts'
import { waitUntilIdle } from '../faults/on-load/oracles/idle-screen.ts'
import { watchTraffic } from '../faults/on-load/oracles/traffic.ts'
import type { Traffic } from '../faults/on-load/oracles/traffic.ts'
import { storeRememberedOrder, routesUnderTest } from '../faults/on-load/routes-under-test.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { formScreens } from './form-screens.ts'
import { expectEnlarged, expectQuietAndEdged, expectReflow, expectTargets } from './layout.ts'

const screens = test.extend<{ fixture: Fixture }>({
  fixture: async ({ portal }, provide) => provide(await fixtureOf(portal)),
})

screens.describe('every screen without faults (A-01, A-05, A-08, A-09)', () => {
  for (const target of routesUnderTest)
    screens(target.route, async ({ page, fixture }) => {
      const traffic = watchTraffic(page)
      if (target.session) await startSignedIn(page, fixture.portal, fixture.resident)
      await storeRememberedOrder(page, target, fixture)
      await page.goto(target.address(fixture))
      await expectUsable(page, traffic, target.route, target.title)
    })
})

test.describe('every screen to which answers lead (A-01, A-05, A-08, A-09)', () => {
  for (const { id, heading, open } of formScreens)
    test(
      id,
      { tag: ['form-errors', 'form-review'].includes(id) ? '@main' : [] },
      async ({ page, portal, resident }) => {
        const traffic = watchTraffic(page)
        await open(page, portal, resident)
        await expectUsable(page, traffic, id, heading)
      },
    )
})

/** The checks of every screen, with what axe-results.ts writes into docs/jis-x-8341-3.md. */
async function expectUsable(page: Page, traffic: Traffic, where: string, title: string | RegExp): Promise<void> {
  const browser = page.context().browser()
  const heading = page.getByRole('heading', { level: 1, name: title })
  await expect(heading).toBeVisible()
  await waitUntilIdle(page, traffic)
  expect(await page.title(), 'A-03: the title says which page this is').toContain(await heading.innerText())
  const { rules } = await expectAccessible(page, where)
  test.info().annotations.push({ type: 'axe', description: rules.join(' ') })
  test.info().annotations.push({ type: 'browser', description: browser?.version() ?? '' })
  await expectTargets(page, where)
  await expectReflow(page, where)
  // Playwright cannot set media features in Firefox (e2e/engines).
  if (browser?.browserType().name() === 'chromium') {
    await expectEnlarged(page, where)
    await expectQuietAndEdged(page, where)
    await expectReadableInDark(page, where)
  }
}

/** Not by a script in each document: Firefox refuses the storage to those without an origin. */
async function speak(page: Page, language: string): Promise<void> {
  await page.goto('/config.json')
  await page.evaluate((chosen) => localStorage.setItem('portal.language', chosen), language)
}

test('the longer words of English fit with text of 200 % @chromium', async ({ page, portal, sandbox }) => {
  const { resident, chargeId } = await newCharge(sandbox)
  const traffic = watchTraffic(page)
  await startSignedIn(page, portal, resident)
  await speak(page, 'en')
  for (const path of ['/minato-city/applicationlist', '/minato-city/applicationhistory', payPath(resident, chargeId)]) {
    await page.goto(path)
    await expect(
      page.getByRole('main').getByText('Copy of the residence record').filter({ visible: true }).first(),
    ).toBeVisible()
    await waitUntilIdle(page, traffic)
    await expectEnlarged(page, `${path} in English`)
  }
})

for (const language of ['en', 'ja-simple'])
  test(`the screens in ${language} are valid and accessible (A-01)`, async ({ page, portal, sandbox }) => {
    const { resident, orderId, chargeId } = await newCharge(sandbox)
    const traffic = watchTraffic(page)
    await speak(page, language)
    const check = async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitUntilIdle(page, traffic)
      await expectAccessible(page, `${path} in ${language}`)
    }
    for (const path of ['/login/minato-city', '/register/minato-city', '/minato-city/procedures']) await check(path)
    await startSignedIn(page, portal, resident)
    for (const path of ['applicationlist', 'applicationhistory', `history-details/${orderId}`, 'userprofile'])
      await check(`/minato-city/${path}`)
    for (const path of [payPath(resident, chargeId), '/application/minato-city/childcare-consultation/individual'])
      await check(path)
  })

test.describe('a screen without data (A-01)', () => {
  for (const path of ['applicationlist', 'applicationhistory', 'download'])
    test(path, async ({ signedIn: page }) => {
      const traffic = watchTraffic(page)
      await page.goto(`/minato-city/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitUntilIdle(page, traffic)
      await expectAccessible(page, `${path}, empty`)
      await expectTargets(page, `${path}, empty`)
    })
})

test.describe('a screen that waits for its responses (A-01)', () => {
  for (const path of ['applicationlist', 'applicationhistory', 'download', 'userprofile'])
    test(path, async ({ signedIn: page }) => {
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
