import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { benchModel, writeBenchForm } from '../bench/bench-form.ts'
import { StudioProgram } from '../support/studio-program.ts'

const root = join(import.meta.dirname, '../..')
const small = 'minato-city/residence-certificate/individual'
const large = 'minato-city/three-hundred/individual'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

/** A folder outside the project, with a shipped form and one of three hundred fields. */
let studio: StudioProgram

test.beforeEach(async () => {
  studio = new StudioProgram()
  for (const part of ['shared', small])
    cpSync(join(root, 'schemas', part), join(studio.forms, part), { recursive: true })
  writeBenchForm(join(studio.forms, large), benchModel(300), 'steps')
  await studio.start()
})
test.afterEach(() => studio.remove())

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }

function frame(page: Page) {
  return page.frameLocator('iframe')
}

async function open(page: Page, form: string): Promise<void> {
  await page.goto(`${studio.address}?form=${encodeURIComponent(form)}`)
  await expect(frame(page).getByRole('heading', { level: 1 })).toBeVisible(patient)
}

function edit(file: string, from: string, to: string): number {
  const place = join(studio.forms, file)
  const before = readFileSync(place, 'utf8')
  expect(before).toContain(from)
  writeFileSync(place, before.replace(from, to))
  return Date.now()
}

test('the preview shows a form in every state, and in a page of its own', async ({ page }) => {
  await open(page, small)
  await page.getByLabel('エラーを表示').check()
  await expect(frame(page).getByRole('region', { name: /10件の修正が必要です/ })).toBeVisible(patient)
  await page.getByLabel('エラーを表示').uncheck()
  await page.getByLabel('プレビューの回答').selectOption('sample:self-by-post')
  await page.getByLabel('プレビューの表示').selectOption('確認画面')
  await expect(frame(page).getByText('世帯全員の写し')).toBeVisible(patient)
  await page.getByLabel('プレビューの表示').selectOption('すべてのステップ')
  await expect(frame(page).getByLabel('郵送で受け取る')).toBeChecked(patient)
  await expect(frame(page).getByLabel('姓', { exact: true }).first()).not.toHaveValue('')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: '大きく開く' }).click()
  const alone = await opened
  await expect(alone.getByLabel('郵送で受け取る')).toBeChecked(patient)
  await alone.getByLabel('郵便番号').first().fill('105-0011')
  await expect(alone.getByLabel('市区町村').first()).toHaveValue('港区', patient)
  await alone.close()
  await page.getByLabel('プレビューの言語').selectOption('en')
  await expect(frame(page).getByRole('radio', { name: /post/i })).toBeChecked(patient)
})

test('the preview follows every save, and keeps the last good form while there are errors', async ({ page }) => {
  await open(page, large)
  await frame(page).getByLabel('項目 0-8').fill('書いた内容')
  const saved = edit(`${large}/texts.ja.json`, '"label": "項目 0-0"', '"label": "新しい名前"')
  await expect(frame(page).getByLabel('新しい名前')).toBeVisible(patient)
  test.info().annotations.push({ type: '300 fields', description: `shown ${Date.now() - saved} ms after the save` })
  await expect(frame(page).getByLabel('項目 0-8')).toHaveValue('書いた内容')

  edit(`${large}/form.json`, '"engine": 1,', '"engine": 1')
  await expect(page.getByText('直前の正しいフォーム')).toBeVisible(patient)
  await expect(frame(page).getByLabel('新しい名前')).toBeVisible()
  await page.getByRole('button', { name: 'form.json:3 をJSONで見る' }).click()
  await expect(page.getByRole('textbox', { name: 'form.json の中身' })).toBeFocused(patient)
  edit(`${large}/form.json`, '"engine": 1', '"engine": 1,')
  await expect(page.getByText('直前の正しいフォーム')).toBeHidden(patient)
})
