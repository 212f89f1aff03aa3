import { expect, test } from '@playwright/test'
import type { PortalConfig } from '../../src/lib/config.ts'
import { withConfig } from '../../deploy/inline-config.ts'
import { samplePassword } from '../../sandbox/seed/residents.ts'
import { fillSignIn } from '../support/journey.ts'
import { startSandbox } from '../support/start-sandbox.ts'

const host = 'apply.city.example.jp'
const origin = `http://${host}`

let stop: (() => Promise<void>) | undefined
test.afterEach(async ({ page }) => {
  // The page may still ask for a picture.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await stop?.()
  stop = undefined
})

test(
  'the host of one tenant opens its pages without its id, and those of no other tenant',
  { tag: '@chromium' },
  async ({ page }) => {
    const sandbox = await startSandbox('--origin', origin)
    stop = sandbox.stop
    const { ownUrl } = sandbox
    const config = (await (await fetch(`${ownUrl}/config.json`)).json()) as PortalConfig
    // A browser that resolves the name to this machine refuses a page on plain http whose files are on it.
    await page.route(`${origin}/**`, async (route) => {
      const request = route.request()
      const response = await route.fetch({ url: request.url().replace(origin, ownUrl) })
      if (request.resourceType() !== 'document') return route.fulfill({ response })
      const body = withConfig(await response.text(), { ...config, tenants: { 'minato-city': { hosts: [host] } } })
      await route.fulfill({ body, contentType: 'text/html' })
    })
    await page.goto(`${origin}/procedures`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('手続きのご案内')
    await expect(page).toHaveURL(`${origin}/minato-city/procedures`)
    await page.goto(`${origin}/aozora-water/procedures`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ページが見つかりません')
    await page.goto(origin)
    await expect(page).toHaveURL(`${origin}/login/minato-city`)
    await fillSignIn(page, { email: 'hanako@example.jp', password: samplePassword })
    await expect(page).toHaveURL(`${origin}/minato-city/applicationlist`)
    await page.goto(`${origin}/applicationhistory`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請履歴')
  },
)
