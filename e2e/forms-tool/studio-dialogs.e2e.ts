import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { valueAt } from '../../form-model/pointer.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { misfits } from '../support/misfits.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }

let studio: StudioProgram

test.beforeEach(async ({ page }) => {
  page.setDefaultTimeout(20_000)
  studio = new StudioProgram()
  studio.createDogs()
  await studio.start()
  await page.goto(studio.address, patient)
  await expect(page.getByRole('tree')).toBeVisible(patient)
})
test.afterEach(() => studio.remove())

test('Escape and Back close each dialog, and Back leads to the form before', async ({ page }) => {
  const first = page.url()
  const dialog = page.getByRole('dialog')
  for (const name of ['追加', '移動…', '公開', '新しいフォーム']) {
    for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(dialog).toBeVisible()
      // Where a list of offers is open, Escape closes the list first.
      if ((await dialog.getByRole('combobox', { expanded: true }).count()) > 0) await page.keyboard.press('Escape')
      await close()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('tree')).toBeVisible()
      expect(page.url()).toBe(first)
    }
  }
  await page.getByRole('button', { name: '新しいフォーム' }).click()
  await dialog.getByRole('combobox', { name: 'ひな型' }).fill('印鑑登録')
  await page.getByRole('option', { name: '印鑑登録' }).click()
  await dialog.getByRole('button', { name: '作る' }).click()
  await expect(page).not.toHaveURL(first, patient)
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(first)
  await expect(page.getByRole('treeitem', { name: '犬の名前' })).toBeVisible()
})

test('an address of an unknown form is kept, and the forms that exist are offered', async ({ page }) => {
  const address = `${studio.address}?form=${encodeURIComponent('minato-city/cat-licence/individual')}`
  await page.goto(address, patient)
  await expect(page.getByRole('heading', { name: 'フォームが見つかりません' })).toBeVisible(patient)
  await expect(page.getByText('「minato-city/cat-licence/individual」というフォームはありません。')).toBeVisible()
  expect(page.url()).toBe(address)
  await expectAccessible(page, 'an unknown form')
  await page.getByRole('link', { name: 'minato-city/dog-licence/individual' }).click()
  await expect(page.getByRole('treeitem', { name: '犬の名前' })).toBeVisible(patient)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'フォームが見つかりません' })).toBeVisible(patient)
  expect(page.url()).toBe(address)
})

test('the question about a change by others can be left, and is asked again', async ({ page }) => {
  await page.getByRole('treeitem', { name: '犬の名前' }).click()
  const label = page.getByRole('textbox', { name: '質問文', exact: true })
  await page.context().setOffline(true)
  await label.fill('犬の呼び名')
  await expect(page.getByText('サーバーに届きません')).toBeVisible()
  const theirs = studio.text('texts.ja.json').replace('犬の名前', '犬の愛称')
  writeFileSync(studio.file('texts.ja.json'), theirs)
  await page.context().setOffline(false)
  const question = page.getByRole('dialog', { name: 'ほかで変更されています' })
  const again = page.getByRole('button', { name: 'どちらを残すか選ぶ' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => question.getByRole('button', { name: 'あとで決める' }).click(),
  ]) {
    await expect(question).toBeVisible(patient)
    await leave()
    await expect(question).toHaveCount(0)
    // Neither change is lost.
    await expect(label).toHaveValue('犬の呼び名')
    expect(studio.text('texts.ja.json')).toBe(theirs)
    await again.click()
  }
  await question.getByRole('button', { name: '自分の変更を残す' }).click()
  await expect(page.getByText('保存済み')).toBeVisible()
  await expect(again).toHaveCount(0)
  expect(studio.text('texts.ja.json')).toContain('犬の呼び名')
})

