import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startSandbox } from '../support/start-sandbox.ts'
import { benchModel, writeBenchForm } from '../bench/bench-form.ts'

const root = join(import.meta.dirname, '../..')
const small = 'minato-city/residence-certificate/individual'
const large = 'minato-city/three-hundred/individual'

/** An author's folder outside the project, with a shipped form and one of three hundred fields. */
let work = ''
let address = ''
let preview: ChildProcess

test.describe.configure({ timeout: 120_000 })
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

test.beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'preview-'))
  for (const part of ['shared', small]) cpSync(join(root, 'schemas', part), join(work, part), { recursive: true })
  writeBenchForm(join(work, large), benchModel(300), 'steps')
  preview = spawn(process.execPath, ['forms/main.ts', 'studio', work, '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (preview.stdout === null) throw new Error('The preview has no output')
  for await (const line of createInterface({ input: preview.stdout })) {
    address = /http:\S+/.exec(line)?.[0] ?? ''
    if (address !== '') break
  }
  preview.stdout.resume()
  // The studio links to the page of all states.
  expect(new URL(address).pathname).toBe('/_preview/studio')
})
test.afterAll(async () => {
  const ended = once(preview, 'exit')
  preview.kill('SIGTERM')
  await ended
  rmSync(work, { recursive: true })
})

/** Vite prepares the libraries on the first visit, which is slow on a busy machine. */
const patient = { timeout: 30_000 }
function frame(page: Page) {
  return page.frameLocator('iframe')
}
function side(page: Page) {
  return page.getByRole('complementary')
}

async function open(page: Page, form: string): Promise<void> {
  await page.goto(new URL(`.?form=${encodeURIComponent(form)}`, address).href)
  await expect(frame(page).getByRole('heading', { level: 1 })).toBeVisible(patient)
}

function edit(file: string, from: string, to: string): number {
  const place = join(work, file)
  const before = readFileSync(place, 'utf8')
  expect(before).toContain(from)
  writeFileSync(place, before.replace(from, to))
  return Date.now()
}

test('shows a form in every state', async ({ page }) => {
  await open(page, small)
  await page.getByLabel('すべてのエラーを表示').check()
  await expect(frame(page).getByRole('region', { name: /10件の修正が必要です/ })).toBeVisible(patient)
  await expect(side(page).getByText('アクセシビリティ（0件）')).toBeVisible()

  await page.getByLabel('すべてのエラーを表示').uncheck()
  await page.getByLabel('回答').selectOption('sample:self-by-post')
  await page.getByLabel('表示', { exact: true }).selectOption('review')
  await expect(frame(page).getByText('世帯全員の写し')).toBeVisible(patient)
  await side(page).getByText('回答（JSON）').click()
  await expect(side(page).getByText('"method": "post"').first()).toBeVisible()
  await page.getByLabel('表示', { exact: true }).selectOption('details')
  await expect(frame(page).getByText('世帯全員の写し')).toBeVisible(patient)

  await page.getByLabel('回答').selectOption('draft:self-by-post')
  await page.getByLabel('表示', { exact: true }).selectOption({ label: '1. 請求する方' })
  await expect(frame(page).getByText('一時保存した内容の続きです。')).toBeVisible(patient)
  await expect(frame(page).getByLabel('姓', { exact: true })).not.toHaveValue('')
  await page.getByLabel('表示', { exact: true }).selectOption({ label: '3. 受け取り方法' })
  await expect(frame(page).getByLabel('郵送で受け取る')).not.toBeChecked(patient)

  await page.getByLabel('回答').selectOption('sample:self-by-post')
  await expect(frame(page).getByLabel('郵送で受け取る')).toBeChecked(patient)
  await page.getByLabel('言語').selectOption('en')
  await expect(frame(page).getByRole('radio', { name: /post/i })).toBeChecked(patient)
  await page.getByLabel("Tenant's colour").selectOption('#8e24aa')
  await expect(frame(page).getByRole('radio', { name: /post/i })).toBeChecked(patient)
  await expect
    .poll(() =>
      frame(page)
        .locator(':root')
        .evaluate((page) => getComputedStyle(page).getPropertyValue('--tenant-accent')),
    )
    .not.toBe('')
  const width = () => page.locator('iframe').evaluate((shown) => shown.getBoundingClientRect().width)
  expect(await width()).toBeLessThan(400)
  const sizes = () =>
    frame(page)
      .locator(':root')
      .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, hidden: scrollWidth - clientWidth }))
  for (const kind of ['phone', 'wide']) {
    await page.getByLabel('Width').selectOption(kind)
    await expect.poll(async () => (await width()) > 600).toBe(kind === 'wide')
    const { clientWidth } = await sizes()
    await page.getByLabel('Zoom').selectOption('2')
    // Like a browser at 200 % zoom: twice as large, half the width, and no overflow.
    await expect.poll(async () => Math.abs((await sizes()).clientWidth * 2 - clientWidth)).toBeLessThan(20)
    await expect.poll(async () => (await sizes()).hidden, `${kind} at 200 %`).toBeLessThanOrEqual(0)
    await page.getByLabel('Zoom').selectOption('1')
    await expect.poll(async () => (await sizes()).clientWidth).toBe(clientWidth)
  }
})

test('follows every save, and keeps the last good form while there are errors', async ({ page }) => {
  const opened: string[] = []
  await page.route('**/__open-in-editor*', (route) => {
    opened.push(new URL(route.request().url()).searchParams.get('file') ?? '')
    return route.fulfill({ status: 200, body: '' })
  })
  await open(page, large)
  await frame(page).getByLabel('項目 0-8').fill('書いた内容')
  const saved = edit(`${large}/texts.ja.json`, '"label": "項目 0-0"', '"label": "新しい名前"')
  await expect(frame(page).getByLabel('新しい名前')).toBeVisible()
  test.info().annotations.push({ type: '300 fields', description: `shown ${Date.now() - saved} ms after the save` })
  await expect(frame(page).getByLabel('項目 0-8')).toHaveValue('書いた内容')

  edit(`${large}/form.json`, '"engine": 1,', '"engine": 1')
  await expect(page.getByText('直前の正しいフォーム')).toBeVisible()
  await expect(frame(page).getByLabel('新しい名前')).toBeVisible()
  const problem = side(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^form\.json:3:\d+$/ }) })
  await problem.getByRole('button', { name: /^form\.json:3:\d+$/ }).click()
  await expect(side(page).getByLabel('ファイルの内容')).toBeFocused()
  await problem.getByRole('button', { name: 'エディターで開く' }).click()
  await expect.poll(() => opened).toEqual([expect.stringMatching(/three-hundred\/individual\/form\.json:3:\d+$/)])
  edit(`${large}/form.json`, '"engine": 1', '"engine": 1,')
  await expect(page.getByText('直前の正しいフォーム')).toBeHidden()
})

test('runs beside the portal in npm run dev', async ({ page }) => {
  const dev = await startSandbox('--dev')
  await page.goto(`${dev.url}/_preview/?form=${encodeURIComponent(small)}`)
  await expect(frame(page).getByLabel('姓', { exact: true })).toBeVisible(patient)
  await page.goto(`${dev.url}/login/minato-city`)
  await expect(page.getByLabel('メールアドレス')).toBeVisible(patient)
  await dev.stop()
})
