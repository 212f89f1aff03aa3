import { linkTo } from '../identity/outbox.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { completeRegistration, confirmAnswers, fillConsultation } from '../support/form-actions.ts'
import { expect, fillSignIn, test } from '../support/journey.ts'

test('a shared link to a procedure opens without a session or the form engine, and leads through sign-in to the form @main', async ({
  page,
  resident,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/${resident.tenantId}/procedures/residence-certificate`)
  await expect(page.getByRole('heading', { level: 1, name: '住民票の写しの交付請求' })).toBeVisible()
  await expect(page.getByText('クレジットカード（手数料のお支払いに使います）')).toBeVisible()
  expect(asked.filter((path) => /\/application-[\w-]{8}\.js|definition\.json$/.test(path))).toEqual([])
  await expectAccessible(page, 'procedure')
  await page.getByRole('link', { name: 'はじめる', exact: true }).click()
  await fillSignIn(page, resident)
  await expect(page).toHaveURL(/\/application\/[^/]+\/residence-certificate\/individual/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('a first visit from LINE', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23B85 Safari Line/15.18.0',
  })

  test('leads over the public list and the registration to the chosen form, which is sent', async ({
    page,
    sandbox,
  }) => {
    const email = `new-${Date.now()}@example.jp`
    const title = page.getByRole('heading', { level: 1 })
    await page.goto('/?tenantId=minato-city&from=line')
    await page.getByRole('link', { name: '手続きを見る' }).click()
    await expect(title).toHaveText('手続きのご案内')
    await expect(title).toBeFocused()
    await page.getByRole('link', { name: '子育て相談の予約', exact: true }).click()
    await page.getByRole('link', { name: 'はじめる', exact: true }).click()

    await page.getByRole('link', { name: 'はじめての方' }).click()
    // The sign-in page, until then on the screen, has such a field too.
    await expect(title).toHaveText('新規登録')
    await page.getByLabel('メールアドレス').fill(email)
    await page.getByRole('button', { name: 'メールを送信する' }).click()
    await expect(title).toHaveText('メールをご確認ください')
    await page.goto(await linkTo(sandbox, email))
    await completeRegistration(page, 'Portal-2026!')

    await expect(page).toHaveURL(/\/application\/minato-city\/childcare-consultation\/individual/)
    await fillConsultation(page)
    await confirmAnswers(page)
    await page.getByRole('button', { name: '送信する', exact: true }).click()
    await expect(page).toHaveURL(/\/order\/success$/)
  })
})
