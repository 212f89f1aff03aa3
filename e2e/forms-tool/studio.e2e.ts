import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { Manifest } from '../../form-model/definition.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

let studio: StudioProgram
test.beforeEach(async () => {
  studio = new StudioProgram()
  await studio.start()
})
test.afterEach(() => studio.remove())

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }
function read(name: string): unknown {
  return JSON.parse(studio.text(name))
}

/** Presses Tab, or Shift+Tab, towards the target: a headless browser cannot move the focus beyond the last element. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible(patient)
  for (let count = 0; count < 80; count++) {
    const key = await target.evaluate((element) => {
      const { activeElement, body } = document
      if (activeElement === element) return null
      const isBehind = activeElement !== null && activeElement !== body && isAfter(activeElement, element)
      return isBehind ? 'Shift+Tab' : 'Tab'
      function isAfter(one: Element, other: Element) {
        return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
      }
    })
    if (key === null) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never reaches ${String(target)}`)
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function createWithKeys(page: Page): Promise<void> {
  await page.goto(studio.address)
  await tabTo(page, page.getByRole('button', { name: '新しいフォーム' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('combobox', { name: 'ひな型' }))
  await page.keyboard.type('空のひな型：新しい申請（手数料あり）')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await typeInto(page, dialog.getByRole('textbox', { name: 'フォームの名前', exact: true }), '犬の登録')
  await typeInto(page, dialog.getByRole('combobox', { name: '自治体のid' }), 'minato-city')
  await typeInto(page, dialog.getByRole('textbox', { name: '手続きのid' }), 'dog-licence')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tree')).toBeVisible(patient)
}

async function addWithKeys(page: Page, block: string, label: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: '追加', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('button', { name: block, exact: true }))
  await page.keyboard.press('Enter')
  await typeInto(page, dialog.getByRole('textbox', { name: '質問文', exact: true }), label)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('treeitem', { name: label })).toBeVisible()
}

test('a form is made, changed and published with the keyboard alone @main', async ({ page }) => {
  await createWithKeys(page)
  await addWithKeys(page, 'はい・いいえ', '犬はいますか')
  await addWithKeys(page, '1行の文字', '犬の名前')
  const condition = page.getByRole('group', { name: 'この質問を出す条件' })
  await tabTo(page, condition.getByRole('button', { name: '条件を追加' }))
  await page.keyboard.press('Enter')
  await expect(condition.getByRole('combobox', { name: '答え', exact: true })).toHaveValue('true')
  await addWithKeys(page, '生年月日（和暦つき）', '犬の生年月日')
  await addWithKeys(page, '添付ファイル', '予防注射の証明書')
  await addWithKeys(page, '同意', '毎年の予防注射を受けさせます')
  await expect(page.getByText('保存済み')).toBeVisible()
  expect(read('form.json')).toMatchObject({
    steps: [
      { schema: { then: { properties: { dogName: { type: 'string' } }, required: ['dogName'] } } },
      { id: 'items' },
      { id: 'delivery' },
    ],
  })
  // The preview beside it shows the new question, and a click there would select it.
  await expect(page.frameLocator('iframe').getByText('犬はいますか').first()).toBeVisible(patient)
  await expectAccessible(page, 'the studio')

  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: '名前' })).toBeFocused()
  await page.keyboard.type('山田')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: '公開' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('を公開しました')).toBeVisible(patient)
  const manifest = JSON.parse(readFileSync(join(studio.published, 'minato-city/manifest.json'), 'utf8')) as Manifest
  expect(manifest).toMatchObject({ services: { 'dog-licence': { name: { ja: '犬の登録' } } } })
})

test('nothing is lost if the server ends, the page is loaded again and others change the file', async ({ page }) => {
  await createWithKeys(page)
  await page.getByRole('treeitem', { name: '電話番号' }).click()
  const port = new URL(studio.address).port
  await studio.stop()
  const label = page.getByRole('textbox', { name: '質問文', exact: true })
  await label.fill('昼間の電話番号')
  await expect(page.getByText('サーバーに届きません')).toBeVisible()
  const file = studio.file('texts.ja.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"申請するもの"', '"登録するもの"'))
  await studio.start(port)
  await page.reload()
  await expect(page.getByText('保存済み')).toBeVisible(patient)
  await expect(page.getByRole('treeitem', { name: '昼間の電話番号' })).toBeVisible()
  expect(read('texts.ja.json')).toMatchObject({
    steps: { items: { title: '登録するもの' } },
    fields: { 'applicant/phone': { label: '昼間の電話番号' } },
  })
})

/** The studio with a form from a template, opened at its last step. */
async function openDogs(page: Page): Promise<void> {
  studio.createDogs()
  await page.goto(studio.address, patient)
  await expect(page.getByRole('tree')).toBeVisible(patient)
}

