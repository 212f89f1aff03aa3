import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from '../support/journey.ts'

function alert(page: Page) {
  return page.getByRole('main').getByRole('alert')
}

type Seen = { page: string; requests: string[] }

/** All that an attacker can see of a page after an action on it: its content and its requests. */
async function seenAfter(page: Page, address: string, typed: string, act: () => Promise<void>): Promise<Seen> {
  const requests: string[] = []
  const note = (request: { method: () => string; url: () => string; headers: () => Record<string, string> }): void => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:app|_identity)\//.test(pathname))
      requests.push(`${request.method()} ${pathname} ${request.headers()['x-amz-target'] ?? ''}`)
  }
  // The form is visible before the tenant's response.
  await Promise.all([page.waitForResponse(/\/info$/), page.goto(address)])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  page.on('request', note)
  await act()
  page.off('request', note)
  const drawn = await page.locator('main').innerHTML()
  return { page: drawn.replaceAll(typed, 'what was typed'), requests }
}

test('shows and requests the same for an unknown address and a wrong password (S-17)', async ({ page, resident }) => {
  const attempt = (email: string) =>
    seenAfter(page, '/login/minato-city', email, async () => {
      await fillSignIn(page, { email, password: 'Wrong-2026!' })
      await expect(alert(page)).toBeFocused()
    })
  const known = await attempt(resident.email)
  const unknown = await attempt('nobody@example.jp')
  expect(known.requests).toEqual(['POST /app/web/p/tenants/minato-city/login '])
  expect(unknown).toEqual(known)
})

test('shows the same for every address at a password reset, and at a registration if the tenant requires it (S-17)', async ({
  page,
  resident,
  residentWith,
}) => {
  const neighbour = await residentWith({ tenantId: 'aozora-water' })
  for (const { address, button, email, operation } of [
    {
      address: '/login/minato-city?view=reset',
      button: 'メールを送信する',
      email: resident.email,
      operation: 'password-reset-request',
    },
    {
      address: '/register/aozora-water',
      button: 'メールを送信する',
      email: neighbour.email,
      operation: 'registration-request',
    },
  ]) {
    const ask = (typed: string) =>
      seenAfter(page, address, typed, async () => {
        await page.getByLabel('メールアドレス').fill(typed)
        await page.getByRole('button', { name: button }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'メールをご確認ください' })).toBeFocused()
      })
    const known = await ask(email)
    // The address that the tab shows, opened again, is a reload, which shows to whom the mail was sent.
    await page.getByRole('button', { name: 'メールアドレスを入力し直す' }).click()
    const unknown = await ask(`nobody-${email}`)
    expect(
      known.requests.filter((request) => request.startsWith('POST')),
      address,
    ).toHaveLength(1)
    expect(known.requests.join(), address).toContain(operation)
    expect(unknown, address).toEqual(known)
  }
})

test.describe('a response that breaks the contract', () => {
  test.use({ offContract: true })

  test('shows a wrong password without a body, and a refusal with that of a refusal (S-17)', async ({
    page,
    resident,
  }) => {
    await page.goto('/login/minato-city')
    for (const status of [400, 401]) {
      await page.route('**/p/tenants/*/login', (route) => route.fulfill({ status, body: '' }))
      await fillSignIn(page, resident)
      await expect(alert(page)).toHaveText('メールアドレスまたはパスワードが正しくありません。')
      await page.unroute('**/p/tenants/*/login')
    }
    await page.route('**/_identity/', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/x-amz-json-1.1',
        body: JSON.stringify({ __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }),
      }),
    )
    await fillSignIn(page, resident)
    await expect(alert(page)).toHaveText('ログイン情報に誤りがあります。')
    await expect(page.getByLabel('メールアドレス')).toHaveValue(resident.email)
  })
})
