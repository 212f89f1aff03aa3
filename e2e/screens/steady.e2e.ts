import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from '../support/journey.ts'
import { expectLoaded } from '../identity/keyboard.ts'
import { fixtureOf } from '../faults/on-load/fixture.ts'
import { routesUnderTest, storeRememberedOrder } from '../faults/on-load/routes-under-test.ts'
import type { RouteUnderTest } from '../faults/on-load/routes-under-test.ts'
import { slowDown } from './slow-network.ts'
import type { RouteName } from '../../src/paths.ts'
import { newCharge } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'

function submit(page: Page) {
  return page.getByRole('button', { name: 'ログイン', exact: true })
}
function header(page: Page) {
  return page.getByRole('banner').getByRole('link', { name: 'みなと市' })
}

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test(`on ${device} no control moves while the login page completes itself`, async ({ page, resident }) => {
    await page.setViewportSize(viewport)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/assets/session-*.js', async (route) => {
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

test('the button at the end of the history stays in place after a jump to it', async ({
  page,
  portal,
  residentWith,
}) => {
  const resident = await residentWith({ seed: 75 })
  await startSignedIn(page, portal, resident)
  await page.goto('/minato-city/applicationhistory')
  const more = page.getByRole('button', { name: 'さらに表示' })
  for (const shown of [30, 60]) {
    await expect(page.getByText(`${shown}件を表示しています`)).toBeVisible()
    const places = await more.evaluate(async (button) => {
      const seen = new Set<number>()
      button.scrollIntoView({ block: 'center' })
      for (let frame = 0; frame < 12; frame++) {
        seen.add(Math.round(button.getBoundingClientRect().top))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return seen.size
    })
    expect(places).toBe(1)
    await more.click()
  }
})

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  for (const [path, title, part] of [
    ['/minato-city/applicationlist', '手続き一覧', '住民票の写しの交付請求'],
    ['/minato-city/applicationhistory', '申請履歴', /^\d{4}-\d{6}$/],
    ['/application/minato-city/residence-certificate/individual', '住民票の写しの交付請求', '通数'],
  ] as const)
    test(`on ${device} ${path} does not move while its parts arrive one by one`, async ({
      page,
      portal,
      residentWith,
    }) => {
      await startSignedIn(page, portal, await residentWith({ seed: 30 }))
      await page.setViewportSize(viewport)
      await recordShifts(page)
      // Each response is visible for some frames before the next one comes.
      for (const answer of [/\/services$/, /\/o\/orders/, /\/forms\//, /\/o\/drafts/, /\/o\/profile$/])
        await page.route(answer, async (route) => {
          await drawn(page)
          await route.continue()
        })
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('main').getByText(part).first()).toBeVisible()
      await drawn(page)
      expect(await shiftOf(page)).toBeLessThanOrEqual(maxShift)
    })

for (const [device, viewport] of [
  ['a phone', { width: 412, height: 823 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test(`on ${device} the list does not move when the amount of a payment arrives`, async ({
    page,
    portal,
    sandbox,
  }) => {
    const { resident } = await newCharge(sandbox)
    await startSignedIn(page, portal, resident)
    await page.setViewportSize(viewport)
    await recordShifts(page)
    await page.route(/\/o\/charges\//, async (route) => {
      await drawn(page)
      await route.continue()
    })
    await page.goto('/minato-city/applicationlist')
    await expect(
      page
        .getByRole('main')
        .locator('strong')
        .getByText(/^[\d,]+円$/),
    ).toBeVisible()
    await drawn(page)
    expect(await shiftOf(page)).toBeLessThan(0.01)
  })

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  for (const target of routesUnderTest)
    test(`on ${device} ${target.route} does not move when it is opened by a link on a slow network`, async ({
      page,
      portal,
    }) => {
      const fixture = await fixtureOf(portal)
      if (target.session) await startSignedIn(page, portal, fixture.resident)
      await storeRememberedOrder(page, target, fixture)
      await page.setViewportSize(viewport)
      await slowDown(page)
      await recordShifts(page)
      await page.goto(target.address(fixture), { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: target.title })).toBeVisible({ timeout: 30_000 })
      await page.waitForLoadState('networkidle')
      await drawn(page)
      expect(await shiftOf(page)).toBeLessThanOrEqual(maxShift)
    })

/** Pages that no page of the same tenant leads to: links of mails, and a tenant that has no other pages now. */
const openedByAddress: ReadonlySet<RouteName> = new Set(['passwordReset', 'emailChange', 'registration', 'maintenance'])

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  for (const target of routesUnderTest.filter(({ route }) => !openedByAddress.has(route)))
    test(`on ${device} ${target.route} does not move when it is opened from another page on a slow network`, async ({
      page,
      portal,
    }) => {
      const fixture = await fixtureOf(portal)
      if (target.session) await startSignedIn(page, portal, fixture.resident)
      await storeRememberedOrder(page, target, fixture)
      await page.setViewportSize(viewport)
      await recordShifts(page)
      const [from, title] = before(target)
      await page.goto(from)
      await expectLoaded(page, title)
      await page.waitForLoadState('networkidle')
      await slowDown(page)
      await drawn(page)
      await openInPlace(page, target.address(fixture))
      await expect(page.getByRole('heading', { level: 1, name: target.title })).toBeVisible({ timeout: 30_000 })
      await page.waitForLoadState('networkidle')
      await drawn(page)
      expect(await shiftOf(page)).toBeLessThanOrEqual(maxShift)
    })

/** A page of the same tenant with its heading. */
function before({ session, route }: RouteUnderTest): [path: string, title: string] {
  if (session) return ['/minato-city/applicationlist', '手続き一覧']
  return route === 'login' ? ['/register/minato-city', '新規登録'] : ['/login/minato-city', 'ログイン']
}

/**
 * Leads to an address as a link of the portal does, without loading the document again. The browser leaves out what
 * moves within half a second of a click, so there is none; and nothing is fetched before it, as on a phone.
 */
async function openInPlace(page: Page, address: string): Promise<void> {
  await page.evaluate((given) => {
    ;(Reflect.get(window, 'shifts') as number[]).length = 0
    const state = { idx: 1, key: 'opened', usr: null }
    window.history.pushState(state, '', given)
    window.dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
}

/** A fifth of what counts as good (https://web.dev/articles/cls). */
const maxShift = 0.02

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (Reflect.get(window, 'shifts') as number[]).reduce((a, b) => a + b, 0))
}

/** Waits until the loaded content is on the screen, skeletons included. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const until = performance.now() + 400
    while (performance.now() < until) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}