test('two authors change one question, and only what both changed is asked, in words', async ({ page, browser }) => {
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(page.url())
  const dog = '/steps/1/schema/properties/list/items'
  const required = valueAt(JSON.parse(studio.text('form.json')), `${dog}/required`) as string[]
  const most = (tab: Page) => tab.getByRole('textbox', { name: '文字数の上限' })
  for (const tab of [page, other]) await tab.getByRole('treeitem', { name: '犬の名前' }).click(patient)
  await page.context().setOffline(true)
  await most(page).fill('33')
  await page.getByRole('switch', { name: '必ず答えてもらう' }).click()
  await expect(page.getByText('サーバーに届きません')).toBeVisible()
  await other.getByRole('textbox', { name: '質問文', exact: true }).fill('犬の呼び名')
  await most(other).fill('35')
  await expect(other.getByText('保存済み')).toBeVisible()
  await expect.poll(() => studio.text('form.json')).toContain('"maxLength": 35')
  await page.context().setOffline(false)
  const question = page.getByRole('dialog', { name: 'ほかで変更されています' })
  await expect(question).toBeVisible(patient)
  await expect(question).toContainText(/「犬の(名前|呼び名)」：文字数の上限自分の変更33ほかの変更35自分の変更を残す/)
  await question.getByRole('button', { name: '自分の変更を残す' }).click()
  await expect(page.getByText('保存済み')).toBeVisible()
  expect(studio.text('form.json')).toContain('"maxLength": 33')
  expect(valueAt(JSON.parse(studio.text('form.json')), `${dog}/required`)).toEqual(
    required.filter((one) => one !== 'name'),
  )
  expect(studio.text('texts.ja.json')).toContain('犬の呼び名')
  await expect(most(other)).toHaveValue('33')
  await context.close()
})

test('a missing server is told at any width and cuts nothing', async ({ page }) => {
  await page.getByRole('treeitem', { name: '犬の名前' }).click()
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: '質問文', exact: true }).fill('犬の呼び名')
  for (const width of [360, 640, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText('サーバーに届きません')).toBeVisible()
    await expect.poll(() => misfits(page), `${width} px`).toEqual([])
  }
  await expectAccessible(page, 'the server is away')
})

test('each pane and tab fits a phone, with targets of 44 px and nothing else behind it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const pane = (name: string) => page.getByRole('radiogroup', { name: '表示する部分' }).getByText(name)
  await expect.poll(() => misfits(page)).toEqual([])
  await expect(page.getByRole('tab')).toHaveCount(0)
  await pane('プレビュー').click()
  await expect(page.getByRole('tree')).toHaveCount(0)
  await expect.poll(() => misfits(page)).toEqual([])
  await pane('選んだ項目').click()
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(8)
  for (const tab of await tabs.all()) {
    await tab.click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await expect(page.getByLabel('読み込み中')).toHaveCount(0)
    await expect.poll(() => misfits(page), (await tab.textContent()) ?? '').toEqual([])
  }
})

test('a result that comes after its dialog was closed is shown, and the focus stays where the work goes on', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog')
  const tree = page.getByRole('tree')
  await page.getByRole('button', { name: '追加', exact: true }).click()
  await dialog.getByRole('button', { name: '日付', exact: true }).click()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: '質問文', exact: true })).toBeFocused()

  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  // What a version consists of is written at its end.
  await page.route('**/api/files', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  const publish = page.getByRole('button', { name: '公開', exact: true })
  await publish.focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: '名前' }).fill('山田')
  await dialog.getByRole('button', { name: '公開', exact: true }).click()
  await expect(dialog.getByText('公開しています。')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(publish).toBeFocused()
  await expect(tree).toBeVisible()

  goOn()
  await expect(dialog.getByText(/^版 [0-9a-f]{12} を公開しました/)).toBeVisible(patient)
  await expect(dialog.getByRole('button', { name: '閉じる' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(publish).toBeFocused()
})

test('a condition on a removed question leads to its place, and is removed by one click', async ({ page }) => {
  await page.locator('[role=treeitem][data-value="dogs/list/[]/microchip"]').focus()
  await page.keyboard.press('Delete')
  const asked = page.getByRole('dialog', { name: /を削除しますか$/ })
  for (const later of await asked.getByRole('radio', { name: 'そのままにする' }).all()) await later.click()
  await asked.getByRole('button', { name: '選んだとおりにして削除する' }).click()
  const finding = page.getByRole('row').filter({ hasText: 'もうない質問「microchip」' })
  await expect(finding).toHaveCount(2, patient)
  await page.locator('[role=treeitem][data-value="applicant"] [draggable]').first().click()
  await finding.first().getByRole('button', { name: '表示' }).click()
  const number = page.locator('[role=treeitem][data-value="dogs/list/[]/microchipNumber"]')
  await expect(number).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: '質問文', exact: true })).toBeInViewport()
  await finding.first().getByRole('button', { name: '直す' }).click()
  await expect(finding).toHaveCount(0, patient)
  await expect(number).toBeVisible()
  expect(studio.text('form.json')).not.toMatch(/"microchip"/)
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(finding).toHaveCount(2, patient)
})

