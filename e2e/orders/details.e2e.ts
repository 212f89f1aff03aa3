import type { Locator, Page } from '@playwright/test'
import { OrderStatus } from '../../src/api/generated/api.schemas.ts'
import { expectCardPage } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import type { Resident, SandboxClient } from '../support/journey.ts'
import { asResident, effectsOf, stored } from '../support/provider-view.ts'
import { arrivals, certificate, saveDraft } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
function withdrawButton(page: Page) {
  return page.getByRole('main').getByRole('button', { name: '取り下げる', exact: true })
}
function reapplyButton(page: Page) {
  return page.getByRole('button', { name: /^(この内容をもとに申請する|同じ内容でもう一度申請する)$/ })
}
function payLink(page: Page) {
  return page.getByRole('main').getByRole('link', { name: '支払う', exact: true })
}

async function orderIn(sandbox: SandboxClient, resident: Resident, status: OrderStatus) {
  const order = (await stored(sandbox, resident)).orders.find((one) => one.status === status)
  if (order === undefined) throw new Error(`No order is in ${status}`)
  return order
}

/** The texts of the page with the noun of the service: a consultation is booked, not applied for. */
function textsOf({ serviceId }: { serviceId: string }) {
  const noun = serviceId === 'childcare-consultation' ? '予約' : '申請'
  return { submitted: `${noun}を受け付けました`, answers: `${noun}の内容` }
}

/** The default print margin of browsers. */
const paperMargin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' }

