import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, fillSignIn, test } from '../support/journey.ts'
import type { Resident } from '../support/journey.ts'
import type { StartConfig } from '../../src/starter/portal-start.ts'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import type { TenantLook } from '../../src/tenant/tenant-theme.ts'

/** A page, its first API requests, and how many files of a form follow the response with the services. */
const pages = [
  {
    name: 'the list of services',
    path: ({ tenantId }: Resident) => `/${tenantId}/applicationlist`,
    usable: (page: Page) => page.getByRole('main').locator('a[href*="/application/"]').first(),
    atOnce: ['/info', '/services', '/o/orders', '/o/orders', '/o/drafts'],
    formFiles: 0,
    files: 8,
  },
  {
    name: 'the history',
    path: ({ tenantId }: Resident) => `/${tenantId}/applicationhistory`,
    usable: (page: Page) => page.getByText('申請はまだありません'),
    atOnce: ['/info', '/services', '/o/orders'],
    formFiles: 0,
    files: 9,
  },
  {
    name: 'the public list',
    path: ({ tenantId }: Resident) => `/${tenantId}/procedures`,
    usable: (page: Page) => page.getByRole('main').locator('a[href*="/procedures/"]').first(),
    atOnce: ['/info', '/services'],
    formFiles: 0,
    files: 8,
  },
  {
    name: 'a form',
    path: ({ tenantId }: Resident) => `/application/${tenantId}/residence-certificate/individual`,
    usable: (page: Page) => page.getByRole('button', { name: '入力内容を確認する' }),
    atOnce: ['/info', '/services', '/o/drafts/residence-certificate/individual', '/o/profile'],
    // A third step: the services name the version of the form.
    formFiles: 2,
    files: 10,
  },
]

/** As after an earlier visit to the open tenant: only then are the requests for a user sent early. */
async function rememberTenant(page: Page, { tenantId }: Resident): Promise<void> {
  const look: TenantLook = { band: '#0017c1', name: 'みなと市', openUntil: Number.MAX_SAFE_INTEGER }
  await page.addInitScript(
    ({ key, value }) => {
      if (location.protocol.startsWith('http')) localStorage.setItem(key, value)
    },
    { key: storageKeys.tenantLook + tenantId, value: JSON.stringify(look) },
  )
}

