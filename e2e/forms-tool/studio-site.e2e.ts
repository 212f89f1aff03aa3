import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, extname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Manifest } from '../../form-model/definition.ts'
import { expectAccessible } from '../support/accessibility.ts'

const root = join(import.meta.dirname, '../..')

test.describe.configure({ timeout: 240_000, mode: 'serial' })
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, acceptDownloads: true })

let work = ''
let server: Server
let address = ''
/** Names of the files that the browser has fetched, the service worker's own included. */
let fetched: string[] = []

const types: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** A stock web server: files below a folder of the site, and no headers of its own. */
function serve(folder: string): Promise<Server> {
  const started = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.replace(/^\/tools\/studio\//, '').replace(/^$/, 'index.html')
    try {
      const content = readFileSync(join(folder, name))
      fetched.push(name)
      response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream' })
      response.end(content)
    } catch {
      response.writeHead(404)
      response.end()
    }
  })
  return new Promise((resolve) => {
    started.listen(0, 'localhost', () => resolve(started))
  })
}

test.beforeAll(async () => {
  test.setTimeout(240_000)
  work = mkdtempSync(join(tmpdir(), 'studio-site-'))
  execFileSync(process.execPath, ['forms/main.ts', 'studio', '--static', join(work, 'site')], { cwd: root })
  server = await serve(join(work, 'site'))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port')
  address = `http://localhost:${bound.port}/tools/studio/`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(work, { recursive: true })
})
test.beforeEach(() => {
  fetched = []
})

const patient = { timeout: 60_000 }

/** Violations of the policy in any page or frame, and errors that are not caught. */
async function watch(page: Page): Promise<string[]> {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(error.message))
  await page.exposeFunction('reportViolation', (text: string) => found.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const report = Reflect.get(window, 'reportViolation') as (text: string) => void
      report([violatedDirective, blockedURI, sourceFile].join(' '))
    })
  })
  return found
}

/** The files that the page asks for, as opposed to the frame of its preview, a page of its own, and the worker. */
function filesOfPage(page: Page): Set<string> {
  const files = new Set<string>()
  page.on('request', (request) => {
    if (request.serviceWorker() === null && request.frame() === page.mainFrame())
      files.add(request.url().slice(address.length).replace(/^$/, 'index.html'))
  })
  return files
}

async function createDogs(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新しいフォーム' }).click(patient)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'ひな型' }).click()
  await page.getByRole('option', { name: '犬の登録' }).click(patient)
  await dialog.getByRole('combobox', { name: '自治体のid' }).fill('minato-city')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '作る' }).click()
  await expect(page.getByRole('tree')).toBeVisible(patient)
}

function preview(page: Page) {
  return page.frameLocator('iframe')
}

async function publishedZip(page: Page): Promise<{ [name: string]: Uint8Array }> {
  await page.getByRole('button', { name: '公開', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '名前' }).fill('山田')
  await dialog.getByRole('button', { name: '公開', exact: true }).click()
  await expect(dialog.getByText(/^版 [0-9a-f]{12} ができました/)).toBeVisible(patient)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '公開用のZIPを保存' }).click()
  const file = await (await download).path()
  await dialog.getByRole('button', { name: '閉じる' }).last().click()
  return unzipSync(new Uint8Array(readFileSync(file)))
}

/** The version that Node builds from the files of a ZIP. */
function versionInNode(forms: { [name: string]: Uint8Array }, name: string): string {
  const folder = mkdtempSync(join(work, 'node-'))
  for (const [file, content] of Object.entries(forms)) {
    mkdirSync(join(folder, 'forms', file, '..'), { recursive: true })
    writeFileSync(join(folder, 'forms', file), content)
  }
  execFileSync(process.execPath, ['forms/main.ts', 'build', join(folder, 'forms'), '--out', join(folder, 'out')], {
    cwd: root,
  })
  return readdirSync(join(folder, 'out', name)).join()
}

