import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { identityCalls, refreshesOf } from './identity-calls.ts'
import { expectLoaded } from './keyboard.ts'

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'もう一度ログインしてください' })
}
const unauthorized = { type: 'about:blank', title: 'Unauthorized', status: 401, code: 'SE_CO_0401', errors: [] }

/** The API refuses the token in every request of its owner, `tries` times for each request. Counts the requests. */
async function refuse(page: Page, tries: number) {
  const arrived = new Map<string, number>()
  const refusal = { arrived, tries }
  await page.route('**/app/web/o/**', async (route) => {
    const request = route.request()
    const name = `${request.method()} ${request.url()}`
    const count = (arrived.get(name) ?? 0) + 1
    arrived.set(name, count)
    if (count > refusal.tries) return route.fallback()
    await route.fulfill({
      status: 401,
      headers: { 'x-request-id': request.headers()['x-request-id'] ?? '' },
      contentType: 'application/problem+json',
      json: unauthorized,
    })
  })
  return refusal
}

test.describe('a token that the API refuses', () => {
  test('renews the token once if all requests of a page are refused, and repeats each request once (S-16)', async ({
    signedIn: page,
    context,
  }) => {
    const calls = identityCalls(context)
    const { arrived } = await refuse(page, 1)
    await page.goto('/minato-city/applicationlist')
    await expectLoaded(page, '手続き一覧')
    await expect(page.getByText('住民票の写しの交付請求')).toBeVisible()
    await expect.poll(() => [...arrived.values()].every((count) => count === 2)).toBe(true)
    expect(arrived.size).toBeGreaterThanOrEqual(3)
    expect(refreshesOf(calls)).toHaveLength(1)
    await expect(dialog(page)).toHaveCount(0)
  })

  test('opens the sign-in dialog over the page if it is refused twice in a row, and repeats nothing (S-16)', async ({
    signedIn: page,
    context,
  }) => {
    const calls = identityCalls(context)
    const { arrived } = await refuse(page, Infinity)
    await page.goto('/minato-city/applicationlist')
    await expect(dialog(page)).toBeVisible()
    // A refusal that arrives after the click would open the dialog again.
    await expect.poll(() => [...arrived.values()].every((count) => count === 2)).toBe(true)
    await dialog(page).getByRole('button', { name: 'あとでログインする' }).click()
    await expect(dialog(page)).toHaveCount(0)
    expect(Math.max(...arrived.values())).toBe(2)
    expect(refreshesOf(calls)).toHaveLength(1)
  })

  test('keeps the session and shows a message while the identity provider is unavailable (S-16)', async ({
    signedIn: page,
    context,
  }) => {
    const calls = identityCalls(context)
    const refusal = await refuse(page, Infinity)
    await page.route('**/_identity/', (route) => route.abort())
    await page.goto('/minato-city/applicationhistory')
    await expect(page.getByRole('main').getByText(/通信/).first()).toBeVisible({ timeout: 20_000 })
    expect(refreshesOf(calls).length).toBeGreaterThan(0)
    await expect(dialog(page)).toHaveCount(0)
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('refreshToken')).length),
    ).toBe(1)
    await page.unroute('**/_identity/')
    refusal.tries = 0
    await page.getByRole('main').getByRole('button', { name: 'もう一度試す' }).click()
    await expect(page.getByText('申請はまだありません')).toBeVisible()
  })
})