/** Holds requests back until they are released. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

function record(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}

/** Files that the document preloads, as its markup and its starter named them. */
function preloadedIn(page: Page): Promise<string[]> {
  return page
    .locator('link[rel$="preload"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))
}

/** Last path segments of the API requests, in order. */
function apiRequestsIn(asked: readonly string[]): string[] {
  return asked
    .filter((path) => path.startsWith('/app/web/'))
    .map((path) => path.replace(/^\/app\/web(?:\/p\/tenants\/[^/]+)?/, ''))
}

for (const { name, path, usable, atOnce, formFiles, files } of pages) {
  test(
    `${name} requests its files and first responses before any script has arrived`,
    { tag: name === 'the list of services' ? '@main' : [] },
    async ({ signedIn: page, resident }) => {
      await rememberTenant(page, resident)
      const asked = record(page)
      const release = await hold(page, /\/assets\//)
      await page.goto(path(resident), { waitUntil: 'commit' })
      await expect.poll(() => apiRequestsIn(asked)).toEqual(atOnce)
      await expect.poll(() => asked.filter((url) => url.startsWith('/forms/'))).toHaveLength(formFiles)
      // A browser requests a preloaded file some time after its element was added to the document.
      await expect.poll(async () => (await preloadedIn(page)).filter((path) => !asked.includes(path))).toEqual([])
      const before = asked.length
      release()
      await expect(usable(page)).toBeVisible()
      const rest = asked.slice(before).filter((url) => !/\/brand\//.test(url))
      expect(rest, 'requested only after the scripts have run').toEqual([])
    },
  )

  test(`${name} does not wait for config.json on the next visit`, async ({ signedIn: page, resident }) => {
    await page.goto(path(resident))
    await expect(usable(page)).toBeVisible()
    const asked = record(page)
    const release = await hold(page, /\/assets\/|\/config\.json$/)
    await page.goto(path(resident), { waitUntil: 'commit' })
    await expect.poll(() => apiRequestsIn(asked)).toEqual(atOnce)
    release()
    await expect(usable(page)).toBeVisible()
  })

  test(`${name} sends each first request once and needs at most ${files} files`, async ({
    signedIn: page,
    resident,
  }) => {
    await rememberTenant(page, resident)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
    await page.goto(path(resident))
    await expect(usable(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(
      asked.filter((url, index) => /^\/(?:app|forms)\//.test(url) && asked.indexOf(url) !== index),
      'asked twice',
    ).toEqual([])
    const left = await page.evaluate(() => [...(globalThis.portalStart?.responses.keys() ?? [])])
    expect(left, 'requested by the starter but not used by the page').toEqual([])
    expect(asked, 'the document contains it').not.toContain('/config.json')
    const built = asked.filter((url) => url.startsWith('/assets/'))
    expect(new Set(built).size, built.join('\n')).toBeLessThanOrEqual(files)
  })
}

test('shows the outline of the portal before any script or style sheet has arrived', async ({
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

test('fetches the files of the list while the password is typed', async ({ page, resident }) => {
  await page.goto(`/login/${resident.tenantId}`)
  await page.getByLabel('メールアドレス').fill(resident.email)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await fillSignIn(page, resident)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
  expect(asked.filter((url) => /\/assets\/(?:session|texts-ja)-/.test(url))).toEqual([])
})

test('a returning visit uses a changed config.json instead of the one of the last visit', async ({
  signedIn: page,
  resident,
}) => {
  const path = `/${resident.tenantId}/applicationlist`
  const card = page.getByRole('main').locator('a[href*="/application/"]').first()
  // Simulates a server that does not insert the configuration into the document.
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(/(?<=id="portal-config">)[^<]*/, '')
    await route.fulfill({ response, body })
  })
  await page.goto(path)
  await expect(card).toBeVisible()
  await page.evaluate((key) => {
    const former = JSON.parse(localStorage.getItem(key) ?? '{}') as StartConfig
    localStorage.setItem(key, JSON.stringify({ ...former, auth: { ...former.auth, clientId: 'former' } }))
  }, storageKeys.start)
  const asked = record(page)
  await page.goto(path)
  await expect(card).toBeVisible()
  // The starter has found no token of the former client, so the application sends the personal requests.
  expect(apiRequestsIn(asked).toSorted()).toEqual(['/info', '/o/drafts', '/o/orders', '/o/orders', '/services'])
  const stored = await page.evaluate((key) => localStorage.getItem(key), storageKeys.start)
  expect(JSON.parse(stored ?? '')).toMatchObject({ auth: { clientId: 'portal-sandbox' } })
})

test.describe('a portal whose files do not arrive', () => {
  const notice = (page: Page) => page.getByRole('alert').getByRole('heading', { level: 1 })
  const form = (page: Page) => page.getByLabel('メールアドレス')

  for (const [name, file, status] of [
    ['its first script', /\/assets\/index-[^/]+\.js$/, 404],
    ['a script that the first one needs', /\/assets\/platform-[^/]+\.js$/, 503],
  ] as const)
    test(`states it and can be loaded again: ${name}`, async ({ page }) => {
      await page.route(file, (route) => route.fulfill({ status, body: '' }))
      await page.goto('/login/minato-city')
      await expect(notice(page)).toContainText('画面を読み込めませんでした')
      await expectAccessible(page, 'not loaded')
      await page.unroute(file)
      await page.getByRole('link', { name: /もう一度読み込む/ }).click()
      await expect(form(page)).toBeVisible()
      await expect(notice(page)).toHaveCount(0)
    })

  test.describe('with a style sheet that fails', () => {
    test.use({ toleratedErrors: [/^error loading a style sheet$/] })

    test('requests it again, and states it if it does not arrive either', async ({ page }) => {
      const arrivals = [false, true, false, false, true]
      await page.route(/\/assets\/index-[^/]+\.css$/, (route) => (arrivals.shift() ? route.continue() : route.abort()))
      const isStyled = () => expect(form(page)).toHaveCSS('border-top-style', 'solid')
      await page.goto('/login/minato-city')
      await isStyled()
      await page.reload()
      await page.getByRole('button', { name: 'もう一度試す' }).click()
      await isStyled()
      expect(arrivals).toEqual([])
    })
  })

  test('requests the style sheet of the next page again, which the sign-in page could not fetch', async ({
    page,
    resident,
  }) => {
    const sheet = /\/assets\/session-[^/]+\.css$/
    await page.route(sheet, (route) => route.abort())
    await page.goto('/login/minato-city')
    const failed = page.waitForEvent('requestfailed', (request) => sheet.test(request.url()))
    await form(page).fill('x')
    await failed
    await page.unroute(sheet)
    await fillSignIn(page, resident)
    await expect(page.getByRole('heading', { level: 1, name: '手続き一覧' })).toBeVisible()
    const hasRules = () => page.evaluate(() => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0))
    await expect.poll(hasRules).toBe(true)
  })

  test('states it after half a minute without a response, and starts if one comes after all', async ({ page }) => {
    await page.clock.install()
    const release = await hold(page, /\/assets\/index-[^/]+\.js$/)
    await page.goto('/login/minato-city', { waitUntil: 'commit' })
    await expect(page.locator('#not-loaded')).toBeAttached()
    await page.clock.runFor(29_000)
    await expect(notice(page)).toBeHidden()
    await page.clock.runFor(1_000)
    await expect(notice(page)).toBeVisible()
    release()
    await expect(form(page)).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the first screen asks to enable them', async ({ page }) => {
    await page.goto('/login/minato-city')
    await expect(page.locator('noscript p').first()).toBeInViewport()
  })
})
