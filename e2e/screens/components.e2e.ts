import { expect, test } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { expectTargets } from './layout.ts'
import { expectValidMarkup } from './markup.ts'

test(
  'every component of the page of components is accessible in both languages',
  { tag: ['@full', '@chromium'] },
  async ({ page }) => {
    const dev = await startSandbox('--dev')
    for (const language of ['ja', 'en']) {
      // The server for development compiles each file of the page when it is requested.
      await page.goto(`${dev.url}/_components?lang=${language}`, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 2, name: 'Button', exact: true })).toBeVisible()
      await expectAccessible(page, `components in ${language}`)
      await expectValidMarkup(page, `components in ${language}`)
      await expectTargets(page, `components in ${language}`)
    }
    const field = page.locator('#text-optional')
    await field.focus()
    await expect(field).toBeFocused()
    expect(await field.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
    await dev.stop()
  },
)
