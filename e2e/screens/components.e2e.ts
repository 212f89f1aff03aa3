import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { startSandbox } from '../support/start-sandbox.ts'

test(
  'every component of the page of components is accessible in both languages',
  { tag: ['@full', '@chromium'] },
  async ({ page }) => {
    const dev = await startSandbox('--dev')
    for (const language of ['ja', 'en']) {
      await page.goto(`${dev.url}/_components?lang=${language}`)
      await expect(page.getByRole('heading', { level: 2, name: 'Button', exact: true })).toBeVisible()
      await expectAccessible(page, `components in ${language}`)
      expect(await smallControls(page), `controls in ${language}`).toEqual([])
    }
    const field = page.locator('#text-optional')
    await field.focus()
    await expect(field).toBeFocused()
    expect(await field.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
    await dev.stop()
  },
)

/** Controls below 44 px. The target of a checkbox, a radio button or a file chooser is its label. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('main :is(button, input, select, textarea)')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const target = /checkbox|radio|file/.test(element.type) ? (element.closest('label') ?? element) : element
        return { name: `${element.tagName} ${element.id}`, box: target.getBoundingClientRect() }
      })
      .filter(({ box }) => box.width > 1 && (box.width < 44 || box.height < 44))
      .map(({ name }) => name),
  )
}
