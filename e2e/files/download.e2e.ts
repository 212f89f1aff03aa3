import { expect, test } from '../support/journey.ts'
import type { Resident, SandboxClient } from '../support/journey.ts'

async function issue(
  sandbox: SandboxClient,
  { tenantId, userId }: Resident,
  name: string,
  availableUntil?: number,
): Promise<void> {
  await sandbox.post('files', { tenantId, userId, name, ...(availableUntil === undefined ? {} : { availableUntil }) })
}

test.describe('a download', () => {
  test('saves a file under its own name or a safe version of it; the page stays open (F-13) @main', async ({
    signedIn: page,
    resident,
    sandbox,
  }) => {
    const names: [string, RegExp][] = [
      ['住民票の写し_令和8年.pdf', /^住民票の写し_令和8年\.pdf$/],
      ['../../etc/パスワード.pdf', /^パスワード\.pdf$/],
      ['通知\r\nSet-Cookie: a=b.pdf', /^通知Set-Cookie a=b\.pdf$/],
      ['領収書\u202Efdp.exe', /^領収書fdp\.exe$/],
      [`${'長'.repeat(200)}.pdf`, /^長{50,70}\.pdf$/],
    ]
    for (const [name] of names) await issue(sandbox, resident, name)
    await page.goto('/minato-city/download')
    const buttons = page.getByRole('button', { name: /をダウンロード$/ })
    await expect(buttons).toHaveCount(names.length)
    // The order of files that were issued in the same millisecond is not defined.
    const missing = new Set(names.map(([, saved]) => saved))
    for (const button of await buttons.all()) {
      const started = page.waitForEvent('download')
      await button.click()
      const download = await started
      const file = download.suggestedFilename()
      expect(missing.delete([...missing].find((saved) => saved.test(file)) ?? /^$/), file).toBe(true)
      expect(await download.failure()).toBeNull()
      await expect(page).toHaveURL(/\/minato-city\/download$/)
    }
    expect(page.context().pages(), 'no new window').toHaveLength(1)
    const shown = await page.getByRole('main').innerHTML()
    expect(/[\u202A-\u202E]/.test(shown), 'control characters must not reverse the text direction').toBe(false)
  })

  test('offers no file after its period, and shows a message if the period ends meanwhile (F-13)', async ({
    signedIn: page,
    resident,
    sandbox,
  }) => {
    await issue(sandbox, resident, '期限切れ.pdf', Date.now() - 1000)
    await issue(sandbox, resident, 'まもなく.pdf', Date.now() + 3_600_000)
    await page.goto('/minato-city/download')
    await expect(page.getByText('ダウンロードできる期間が終了しました。')).toBeVisible()
    await expect(page.getByRole('button', { name: '期限切れ.pdfをダウンロード' })).toHaveCount(0)
    await sandbox.post('clock', { shiftMs: 2 * 3_600_000 })
    try {
      await page.getByRole('button', { name: 'まもなく.pdfをダウンロード' }).click()
      await expect(page.getByRole('alert')).toContainText('ファイルの公開期間またはリンクの有効期限が過ぎました。')
      await expect(page.getByRole('button', { name: 'まもなく.pdfをダウンロード' })).toHaveCount(0)
    } finally {
      await sandbox.post('clock', { reset: true })
    }
  })

  test('serves a file once by its link, never as a page of the portal (F-13)', async ({
    signedIn: page,
    portal,
    resident,
    sandbox,
  }) => {
    await issue(sandbox, resident, '証明書.html')
    await page.goto('/minato-city/download')
    const link = page.waitForResponse((response) => /\/files\/[^/]+\/link$/.test(response.url()))
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: '証明書.htmlをダウンロード' }).click()
    expect(await (await started).failure()).toBeNull()
    const { url } = (await (await link).json()) as { url: string }
    const again = await fetch(portal.url + url)
    expect(again.status).toBe(410)
    expect(page.url()).toBe(`${portal.url}/minato-city/download`)
  })
})
