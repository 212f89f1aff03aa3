import {
  changeRegistered,
  confirmAnswers,
  fillAddress,
  fillCertificate,
  payAtProvider,
} from '../support/form-actions.ts'
import { waitUntilIdle } from './on-load/oracles/idle-screen.ts'
import { watchTraffic } from './on-load/oracles/traffic.ts'
import { expect, signIn, test } from '../support/journey.ts'

const certificate = '/application/minato-city/residence-certificate/individual'

test.describe('a page that was opened without a connection', () => {
  test('loads the styles when the page is opened again', async ({ signedIn: page, context, resident }) => {
    const traffic = watchTraffic(page)
    await page.goto(`/${resident.tenantId}/applicationlist`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
    await waitUntilIdle(page, traffic)
    await context.setOffline(true)
    await page.getByRole('link', { name: '申請履歴' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('通信できませんでした')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請履歴')
    // The summary of the filters has a marker of the browser without the style sheet of the page.
    await expect(page.locator('summary')).toHaveCSS('list-style-type', 'none')
    await expect(page.locator('summary')).toHaveCSS('display', 'flex')
  })
})

test('a page whose files do not arrive shows a retry after half a minute, which loads it', async ({
  signedIn: page,
  resident,
}) => {
  const files = '**/assets/history-route-*.js'
  let withheld = 0
  await page.clock.install()
  await page.route(files, () => void (withheld += 1))
  await page.goto(`/${resident.tenantId}/applicationlist`)
  await page.getByRole('link', { name: '申請履歴' }).first().click()
  await expect.poll(() => withheld).toBeGreaterThan(0)
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('エラーが発生しました')
  // The withheld request goes on as well.
  await page.unroute(files)
  await page.getByRole('button', { name: 'もう一度試す' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請履歴')
})

test('a browser that wrongly says that there is no network signs in, saves, applies and pays', async ({
  page,
  portal,
  resident,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await signIn(page, resident)
  await page.getByRole('link', { name: '住民票の写しの交付請求' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '住民票の写しの交付請求' })).toBeVisible()
  await page.getByLabel('本人', { exact: true }).check()
  await page.getByRole('button', { name: '一時保存する' }).click()
  await expect(page.getByText(/一時保存しました/)).toBeVisible()
  await fillCertificate(page, { copies: 2 })
  await confirmAnswers(page)
  await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
  await payAtProvider(page, portal, '支払う')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
  await expect(page.getByText('インターネットに接続されていません。')).toHaveCount(0)
})

test.describe('a form of several steps', () => {
  test('begins with its introduction', async ({ signedIn: page, resident }) => {
    await page.goto(`/application/${resident.tenantId}/bulky-waste/individual`)
    await expect(page.getByText('収集日の朝8時までに出してください。')).toBeVisible()
  })
})

test.describe('a newer version on the server', () => {
  test('loads a newer version by one reload that loses nothing typed; if that does not help, shows a message, without a loop (R-10) @main', async ({
    signedIn: page,
  }) => {
    // A phone shows no navigation beside a form.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(certificate)
    await changeRegistered(page)
    await fillAddress(page)
    await page.getByLabel('番地').blur()
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
    })
    const chunk = '**/assets/history-route-*.js'
    await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.getByRole('banner').getByRole('link', { name: '申請履歴' }).click()
    await expect.poll(() => documents, { message: 'one reload' }).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('画面を更新できませんでした')
    expect(documents, 'no second reload').toBe(1)
    await page.unroute(chunk)
    await page.getByRole('button', { name: '再読み込みする' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請履歴')
    await page.goto(certificate)
    await expect(page.getByLabel('番地')).toHaveValue('1丁目5番25号')
  })
})

test.describe('an old service worker', () => {
  test('disappears at the start if it answers instead of the API', async ({ page, context }) => {
    const worker = `
      self.addEventListener('install', () => self.skipWaiting())
      self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
      self.addEventListener('fetch', (event) => {
        if (event.request.url.includes('/app/web/')) event.respondWith(new Response('{}', { status: 503 }))
      })`
    await context.route('**/old-worker.js', (route) => route.fulfill({ contentType: 'text/javascript', body: worker }))
    await context.route('**/old-application', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Before</title>' }),
    )
    await page.goto('/old-application')
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/old-worker.js')
      if (navigator.serviceWorker.controller !== null) return
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
    })
    await page.goto('/register/minato-city')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('新規登録')
    const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(registrations).toBe(0)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  })
})

test.describe('a response that takes half a minute', () => {
  test('shows a waiting message, can be left, and does not change the page that is open by then (R-05)', async ({
    signedIn: page,
  }) => {
    await page.clock.install()
    await page.goto('/minato-city/applicationlist')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
    const asked = Promise.withResolvers<void>()
    await page.route('**/app/web/o/files*', () => asked.resolve())
    await page.getByRole('link', { name: '書類' }).first().click()
    const busy = page.getByRole('main').getByRole('status').filter({ hasText: '読み込んでいます' })
    await asked.promise
    await page.clock.runFor(1_000)
    await expect(busy).toHaveCount(1)
    await page.clock.runFor(10_000)
    await expect(page.getByText('時間がかかっています。このままお待ちください。')).toBeVisible()
    const late = page.waitForEvent('requestfailed', (request) => request.url().includes('/o/files'))
    await page.getByRole('link', { name: '手続き', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
    expect((await late).failure()?.errorText, 'the request is cancelled').toBe('net::ERR_ABORTED')
    await page.clock.runFor(20_000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('link', { name: '書類' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('書類のダウンロード')
  })
})