test('a reload keeps the form, the tab, the selected question and JSON that cannot be read', async ({ page }) => {
  const name = page.locator('[role=treeitem][data-value="dogs/list/[]/name"]')
  await name.locator('[draggable]').first().click()
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.getByRole('combobox', { name: 'ファイル' }).selectOption('texts.ja.json')
  await page.getByRole('textbox', { name: 'texts.ja.json の中身' }).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('書きかけ')
  await page.reload()
  await expect(name).toHaveAttribute('aria-selected', 'true', patient)
  await expect(page.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('texts.ja.json の1行目に、JSONとして読めない所があります')).toBeVisible(patient)
  await page.getByRole('combobox', { name: 'ファイル' }).selectOption('texts.ja.json')
  await expect(page.getByRole('textbox', { name: 'texts.ja.json の中身' })).toContainText('書きかけ{')
  await page.getByRole('tab', { name: '手数料' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: '手数料' })).toHaveAttribute('aria-selected', 'true', patient)

  // Neither the tabs nor the dialogs are steps of Back.
  await page.getByRole('button', { name: '新しいフォーム' }).click()
  const tenant = page.getByRole('combobox', { name: '自治体のid' })
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await tenant.click()
  await page.keyboard.type('sakura')
  await expect(tenant).toHaveValue('sakura')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).search).toMatch(/&tab=fees&at=dogs/)
})

test('publishing with an error leads to its place', async ({ page }) => {
  await page.getByRole('treeitem', { name: '犬種' }).click()
  await page.getByRole('textbox', { name: '質問文', exact: true }).fill('')
  await expect(page.getByText('エラー 2')).toBeVisible(patient)
  await page.getByRole('treeitem', { name: 'メールアドレス' }).click()
  await page.getByRole('tab', { name: '文言' }).click()
  await page.getByRole('button', { name: '公開', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'エラーを見る' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^指摘/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: '質問文', exact: true })).toHaveValue('')
})

test('an unknown address leads to the studio', async ({ page }) => {
  await page.goto(new URL('/unknown', studio.address).href)
  await expect(page.getByRole('tree')).toBeVisible(patient)
})

test('the open list of templates is accessible, and is part of its dialog', async ({ page }) => {
  await page.getByRole('button', { name: '新しいフォーム' }).click()
  await page.getByRole('combobox', { name: 'ひな型' }).click()
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'the list of templates')
})

test('a question that is added from the end of the page is on the screen, in the structure, too', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await page.getByRole('treeitem', { name: 'メールアドレス' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['1行の文字', '複数行の文字', '数']) {
    await page.getByRole('tab', { name: '公開中との違い' }).click()
    await page.keyboard.press('End')
    await page.getByRole('button', { name: '追加', exact: true }).click()
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.getByRole('textbox').first().fill(`新しい${name}`)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: '質問文', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('treeitem', { name: `新しい${name}` })).toBeInViewport({ ratio: 1 })
  }
})

