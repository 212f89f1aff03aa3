import { certificate, applicationPath, saveDraft } from '../support/ready-application.ts'
import { expect, fillSignIn, test } from '../support/journey.ts'
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
})