test('a question is moved by keys, by dragging and in a dialog, and each move is announced', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1300 })
  await openDogs(page)
  const start = studio.text('form.json')
  const item = (path: string) => page.locator(`[role=treeitem][data-value="${path}"]`)
  const announced = page.getByRole('status').last()
  await item('applicant/email').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(announced).toHaveText('「メールアドレス」を「犬について」の1番目へ移動')
  await expect(item('dogs/email')).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(announced).toHaveText('「メールアドレス」は、この方向へは動かせません。')
  await expectAccessible(page, 'the studio after a refused move')

  const label = (path: string) => item(path).locator('[draggable]').first()
  await label('applicant/phone').dragTo(label('delivery/method'), { targetPosition: { x: 40, y: 30 } })
  await expect(announced).toHaveText('「電話番号」を「受け取り方法」の2番目へ移動')
  await page.getByRole('button', { name: '移動…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '移動先' }).selectOption({ label: '犬について › 登録する犬' })
  await dialog.getByRole('combobox', { name: '位置' }).selectOption({ label: '「犬の名前」の次' })
  await expectAccessible(page, 'the dialog of a move')
  await dialog.getByRole('button', { name: '移動する' }).click()
  await expect(announced).toHaveText('「電話番号」を「登録する犬」の2番目へ移動')
  await expect(page.getByText('エラー 0')).toBeVisible()

  for (let count = 0; count < 3; count++) await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByText('保存済み')).toBeVisible()
  await expect.poll(() => studio.text('form.json')).toBe(start)
})

test('the differences from the published version are shown in sentences, and printed for approval', async ({
  page,
}) => {
  await openDogs(page)
  studio.run('build', studio.forms, '--out', studio.published)
  await page.locator('[role=treeitem][data-value="dogs/list"]').locator('[draggable]').first().click()
  await page.getByRole('textbox', { name: '最大' }).fill('3')
  const tab = page.getByRole('tab', { name: '公開中との違い' })
  await tabTo(page, page.getByRole('tab', { name: /指摘/ }))
  await page.keyboard.press('End')
  await expect(tab).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('「登録する犬」の件数の上限を変えました：5 → 3。')).toBeVisible(patient)
  await expect(page.getByText(/^自動で作った下書き20件のうち、\d+件はそのまま申請できます。$/)).toBeVisible()
  await expectAccessible(page, 'the differences')

  await page.getByRole('tab', { name: '手続き' }).click()
  await page.getByLabel('受付を終了する日').fill('2027-03-31')
  await tab.click()
  await expect(page.getByText('受付を終了する日：なし → 2027-03-31')).toBeVisible(patient)

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: '起案・決裁用に印刷' }).click()
  const paper = await opened
  await expect(paper.getByRole('heading', { name: '申請フォームの起案・決裁' })).toBeVisible(patient)
  await expect(paper.getByRole('row', { name: /^登録する犬 繰り返し 必須/ })).toContainText('件数の上限 3')
  await expect(paper.getByText('「登録する犬」の件数の上限を変えました：5 → 3。')).toBeVisible()
  await expect(paper.getByText('受付を終了する日：なし → 2027-03-31')).toBeVisible()
  await expect(paper.getByRole('row', { name: '受付を終了する日 2027-03-31' })).toBeVisible()
  await expect(paper.getByRole('row', { name: /^登録手数料/ })).toContainText('（「登録する犬」の1件ごと）')
  for (const width of [1280, 320]) {
    await paper.setViewportSize({ width, height: 800 })
    expect(await paper.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectAccessible(paper, `the page for approval at ${width} px`)
  }

  await page.getByRole('button', { name: '公開', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '名前' }).fill('山田')
  await page.getByRole('dialog').getByRole('button', { name: '公開', exact: true }).click()
  await expect(page.getByText(/^版 [0-9a-f]{12} を公開しました/)).toBeVisible(patient)
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click()
  await expect(page.getByText('公開中の版と違いはありません。')).toBeVisible(patient)
})

