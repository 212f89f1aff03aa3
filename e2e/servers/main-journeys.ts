import { drawings, openDocuments, photos, uploaded } from '../files/documents.ts'
import { pdf, photo } from '../files/sample-files.ts'
import { confirmAnswers, fillCertificate, payAtProvider } from '../support/form-actions.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { applicationPath, arrivals, consultation } from '../support/ready-application.ts'

/** The main tasks of a resident, for each way to serve the portal. */
export function mainJourneys(): void {
  test('signs in, applies, pays by card and finds the application again', async ({ page, resident, portal }) => {
    await signIn(page, resident)
    await page.getByRole('link', { name: '住民票の写しの交付請求' }).click()
    await fillCertificate(page, { copies: 2 })
    await confirmAnswers(page)
    await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
    await payAtProvider(page, portal, '支払う')
    await expect(page).toHaveURL(`${portal.url}/minato-city/order/success`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
    await page.getByRole('link', { name: '申請履歴へ' }).click()
    await page
      .getByRole('link', { name: /住民票の写しの交付請求/ })
      .first()
      .click()
    await expect(page.getByText('710円').first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('710円').first()).toBeVisible()
    await page.goto('/minato-city/applicationlist')
    await page.getByRole('button', { name: 'メニュー' }).click()
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await expect(page).toHaveURL(/\/login\/minato-city/)
  })

  test('saves a draft twice and shows it again after a reload', async ({ signedIn: page, resident, sandbox }) => {
    await page.goto(applicationPath(resident, consultation()))
    const details = page.getByLabel('相談の内容', { exact: true })
    for (const [round, text] of ['一回目の文章', '二回目の文章'].entries()) {
      await details.fill(text)
      await expect
        .poll(async () => (await arrivals(sandbox, resident, 'saveDraft')).map(({ status }) => status))
        .toEqual(Array.from({ length: round + 1 }, () => 200))
    }
    await page.evaluate(() =>
      indexedDB.databases().then((all) => all.map(({ name = '' }) => indexedDB.deleteDatabase(name))),
    )
    await page.reload()
    await expect(details).toHaveValue('二回目の文章')
  })

  test('uploads a document and a photo and shows the photo', async ({ page, portal, resident }) => {
    await openDocuments(page, portal, resident)
    await uploaded(page, () => drawings(page).setInputFiles(pdf('位置図.pdf')))
    const picture = await photo(page, '現場.jpg', 64, 48)
    await uploaded(page, () => photos(page).setInputFiles(picture))
    await page.reload()
    await page.getByRole('button', { name: '現場.jpgを表示' }).click()
    const preview = page.getByRole('img', { name: '現場.jpg' })
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  })

  test('downloads an issued document', async ({ signedIn: page, portal, resident, sandbox }) => {
    const { tenantId, userId } = resident
    await sandbox.post('files', { tenantId, userId, name: '住民票の写し.pdf' })
    await page.goto('/minato-city/download')
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: /をダウンロード$/ }).click()
    const download = await started
    expect(await download.failure()).toBeNull()
    expect(new URL(download.url()).origin).toBe(portal.apiUrl)
    expect(page.url()).toBe(`${portal.url}/minato-city/download`)
  })
}
