import type { Locator, Page, Route } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import type { Resident } from '../support/journey.ts'

/** What a page asks the API, and what a resident can do there first. */
const pages = [
  {
    name: 'the list of services',
    path: ({ tenantId }: Resident) => `/${tenantId}/applicationlist`,
    usable: (page: Page) => page.getByRole('main').locator('a[href*="/application/"]').first(),
    rounds: { first: 3, next: 2 },
    files: 10,
  },
  {
    name: 'the history',
    path: ({ tenantId }: Resident) => `/${tenantId}/applicationhistory`,
    usable: (page: Page) => page.getByText('申請はまだありません'),
    rounds: { first: 3, next: 2 },
    files: 10,
  },
  {
    name: 'a form',
    path: ({ tenantId }: Resident) => `/application/${tenantId}/residence-certificate/individual`,
    usable: (page: Page) => page.getByRole('button', { name: '次へ' }),
    // The address of the definition comes with the services.
    rounds: { first: 4, next: 3 },
    files: 11,
  },
]

/**
 * Lets requests through in rounds: all that the page can ask without another answer go together, as on a line where a round
 * trip takes far longer than anything else. Counts the rounds until the page can be used.
 */
async function countRounds(page: Page, path: string, usable: Locator): Promise<number> {
  const held: Route[] = []
  await page.route('**/*', (route) => void held.push(route))
  const opened = page.goto(path, { waitUntil: 'commit' })
  let rounds = 0
  for (let isUsable = false; !isUsable;) {
    const before = held.length
    if (rounds > 0) await opened.then(() => idle(page))
    await page.waitForTimeout(150)
    isUsable = rounds > 1 && (await usable.isVisible())
    if (isUsable || held.length === 0 || held.length !== before) continue
    rounds += 1
    await Promise.all(held.splice(0).map((route) => route.continue()))
  }
  await Promise.all(held.splice(0).map((route) => route.continue()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return rounds
}

/** Until the page has nothing left to do but wait for answers. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
}

for (const { name, path, usable, rounds, files } of pages) {
  test(`${name} is usable after ${rounds.first} rounds of requests, and after ${rounds.next} at the next visit`, async ({
    signedIn: page,
    resident,
  }) => {
    expect(await countRounds(page, path(resident), usable(page)), 'first visit').toBeLessThanOrEqual(rounds.first)
    expect(await countRounds(page, path(resident), usable(page)), 'next visit').toBeLessThanOrEqual(rounds.next)
  })

  test(`${name} asks each first question once and comes in at most ${files} files`, async ({
    signedIn: page,
    resident,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
    await page.goto(path(resident))
    await expect(usable(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    const questions = asked.filter((url) => url.startsWith('/app/web'))
    expect(
      questions.filter((url, index) => questions.indexOf(url) !== index),
      'asked twice',
    ).toEqual([])
    const left = await page.evaluate(() => [...(globalThis.portalStart?.answers.keys() ?? [])])
    expect(left, 'asked by the starter and not taken by the page').toEqual([])
    const built = asked.filter((url) => url.startsWith('/assets/'))
    expect(new Set(built).size, built.join('\n')).toBeLessThanOrEqual(files)
  })
}

test('something of the portal is on the screen before any script or style sheet has arrived', async ({
  signedIn: page,
  resident,
}) => {
  await page.route('**/assets/**', () => undefined)
  await page.goto(`/${resident.tenantId}/applicationlist`, { waitUntil: 'commit' })
  await expect(page.getByText('オンライン手続き')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`/${resident.tenantId}/applicationlist`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/assets/**', () => undefined)
  await page.goto(`/${resident.tenantId}/applicationlist`, { waitUntil: 'commit' })
  const bar = page.locator('.start-bar')
  await expect(bar).toHaveCSS('border-top-color', 'rgb(0, 23, 193)')
  expect(await bar.locator('p').evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"みなと市"')
})
