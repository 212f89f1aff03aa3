import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }

let studio: StudioProgram
let violations: string[]

test.beforeEach(async ({ page }) => {
  page.setDefaultTimeout(20_000)
  studio = new StudioProgram()
  studio.createDogs()
  violations = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    const report = Reflect.get(window, 'reportViolation') as (text: string) => void
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      report(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
})
test.afterEach(async () => {
  await studio.remove()
  expect(violations).toEqual([])
})

async function openJson(page: Page): Promise<Locator> {
  await studio.start()
  await page.goto(studio.address, patient)
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]')
  await expect(policy).toHaveAttribute('content', /^default-src 'none'; script-src 'self'; .*require-trusted-types-for/)
  await expect(page.getByRole('tree')).toBeVisible(patient)
  await page.getByRole('tab', { name: 'JSON' }).click()
  const text = page.getByRole('textbox', { name: 'form.json の中身' })
  await expect(text).toBeVisible(patient)
  return text
}

async function choose(page: Page, file: string): Promise<Locator> {
  await page.getByRole('combobox', { name: 'ファイル' }).selectOption(file)
  return page.getByRole('textbox', { name: `${file} の中身` })
}

/** Puts the cursor behind the first occurrence of a text, with the editor's own search. */
async function putCursorBehind(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: '検索' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Shift')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
}

/** The author loads the page again as soon as the server has started. */
async function restart(page: Page, port: string): Promise<void> {
  await studio.start(port)
  await page.reload()
  await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible(patient)
}

async function saved(page: Page): Promise<void> {
  await expect(page.getByText('保存済み')).toBeVisible()
}
function item(page: Page, path: string): Locator {
  return page.locator(`[role=treeitem][data-value="${path}"]`)
}

test('the JSON editor is loaded before its tab is opened', async ({ page }) => {
  await studio.start()
  const editor = page.waitForResponse((response) => response.url().includes('/JsonPanel-'), patient)
  await page.goto(studio.address)
  await editor
  await expect(page.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'false')
})

test('JSON text, tree and undo are one document, and the file keeps its line breaks', async ({ page }) => {
  const windows = `\uFEFF${studio.text('texts.ja.json').replaceAll('\n', '\r\n')}`
  writeFileSync(studio.file('texts.ja.json'), windows)
  await openJson(page)
  const text = await choose(page, 'texts.ja.json')
  await text.focus()
  await putCursorBehind(page, '"label": "犬の名前')
  await page.keyboard.type('とよみがな')
  await expect(item(page, 'dogs/list/[]/name')).toContainText('犬の名前とよみがな')
  await saved(page)
  await expect
    .poll(() => studio.text('texts.ja.json'))
    .toBe(windows.replace('"label": "犬の名前', '"label": "犬の名前とよみがな'))

  // The button of the page undoes what was typed here, and the key here undoes what was done in the tree.
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(text).not.toContainText('犬の名前とよみがな')
  await choose(page, 'form.json')
  const before = studio.text('form.json')
  await item(page, 'applicant/email').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await saved(page)
  await expect.poll(() => studio.text('form.json')).not.toBe(before)
  await page.getByRole('textbox', { name: 'form.json の中身' }).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => studio.text('form.json')).toBe(before)
  await expect.poll(() => studio.text('texts.ja.json')).toBe(windows)
})

test('invalid JSON is kept, and the other panes show the last valid text and refuse changes', async ({ page }) => {
  const text = await openJson(page)
  const start = studio.text('form.json')
  await text.focus()
  await putCursorBehind(page, '"engine": 1')
  await page.keyboard.type(', "st')
  await expect(page.getByText('form.json の3行目に、JSONとして読めない所があります')).toBeVisible()
  await expect(page.getByText('form.json の3行目が直るまで、最後に読めた内容です。')).toBeVisible()
  await expect(item(page, 'applicant/email')).toBeVisible()
  // The checker also reports the line, at the line.
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
  await saved(page)
  expect(studio.text('form.json')).toContain('"engine": 1, "st')
  await expectAccessible(page, 'the JSON editor with an error')

  await page.getByRole('tab', { name: '指摘' }).click()
  const label = page.getByRole('textbox', { name: 'ステップの見出し', exact: true })
  await label.fill('別の見出し')
  await expect(label).toHaveValue('飼い主の方')
  await expect(page.getByText('form.json の3行目を直すまで、ここでは変更できません。').first()).toBeVisible()
  await expectAccessible(page, 'the other panes while form.json is invalid')
  await page.reload()
  await expect(page.getByText('form.json の3行目に、JSONとして読めない所があります')).toBeVisible(patient)
  await page.getByRole('button', { name: 'その行へ' }).click()
  await expect(text).toBeFocused()
  await putCursorBehind(page, '"engine": 1, "st')
  for (let count = 0; count < 5; count++) await page.keyboard.press('Backspace')
  await expect(item(page, 'applicant/email')).toBeVisible()
  await saved(page)
  await expect.poll(() => studio.text('form.json')).toBe(start)
})

