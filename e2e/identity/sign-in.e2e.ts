import { expectAccessible } from '../support/accessibility.ts'
import { expect, fillSignIn, signIn, test } from '../support/journey.ts'

test.describe('signing in', () => {
  test.describe('that fails', () => {
    test.use({ offContract: true })

    test('shows which of the four failures occurred, and keeps the address (S-17) @main', async ({
      page,
      resident,
      sandbox,
    }) => {
      await page.goto('/login/minato-city')
      await fillSignIn(page, { email: resident.email, password: 'Wrong-2026!' })
      const alert = page.getByRole('alert')
      await expect(alert).toHaveText('メールアドレスまたはパスワードが正しくありません。')
      await expect(page.getByLabel('メールアドレス')).toHaveValue(resident.email)
      const known = await alert.innerHTML()
      await fillSignIn(page, { email: 'nobody@example.jp', password: 'Wrong-2026!' })
      await expect(alert, 'a message of its own').toBeFocused()
      await expect(alert).toHaveText('メールアドレスまたはパスワードが正しくありません。')
      expect(await alert.innerHTML(), 'a known and an unknown address look the same').toBe(known)
      await expectAccessible(page, 'refused sign-in')
      await sandbox.post('faults', { operation: 'login', kind: 'error-500', times: 5 })
      await fillSignIn(page, resident)
      await expect(alert).toHaveText('エラーが発生しました。システム管理者にお問い合わせください。')
      await sandbox.post('faults', { clear: true })
      await page.context().setOffline(true)
      await fillSignIn(page, resident)
      await expect(alert).toHaveText('通信できませんでした。インターネットの接続をご確認ください。')
      await page.context().setOffline(false)
      await fillSignIn(page, resident)
      await expect(page).toHaveURL(/applicationlist/)
    })
  })

  test("names the device's clock if it is wrong, and succeeds once it is right", async ({ page, resident }) => {
    const day = 86_400_000
    const alert = page.getByRole('alert')
    await page.clock.install({ time: Date.now() + 3 * day })
    await page.goto('/login/minato-city')
    await fillSignIn(page, resident)
    await expect(alert).toHaveText(
      /お使いの端末の日付と時刻が正しくありません。.*パスワードは正しい可能性があります。$/,
    )
    await expectAccessible(page, 'refused for the clock')
    await page.clock.setSystemTime(Date.now() - 400 * day)
    await fillSignIn(page, resident)
    await expect(alert, 'a message of its own').toBeFocused()
    await expect(alert).toContainText('日付と時刻が正しくありません。')
    await page.clock.setSystemTime(Date.now())
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/applicationlist/)
  })

  test('names the missing values', async ({ page }) => {
    await page.goto('/login/minato-city')
    await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(page.getByRole('link', { name: 'メールアドレスを入力してください。' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'パスワードを入力してください。' })).toBeVisible()
    await expectAccessible(page, 'empty sign-in')
  })

  test('asks for a new password if one is required', async ({ page, residentWith }) => {
    const taro = await residentWith({ state: 'FORCE_CHANGE_PASSWORD' })
    await page.goto('/login/minato-city')
    await fillSignIn(page, taro)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('新しいパスワードの設定')
    await page.getByLabel('新しいパスワード').fill('short')
    await page.getByRole('button', { name: '設定してログイン' }).click()
    await expect(page.getByRole('link', { name: /8文字以上/ })).toBeVisible()
    await expectAccessible(page, 'new password')
    await page.getByLabel('新しいパスワード').fill('Another-2026!')
    await page.getByRole('button', { name: '設定してログイン' }).click()
    await expect(page).toHaveURL(/applicationlist/)
  })

  test('leads to the requested page, once (S-14) @main', async ({ page, resident }) => {
    await page.goto('/minato-city/applicationhistory?status=FINISHED')
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/\/minato-city\/applicationhistory\?status=FINISHED$/)
    expect(await page.evaluate(() => localStorage.getItem('redirectPath'))).toBeNull()
  })

  test('ends with log-out: no tokens or traces are left, and Back shows nothing (S-13)', async ({ page, resident }) => {
    await signIn(page, resident)
    // The log-out replaces this page; Back leads to the one before it.
    await page.goto('/minato-city/userprofile')
    await page.getByRole('button', { name: 'メニュー' }).click()
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(
      kept.filter(
        (key) => !/deviceKey|deviceGroupKey|randomPasswordKey|^portal\.(language|warned|left)|^tenantId$/.test(key),
      ),
    ).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ログイン')
    await expect(page.getByText(resident.email)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: '手続き一覧' })).toHaveCount(0)
  })
})
