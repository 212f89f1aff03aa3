import { open } from 'node:fs/promises'
import { expect, test } from '../support/journey.ts'
import { arrivals } from '../support/ready-application.ts'
import { drawings, openDocuments, photos, row } from './documents.ts'
import { hugePicture, pdf } from './sample-files.ts'
import type { SampleFile } from './sample-files.ts'
function named(name: string, mimeType: string, content: string | Buffer): SampleFile {
  return {
    name,
    mimeType,
    buffer: Buffer.from(content),
  }
}

test('hostile files are refused before anything is sent, each with its reason (F-11)', async ({
  page,
  portal,
  resident,
  sandbox,
}) => {
  await openDocuments(page, portal, resident)
  const type = '許可されていないファイル形式です。JPEG、PNGを選択してください。'
  const misnamed = 'ファイルの中身が名前の形式と違うか、壊れています。'
  const files: [SampleFile, string][] = [
    [named('drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), type],
    [named('page.jpg', 'image/jpeg', '<!doctype html><script>alert(1)</script>'), misnamed],
    [named('wrong.png', 'image/png', '%PDF-1.4'), misnamed],
    [named('noextension', 'image/jpeg', '<svg/>'), type],
    [named('empty.jpg', 'image/jpeg', ''), '中身のないファイルは添付できません。'],
    [hugePicture('huge.png'), '画像の縦横が大きすぎます。'],
  ]
  for (const [file, reason] of files) {
    await photos(page).setInputFiles(file)
    await expect(page.getByRole('alert'), file.name).toContainText(`${file.name} — ${reason}`)
    await expect(page.getByRole('button', { name: `${file.name}を削除` })).toHaveCount(0)
  }
  expect(await arrivals(sandbox, resident, 'uploadAttachment')).toEqual([])
})

test('a file of 200 MB is refused without being read (F-11)', async ({ page, portal, resident, sandbox }) => {
  await openDocuments(page, portal, resident)
  const path = test.info().outputPath('large.pdf')
  const file = await open(path, 'w')
  await file.write('%PDF-1.4\n')
  await file.truncate(200 * 1024 * 1024)
  await file.close()
  const browser = await page.context().newCDPSession(page)
  const memory = async () => {
    await browser.send('HeapProfiler.collectGarbage')
    const { metrics } = await browser.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  }
  await browser.send('Performance.enable')
  const before = await memory()
  await drawings(page).setInputFiles(path)
  await expect(page.getByRole('alert')).toContainText('large.pdf — ファイルサイズが上限（8 MB）を超過しています。')
  expect((await memory()) - before, 'bytes kept').toBeLessThan(50 * 1024 * 1024)
  expect(await arrivals(sandbox, resident, 'uploadAttachment')).toEqual([])
})

test('more files than allowed: the first ones are accepted, the others named (F-11)', async ({
  page,
  portal,
  resident,
  sandbox,
}) => {
  await openDocuments(page, portal, resident)
  await drawings(page).setInputFiles(Array.from({ length: 20 }, (_, index) => pdf(`図面${index + 1}.pdf`)))
  await expect(page.getByRole('button', { name: /^図面\d+\.pdfを削除$/ })).toHaveCount(5)
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('listitem')).toHaveCount(15)
  await expect(alert).toContainText('図面20.pdf — 選択できるファイル数が上限（5）を超過しています。')
  expect(await arrivals(sandbox, resident, 'uploadAttachment')).toHaveLength(5)
})

test('an unusual file name is treated as text (F-11)', async ({ page, portal, resident }) => {
  await openDocuments(page, portal, resident)
  const names = ['📐図面(1)🏗️.pdf', '<img src=x onerror=alert(1)>.pdf', '髙橋㈱の図面.pdf']
  for (const name of names) {
    await drawings(page).setInputFiles(pdf(name))
    await expect(row(page, name)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /を削除$/ })).toHaveCount(3)
  await page.reload()
  for (const name of names) await expect(row(page, name)).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
})
