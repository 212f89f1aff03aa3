import { certificate, applicationPath, openReview, saveDraft } from '../support/ready-application.ts'
import { expectCardPage, payAtProvider } from '../support/form-actions.ts'
import { expect, fillSignIn, test } from '../support/journey.ts'
import { newCharge } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { isTranslated, translate } from '../support/translator.ts'

test.describe('a page that the browser translates', () => {
  test.beforeEach(async ({ page }) => translate(page))

  test('shows that the password was wrong, signs in with the right one, and saves an application', async ({
    page,
    resident,
    portal,
  }) => {
    await saveDraft(portal, resident, certificate())
    await page.goto(`/login/${resident.tenantId}`)
    await fillSignIn(page, { email: resident.email, password: 'Wrong-2026!' })
    await expect(page.getByRole('alert')).toHaveText('メールアドレスまたはパスワードが正しくありません。')
    expect(await isTranslated(page)).toBe(true)
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/applicationlist/)
    await page.goto(applicationPath(resident, certificate(), 'certificate'))
    await page.getByRole('textbox', { name: '通数' }).fill('2')
    await page.getByRole('button', { name: '一時保存する' }).click()
    await expect(page.getByText('一時保存しました。')).toBeVisible()
    await expect(page.getByRole('textbox', { name: '通数' })).toHaveValue('2')
  })

  test('sends an application and leaves for the payment', async ({ page, portal, resident }) => {
    await openReview(page, portal, resident, certificate())
    expect(await isTranslated(page)).toBe(true)
    await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
    await expectCardPage(page, portal)
  })

  test('pays a charge and shows the result', async ({ page, portal, sandbox }) => {
    const { resident, chargeId } = await newCharge(sandbox)
    await startSignedIn(page, portal, resident)
    await page.goto(`/${resident.tenantId}/charges/${chargeId}/pay`)
    await page.getByRole('button', { name: '支払う', exact: true }).click()
    await payAtProvider(page, portal, '支払う')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お支払いが完了しました')
    expect(await isTranslated(page)).toBe(true)
  })

  test('sends the mail to set a new password', async ({ page, resident }) => {
    await page.goto(`/login/${resident.tenantId}`)
    await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('パスワードの再設定')
    await page.getByLabel('メールアドレス').fill(resident.email)
    await page.getByLabel('メールアドレス').press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('メールをご確認ください')
    expect(await isTranslated(page)).toBe(true)
  })
})
