import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import type { SandboxClient } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { changeRegistered } from '../support/form-actions.ts'
import { certificate, saveDraft } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

const address = '/application/minato-city/residence-certificate/individual'
function building(page: Page) {
  return page.getByLabel('建物名・部屋番号')
}
const registered = '芝公園ハイツ301'
const gone = '一時保存の期限（1週間）が過ぎたため、保存した内容は削除されました。'

const minute = 60_000
const week = 7 * 24 * 60 * minute

/** the draft exists 6 days 23 hours 59 minutes after the last save, and is deleted after 7 days. */
test.describe('a draft at the end of its week', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('clock', { reset: true })
    await sandbox.post('faults', { clear: true })
  })

  test('deletes the draft in the API, to the minute (R-07)', async ({ page, portal, sandbox, resident }) => {
    const { answers, ...form } = certificate()
    const applicant = { ...answers.applicant, address: { building: '一週間だけ残る部屋' } }
    await saveDraft(portal, resident, { ...form, answers: { applicant } })
    const savedAt = await providersNow(sandbox)
    await sandbox.post('clock', { now: savedAt + week - minute })
    // Sign in after the clock has moved: a session from a week ago has ended.
    await startSignedIn(page, portal, resident)
    await page.goto('/minato-city/applicationlist')
    await page.getByRole('link', { name: '住民票の写しの交付請求の入力を続ける' }).click()
    await expect(building(page)).toHaveValue('一週間だけ残る部屋')

    await sandbox.post('clock', { now: savedAt + week })
    await page.goto('/minato-city/applicationlist')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('link', { name: '住民票の写しの交付請求', exact: true }).first().click()
    await expect(page.getByText(gone)).toBeVisible()
    await expect(page.getByText(registered), 'what is registered').toBeVisible()
    expect((await stored(sandbox, resident)).drafts).toEqual([])
  })

  test.describe('while the API fails', () => {
    test.use({ offContract: true })

    test('deletes a draft that only the browser has (R-07)', async ({
      signedIn: page,
      context,
      portal,
      sandbox,
      resident,
    }) => {
      await sandbox.post('faults', { kind: 'error-500', operation: 'saveDraft', userId: resident.userId })
      await page.goto(address)
      await changeRegistered(page)
      await building(page).fill('この端末だけの部屋')
      await expect(page.getByText(/この端末には保存済みです/)).toBeVisible()
      const typedAt = await providersNow(sandbox)
      await page.close()

      await sandbox.post('clock', { now: typedAt + week - minute })
      const intime = await context.newPage()
      await startSignedIn(intime, portal, resident)
      await intime.goto(address)
      await expect(building(intime)).toHaveValue('この端末だけの部屋')
      await intime.close()

      await sandbox.post('clock', { now: typedAt + week })
      const late = await context.newPage()
      await startSignedIn(late, portal, resident)
      await late.goto(address)
      await expect(late.getByText(gone)).toBeVisible()
      await expect(late.getByText(registered), 'what is registered').toBeVisible()
    })
  })
})

async function providersNow(sandbox: SandboxClient): Promise<number> {
  return ((await sandbox.get('clock')) as { nowMs: number }).nowMs
}
