import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/journey.ts'
import { expectLoaded, expectTitle } from './keyboard.ts'

const form = '/application/minato-city/childcare-consultation/individual'

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
}

function storedKeys(page: Page) {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted())
}

/** What may be stored in the browser without a session: the tenant of the page, markers, device keys. */
const allowed =
  /^(?:tenantId|portal\.language|portal\.left|portal\.warned\..*|.*\.(?:deviceKey|deviceGroupKey|randomPasswordKey))$/

test('log-out saves, revokes the tokens before it deletes them, and leaves nothing behind, also on Back (S-10, S-13) @main', async ({
  page,
  resident,
  sandbox,
}) => {
  await signIn(page, resident)
  await page.goto('/minato-city/userprofile')
  await expect(page.getByText('090-1234-5678')).toBeVisible()
  await page.goto(form)
  // Leaves right after typing, before autosave.
  await page.getByLabel('相談の内容', { exact: true }).fill('夜中に何度も起きます。')
  const order: string[] = []
  await page.route('**/_identity/', async (route) => {
    if (route.request().headers()['x-amz-target']?.endsWith('RevokeToken') === true) {
      const tokens = (await storedKeys(page)).filter((key) => key.endsWith('Token'))
      order.push(`revoke with ${tokens.length} tokens stored`)
    }
    await route.fallback()
  })
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/o/drafts/')) order.push('save')
  })
  const withToken: string[] = []
  page.on('request', (request) => {
    const onLogin = request.frame().url().endsWith('/login/minato-city')
    if (onLogin && request.headers().authorization !== undefined) withToken.push(request.url())
  })
  await logOut(page)
  await expectTitle(page, 'ログイン')
  expect([...new Set(order)]).toEqual(['save', 'revoke with 3 tokens stored'])
  expect((await storedKeys(page)).filter((key) => !allowed.test(key))).toEqual([])
  expect(
    await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      return databases.map(({ name }) => name)
    }),
    'drafts are in one database at most',
  ).toHaveLength(1)
  expect(JSON.stringify(await sandbox.get(`state/users/minato-city/${resident.userId}`))).toContain('夜中に何度も')
  for (let back = 0; back < 2; back += 1) {
    await page.goBack()
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await expectLoaded(page, 'ログイン')
    for (const personal of [resident.email, '090-1234-5678', '夜中に何度も'])
      await expect(page.locator('body')).not.toContainText(personal)
  }
  expect(withToken, 'the login page sends no request with a token').toEqual([])
})

test('log-out ends within its limit when the identity provider hangs (S-13)', async ({ signedIn: page, sandbox }) => {
  await page.goto('/minato-city/applicationlist')
  await expectLoaded(page, '手続き一覧')
  await sandbox.post('identity-faults', { delayMs: 20_000, actions: ['RevokeToken'] })
  try {
    const answered: string[] = []
    page.on('response', (response) => {
      const target = response.request().headers()['x-amz-target'] ?? ''
      if (target.endsWith('RevokeToken')) answered.push(target)
    })
    let left = 0
    page.on('framenavigated', () => (left = Date.now()))
    const started = Date.now()
    await logOut(page)
    await expect(page.getByText('ログアウトしています')).toBeVisible()
    await expectTitle(page, 'ログイン')
    // Counted from before the click, so that no delay of the machine makes it shorter than the limit.
    expect(left - started, 'it waits for the provider').toBeGreaterThan(2_900)
    expect(answered, 'it does not wait for the response').toEqual([])
    expect((await storedKeys(page)).filter((key) => !allowed.test(key))).toEqual([])
  } finally {
    await sandbox.post('identity-faults', {})
  }
})

test(
  'a page from the back/forward cache shows nothing personal after log-out (S-13)',
  { tag: ['@main', '@bfcache'] },
  async ({ page, resident }) => {
    // Chromium drops a cached page that receives a message, as the one about the log-out: then it is loaded again.
    await page.addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => {}
    })
    await signIn(page, resident)
    await page.goto('/minato-city/userprofile')
    await expect(page.getByText('090-1234-5678')).toBeVisible()
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => sessionStorage.setItem('test.cached', `${persisted}`))
      Object.assign(window, { isFormerDocument: true })
    })
    await page.goto('/minato-city/download')
    await expectLoaded(page, '書類のダウンロード')
    await logOut(page)
    await expectTitle(page, 'ログイン')
    // Back ends without a load.
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await expectLoaded(page, 'ログイン')
    for (const personal of [resident.email, '090-1234-5678'])
      await expect(page.locator('body')).not.toContainText(personal)
    expect(await page.evaluate(() => sessionStorage.getItem('test.cached')), 'it did come out of the cache').toBe(
      'true',
    )
    // A page from the cache of WebKit does not always render the sign-in page.
    expect(await page.evaluate(() => 'isFormerDocument' in window), 'and was loaded again').toBe(false)
  },
)