test('the JSON editor offers, explains and jumps between lines, findings and questions', async ({ page }) => {
  const text = await openJson(page)
  await page.getByRole('tab', { name: '指摘' }).click()
  await item(page, 'applicant/email').locator('[draggable]').first().click()
  await page.getByRole('button', { name: 'JSONで見る', exact: true }).click()
  await expect(text).toBeFocused()
  await expect(page.locator('.cm-activeLine')).toHaveText(/^\s*"email": \{$/)
  await item(page, 'dogs/list/[]/breed').locator('[draggable]').first().click()
  await expect(page.locator('.cm-activeLine')).toHaveText(/^\s*"breed": \{$/)

  await text.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('"desc')
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('listbox', { name: '入力の候補' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type('x": 1,')
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'エラー：' })).toBeVisible()
  await page.getByRole('button', { name: '構成で選ぶ' }).click()
  await expect(item(page, 'dogs/list/[]/breed')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: '指摘' }).click()
  await page
    .getByRole('button', { name: /^form\.json:\d+ をJSONで見る$/ })
    .first()
    .click()
  await expect(page.locator('.cm-activeLine')).toContainText('"descx": 1,')
  for (let count = 0; count < 40 && (await page.getByRole('button', { name: '元に戻す' }).isEnabled()); count++)
    await page.getByRole('button', { name: '元に戻す' }).click()

  // A snippet as the value of a new question, and the explanation of a key.
  await text.focus()
  await putCursorBehind(page, '"properties": {')
  await page.keyboard.press('Enter')
  await page.keyboard.type('"colour": ')
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: '選択 / choice', exact: true }).click()
  await page.keyboard.type('black')
  await page.keyboard.press('Tab')
  await page.keyboard.type('white')
  await page.keyboard.press('Escape')
  await expect(text).toContainText('"enum": [')
  await expect(text).toContainText('"white"')
  await putCursorBehind(page, '"engi')
  await expect(page.getByText('この書き方の版。1 と書きます。')).toBeVisible()
})

test('the JSON editor is left by Escape and Tab, and follows the light, dark and narrow page', async ({ page }) => {
  const text = await openJson(page)
  const start = studio.text('form.json')
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Tabキーで編集欄の外へ移ります。')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(text).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: '構成で選ぶ' })).toBeFocused()
  await expect.poll(() => studio.text('form.json')).toBe(start)

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 320) await page.getByText('選んだ項目', { exact: true }).click()
      await text.focus()
      await page.keyboard.press('Control+Home')
      await expectAccessible(page, `the JSON editor, ${colorScheme}, ${width} px`)
      await page.keyboard.press('Control+f')
      await expectAccessible(page, `the search, ${colorScheme}, ${width} px`)
      await page.keyboard.press('Escape')
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await expectAccessible(page, 'the JSON editor with text of 200 %')
})

test('changes by others are merged into the JSON editor, and the author decides if the same line was changed', async ({
  page,
}) => {
  await openJson(page)
  const text = await choose(page, 'texts.ja.json')
  await text.focus()
  await putCursorBehind(page, '"label": "犬の名前')
  const port = new URL(studio.address).port
  await studio.stop()
  await page.keyboard.type('とよみがな')
  await expect(page.getByText('サーバーに届きません')).toBeVisible()
  const other = studio.text('texts.ja.json').replace('"title": "犬について"', '"title": "犬のこと"')
  writeFileSync(studio.file('texts.ja.json'), other)
  await restart(page, port)
  await saved(page)
  await page.getByRole('tab', { name: 'JSON' }).click()
  await choose(page, 'texts.ja.json')
  await text.focus()
  await putCursorBehind(page, '犬の名前とよみがな')
  await expect(page.locator('.cm-activeLine')).toContainText('犬の名前とよみがな')
  await expect
    .poll(() => studio.text('texts.ja.json'))
    .toBe(other.replace('"label": "犬の名前', '"label": "犬の名前とよみがな'))

  await studio.stop()
  await page.keyboard.type('等')
  await expect(page.getByText('サーバーに届きません')).toBeVisible()
  const theirs = studio.text('texts.ja.json').replace('犬の名前とよみがな', '犬の呼び名')
  writeFileSync(studio.file('texts.ja.json'), theirs)
  await restart(page, port)
  const question = page.getByRole('dialog', { name: 'ほかで変更されています' })
  await expect(question).toBeVisible(patient)
  await expectAccessible(page, 'the question about a change by others')
  await question.getByRole('button', { name: 'ほかの変更を残す' }).click()
  await page.getByRole('tab', { name: 'JSON' }).click()
  await choose(page, 'texts.ja.json')
  await text.focus()
  await putCursorBehind(page, '犬の呼び名')
  await expect(page.locator('.cm-activeLine')).toContainText('犬の呼び名')
  await saved(page)
  expect(studio.text('texts.ja.json')).toBe(theirs)
})