/** The files that a script always loads. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(work, 'site', file), 'utf8')
  const names = [...code.matchAll(/from"\.\/([^"]+\.js)"/g)].map(([, name = '']) => `assets/${name}`)
  return names.flatMap((name) => [name, ...importsOf(name)])
}

/** Waits until the service worker has every file of the site. */
async function isKept(page: Page): Promise<void> {
  const files = readdirSync(join(work, 'site'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  // All but the service worker, which the browser keeps itself.
  await expect.poll(() => keptFiles(page), patient).toBe(files.length - 1)
}

test('the first visit after an update has the new page', async ({ page }) => {
  const file = join(work, 'site/index.html')
  const before = readFileSync(file, 'utf8')
  await page.goto(address)
  await page.getByRole('button', { name: '空から始める' }).click()
  await createDogs(page)
  await isKept(page)
  try {
    writeFileSync(file, before.replace('</head>', '<meta name="update" /></head>'))
    await page.reload()
    await expect(page.locator('meta[name="update"]')).toBeAttached()
  } finally {
    writeFileSync(file, before)
  }
})

test('a form is made, previewed and published without Node, and the next visit needs no network', async ({
  page,
  context,
}) => {
  const problems = await watch(page)
  const ownFiles = filesOfPage(page)
  await page.goto(address)
  await expectAccessible(page, 'the start of the static studio')
  await page.getByRole('button', { name: '空から始める' }).click()
  await createDogs(page)
  await expect(preview(page).getByText('飼い主').first()).toBeVisible(patient)
  const beforeEdit = [...new Set(fetched)]

  await page.getByRole('treeitem', { name: '電話番号' }).click()
  await page.getByRole('textbox', { name: '質問文', exact: true }).fill('昼間の電話番号')
  await expect(preview(page).getByText('昼間の電話番号').first()).toBeVisible(patient)
  await expect(page.getByText('保存済み')).toBeVisible()
  await expect(page.getByText('エラー 0')).toBeVisible()

  const published = await publishedZip(page)
  const name = 'minato-city/dog-registration/individual'
  const manifest = JSON.parse(new TextDecoder().decode(published['minato-city/manifest.json'])) as Manifest
  const version = manifest.forms['dog-registration']?.individual?.current
  expect(Object.keys(published)).toContain(`${name}/${version}/definition.json`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存・開く' }).click()
  await page.getByRole('menuitem', { name: 'ZIPで保存' }).click()
  const saved = unzipSync(new Uint8Array(readFileSync(await (await download).path())))
  expect(versionInNode(saved, name)).toBe(version)

  await page.reload()
  await expect(page.getByRole('treeitem', { name: '昼間の電話番号' })).toBeVisible(patient)
  await isKept(page)
  await context.setOffline(true)
  server.closeAllConnections()
  await page.goto(address)
  await expect(page.getByRole('treeitem', { name: '昼間の電話番号' })).toBeVisible(patient)
  await expect(preview(page).getByText('昼間の電話番号').first()).toBeVisible(patient)

  const another = await context.newPage()
  await another.goto(page.url())
  await expect(another.getByRole('treeitem', { name: '昼間の電話番号' })).toBeVisible(patient)
  const visitor = await context.newPage()
  await visitor.goto(`${address}?form=minato-city/cat/individual`)
  await expect(visitor.getByRole('alert')).toContainText(
    '「minato-city/cat/individual」は、このブラウザーの中にありません',
  )
  await visitor.getByRole('button', { name: '開く：犬の登録' }).click()
  await expect(visitor.getByRole('heading', { name: 'フォームが見つかりません' })).toBeVisible(patient)
  await Promise.all([another.close(), visitor.close()])
  expect(problems).toEqual([])

  const size = (names: string[]) =>
    names.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(work, 'site', file))).length, 0)
  const worker = beforeEdit.filter((file) => /check-worker/.test(file)).flatMap((file) => [file, ...importsOf(file)])
  // Fetched while nothing else is waited for: the editor of the JSON tab, and the code for publishing.
  const own = beforeEdit.filter((file) => ownFiles.has(file) && !/JsonPanel-|form-tasks-/.test(file))
  const bytes = { page: size(own.filter((file) => !worker.includes(file))), worker: size([...new Set(worker)]) }
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(bytes) })
  // Notices another library: recheck, which finds dangerous patterns, is 318 kB of the worker.
  for (const part of Object.values(bytes)) expect(part).toBeLessThan(600_000)
})

test('the site passes on the licences of its libraries and of those of its worker', () => {
  const notices = readFileSync(join(work, 'site/third-party-notices.txt'), 'utf8')
  const names = ['@mantine/core', '@codemirror/view', '@rjsf/core', 'react', 'ajv', 'recheck']
  expect(names.filter((name) => !notices.includes(`\n${name} `))).toEqual([])
})

