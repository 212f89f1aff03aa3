import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/journey.ts'
import { supportedVersions } from '../../scripts/support-line/support-line.ts'

test.use({ toleratedErrors: [/index.html has no #root/] })

test('a browser that is too old shows which browsers are supported, also on the address of a form @main', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'))
  const portalFailed = page.waitForEvent('pageerror', (error) => /has no #root/.test(error.message))
  await page.goto('/application/minato-city/residence-certificate/individual')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/このブラウザでは利用できません.*This browser is not supported/)
  await expect(page.getByText(`このバージョン以降）：${supportedVersions().join(', ')}`)).toBeVisible()
  await expect(page.locator('#root')).toHaveCount(0)
  await portalFailed
  await expect(heading, 'after the script of the portal has run').toBeVisible()
  await expectAccessible(page, 'too old')
})
