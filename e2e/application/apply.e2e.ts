import { expectAccessible } from '../support/accessibility.ts'
import {
  confirmAnswers,
  expectCardPage,
  fillCertificate,
  fillConsultation,
  payAtProvider,
} from '../support/form-actions.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { arrivals, certificate as certificateDraft, openReview, saveDraft } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

const certificate = '/application/minato-city/residence-certificate/individual'
const consultation = '/application/minato-city/childcare-consultation/individual'

test.describe('an application with a fee', () => {
  test(
    'can be filled in, paid by card and found again with its receipt number',
    { tag: ['@main', '@webkit'] },
    async ({ page, resident, portal }) => {
      await signIn(page, resident)
      await page.getByRole('link', { name: '住民票の写しの交付請求' }).click()
      await expect(page.getByRole('heading', { level: 1, name: '住民票の写しの交付請求' })).toBeVisible()
      await expectAccessible(page, 'form')
      await fillCertificate(page, { copies: 2 })
      await expect(page.getByText('710円').first()).toBeVisible()
      await expectAccessible(page, 'settlement')
      await confirmAnswers(page)
      await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
      await payAtProvider(page, portal, '支払う')
      await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
      const receiptNumber =
        (await page
          .getByText(/^\d{4}-\d{6}$/)
          .first()
          .textContent()) ?? ''
      await expectAccessible(page, 'success')
      await page.getByRole('link', { name: '申請履歴へ' }).click()
      await page
        .getByRole('link', { name: /住民票の写しの交付請求/ })
        .first()
        .click()
      await expect(page.getByText(receiptNumber).first()).toBeVisible()
      await expect(page.getByText('未処理').first()).toBeVisible()
      await expect(page.getByText('710円').first()).toBeVisible()
      await expectAccessible(page, 'details')
    },
  )

  test('corrects the section whose 修正する is clicked, although all sections are on one page', async ({
    page,
    portal,
    resident,
  }) => {
    await startSignedIn(page, portal, resident)
    await saveDraft(portal, resident, certificateDraft(2))
    await page.goto(`${certificate}?step=review`)
    await page.getByRole('link', { name: '「受け取り方法」を修正する' }).click()
    const section = page.getByRole('heading', { level: 2, name: '受け取り方法' })
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport({ ratio: 1 })
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: '内容と金額の確認' })).toBeVisible()
    await page.getByRole('link', { name: '「請求する方」を修正する' }).click()
    await expect(page.getByRole('heading', { level: 2, name: '請求する方' })).toBeFocused()
  })

  test('can be paid from the history after the card was declined and the payment cancelled', async ({
    page,
    resident,
    portal,
  }) => {
    await signIn(page, resident)
    await page.goto(certificate)
    await fillCertificate(page)
    await confirmAnswers(page)
    await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
    await expectCardPage(page, portal)
    const cardPage = page.url()
    const number = page.getByRole('textbox', { name: 'カード番号' })
    await number.fill('4000 0000 0000 0069')
    await page.getByRole('button', { name: '支払う' }).click()
    await expect(page.getByRole('alert')).toHaveText(/有効期限が切れています/)
    await expect(page).toHaveTitle(/^エラー：/)
    await number.fill('4000 0000 0000 0002')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(number).toHaveAttribute('aria-invalid', 'false')
    await expect(page).toHaveTitle(/^カードでのお支払い/)
    await page.getByRole('button', { name: '支払う' }).click()
    await expect(page).toHaveURL(/\/minato-city\/payment\/error$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お支払いは完了していません')
    await expect(page.getByText(/^料金は請求されていません。カード番号/)).toBeVisible()
    await expectAccessible(page, 'payment error')
    await page.goto(cardPage)
    await expect(page.getByRole('status')).toContainText('このカードではお支払いできませんでした。')
    await page.goto('/minato-city/applicationhistory')
    await page
      .getByRole('link', { name: /住民票の写しの交付請求/ })
      .first()
      .click()
    await page.getByRole('link', { name: '支払う' }).click()
    await expect(page).toHaveURL(/\/charges\/[^/]+\/pay$/)
    await page.getByRole('button', { name: '支払う', exact: true }).click()
    await payAtProvider(page, portal, 'やめる')
    await expect(page).toHaveURL(/\/minato-city\/payment\/cancelled$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お支払いが中止されました')
    await expectAccessible(page, 'payment cancelled')
    await page.getByRole('link', { name: 'もう一度支払う' }).click()
    await page.getByRole('button', { name: '支払う', exact: true }).click()
    await payAtProvider(page, portal, '支払う')
    await expect(page).toHaveURL(/\/minato-city\/charge\/success$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お支払いが完了しました')
  })

  test('shows an unpaid application as unpaid at a forged address (P-04)', async ({ page, resident, portal }) => {
    await openReview(page, portal, resident, certificateDraft(2))
    await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
    await expectCardPage(page, portal)
    for (const query of ['', '&repayment=true']) {
      await page.goto(`${portal.url}/callbacks/payment_success?tenantId=minato-city${query}`)
      await expect(page).toHaveURL(/\/minato-city\/(order|charge)\/success$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('お支払いの結果を確認しています')
      await expect(page.getByText('お支払いが完了しました')).toHaveCount(0)
      await expect(page.getByText('申請が完了しました')).toHaveCount(0)
    }
  })
})

test.describe('an application without a fee', () => {
  test('ends with a receipt number; going back sends nothing again (P-03)', async ({ page, resident, sandbox }) => {
    await signIn(page, resident)
    await page.goto(consultation)
    await fillConsultation(page)
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await page.getByRole('button', { name: '送信する' }).dblclick()
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
    await expect(page.getByText(/^\d{4}-\d{6}$/).first()).toBeVisible()
    await page.goBack()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await arrivals(sandbox, resident, 'submitOrder'), 'one click, one order (P-01)').toHaveLength(1)
  })

  test('lists the missing answers and loses nothing @main', async ({ page, resident }) => {
    await signIn(page, resident)
    await page.goto(consultation)
    await page.getByLabel('相談の内容', { exact: true }).fill('消えてはいけない文章')
    await page.getByRole('button', { name: '次へ' }).click()
    const summary = page.getByRole('region', { name: /入力内容を確認してください/ })
    await expect(summary).toBeFocused()
    await expect(page).toHaveTitle(/^エラー/)
    await expectAccessible(page, 'failed step')
    await summary.getByRole('link', { name: /お子さんの年齢/ }).click()
    await expect(page.getByLabel('妊娠中')).toBeFocused()
    await expect(page.getByLabel('相談の内容', { exact: true })).toHaveValue('消えてはいけない文章')
  })
})