/** The number of A4 sheets of the printed page. */
async function printedSheets(page: Page): Promise<number> {
  const sheets = (await page.pdf({ format: 'A4', margin: paperMargin })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  return sheets?.length ?? 0
}

const pointsPerMm = 72 / 25.4

/** The space below the top of each heading on its sheet, in points, from the outline of a printed page. */
async function spaceBelowHeadings(page: Page, sheetHeightMm: number): Promise<{ heading: string; space: number }[]> {
  const height = `${sheetHeightMm}mm`
  const options = { width: '210mm', height, margin: paperMargin, tagged: true, outline: true }
  const entries = (await page.pdf(options))
    .toString('latin1')
    .matchAll(/\/Title <FEFF(?<title>[0-9A-F]+)>\s*\/Dest \[\d+ 0 R \/XYZ [\d.]+ (?<top>[\d.]+) /g)
  return [...entries].map(({ groups: { title = '', top = '' } = {} }) => ({
    heading: Buffer.from(title, 'hex').swap16().toString('utf16le'),
    space: Number(top) - 10 * pointsPerMm,
  }))
}

const explanations: { readonly [status in OrderStatus]: string } = {
  WAITING_PAYMENT: 'お支払いがまだ完了していません。',
  NOT_STARTED: '申請を受け付けました。担当者の確認をお待ちください。',
  IN_PROCESS: '担当者が内容を確認しています。',
  FINISHED: '手続きが完了しました。',
  CANCELLED_BY_USER: 'この申請は取り下げられました。',
  CANCELLED_BY_TENANT: '確認が必要な点があるため、申請を差し戻しました。',
}

test.describe('the details of an application', () => {
  test('explain every status, show the given answers and the allowed buttons @main', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const provider = await asResident(portal, resident)
    await startSignedIn(page, portal, resident)
    for (const status of Object.values(OrderStatus)) {
      const order = await orderIn(sandbox, resident, status)
      const { orderId, receiptNumber } = order
      const { allowedActions } = await provider.order(orderId)
      await page.goto(`/minato-city/history-details/${orderId}`)
      await expect(page.getByText(receiptNumber).first()).toBeVisible()
      await expect(page.getByText(explanations[status]).first(), status).toBeVisible()
      const texts = textsOf(order)
      await expect(page.getByRole('region', { name: 'これまでの経過' }).getByRole('listitem').last()).toContainText(
        texts.submitted,
      )
      await expect(page.getByRole('region', { name: texts.answers }).getByRole('term').first(), status).toBeVisible()
      await expect(withdrawButton(page), status).toHaveCount(allowedActions.includes('withdraw') ? 1 : 0)
      await expect(reapplyButton(page), status).toHaveCount(allowedActions.includes('reapply') ? 1 : 0)
      await expect(payLink(page), status).toHaveCount(allowedActions.includes('pay') ? 1 : 0)
    }
  })

  test('prints the details in every status on one sheet', async ({ page, portal, sandbox, residentWith }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    for (const status of Object.values(OrderStatus)) {
      const order = await orderIn(sandbox, resident, status)
      await page.goto(`/minato-city/history-details/${order.orderId}`)
      await expect(
        page
          .getByRole('region', { name: textsOf(order).answers })
          .getByRole('term')
          .first(),
        status,
      ).toBeVisible()
      expect(await printedSheets(page), status).toBe(1)
    }
  })

  test('print no heading at the end of a sheet without the first row of its section', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    await startSignedIn(page, portal, resident)
    for (const status of ['WAITING_PAYMENT', 'CANCELLED_BY_TENANT', 'FINISHED'] as const) {
      const order = await orderIn(sandbox, resident, status)
      await page.goto(`/minato-city/history-details/${order.orderId}`)
      await expect(page.getByRole('region', { name: 'お届け先' })).toBeVisible()
      // Small sheets of several heights, so that a sheet ends at many places of the page.
      for (const height of [90, 100, 110, 120]) {
        const headings = await spaceBelowHeadings(page, height)
        expect(headings.length).toBeGreaterThan(6)
        // A heading and a row need about 30 points.
        expect(
          headings.filter(({ space }) => space < 30),
          `${status} on sheets of ${height} mm`,
        ).toEqual([])
      }
    }
  })

  test.describe('with an unknown status', () => {
    test.use({ offContract: true })

    test('show - for the status and otherwise work (S-08)', async ({ page, portal, sandbox, residentWith }) => {
      const resident = await residentWith({ seed: 'orders' })
      const { orderId, receiptNumber } = await orderIn(sandbox, resident, 'IN_PROCESS')
      await startSignedIn(page, portal, resident)
      await page.route(`**/o/orders/${orderId}`, async (route) => {
        const response = await route.fetch()
        const order = (await response.json()) as object
        await route.fulfill({ response, json: { ...order, status: 'ARCHIVED', allowedActions: ['shred'] } })
      })
      await page.goto(`/minato-city/history-details/${orderId}`)
      await expect(page.getByText(receiptNumber).first()).toBeVisible()
      await expect(page.getByText('状況を表示できません')).toBeAttached()
      await expect(page.getByText('ARCHIVED')).toHaveCount(0)
      await expect(withdrawButton(page)).toHaveCount(0)
    })
  })

  test('can withdraw an application once, after a confirmation, and report it on the page (P-01) @main', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const { orderId } = await orderIn(sandbox, resident, 'WAITING_PAYMENT')
    await startSignedIn(page, portal, resident)
    await page.goto(`/minato-city/history-details/${orderId}`)
    await withdrawButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'この申請を取り下げますか' })
    await expect(dialog).toContainText('お支払い待ちの請求も取り消されます。')
    await dialog.getByLabel('取り下げる理由').fill('引っ越したため')
    await dialog.getByRole('button', { name: '取り下げる', exact: true }).dblclick()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(explanations.CANCELLED_BY_USER)).toBeVisible()
    await expect(page.getByText('引っ越したため')).toBeVisible()
    expect(await arrivals(sandbox, resident, 'withdrawOrder')).toHaveLength(1)
    const charge = (await stored(sandbox, resident)).charges.find((one) => one.orderId === orderId)
    expect(charge?.status).toBe('CANCELLED')
  })

  test('show the reason of a return, and open a form with the former answers @main', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const { orderId } = await orderIn(sandbox, resident, 'CANCELLED_BY_TENANT')
    await startSignedIn(page, portal, resident)
    await page.goto(`/minato-city/history-details/${orderId}`)
    await expect(page.getByText(/ご本人であることが確認できませんでした/)).toBeVisible()
    await reapplyButton(page).dblclick()
    await expect(page).toHaveURL(/\/application\/minato-city\/residence-certificate\//)
    await expect(page.getByText(/ご本人であることが確認できませんでした/)).toBeInViewport()
    expect(await arrivals(sandbox, resident, 'reapplyOrder')).toHaveLength(1)
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await expect(page).toHaveURL(/\/order\/payment\/minato-city\/residence-certificate\?type=individual/)
    await expect(title(page), 'all of it is still valid').toHaveText('内容と金額の確認')
    await expect(page.getByText('ヤマダ')).toBeVisible()
    await expect(page.getByRole('row', { name: 'お支払い済み（前回の申請） -710円' })).toBeVisible()
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await page.getByRole('button', { name: '送信する', exact: true }).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    const { effects } = await effectsOf(sandbox, resident)
    expect(effects.filter(({ effect }) => effect === 'order-created')).toHaveLength(1)
  })

  for (const [part, pointer, label] of [
    ['a field', '/certificate/copies', '通数'],
    ['a field of the registered data', '/applicant/phone', '電話番号'],
  ] as const)
    test(`lead from a returned application to ${part} that is to be corrected, with the reason`, async ({
      page,
      portal,
      sandbox,
      residentWith,
    }) => {
      const resident = await residentWith({ seed: 'orders' })
      const { orderId } = await orderIn(sandbox, resident, 'CANCELLED_BY_TENANT')
      await startSignedIn(page, portal, resident)
      await sandbox.post(`orders/${orderId}`, {
        status: 'CANCELLED_BY_TENANT',
        returnReason: '内容をご確認ください。',
        returnFields: [pointer],
      })
      await page.goto(`/minato-city/history-details/${orderId}`)
      await reapplyButton(page).click()
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport({ ratio: 1 })
      await expect(page.getByText('（お支払い済みのため、今回のお支払いはありません）')).toBeVisible()
      const bar = await page.locator('[data-page-foot]').boundingBox()
      const box = await field.boundingBox()
      const bottom = Math.round((box?.y ?? Infinity) + (box?.height ?? 0))
      expect(bottom, 'not below the bar').toBeLessThanOrEqual(Math.round(bar?.y ?? 0))
      await expect(page.getByText(label, { exact: true }).last()).toBeInViewport({ ratio: 1 })
      await expect(page.getByText('差戻しの理由：内容をご確認ください。')).toBeInViewport({ ratio: 1 })
      await expect(field).toHaveAccessibleDescription(/差戻しの理由：内容をご確認ください。/)
      await page.reload()
      await expect(title(page)).toHaveText('住民票の写しの交付請求')
      await expect(field).toBeVisible()
      await expect(field).not.toBeFocused()
    })

  for (const [status, clicksNeeded, again, send] of [
    ['FINISHED', 'three', '同じ内容でもう一度申請する', '送信して支払いへ進む'],
    ['CANCELLED_BY_TENANT', 'four', 'この内容をもとに申請する', '送信する'],
  ] as const)
    test(`lead from an application with status ${status} to the next one in ${clicksNeeded} clicks, if its answers are still valid`, async ({
      page,
      portal,
      sandbox,
      residentWith,
    }) => {
      const resident = await residentWith({ seed: 'orders' })
      const { orderId } = await orderIn(sandbox, resident, status)
      await startSignedIn(page, portal, resident)
      await page.goto(`/minato-city/history-details/${orderId}`)
      let clicks = 0
      const click = async (target: Locator) => {
        await target.click()
        clicks += 1
      }
      await click(page.getByRole('button', { name: again }))
      // What has to be corrected is in the form.
      if (clicksNeeded === 'four') await click(page.getByRole('button', { name: '入力内容を確認する' }))
      await click(page.getByLabel('上記の内容に誤りがないことを確認しました。'))
      await click(page.getByRole('button', { name: send, exact: true }))
      if (status === 'FINISHED') await expectCardPage(page, portal)
      else await expect(page).toHaveURL(/\/order\/success$/)
      expect(clicks).toBe(clicksNeeded === 'four' ? 4 : 3)
    })

  test('let the resident apply again only after a choice if a draft exists (SE_AP_0011)', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const { orderId } = await orderIn(sandbox, resident, 'CANCELLED_BY_TENANT')
    await startSignedIn(page, portal, resident)
    await saveDraft(portal, resident, certificate(5))
    await page.goto(`/minato-city/history-details/${orderId}`)
    await reapplyButton(page).click()
    const dialog = page.getByRole('dialog', { name: '入力途中の下書きがあります' })
    await dialog.getByRole('button', { name: 'やめる' }).click()
    expect((await stored(sandbox, resident)).drafts[0]?.answers.certificate).toMatchObject({ copies: 5 })
    await reapplyButton(page).click()
    await dialog.getByRole('button', { name: '下書きを削除して、この申請の内容を使う' }).click()
    await expect(page).toHaveURL(/\/application\/minato-city\/residence-certificate\//)
    expect((await stored(sandbox, resident)).drafts[0]).toMatchObject({ reapplyOf: orderId })
  })
})
