import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, consultation } from '../support/ready-application.ts'
import { draftsInBrowser } from './browser-drafts.ts'

function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}

test('log-out sends unsaved answers first, then removes every copy from the browser (R-07)', async ({
  page,
  sandbox,
  resident,
}) => {
  await signIn(page, resident)
  await page.goto(applicationPath(resident, consultation()))
  const order: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/o/drafts/')) order.push('draft')
    if (request.headers()['x-amz-target']?.endsWith('.RevokeToken') === true) order.push('revoke')
  })
  await details(page).fill('ログアウトの直前に書いた文')
  // Log out at once, before autosave starts.
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
  expect(order).toEqual(['draft', 'revoke'])
  expect(JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('ログアウトの直前に書いた文')
  expect(await draftsInBrowser(page)).toEqual([])

  await signIn(page, resident)
  await page.goto(applicationPath(resident, consultation()))
  await expect(details(page)).toHaveValue('ログアウトの直前に書いた文')
})