test('the condition of a step, the fee and the description of the procedure are set without JSON', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1300 })
  page.setDefaultTimeout(15_000)
  await openDogs(page)
  const saved = () => expect(page.getByText('保存済み')).toBeVisible()
  const tab = (name: string) => page.getByRole('tab', { name }).click()

  await page.locator('[role=treeitem][data-value="consent"] [draggable]').first().click()
  const condition = page.getByRole('group', { name: 'このステップを出す条件' })
  await condition.getByRole('button', { name: '条件を追加' }).click()
  await condition.getByRole('button', { name: '条件を追加' }).click()
  await condition.getByRole('combobox', { name: '条件のつなぎ方' }).selectOption('どれかに当てはまるとき')
  await saved()
  expect(JSON.stringify(read('form.json'))).toContain('"visibleWhen":{"anyOf":[')
  await expectAccessible(page, 'the condition of a step')
  await condition.getByRole('button', { name: '条件2を削除' }).click()
  await condition.getByRole('button', { name: '条件1を削除' }).click()
  await saved()
  expect(JSON.stringify(read('form.json'))).not.toContain('visibleWhen')
  // Samples whose step was hidden meanwhile have their answers again.
  const undo = page.getByRole('button', { name: '元に戻す' })
  for (let count = 0; count < 10 && (await undo.isEnabled()); count++) await undo.click()
  await saved()

  await tab('手数料・郵送')
  const before = (read('form.json') as { fee: { lines: unknown[] } }).fee.lines.length
  await page.getByRole('button', { name: '手数料を追加' }).click()
  const line = page.getByRole('group', { name: '手数料', exact: true })
  await line.getByRole('textbox', { name: '手数料の名前', exact: true }).fill('鑑札の手数料')
  const named = page.getByRole('group', { name: '鑑札の手数料', exact: true })
  await named.getByRole('textbox', { name: '金額（円）' }).fill('3000')
  await expectAccessible(page, 'the fees')
  await saved()
  const { lines } = (read('form.json') as { fee: { lines: { text: string; amount: unknown }[] } }).fee
  expect(lines).toHaveLength(before + 1)
  expect(lines.at(-1)).toMatchObject({ amount: 3000 })

  await tab('手続き')
  await page.getByRole('textbox', { name: '手続きの名前', exact: true }).fill('犬の登録・変更')
  await page.getByRole('textbox', { name: '一覧での順番' }).fill('3')
  await page.getByLabel('受付を終了する日').fill('2027-03-31')
  await expectAccessible(page, 'the description of the procedure')
  await saved()
  expect(read('../service.json')).toMatchObject({ name: { ja: '犬の登録・変更' }, position: 3, closesOn: '2027-03-31' })
  await expect(page.getByText('エラー 0')).toBeVisible()

  for (let count = 0; count < 40 && (await undo.isEnabled()); count++) await undo.click()
  await saved()
  expect((read('form.json') as { fee: { lines: unknown[] } }).fee.lines).toHaveLength(before)
})

test('missing samples are made, tried and shown in the preview', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1300 })
  page.setDefaultTimeout(15_000)
  await openDogs(page)
  await page.getByRole('tab', { name: '見本' }).click()
  await page.getByRole('button', { name: '「new-dog」を削除', exact: true }).click()
  await expect(page.getByRole('row', { name: /new-dog/ })).toHaveCount(0)
  await expect(page.getByText('保存済み')).toBeVisible()
  await page.getByRole('button', { name: '見本を作る' }).click()
  await expect(page.getByText(/^見本を\d+件作りました。条件の分かれ道10か所を、すべて通ります。$/)).toBeVisible()
  const made = page.getByRole('row', { name: /^made / })
  await expect(made).toContainText('受け付ける')
  await expect(page.getByRole('row', { name: /期待どおり/ })).not.toHaveCount(0)
  await expect(page.getByText('エラー 0')).toBeVisible()
  await expectAccessible(page, 'the samples')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, 'the samples in dark')

  const name = (read('valid/made.json') as { applicant: { name: { familyName: string } } }).applicant.name.familyName
  await page.locator('[role=treeitem][data-value="applicant"] [draggable]').first().click()
  await page.getByRole('button', { name: '入れてみる：「made」をプレビューに', exact: true }).click()
  await expect(page.frameLocator('iframe').getByRole('textbox', { name: '姓', exact: true })).toHaveValue(name)
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(made).toHaveCount(0)
})

