import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, signIn, test } from '../support/journey.ts'
import type { Resident, SandboxClient } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { expectCodeStep, expectLoaded, expectTitle } from './keyboard.ts'
import { codeTo, linkTo } from './outbox.ts'

function registered(page: Page, text: string) {
  return expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible()
}
function save(page: Page) {
  return page.getByRole('button', { name: '保存する', exact: true }).click()
}

async function profileOf(sandbox: SandboxClient, { tenantId, userId }: Resident): Promise<Record<string, unknown>> {
  const state = (await sandbox.get(`state/users/${tenantId}/${userId}`)) as {
    resident: { profile: Record<string, unknown> }
  }
  return state.resident.profile
}

test.describe('the profile', () => {
  test('can be edited with the help of the postal code; two tabs that edit it at the same time lose nothing (R-13)', async ({
    page,
    context,
    portal,
    resident,
    sandbox,
  }) => {
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await startSignedIn(tab, portal, resident)
      await tab.goto('/minato-city/userprofile')
      await tab.getByRole('link', { name: '変更する' }).click()
      await expectTitle(tab, '利用者情報の変更')
    }
    await page.getByLabel('郵便番号').fill('100-0001')
    await expect(page.getByLabel('市区町村')).toHaveValue('千代田区')
    await page.getByLabel('番地').fill('1番1号')
    await page.getByLabel('姓', { exact: true }).fill('湊')
    await page.getByLabel('年', { exact: true }).fill('S60')
    await page.reload()
    await expect(page.getByLabel('姓', { exact: true }), 'a reload keeps typed values').toHaveValue('湊')
    await save(page)
    await expectTitle(page, 'マイページ')
    await registered(page, '湊 花子')
    await registered(page, '1985年（昭和60年）4月1日')
    await registered(page, '〒100-0001 東京都千代田区')

    await other.getByLabel('姓', { exact: true }).fill('')
    await save(other)
    await expect(other.getByRole('link', { name: '姓を入力してください。' })).toBeVisible()
    await other.getByLabel('姓', { exact: true }).fill('山田')
    await save(other)
    await expectTitle(other, 'ほかの画面で内容が変更されました')
    await expect(other.getByText('あなたが入力した内容').locator('..')).toContainText('山田 花子')
    await expect(other.getByText('現在登録されている内容').locator('..')).toContainText('湊 花子')
    await expectAccessible(other, 'conflict of the profile')
    await other.getByRole('button', { name: '入力した内容で保存する' }).click()
    await expectTitle(other, 'マイページ')
    await registered(other, '山田 花子')
    expect(await profileOf(sandbox, resident)).toMatchObject({
      familyName: '山田',
      birthDate: '1985-04-01',
      address: { postalCode: '1000001' },
    })
  })

  test('can be edited by a corporation, which then changes its mail address by a mailed link', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const company = await residentWith({ kind: 'corporation' })
    const taken = await residentWith()
    await startSignedIn(page, portal, company)
    await page.goto('/minato-city/userprofile?view=edit')
    await page.getByLabel('法人番号').fill('7000012050002')
    await expect(page.getByLabel('法人名・団体名', { exact: true })).not.toHaveValue('株式会社みなと設備')
    const name = await page.getByLabel('法人名・団体名', { exact: true }).inputValue()
    await page.getByLabel('部署名').fill('経理部')
    await save(page)
    await expectTitle(page, 'マイページ')
    await registered(page, '経理部')
    expect(await profileOf(sandbox, company)).toMatchObject({
      corporateNumber: '7000012050002',
      corporationName: name,
    })

    await page.getByRole('link', { name: /^メールアドレスの変更/ }).click()
    await expectTitle(page, 'メールアドレスの変更')
    const ask = async (email: string) => {
      await page.getByLabel('新しいメールアドレス').fill(email)
      await page.getByRole('button', { name: '確認メールを送信する' }).click()
    }
    await ask(company.email)
    await expect(page.getByRole('link', { name: /^現在のメールアドレスと同じです/ })).toBeVisible()
    await ask(taken.email)
    await expect(page.getByRole('link', { name: /^このメールアドレスはすでに登録されています/ })).toBeVisible()
    await ask(`new-${company.email}`)
    await expectTitle(page, 'メールをご確認ください')
    await page.goto(await linkTo(sandbox, `new-${company.email}`))
    await page.getByRole('button', { name: '変更する', exact: true }).click()
    await expectTitle(page, '変更が完了しました')
    await page.getByRole('link', { name: 'マイページへ' }).click()
    await registered(page, `new-${company.email}`)
  })

  test('lists the devices, removes one, then all', async ({ page, browser, portal, resident }) => {
    for (let device = 0; device < 2; device += 1) {
      const context = await browser.newContext({ baseURL: portal.url })
      await signIn(await context.newPage(), resident)
      await context.close()
    }
    await signIn(page, resident)
    await page.goto('/minato-city/userprofile?view=devices')
    await expectLoaded(page, '端末の管理')
    const devices = page.getByRole('listitem').filter({ hasText: '最後に使った日時' })
    await expect(devices).toHaveCount(3)
    await expect(devices.first()).toContainText('この端末')
    await devices.first().getByRole('button', { name: 'この端末を記憶する' }).click()
    await expect(devices.first()).toContainText('記憶済み')
    await expectAccessible(page, 'devices')
    await devices
      .last()
      .getByRole('button', { name: /の登録を解除する$/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
    await expect(devices).toHaveCount(3)
    await devices
      .last()
      .getByRole('button', { name: /の登録を解除する$/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '登録を解除する' }).click()
    await expect(devices).toHaveCount(2)
    await page.getByRole('button', { name: 'すべての端末の登録を解除する' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'すべての端末の登録を解除する' }).click()
    await expect(page.getByText('登録されている端末はありません。')).toBeVisible()
  })

  test('turns second factors on and off and shows which are in use', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ phone: '+819000000003' })
    await startSignedIn(page, portal, resident)
    await page.goto('/minato-city/userprofile?view=security')
    const factor = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await page.getByRole('button', { name: '携帯電話（SMS）を使う', exact: true }).click()
    await expect(factor('携帯電話（SMS）')).toContainText('使用中')
    await page.getByRole('button', { name: 'メールを使う', exact: true }).click()
    await expect(factor('メールに届く')).toContainText('使用中')
    await page.getByRole('button', { name: 'メール：いつもこれを使う' }).click()
    await expect(factor('メールに届く')).toContainText('いつも使う方法')
    await page.goto('/minato-city/userprofile?view=phone')
    await expect(page.getByText(/この電話番号は削除できません/)).toBeVisible()
    await page.goto('/minato-city/userprofile?view=security')
    await page.getByRole('button', { name: '携帯電話（SMS）を使うのをやめる' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '使うのをやめる' }).click()
    await expect(factor('携帯電話（SMS）')).toContainText('未使用')
    await page.goto('/minato-city/userprofile?view=phone')
    await page.getByRole('button', { name: '電話番号を削除する' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '電話番号を削除する' }).click()
    await expectTitle(page, 'ログインとセキュリティ')
    await expect(factor('携帯電話（SMS）').getByRole('link', { name: '電話番号を登録する' })).toBeVisible()
    expect((await sandbox.get(`outbox?to=${encodeURIComponent(resident.email)}`)) as unknown[]).toEqual([])
  })

  test('does not lose the code of a new phone number in a reload', async ({ page, portal, sandbox, residentWith }) => {
    const resident = await residentWith()
    const digits = `080${String(Date.now()).slice(-8)}`
    const phone = digits.replace(/^0/, '+81')
    await startSignedIn(page, portal, resident)
    await page.goto('/minato-city/userprofile?view=phone')
    await page.getByLabel('新しい電話番号').fill(digits)
    await page.getByRole('button', { name: '確認コードを送信する' }).click()
    await expectCodeStep(page)
    await page.reload()
    await expectLoaded(page, '確認コードの入力')
    await page.getByRole('button', { name: '電話番号を入力し直す' }).click()
    await expectTitle(page, '確認コードを受け取る電話番号')
    await expect(page.getByText('未確認')).toBeVisible()
    await expectAccessible(page, 'unconfirmed phone number')
    await page.getByRole('link', { name: 'コードを入力する' }).click()
    await expectTitle(page, '確認コードの入力')
    await page.reload()
    await expectLoaded(page, '確認コードの入力')
    const first = await codeTo(sandbox, phone)
    await page.getByRole('button', { name: 'コードを再送信する' }).click()
    // A code is sent only when no other request of the page is under way.
    await expect(page.getByText('新しい確認コードを送信しました。').first()).toBeVisible()
    await page.getByLabel('確認コード').fill(await codeTo(sandbox, phone, first))
    await expectTitle(page, 'ログインとセキュリティ')
    await expect(page.getByText('未確認')).toHaveCount(0)
  })
})
