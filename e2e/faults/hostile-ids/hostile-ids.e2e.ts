import type { Page } from '@playwright/test'
import { hostileAddresses, routesWithIds } from '../../../src/app/testing/hostile-addresses.ts'
import { nameOf } from '../../../src/app/testing/hostile-ids.ts'
import { expect, test } from '../../support/journey.ts'

/**
 * S-02 and S-05, the part of matrix C that needs a browser: the effects of a hostile id on address bar and history. All
 * 22 values are tried on components (`src/app/hostile-ids.full.spec.tsx`).
 */
const values = ['..', '//evil.test', '']

for (const { route, value } of values.flatMap((value) => routesWithIds.map((route) => ({ route, value }))))
  test(
    `${route} with ${nameOf(value)} is not found, sends no request and stores nothing (S-02, S-05)`,
    { tag: '@matrix-c' },
    async ({ signedIn: page, portal }) => {
      const asked: string[] = []
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url())
        if (origin !== portal.url || pathname.startsWith('/app/web/')) asked.push(request.url())
      })
      for (const address of hostileAddresses(route, value)) {
        await page.goto(`${portal.url}${address}`)
        await expect(page.getByRole('heading', { level: 1 }), address).toHaveText('ページが見つかりません')
        expect(new URL(page.url()).origin, address).toBe(portal.url)
      }
      expect(asked).toEqual([])
      expect(await kept(page)).toEqual([])
    },
  )

/** What the portal has stored besides the session that the page began with. */
async function kept(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (name) => !/^(?:e2e\.|portal\.warned\.e2e\.|CognitoIdentityServiceProvider\.)/.test(name),
    ),
  )
}
