import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { samplePassword } from '../../sandbox/seed/residents.ts'
import { copyOfProject } from '../../scripts/project-copy.ts'
import { fillSignIn } from '../support/journey.ts'
import { startProgram } from '../support/start-sandbox.ts'

// Vite prepares libraries and modules at the first visit.
test.describe.configure({ timeout: 240_000 })
const patient = { timeout: 120_000 }

let copy = ''
let dev: Awaited<ReturnType<typeof startProgram>> | undefined

async function start(...options: string[]): Promise<void> {
  copy = copyOfProject()
  // With the built forms, so that nothing is built first.
  for (const name of ['forms', 'build.json'])
    cpSync(join(import.meta.dirname, '../../.local', name), join(copy, '.local', name), { recursive: true })
  dev = await startProgram(copy, '--dev', '--port', '0', ...options)
}
test.afterEach(async () => {
  try {
    await dev?.stop()
  } finally {
    rmSync(copy, { recursive: true })
  }
})

/** How often the page has loaded since. */
function loadsOf(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

function change(file: string, before: string, after: string): void {
  const content = readFileSync(join(copy, file), 'utf8')
  expect(content, file).toContain(before)
  writeFileSync(join(copy, file), content.replace(before, after))
}

test('npm run dev shows a changed component, text and style, and keeps what is typed', async ({ page }) => {
  await start('--card-port', '0', '--db', ':memory:')
  await page.goto(`${dev?.url}/login/minato-city`)
  await fillSignIn(page, { email: 'hanako@example.jp', password: samplePassword })
  await expect(page).toHaveURL(/applicationlist$/, patient)
  await page.goto(`${dev?.url}/minato-city/applicationhistory`)
  await page.getByRole('listitem').filter({ hasText: '未処理' }).getByRole('link').first().click()
  await page.getByRole('button', { name: '取り下げる' }).click()
  const reason = page.getByLabel('取り下げる理由')
  await reason.fill('引っ越しをやめたため')
  const loads = loadsOf(page)

  change('src/features/orders/DetailsActions.tsx', 'rows={3}', 'rows={7}')
  await expect(reason).toHaveAttribute('rows', '7')
  change('locales/ja/orders.json', '取り下げると元に戻せません。', '取り下げると、もう元に戻せません。')
  await expect(page.getByText('取り下げると、もう元に戻せません。')).toBeVisible()
  change('src/features/orders/DetailsPage.module.css', '.dialog {', '.dialog {\n  padding-block-start: 77px;')
  const around = page.locator('div', { has: reason })
  const paddings = () => around.evaluateAll((all) => all.map((element) => getComputedStyle(element).paddingTop))
  await expect.poll(paddings).toContain('77px')

  await expect(reason).toHaveValue('引っ越しをやめたため')
  expect(loads()).toBe(0)
})

test('npm run dev -- --mocks opens signed in, and loads its page once', async ({ page }) => {
  await start('--mocks')
  const loads = loadsOf(page)
  await page.goto(`${dev?.url}/minato-city/applicationlist`)
  await page.getByRole('link', { name: '住民票の写しの交付請求' }).click()
  await page.getByLabel('本人', { exact: true }).check()
  await expect(page.getByLabel('本人', { exact: true })).toBeChecked()
  expect(loads()).toBe(1)
})
