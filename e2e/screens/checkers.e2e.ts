import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectNoFailureByIbm } from './ibm-checker.ts'
import { expectValidMarkup } from './markup.ts'

/** Shows a valid page with this content. */
async function show(page: Page, content: string): Promise<void> {
  await page.setContent(`<!doctype html><html lang="en"><head><title>Test</title></head>
    <body><main><h1>Test</h1>${content}</main></body></html>`)
}

test.describe('the checkers of every screen', () => {
  test('accept a page without errors', async ({ page }) => {
    await show(page, '<label>Name <input type="text"></label><output></output>')
    await expectValidMarkup(page, 'valid page')
    await expectNoFailureByIbm(page, 'valid page')
  })

  test('find a duplicate id in the markup', async ({ page }) => {
    await show(page, '<p id="twice">1</p><p id="twice">2</p>')
    await expect(expectValidMarkup(page, 'duplicate id')).rejects.toThrow('no-dup-id')
  })

  test("find a field without a label by IBM's rules", async ({ page }) => {
    await show(page, '<input type="text"><output></output>')
    await expect(expectNoFailureByIbm(page, 'no label')).rejects.toThrow('input_label_exists')
  })
})
