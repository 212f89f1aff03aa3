import { expectAccessible } from '../support/accessibility.ts'
import { expect, fillSignIn, test } from '../support/journey.ts'

test('a shared link to a procedure opens without a session or the form engine, and leads through sign-in to the form @main', async ({
  page,
  resident,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/${resident.tenantId}/procedures/residence-certificate`)
  await expect(page.getByRole('heading', { level: 1, name: '住民票の写しの交付請求' })).toBeVisible()
  await expect(page.getByText('クレジットカード（手数料のお支払いに使います）')).toBeVisible()
  expect(asked.filter((path) => /\/application-[\w-]{8}\.js|validator\.js$|definition\.json$/.test(path))).toEqual([])
  await expectAccessible(page, 'procedure')
  await page.getByRole('link', { name: 'はじめる', exact: true }).click()
  await fillSignIn(page, resident)
  await expect(page).toHaveURL(/\/application\/[^/]+\/residence-certificate\/individual/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