test('a change that the browser cannot keep is named, and neither a reload nor another tab loses it', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function putIfThereIsSpace(...given) {
      if (sessionStorage.getItem('full') !== null) throw new DOMException('no space', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  await page.goto(address)
  await page.getByRole('button', { name: '空から始める' }).click()
  await createDogs(page)
  await page.getByRole('treeitem', { name: '電話番号' }).click()
  const label = page.getByRole('textbox', { name: '質問文', exact: true })
  const problem = page.getByText('ブラウザーに空きがなく、保存できません。')
  await page.evaluate(() => sessionStorage.setItem('full', ''))
  await label.fill('昼間の電話番号')
  await expect(problem).toBeVisible(patient)
  await page.reload()
  await expect(page.getByRole('treeitem', { name: '昼間の電話番号' })).toBeVisible(patient)
  await expect(problem).toBeVisible(patient)
  // In one step: the page tries again by itself every two seconds, and the button is gone then.
  await page.getByRole('button', { name: 'もう一度保存する' }).evaluate((button: HTMLElement) => {
    sessionStorage.removeItem('full')
    button.click()
  })
  await expect(page.getByText('保存済み')).toBeVisible(patient)

  const other = await context.newPage()
  await other.goto(address)
  await other.getByRole('button', { name: /^このブラウザーから消す/ }).click()
  await other.getByRole('dialog').getByRole('button', { name: '消す', exact: true }).click()
  await expect(other.getByRole('heading', { name: '前に開いたもの' })).toHaveCount(0)
  await other.close()
  await page.getByRole('treeitem', { name: '昼間の電話番号' }).click()
  await label.fill('夜の電話番号')
  await expect(page.getByText(/^保存できません。変更はこの画面に残っています。/)).toBeVisible(patient)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ZIPで保存' }).first().click()
  const saved = unzipSync(new Uint8Array(readFileSync(await (await download).path())))
  const texts = saved['minato-city/dog-registration/individual/texts.ja.json'] ?? new Uint8Array()
  expect(new TextDecoder().decode(texts)).toContain('夜の電話番号')
})

/** The browser's own file system stands for a folder on disk: the dialog that asks for one cannot be driven. */
async function offerFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pick = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('schemas', { create: true })
    Object.assign(window, { showDirectoryPicker: pick })
  })
}

async function writeToFolder(page: Page, files: { [file: string]: string }): Promise<void> {
  await page.evaluate(async (given) => {
    for (const [file, text] of Object.entries(given)) {
      const names = file.split('/')
      let folder = await navigator.storage.getDirectory()
      for (const name of ['schemas', ...names.slice(0, -1)])
        folder = await folder.getDirectoryHandle(name, { create: true })
      const stream = await (await folder.getFileHandle(names.at(-1) ?? '', { create: true })).createWritable()
      await stream.write(text)
      await stream.close()
    }
  }, files)
}

async function readFromFolder(page: Page, file: string): Promise<string> {
  return page.evaluate(async (given) => {
    const names = given.split('/')
    let folder = await navigator.storage.getDirectory()
    for (const name of ['schemas', ...names.slice(0, -1)]) folder = await folder.getDirectoryHandle(name)
    return (await (await folder.getFileHandle(names.at(-1) ?? '')).getFile()).text()
  }, file)
}

test('a folder on disk is edited in place, follows other programs, and is opened again after a reload', async ({
  page,
  context,
}) => {
  const problems = await watch(page)
  await offerFolder(page)
  await page.goto(address)
  const form = 'minato-city/residence-certificate/individual'
  const sources = [dirname(form), 'shared'].flatMap((part) =>
    readdirSync(join(root, 'schemas', part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(join(root, 'schemas'), join(parentPath, name))),
  )
  const before = Object.fromEntries(sources.map((file) => [file, readFileSync(join(root, 'schemas', file), 'utf8')]))
  await writeToFolder(page, before)
  await page.getByRole('button', { name: 'フォルダーを開く' }).click()
  const tree = page.getByRole('tree')
  await expect(tree).toBeVisible(patient)
  await expect(page.getByText('エラー 0')).toBeVisible(patient)

  const label = page.getByRole('textbox', { name: '質問文', exact: true })
  await tree.getByRole('treeitem', { name: '通数' }).click()
  await label.fill('必要な通数')
  const texts = `${form}/texts.ja.json`
  await expect.poll(() => readFromFolder(page, texts)).toContain('必要な通数')
  const after = await readFromFolder(page, texts)
  const changed = after.split('\n').filter((line) => !before[texts]?.split('\n').includes(line))
  expect(changed, 'lines that one change of a text changes').toHaveLength(1)

  // Another program, and another tab.
  await writeToFolder(page, { [texts]: after.replace('必要な通数', '欲しい通数') })
  await expect(tree.getByRole('treeitem', { name: '欲しい通数' })).toBeVisible(patient)
  const second = await context.newPage()
  await offerFolder(second)
  await second.goto(address)
  await second.getByRole('button', { name: /^開く：フォルダー「schemas」/ }).click()
  await second.getByRole('treeitem', { name: '欲しい通数' }).click(patient)
  await second.getByRole('textbox', { name: '質問文', exact: true }).fill('証明書の通数')
  await expect(tree.getByRole('treeitem', { name: '証明書の通数' })).toBeVisible(patient)
  await second.close()

  await page.reload()
  await expect(tree.getByRole('treeitem', { name: '証明書の通数' })).toBeVisible(patient)
  expect(problems).toEqual([])
})

/** How many files of the site the browser has for a visit without a network. */
function keptFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('forms-studio-site ')) ?? ''
    return (await (await caches.open(name)).keys()).length
  })
}
