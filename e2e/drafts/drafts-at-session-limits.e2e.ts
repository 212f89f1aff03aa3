import { expect, fillSignIn, signIn, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, consultation } from '../support/ready-application.ts'

const minute = 60_000

/** the form is idle for half an hour, or edited for half a day. The clocks of browser and API move together. */
test.describe('a session that reaches its limit in the middle of a form', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('clock', { reset: true })
  })

  test('shows a warning, can be extended, ends after half an hour without activity, and restores every value (R-15)', async ({
    page,
    sandbox,
    resident,
  }) => {
    const pass = async (minutes: number) => {
      await sandbox.post('clock', { shiftMs: minutes * minute })
      await page.clock.fastForward(minutes * minute)
    }
    const saved = async () => JSON.stringify((await stored(sandbox, resident)).drafts)
    await page.clock.install()
    await signIn(page, resident)
    await page.goto(applicationPath(resident, consultation()))
    const details = page.getByLabel('相談の内容', { exact: true })
    await details.fill('席を外す前に書いた文')
    await expect.poll(saved).toContain('席を外す前に書いた文')
    await pass(26)
    const warning = page.getByRole('dialog', { name: 'ログインを続けますか' })
    await expect(warning).toBeVisible()
    await warning.getByRole('button', { name: '続ける' }).click()
    await expect(warning).toHaveCount(0)
    await details.fill('席に戻って書いた文')
    await expect.poll(saved).toContain('席に戻って書いた文')
    await pass(31)
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await expect(page.getByText('ログインの有効期限が切れました。もう一度ログインしてください。')).toBeVisible()
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/childcare-consultation\/individual\?step=consultation$/)
    await expect(details).toHaveValue('席に戻って書いた文')
  })
})
