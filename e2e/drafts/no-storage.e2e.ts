import { fillConsultation } from '../support/form-actions.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'

const address = '/application/minato-city/childcare-consultation/individual'

/** a browser that stores nothing, or whose quota is used up. */
test.describe('a browser without usable storage', () => {
  const refusals = {
    'refuses to open any storage': () => {
      const refuse = () => {
        throw new DOMException('Access is denied', 'SecurityError')
      }
      for (const name of ['localStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refuse })
    },
    'has no space left': () => {
      const full = () => {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
      }
      Object.defineProperty(Storage.prototype, 'setItem', { value: full })
      Object.defineProperty(IDBObjectStore.prototype, 'put', { value: full })
    },
  }
  for (const [name, refusal] of Object.entries(refusals))
    test(`shows one notice in a browser that ${name}, and the application can be sent (R-08)`, async ({
      page,
      sandbox,
      resident,
    }) => {
      await page.addInitScript(refusal)
      await signIn(page, resident)
      // Navigates without a reload, which would end a session that is kept in memory.
      await page.getByRole('link', { name: '子育て相談の予約' }).first().click()
      await expect(page).toHaveURL(new RegExp(address))
      await page.getByLabel('相談の内容', { exact: true }).fill('保存できない端末での相談')
      const notice = page.getByText('入力途中の内容をこの端末に保存できません', { exact: false })
      await expect(notice).toBeVisible()
      await expect
        .poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts))
        .toContain('保存できない端末')
      await fillConsultation(page, '保存できない端末での相談')
      await expect(page.getByText('インターネットに接続している間は、サーバーに保存されます。')).toHaveCount(1)
      await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
      await page.getByRole('button', { name: '送信する' }).click()
      await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
      expect((await stored(sandbox, resident)).orders).toHaveLength(1)
    })

  test('asks to sign in again after its storage was cleared, and continues (R-08)', async ({
    page,
    sandbox,
    resident,
  }) => {
    await signIn(page, resident)
    await page.goto(address)
    const details = page.getByLabel('相談の内容', { exact: true })
    await details.fill('消される前に書いた文')
    await expect(page.getByText(/\d+:\d\dに保存しました/)).toBeVisible()
    const browser = await page.context().newCDPSession(page)
    const origin = new URL(page.url()).origin
    await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
    await page.evaluate(() => sessionStorage.clear())
    await details.fill('消された後に書いた文')
    await page.getByRole('button', { name: '一時保存する' }).click()
    const dialog = page.getByRole('dialog', { name: 'もう一度ログインしてください' })
    await dialog.getByLabel('パスワード').first().fill(resident.password)
    await dialog.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(details).toHaveValue('消された後に書いた文')
    await expect
      .poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts))
      .toContain('消された後に書いた文')
    await page.reload()
    await expect(details).toHaveValue('消された後に書いた文')
  })
})