test('the content of a tab is on the screen when the tab is chosen below a long question', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('treeitem', { name: '登録の種類' }).click()
  await page.getByRole('tab', { name: '手数料・郵送' }).click()
  await expect(page.getByRole('tab', { name: '手数料・郵送' })).toBeInViewport()
  await expect(page.getByRole('textbox', { name: '手数料の名前', exact: true }).first()).toBeInViewport()
})

test('a file that another program broke goes back to its last valid content, with own changes', async ({ page }) => {
  await page.getByRole('treeitem', { name: '犬の名前' }).click()
  await page.getByRole('textbox', { name: '質問文', exact: true }).fill('犬の呼び名')
  await expect(page.getByText('保存済み')).toBeVisible()
  const valid = studio.text('texts.ja.json')
  expect(valid).toContain('犬の呼び名')
  writeFileSync(studio.file('texts.ja.json'), valid.replace('"title"', '"title'))
  await expect(page.getByRole('alert').filter({ hasText: 'JSONとして読めない所' })).toBeVisible(patient)
  await page.getByRole('button', { name: '最後に読めた内容に戻す' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'JSONとして読めない所' })).toHaveCount(0)
  await expect.poll(() => studio.text('texts.ja.json')).toBe(valid)
})

test('a question about a change stays for the author although another tab has saved and this one was closed', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto(page.url())
  const label = (tab: Page) => tab.getByRole('textbox', { name: '質問文', exact: true })
  for (const tab of [page, other]) await tab.getByRole('treeitem', { name: '犬の名前' }).click(patient)
  await context.setOffline(true)
  await label(page).fill('犬の呼び名')
  await expect(page.getByText('サーバーに届きません')).toBeVisible()
  writeFileSync(studio.file('texts.ja.json'), studio.text('texts.ja.json').replace('犬の名前', '犬の愛称'))
  await context.setOffline(false)
  const question = (tab: Page) => tab.getByRole('dialog', { name: 'ほかで変更されています' })
  await expect(question(page)).toBeVisible(patient)
  await expect(label(other)).toHaveValue('犬の愛称')
  await other.getByRole('textbox', { name: '説明', exact: true }).fill('鑑札に書く名前です。')
  await expect(other.getByText('保存済み')).toBeVisible()
  await page.close()
  await other.reload()
  await expect(question(other)).toContainText('犬の呼び名', patient)
  await question(other).getByRole('button', { name: '自分の変更を残す' }).click()
  await expect.poll(() => studio.text('texts.ja.json')).toContain('犬の呼び名')
  expect(studio.text('texts.ja.json')).toContain('鑑札に書く名前です。')
})

test('a published form whose files are gone is made again, and keeps the samples that are left', async ({ page }) => {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '公開', exact: true }).click()
  await dialog.getByRole('textbox', { name: '名前' }).fill('山田')
  await dialog.getByRole('button', { name: '公開', exact: true }).click()
  await expect(dialog.getByText(/^版 [0-9a-f]{12} を公開しました/)).toBeVisible(patient)
  rmSync(studio.file('..'), { recursive: true })
  mkdirSync(studio.file('valid'), { recursive: true })
  writeFileSync(studio.file('valid/old.json'), '{}')
  await page.reload()
  await page.getByRole('button', { name: '新しいフォーム' }).click(patient)
  await dialog.getByRole('combobox', { name: 'ひな型' }).fill('犬の登録')
  await page.getByRole('option', { name: '犬の登録' }).click()
  await dialog.getByRole('combobox', { name: '自治体のid' }).fill('minato-city')
  await dialog.getByRole('textbox', { name: '手続きのid' }).fill('dog-licence')
  await dialog.getByRole('button', { name: '作る', exact: true }).click()
  await dialog.getByRole('button', { name: '公開中のフォームから作り直す：個人（individual）' }).click()
  await page.getByRole('tab', { name: '公開中との違い' }).click(patient)
  await expect(page.getByText('公開中の版と違いはありません。')).toBeVisible(patient)
  expect(existsSync(studio.file('valid/old.json'))).toBe(true)
})
