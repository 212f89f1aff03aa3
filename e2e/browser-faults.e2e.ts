import { fillConsultation, fillAddress } from './forms.ts'
import { expect, signIn, test } from './journey.ts'
import { startSignedIn } from './signed-in.ts'

const consultation = '/application/minato-city/childcare-consultation/individual'
const certificate = '/application/minato-city/residence-certificate/individual'

test.describe('a browser', () => {
  const faults = [
    { does: 'refuses storage altogether', block: refuseStorage, tag: [] },
    { does: 'takes nothing more into its storage', block: fillStorage, tag: ['@full'] },
  ]
  for (const { does, block, tag } of faults) {
    test(
      `that ${does} signs in, fills a form in and sends it, and says once that it keeps no draft (R-08)`,
      { tag },
      async ({ page, resident }) => {
        await page.addInitScript(block)
        await signIn(page, resident)
        const notice = page.getByText('ブラウザの設定により、入力途中の内容をこの端末に保存できません。')
        await expect(notice).toHaveCount(1)
        // A reload would end the session, which nothing can keep: the resident goes by links.
        await page.getByRole('link', { name: '子育て相談の予約' }).first().click()
        await fillConsultation(page)
        await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
        await page.getByRole('button', { name: '送信する' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
        await expect(notice).toHaveCount(0)
      },
    )
  }

  test('whose storage is cleared over a filled form asks to sign in again and keeps the answers (R-08)', async ({
    page,
    portal,
    resident,
  }) => {
    await startSignedIn(page, portal, resident)
    await page.goto(consultation)
    await page.getByLabel('相談の内容', { exact: true }).fill('消えてはいけない文章')
    await page.evaluate(() => {
      const kept = sessionStorage.getItem('e2e.signed-in')
      localStorage.clear()
      sessionStorage.clear()
      sessionStorage.setItem('e2e.signed-in', String(kept))
    })
    await page.getByRole('button', { name: '一時保存' }).click()
    await page.getByRole('dialog').getByLabel('パスワード', { exact: true }).fill(resident.password)
    await page.getByRole('dialog').getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('相談の内容', { exact: true })).toHaveValue('消えてはいけない文章')
  })
})

test.describe('a newer version on the server', () => {
  test('is fetched by one reload that loses nothing typed; where that does not help it is said, without a loop (R-10)', async ({
    page,
    portal,
    resident,
  }) => {
    await startSignedIn(page, portal, resident)
    await page.goto(certificate)
    await fillAddress(page)
    await page.getByLabel('町名・番地').blur()
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
    })
    const chunk = '**/assets/ApplicationListPage-*.js'
    await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'Not found' }))
    const away = page.getByRole('banner').getByRole('link', { name: 'みなと市' })
    await away.click()
    await expect.poll(() => documents, { message: 'one reload' }).toBe(1)
    await expect(page.getByLabel('町名・番地')).toHaveValue('芝公園1丁目5番25号')
    await away.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('新しい版に切り替えられませんでした')
    expect(documents, 'no second reload').toBe(1)
    await page.unroute(chunk)
    await page.getByRole('button', { name: '再読み込みする' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
    await page.goto(certificate)
    await expect(page.getByLabel('町名・番地')).toHaveValue('芝公園1丁目5番25号')
  })
})

test.describe('an old service worker', () => {
  test('that answers in the place of the API is removed at the start (R-11)', async ({ page, context }) => {
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

test.describe('an answer that takes half a minute', () => {
  test(
    'is waited for in words, can be left, and changes nothing on the page that is open by then (R-05)',
    { tag: '@full' },
    async ({ page, portal, resident }) => {
      await startSignedIn(page, portal, resident)
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
      expect((await late).failure()?.errorText, 'nobody waits for it any more').toBe('net::ERR_ABORTED')
      await page.clock.runFor(20_000)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続き一覧')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('link', { name: '書類' }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('書類のダウンロード')
    },
  )
})

function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  }
}

function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}