test('an optional question becomes required by the answer of another step', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1300 })
  page.setDefaultTimeout(15_000)
  await openDogs(page)
  await page.locator('[role=treeitem][data-value="delivery/method"] [draggable]').first().click()
  await page.getByRole('switch', { name: '必ず答えてもらう' }).click()
  const condition = page.getByRole('group', { name: '必須にする条件' })
  await condition.getByRole('button', { name: '条件を追加' }).click()
  await condition.getByRole('combobox', { name: '質問' }).selectOption('犬について › 登録する犬')
  await expect(page.getByText('保存済み')).toBeVisible()
  const when = { properties: { dogs: { required: ['list'] } }, required: ['dogs'] }
  expect(read('form.json')).toMatchObject({ requiredWhen: [{ field: 'delivery/method', when }] })
  await expectAccessible(page, 'the condition that makes a question required')

  const list = page.locator('[role=treeitem][data-value="dogs/list"]')
  await list.locator('[draggable]').first().click()
  await page.keyboard.press('Delete')
  const asked = page.getByRole('dialog', { name: '「登録する犬」を削除しますか' })
  await expect(asked).toContainText('「受け取り方法」を必須にする条件')
  await expect(asked).toContainText('手数料「登録手数料」')
  await expectAccessible(page, 'the question before a removal')
  await asked.getByRole('button', { name: '削除しない' }).click()
  await expect(asked).toHaveCount(0)
  await expect(list).toBeVisible()
  await page.locator('[role=treeitem][data-value="delivery/method"] [draggable]').first().click()
  await condition.getByRole('button', { name: '条件1を削除' }).click()
  await expect(page.getByText('保存済み')).toBeVisible()
  expect(read('form.json')).not.toHaveProperty('requiredWhen')
})

test('texts and questions are saved as tables and read back, and wrong rows are named', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1300 })
  page.setDefaultTimeout(15_000)
  await openDogs(page)
  await page.getByRole('tab', { name: '文言' }).click()
  const saving = page.waitForEvent('download')
  const texts = page.getByRole('group', { name: '文言の表' })
  await texts.getByRole('button', { name: 'CSVに書き出す' }).click()
  const csv = readFileSync(await (await saving).path(), 'utf8')
  expect(csv).toContain('飼い主の方：見出し,飼い主の方,Owner,/steps/applicant/title')
  const changed = `${csv.replace('飼い主の方,Owner', '飼い主,Owner')}なし：質問文,なし,None,/fields/none/label\r\n`
  await texts
    .locator('input[type=file]')
    .setInputFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
  await expect(texts.getByText('文言1件を変えました。')).toBeVisible()
  await expect(page.getByText('行目：場所「なし：質問文」は、このフォームにありません。')).toBeVisible()
  await expect(page.getByText('保存済み')).toBeVisible()
  expect(read('texts.ja.json')).toMatchObject({ steps: { applicant: { title: '飼い主' } } })

  await page.getByRole('button', { name: 'はじめる前に：用意するものを表示' }).click()
  const preview = page.frameLocator('iframe[title="プレビュー"]')
  await expect(preview.getByRole('heading', { name: '用意するもの' })).toBeVisible()
  await page.getByRole('textbox', { name: 'はじめる前に：用意するもの 日本語' }).press('Control+End')
  await page.keyboard.type('\n予防接種の記録')
  await page.getByRole('textbox', { name: 'はじめる前に：用意するもの 英語' }).press('Control+End')
  await page.keyboard.type('\nThe vaccination record')
  await expect(preview.getByRole('listitem').filter({ hasText: '予防接種の記録' })).toBeVisible()
  await page.getByRole('button', { name: 'フォームの説明を表示' }).click()
  await expect(preview.getByText('生後91日以上の犬の登録と、注射済票の交付を申請します。')).toBeVisible()

  const questions = page.getByRole('group', { name: '質問の表' })
  const rows = 'step,name,kind,ja,en,required,choices\r\n飼い主,,1行の文字,勤務先,Employer,任意,\r\n,,text,電話,,,\r\n'
  await questions
    .locator('input[type=file]')
    .setInputFiles({ name: 'questions.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await expect(questions.getByText('質問を1件足し、0件を変えました。')).toBeVisible()
  await expect(questions.getByText('3行目：ステップ（step）が空です。')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: '勤務先' })).toBeVisible()
  await expect(page.getByText('エラー 0')).toBeVisible()
  await expectAccessible(page, 'the tables')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, 'the tables in dark')

  const savingWorkbook = page.waitForEvent('download')
  await texts.getByRole('button', { name: 'Excel（.xlsx）に書き出す' }).click()
  const workbook = readFileSync(await (await savingWorkbook).path())
  await texts.locator('input[type=file]').setInputFiles({ name: 'texts.xlsx', mimeType: '', buffer: workbook })
  await expect(texts.getByText('文言0件を変えました。')).toBeVisible()

  const otherTable = Buffer.from('\uFEFFa\tb\r\nc\td\r\n', 'utf16le')
  await texts
    .locator('input[type=file]')
    .setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: otherTable })
  await expect(texts.getByRole('status')).toHaveText(
    '1行目：見出しの「id, ja, en」がありません。書き出した表の見出しの行を、1行目に入れてください。何も変えませんでした。',
  )

  // Simulates a file that Excel has locked.
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  })
  await texts
    .locator('input[type=file]')
    .setInputFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(texts.getByRole('status')).toContainText('ファイルを読めませんでした。')
})
