import { writeFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { effectsOf, stored } from '../support/provider-view.ts'
import { applicationPath, arrivals } from '../support/ready-application.ts'
import {
  attachDrawing,
  continueToReview,
  drawings,
  failUpload,
  isUpload,
  nextButton,
  openDocuments,
  photos,
  roadOccupancy,
  row,
  storedFile,
  uploaded,
} from './documents.ts'
import { pdf, photo, withPlace } from './sample-files.ts'

/** Holds uploads back until the returned function is called. */
async function holdUploads(page: Page): Promise<() => Promise<void>> {
  const waiting: Route[] = []
  await page.route('**/o/attachments', (route) => {
    if (isUpload(route.request())) waiting.push(route)
    else void route.fallback()
  })
  return async () => {
    await page.unroute('**/o/attachments')
    await Promise.all(waiting.map((route) => route.continue().catch(() => undefined)))
  }
}

test.describe('an attachment', () => {
  test('shows its progress and can be cancelled alone (F-12)', async ({ page, portal, resident, sandbox }) => {
    await openDocuments(page, portal, resident)
    const release = await holdUploads(page)
    await drawings(page).setInputFiles([pdf('位置図.pdf'), pdf('平面図.pdf')])
    await expect(row(page, '位置図.pdf').getByRole('progressbar')).toBeVisible()
    await expect(row(page, '平面図.pdf').getByRole('progressbar')).toHaveAttribute(
      'aria-label',
      /アップロードしています/,
    )
    await nextButton(page).click()
    await expect(
      page.getByRole('link', { name: /アップロード/ }),
      'an unfinished upload keeps the step open',
    ).toBeVisible()
    const abandoned = page.waitForEvent('requestfailed', isUpload)
    await page.getByRole('button', { name: '平面図.pdfのアップロードを中止' }).click()
    await expect(row(page, '平面図.pdf')).toHaveCount(0)
    await abandoned
    await expect(drawings(page)).toBeFocused()
    await release()
    await expect(page.getByRole('button', { name: '位置図.pdfを削除' })).toBeVisible()
    await expect(page.getByRole('link', { name: /アップロード/ }), 'it waits for nothing').toHaveCount(0)
    await continueToReview(page)
    const { effects } = await effectsOf(sandbox, resident)
    expect(effects.filter(({ effect }) => effect === 'attachment-stored')).toHaveLength(1)
  })

  test('shows the same readable name after a reload if the name contains direction characters', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openDocuments(page, portal, resident)
    const { name } = await uploaded(page, () => drawings(page).setInputFiles(pdf('図面\u202efdp\u2066.exe\u200f.pdf')))
    expect(name).toBe('図面fdp.exe.pdf')
    const shown = row(page, '図面fdp.exe.pdf')
    await expect(shown).toHaveText(/^図面fdp\.exe\.pdf\s+\d+\sB/)
    await expect
      .poll(async () => (await stored(sandbox, resident)).drafts[0]?.answers.documents)
      .toEqual({ drawings: [expect.any(String)] })
    await page.reload()
    await expect(shown).toHaveText(/^図面fdp\.exe\.pdf\s+\d+\sB/)
  })

  test('shows the end of a long file name, and no words of the browser beside it', async ({
    page,
    portal,
    resident,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openDocuments(page, portal, resident)
    const name = '道路占用許可申請に添付する位置図と平面図_港建設株式会社_2026年12月_最終版.pdf'
    await attachDrawing(page, name)
    const shown = page.getByTitle(name)
    const { fontSize, height } = await shown.evaluate((element) => ({
      fontSize: Number.parseFloat(getComputedStyle(element).fontSize),
      height: element.getBoundingClientRect().height,
    }))
    expect(height, 'one line').toBeLessThan(2 * fontSize)
    const end = await shown.getByText('年12月_最終版.pdf', { exact: true }).boundingBox()
    expect((end?.x ?? 0) + (end?.width ?? Infinity)).toBeLessThanOrEqual(360)
    await expect(page.getByText('ファイルを選ぶ', { exact: true }).first()).toBeVisible()
    await expect(drawings(page), 'it would say that no file is chosen').toHaveCSS('opacity', '0')
  })

  test('continues its upload during a language switch and a change of step', async ({ page, portal, resident }) => {
    await openDocuments(page, portal, resident)
    const release = await holdUploads(page)
    await drawings(page).setInputFiles(pdf('位置図.pdf'))
    await expect(row(page, '位置図.pdf').getByRole('progressbar')).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(row(page, '位置図.pdf').getByRole('progressbar')).toBeVisible()
    await page.getByRole('button', { name: '日本語', exact: true }).click()
    await page.getByRole('button', { name: '戻る' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('図面と写真')
    const stores = page.waitForResponse((response) => isUpload(response.request()) && response.status() === 201)
    await release()
    await stores
    await nextButton(page).click()
    await expect(page.getByRole('button', { name: '位置図.pdfを削除' })).toBeVisible()
    await continueToReview(page)
  })

  test('leaves a line at its field if a reload interrupts it, also at an optional one, until the user decides', async ({
    page,
    portal,
    resident,
  }) => {
    await openDocuments(page, portal, resident)
    await attachDrawing(page, '位置図.pdf')
    await holdUploads(page)
    page.on('dialog', (dialog) => void dialog.accept())
    await photos(page).setInputFiles(await photo(page, '現場.jpg', 64, 64))
    await expect(row(page, '現場.jpg').getByRole('progressbar')).toBeVisible()
    await page.reload()
    await expect(row(page, '現場.jpg')).toContainText('アップロードが途中で終わりました。選び直してください。')
    await nextButton(page).click()
    await expect(page.getByRole('link', { name: /アップロードが途中で終わったファイル/ })).toBeVisible()
    await page.getByRole('button', { name: '現場.jpgを削除' }).click()
    await continueToReview(page)
    await page.reload()
    await expect(page.getByText('現場.jpg')).toHaveCount(0)
  })

  test('keeps the step open after a failed upload until it is removed, also in an optional field', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openDocuments(page, portal, resident)
    await attachDrawing(page, '位置図.pdf')
    await failUpload(sandbox, resident)
    await photos(page).setInputFiles(await photo(page, '現場.jpg', 64, 64))
    await expect(page.getByRole('button', { name: '現場.jpgをもう一度アップロード' })).toBeVisible()
    await nextButton(page).click()
    await expect(page.getByRole('link', { name: /アップロードできなかったファイル/ })).toBeVisible()
    await page.getByRole('button', { name: '現場.jpgを削除' }).click()
    await continueToReview(page)
  })

  test('sends a failed file again alone and with its key; the other files and the rest of the form stay (F-12)', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openDocuments(page, portal, resident)
    await attachDrawing(page, '位置図.pdf')
    await failUpload(sandbox, resident)
    await drawings(page).setInputFiles(pdf('断面図.pdf'))
    await expect(row(page, '断面図.pdf')).toContainText('ファイルをアップロードできませんでした。')
    await expect(page.getByRole('button', { name: '位置図.pdfを削除' })).toBeVisible()
    await page.getByRole('button', { name: '断面図.pdfをもう一度アップロード' }).click()
    await expect(page.getByRole('button', { name: '断面図.pdfを削除' })).toBeVisible()
    await expect(row(page, '断面図.pdf')).not.toContainText('できませんでした')
    const [first, failed, again, ...more] = await arrivals(sandbox, resident, 'uploadAttachment')
    expect(more).toEqual([])
    expect(again?.key).toBe(failed?.key)
    expect(first?.key).not.toBe(failed?.key)
  })

  test('sends a file as it was chosen, although it was changed on the device after its upload had failed', async ({
    page,
    portal,
    resident,
    sandbox,
  }, testInfo) => {
    await openDocuments(page, portal, resident)
    const place = testInfo.outputPath('断面図.pdf')
    const chosen = pdf('断面図.pdf').buffer
    writeFileSync(place, chosen)
    await failUpload(sandbox, resident)
    await drawings(page).setInputFiles(place)
    const retry = page.getByRole('button', { name: '断面図.pdfをもう一度アップロード' })
    await expect(retry).toBeVisible()
    writeFileSync(place, 'shorter')
    await retry.click()
    await expect(page.getByRole('button', { name: '断面図.pdfを削除' })).toBeVisible()
    await expect(row(page, '断面図.pdf').getByRole('button', { name: '断面図.pdfを表示' })).toBeVisible()
    const { effects } = await effectsOf(sandbox, resident)
    const ids = effects.flatMap(({ effect, target }) => (effect === 'attachment-stored' ? [target] : []))
    expect(ids).toHaveLength(1)
    expect((await storedFile(portal, resident, ids[0] ?? '')).content.equals(chosen)).toBe(true)
    await continueToReview(page)
  })

  test.describe('with a lost response', () => {
    test.use({ offContract: true })

    test('stores a file once however often it is sent again (F-12)', async ({ page, portal, resident, sandbox }) => {
      await openDocuments(page, portal, resident)
      const photograph = await photo(page, '現場.jpg', 300, 200)
      await failUpload(sandbox, resident, 'wrong-truncated')
      await photos(page).setInputFiles(photograph)
      await expect(row(page, '現場.jpg')).toContainText('画像をアップロードできませんでした。通信状況の良い場所で')
      await page.getByRole('button', { name: '現場.jpgをもう一度アップロード' }).click()
      await expect(page.getByRole('button', { name: '現場.jpgを削除' })).toBeVisible()
      const { effects } = await effectsOf(sandbox, resident)
      expect(effects.filter(({ effect }) => effect === 'attachment-stored')).toHaveLength(1)
    })
  })

  test('stores a photo without its location, scaled to the limit of the form (F-11)', async ({
    page,
    portal,
    resident,
  }) => {
    await openDocuments(page, portal, resident)
    const taken = withPlace(await photo(page, 'IMG_0001.JPG', 400, 300))
    expect(taken.buffer.includes('GPS 35.6586N') && taken.buffer.includes('PhoneModelX')).toBe(true)
    const small = await uploaded(page, () => photos(page).setInputFiles(taken))
    const { about, content } = await storedFile(portal, resident, small.attachmentId)
    expect(about).toMatchObject({ name: 'IMG_0001.JPG', contentType: 'image/jpeg' })
    expect(content.includes('GPS 35.6586N') || content.includes('PhoneModelX')).toBe(false)
    expect(content.length, 'the picture itself is unchanged').toBeGreaterThan(10_000)
    await page.getByRole('button', { name: 'IMG_0001.JPGを表示' }).click()
    const preview = page.getByRole('img', { name: 'IMG_0001.JPG' })
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)

    const large = withPlace(await photo(page, 'IMG_0002.JPG', 2600, 1900))
    expect(large.buffer.length).toBeGreaterThan(2_097_152)
    const scaled = await uploaded(page, () => photos(page).setInputFiles(large))
    const arrived = await storedFile(portal, resident, scaled.attachmentId)
    expect(arrived.content.length).toBeLessThanOrEqual(2_097_152)
    expect(arrived.content.length, 'no larger than needed').toBeGreaterThan(500_000)
    expect(arrived.content.includes('GPS 35.6586N') || arrived.content.includes('PhoneModelX')).toBe(false)
  })

  test('keeps a file by its id in the draft and submits it with the application @main', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openDocuments(page, portal, resident)
    await attachDrawing(page, '位置図.pdf')
    const inDraft = async () => (await stored(sandbox, resident)).drafts[0]?.answers.documents
    await expect.poll(inDraft).toEqual({ drawings: [expect.any(String)] })
    const { drawings: [attachmentId = ''] = [] } = (await inDraft()) as { drawings?: string[] }
    expect((await storedFile(portal, resident, attachmentId)).about.name).toBe('位置図.pdf')
    await page.reload()
    await expect(page.getByRole('button', { name: '位置図.pdfを削除' })).toBeVisible()
    await nextButton(page).click()
    await page.getByLabel('占用の条件を守り').check()
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('入力内容の確認')
    await expect(page.getByText('位置図.pdf')).toBeVisible()
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await page.getByRole('button', { name: '送信する', exact: true }).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    await page.getByRole('link', { name: '申請の詳細を見る' }).click()
    await expect(page.getByRole('button', { name: '位置図.pdfをダウンロード' })).toBeVisible()
  })
})

