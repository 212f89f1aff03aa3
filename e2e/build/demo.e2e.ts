import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { serveFile } from '../../sandbox/core/serve-file.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { pdf } from '../files/sample-files.ts'
import { confirmAnswers, fillCertificate } from '../support/form-actions.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.local/demo')
const banner = '見本です。入力した内容はどこにも送られません。'

let server: Server
let requests: string[]

test.beforeAll(async () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts', '--demo'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // As file servers do.
    if (!pathname.endsWith('/') && existsSync(join(folder, pathname, 'index.html'))) {
      response.writeHead(301, { Location: `${pathname}/` }).end()
      return
    }
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    void serveFile(new Request(`http://localhost${pathname}`), folder, name).then(async (answer) => {
      requests.push(`${request.method ?? ''} ${answer.status} ${pathname}`)
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? 'text/plain' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
test.beforeEach(() => {
  requests = []
})
test.afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
})

/** The page of the application has what was sent and paid. */
async function expectDetails(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /領収書（見本）/ })).toBeVisible()
  await expect(page.getByText('芝公園').first()).toBeVisible()
}

test('the static demo leads from the sign-in to a paid application, with files only', async ({ page }) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await expect(page.getByText(banner)).toBeVisible()
  await expectAccessible(page, 'login')
  await page.getByLabel('メールアドレス').fill('hanako@example.jp')
  await page.getByLabel('パスワード', { exact: true }).fill('anything-1234')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.getByRole('link', { name: '住民票の写しの交付請求' }).click()
  await fillCertificate(page, { copies: 2 })
  await expect(page.getByText('710円').first()).toBeVisible()
  await expect(page.getByText(banner)).toBeVisible()
  await expectAccessible(page, 'settlement')
  await confirmAnswers(page)
  await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('カードでのお支払い（見本）')
  await expect(page.getByText(banner)).toBeVisible()
  await expect(page.getByText('710円')).toBeVisible()
  await expectAccessible(page, 'card')
  await page.getByRole('button', { name: '支払う' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
  await expect(page.getByText(banner)).toBeVisible()
  await expectAccessible(page, 'success')
  await page.getByRole('link', { name: '申請履歴へ' }).click()
  await page
    .getByRole('link', { name: /住民票の写しの交付請求/ })
    .first()
    .click()
  await expect(page.getByText('710円').first()).toBeVisible()
  await expectDetails(page)
  await page.reload()
  await expectDetails(page)
  await page.getByRole('button', { name: '取り下げる' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取り下げる' }).click()
  await expect(page.getByRole('button', { name: '取り下げる' })).toHaveCount(0)
  await page.goto(new URL('/application/minato-city/residence-certificate/individual', page.url()).href)
  await page.getByLabel('それ以外の方（代理で請求する）').check()
  await page.getByLabel('委任状のファイルを選ぶ').setInputFiles(pdf('隣人の委任状.pdf'))
  await expect(page.getByRole('button', { name: '隣人の委任状.pdfを表示' })).toBeVisible()
  expect(faults).toEqual([])
  expect(requests.filter((request) => !request.startsWith('GET 200 '))).toEqual([])
  expect(requests.filter((request) => request.includes('/app/web/'))).toEqual([])
})
