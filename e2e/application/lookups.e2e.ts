import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import type { Portal, Resident } from '../support/journey.ts'
import { applicationPath, certificate, saveDraft } from '../support/ready-application.ts'

const roadOccupancy = '/application/minato-city/road-occupancy/corporate'

function code(page: Page) {
  return page.getByLabel('郵便番号')
}
function city(page: Page) {
  return page.getByLabel('市区町村')
}
function town(page: Page) {
  return page.getByLabel('町名')
}

test.describe('a postal code', () => {
  test('shared by two prefectures lets the user choose; the chosen address can be edited @main', async ({
    signedIn: page,
    portal,
    resident,
  }) => {
    await openWithoutAddress(page, portal, resident)
    await code(page).fill('498-0000')
    const choice = page.getByRole('group', { name: '住所を選んでください' })
    await expect(choice.getByRole('button', { name: /^愛知県弥富市/ }).first()).toBeVisible()
    await expect(city(page), 'nothing is filled in before the choice').toHaveValue('')
    await choice
      .getByRole('button', { name: /^三重県桑名郡木曽岬町/ })
      .first()
      .click()
    await expect(choice).toHaveCount(0)
    await expect(city(page)).toHaveValue('桑名郡木曽岬町')
    await expect(code(page)).toBeFocused()
    await city(page).fill('桑名郡 木曽岬町')
    await town(page).fill('大字和富1番地')
    await expect(city(page)).toHaveValue('桑名郡 木曽岬町')
  })

  for (const [number, fault, tag] of [
    ['9999990', 'the provider is unavailable', []],
    ['9999992', 'the connection breaks', ['@chromium']],
  ] as const) {
    test(
      `shows a message that the address can be typed when ${fault}`,
      { tag: [...tag] },
      async ({ signedIn: page, portal, resident }) => {
        await openWithoutAddress(page, portal, resident)
        await code(page).fill(number)
        await expect(
          page.getByText('住所を検索できませんでした。郵便番号を入力し直すか、住所を直接入力してください。'),
        ).toBeVisible()
        await city(page).fill('港区')
        await town(page).fill('芝公園1丁目5番25号')
        await expect(city(page)).toHaveValue('港区')
      },
    )
  }

  test(
    'shows that the search is running if it is slow; the user can continue meanwhile (R-05)',
    { tag: '@chromium' },
    async ({ signedIn: page, portal, resident }) => {
      await openWithoutAddress(page, portal, resident)
      await code(page).fill('9999991')
      await expect(page.getByText('住所を検索しています。')).toBeVisible()
      await city(page).fill('港区')
      await expect(page.getByText(/この郵便番号の住所は見つかりませんでした/)).toBeVisible()
      await expect(city(page)).toHaveValue('港区')
    },
  )

  test('ignores the late response to the first value after a change', async ({
    signedIn: page,
    portal,
    resident,
    sandbox,
  }) => {
    await openWithoutAddress(page, portal, resident)
    await sandbox.post('faults', { kind: 'slow', operation: 'lookUpAddress', times: 1, delayMs: 1500 })
    const late = page.waitForEvent('requestfinished', (request) => request.url().includes('1050011'))
    await code(page).fill('1050011')
    await code(page).fill('4600001')
    await expect(city(page)).toHaveValue('名古屋市中区')
    await late
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(city(page)).toHaveValue('名古屋市中区')
    await expect(page.getByRole('button', { name: /^東京都港区/ }), 'nor is it offered').toHaveCount(0)
  })

  test('does not overwrite typed text when the response is late, but offers it', async ({
    signedIn: page,
    portal,
    resident,
    sandbox,
  }) => {
    await openWithoutAddress(page, portal, resident)
    await sandbox.post('faults', { kind: 'slow', operation: 'lookUpAddress', times: 1, delayMs: 1500 })
    await code(page).fill('1050011')
    await city(page).fill('みなと区')
    await expect(page.getByRole('button', { name: '東京都港区芝公園' })).toBeVisible()
    await expect(city(page)).toHaveValue('みなと区')
  })
})

test.describe('a corporate number', () => {
  test('fills in name and address if its check digit is right; both can be edited', async ({ signedIn: page }) => {
    await page.goto(roadOccupancy)
    const number = page.getByLabel('法人番号')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/corporations/')) asked.push(request.url())
    })
    await number.fill('8000012050002')
    await number.blur()
    await page.getByRole('button', { name: '法人名と所在地を検索' }).click()
    await expect(page.getByText(/法人番号に入力の誤りがあります/).first()).toBeVisible()
    expect(asked, 'no look-up for a number with a typing error').toEqual([])
    await number.fill('７０００ ０１２０ ５０００２')
    await expect(page.getByLabel('法人名', { exact: true })).toHaveValue('国税庁')
    await expect(page.getByLabel('本店または主たる事務所の所在地')).toHaveValue('東京都千代田区霞が関3丁目1-1')
    await page.getByLabel('法人名', { exact: true }).fill('国税庁 総務課')
    await expect(page.getByLabel('法人名', { exact: true })).toHaveValue('国税庁 総務課')
  })

  test('lets the user type name and address if the look-up fails', async ({ signedIn: page, sandbox }) => {
    await page.goto(roadOccupancy)
    await sandbox.post('faults', { kind: 'unavailable', operation: 'lookUpCorporation', times: 3 })
    await page.getByLabel('法人番号').fill('7000012050002')
    await expect(page.getByText(/法人情報を検索できませんでした。法人番号をご確認いただくか/)).toBeVisible({
      timeout: 20_000,
    })
    await page.getByLabel('法人名', { exact: true }).fill('港建設株式会社')
    await expect(page.getByLabel('法人名', { exact: true })).toHaveValue('港建設株式会社')
    await sandbox.post('faults', { clear: true })
  })
})

/**
 * Opens the certificate form for a name other than the registered one, so that nothing is filled in from the profile.
 */
async function openWithoutAddress(page: Page, portal: Portal, resident: Resident): Promise<void> {
  const { answers, ...form } = certificate()
  const applicant = { name: answers.applicant?.name }
  await saveDraft(portal, resident, { ...form, answers: { applicant } })
  await page.goto(applicationPath(resident, certificate(), 'applicant'))
  await expect(code(page)).toHaveValue('')
}