test.describe('the scan', () => {
  test('finds a virus later: the message is beside the file, and the form cannot be sent with it (F-11)', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openDocuments(page, portal, resident)
    await drawings(page).setInputFiles(pdf('virus.pdf'))
    await expect(row(page, 'virus.pdf')).toContainText('ファイルを確認しています。')
    await sandbox.post('clock', { shiftMs: 3000 })
    try {
      await expect(row(page, 'virus.pdf')).toContainText('ウイルスが検出されたため、このファイルは使用できません。')
      await expect(page.getByRole('button', { name: 'virus.pdfを表示' })).toHaveCount(0)
      await nextButton(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('図面と写真')
      await page.getByRole('button', { name: 'virus.pdfを削除' }).click()
      await attachDrawing(page, '位置図.pdf')
      await continueToReview(page)
    } finally {
      await sandbox.post('clock', { reset: true })
    }
  })

  test('refuses the test virus at once with the reason; a slow scan blocks nothing (F-11) @main', async ({
    page,
    portal,
    resident,
  }) => {
    await openDocuments(page, portal, resident)
    const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
    const bad = { ...pdf('断面図.pdf'), buffer: Buffer.from(`%PDF-1.4\n${eicar}`) }
    await drawings(page).setInputFiles(bad)
    await expect(page.getByRole('alert')).toContainText('断面図.pdf — ウイルスが検出されたため')
    await expect(page.getByRole('button', { name: '断面図.pdfを削除' })).toHaveCount(0)
    await drawings(page).setInputFiles(pdf('slow-scan.pdf'))
    await expect(row(page, 'slow-scan.pdf')).toContainText('ファイルを確認しています。')
    await continueToReview(page)
    await page.goto(applicationPath(resident, roadOccupancy(), 'documents'))
    await expect(row(page, 'slow-scan.pdf')).toContainText('ファイルを確認しています。')
  })
})
