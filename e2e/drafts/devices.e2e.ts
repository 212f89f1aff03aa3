import type { Browser, BrowserContext, Page } from '@playwright/test'
import { confirmAnswers, fillConsultation, next } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import type { Portal, Resident } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, certificate, consultation, saveDraft } from '../support/ready-application.ts'
import { returnTo } from '../support/return-to.ts'
import { startSignedIn } from '../support/signed-in.ts'

const address = '/application/minato-city/childcare-consultation/individual'
function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}
function saved(page: Page) {
  return expect(page.getByText(/\d+:\d\dに保存しました/)).toBeVisible()
}

function changedElsewhere(page: Page) {
  return expect(page.getByText('別の端末でも変更されています。', { exact: false })).toBeVisible()
}

/** A phone and a computer, each with its own storage. */
async function device(browser: Browser, portal: Portal, resident: Resident, path = address): Promise<Page> {
  const context = await browser.newContext()
  await countQuestions(context)
  const page = await context.newPage()
  await startSignedIn(page, portal, resident)
  await page.goto(path)
  return page
}

/** From now on, the pages of this browser remember the title of each dialog that they open. */
async function countQuestions(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = new Map<Element, string>()
    const look = () => {
      for (const dialog of document.querySelectorAll<HTMLElement>('[role=dialog]')) seen.set(dialog, dialog.innerText)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    Reflect.set(window, 'questionsAsked', seen)
  })
}

async function questionsAsked(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(Reflect.get(window, 'questionsAsked') as Map<Element, string>).values()])
}

test.describe('an application that is edited on two devices', () => {
  for (const choice of [
    { name: 'mine', button: 'この画面の内容を使う', kept: '電話で書いた文' },
    { name: 'theirs', button: '別の端末の内容を使う', kept: 'パソコンで書いた文' },
  ])
    test(`shows both versions and keeps the chosen one: ${choice.name} (R-13)`, async ({
      page: phone,
      browser,
      portal,
      sandbox,
      resident,
    }) => {
      await startSignedIn(phone, portal, resident)
      await phone.goto(address)
      await phone.getByLabel('睡眠').check()
      await details(phone).fill('はじめの文')
      await saved(phone)
      const computer = await device(browser, portal, resident)
      await expect(details(computer)).toHaveValue('はじめの文')
      await computer.getByLabel('食事').check()
      await details(computer).fill('パソコンで書いた文')
      await expect.poll(() => draftOf()).toContain('パソコンで書いた文')

      await phone.bringToFront()
      await details(phone).fill('電話で書いた文')
      const dialog = phone.getByRole('dialog', { name: 'どちらの内容を使いますか' })
      await changedElsewhere(phone)
      await expect(dialog, 'nobody is interrupted in a field').toHaveCount(0)
      await expect(details(phone)).toBeFocused()
      await details(phone).press('Tab')
      await expect(dialog.getByText('この画面：電話で書いた文')).toBeVisible()
      await expect(dialog.getByText('別の端末：パソコンで書いた文')).toBeVisible()
      await expect(dialog.getByText(/（.+に保存）/)).toBeVisible()
      await expect(dialog.getByText('食事'), 'only one of them has changed it').toHaveCount(0)
      expect(await draftOf(), 'nothing is overwritten before the user chooses').toContain('パソコンで書いた文')
      await dialog.getByRole('button', { name: choice.button }).click()
      await expect(dialog).toHaveCount(0)
      await expect(details(phone)).toHaveValue(choice.kept)
      await expect(phone.getByLabel('食事')).toBeChecked()
      await phone.getByLabel('0歳', { exact: true }).check()
      await phone.getByLabel('電話で相談する').check()
      await next(phone, '日時と連絡先')
      await expect.poll(() => draftOf()).toContain(choice.kept)
      await computer.context().close()

      async function draftOf(): Promise<string> {
        return JSON.stringify((await stored(sandbox, resident)).drafts)
      }
    })

  test('keeps errors, half a date and the focus when it takes over what another device has changed', async ({
    page: phone,
    browser,
    portal,
    sandbox,
    resident,
  }) => {
    const booking = `${address}?step=booking`
    await startSignedIn(phone, portal, resident)
    await saveDraft(portal, resident, consultation())
    await phone.goto(booking)
    const computer = await device(browser, portal, resident, booking)
    await computer.getByLabel('電話番号').fill('0311112222')
    await expect.poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('0311112222')
    await computer.context().close()

    await phone.bringToFront()
    await phone.getByLabel('希望日').focus()
    await phone.keyboard.press('Delete')
    await phone.getByLabel('セイ（フリガナ）').fill('山')
    await phone.getByRole('button', { name: '入力内容を確認する' }).click()
    await expect(phone.getByText('2件の修正が必要です。')).toBeVisible()
    await phone.getByLabel('姓', { exact: true }).fill('田中')
    await changedElsewhere(phone)
    await phone.getByLabel('名', { exact: true }).focus()
    await expect(phone.getByLabel('電話番号')).toHaveValue('0311112222')
    await expect(phone.getByLabel('名', { exact: true })).toBeFocused()
    await expect(phone.getByLabel('セイ（フリガナ）')).toHaveAttribute('aria-invalid', 'true')
    await expect(phone.getByText('2件の修正が必要です。')).toBeVisible()
    const hasHalfADate = (date: HTMLInputElement) => date.validity.badInput
    expect(await phone.getByLabel('希望日').evaluate(hasHalfADate)).toBe(true)
  })

  test('keeps the errors of the delivery address when it takes over what another device has changed', async ({
    page: phone,
    browser,
    portal,
    sandbox,
    resident,
  }) => {
    await startSignedIn(phone, portal, resident)
    await saveDraft(portal, resident, certificate())
    await phone.goto(`/order/shippingaddress/minato-city/residence-certificate?type=individual`)
    await phone.getByRole('radio', { name: '別の住所に届ける' }).check()
    const computer = await device(browser, portal, resident, applicationPath(resident, certificate(), 'applicant'))
    await computer.getByLabel('相続の手続き').check()
    await expect.poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('inheritance')
    await computer.context().close()

    await phone.bringToFront()
    await phone.getByRole('button', { name: 'このお届け先にする' }).click()
    await expect(phone.getByText('6件の修正が必要です。')).toBeVisible()
    const recipient = phone.getByLabel('お届け先のお名前')
    await recipient.fill('届先 太郎')
    await changedElsewhere(phone)
    await recipient.press('Tab')
    await expect(phone.getByText('別の端末で入力した内容を反映しました。')).toBeVisible()
    await expect(recipient).toHaveValue('届先 太郎')
    await expect(phone.getByText('5件の修正が必要です。')).toBeVisible()
    await expect(phone.getByLabel('番地')).toHaveAttribute('aria-invalid', 'true')
  })

  test('names the entries of a list that both have changed as the form does', async ({
    page: phone,
    browser,
    portal,
    sandbox,
    resident,
  }) => {
    const name = { familyName: '山田', givenName: '花子', familyNameKana: 'ヤマダ', givenNameKana: 'ハナコ' }
    const lines = ['desk', 'sofa'].map((kind) => ({ kind, count: 1 }))
    const answers = { applicant: { name, phone: '09012345678', email: 'a@example.jp' }, items: { lines } }
    const waste = { serviceId: 'bulky-waste', type: 'individual', answers }
    await startSignedIn(phone, portal, resident)
    await saveDraft(portal, resident, waste)
    const items = applicationPath(resident, waste, 'items')
    await phone.goto(items)
    const computer = await device(browser, portal, resident, items)
    await computer.getByRole('button', { name: '品目1を削除' }).click()
    await expect.poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts)).not.toContain('desk')
    await computer.context().close()

    await phone.bringToFront()
    await phone.getByRole('textbox', { name: '個数' }).last().fill('3')
    await changedElsewhere(phone)
    await phone.getByRole('textbox', { name: '個数' }).last().press('Tab')
    const dialog = phone.getByRole('dialog', { name: 'どちらの内容を使いますか' })
    await expect(dialog.getByText(/^この画面：机（幅90cm未満）.* 1、ソファー（1人用）.* 3$/)).toBeVisible()
    await expect(dialog.getByText(/^別の端末：ソファー（1人用）.* 1$/)).toBeVisible()
  })

  test('asks 0 questions in a session with two tabs and two devices, until both tabs show what one has sent @main', async ({
    page: phone,
    browser,
    portal,
    sandbox,
    resident,
  }) => {
    const draft = async () => JSON.stringify((await stored(sandbox, resident)).drafts)
    await countQuestions(phone.context())
    await startSignedIn(phone, portal, resident)
    await phone.goto(address)
    await details(phone).fill('一つ目のタブの文')
    const second = await phone.context().newPage()
    await startSignedIn(second, portal, resident)
    await second.goto(address)
    await expect(details(second)).toHaveValue('一つ目のタブの文')
    await second.getByLabel('睡眠').check()
    await saved(second)

    const computer = await device(browser, portal, resident)
    await computer.getByLabel('0歳', { exact: true }).check()
    await expect.poll(draft).toContain('"childAge":"0"')
    // Both type at the same time; each keeps the focus and what is typed.
    await second.bringToFront()
    await details(second).fill('二つ目のタブの文')
    await computer.getByLabel('電話で相談する').check()
    await expect.poll(draft).toContain('"way":"phone"')
    await details(second).press('Tab')
    await expect(second.getByLabel('電話で相談する')).toBeChecked()
    await expect.poll(draft).toContain('二つ目のタブの文')
    await returnTo(computer)
    await expect(details(computer)).toHaveValue('二つ目のタブの文')
    expect(await questionsAsked(computer)).toEqual([])
    await computer.context().close()

    await phone.getByRole('button', { name: 'このタブで続ける' }).click()
    await expect(details(phone)).toHaveValue('二つ目のタブの文')
    await expect(phone.getByLabel('0歳', { exact: true })).toBeChecked()
    await fillConsultation(phone, '二つ目のタブの文')
    await confirmAnswers(phone)
    await phone.getByRole('button', { name: '送信する' }).click()
    for (const tab of [phone, second]) {
      await expect(tab).toHaveURL(/\/minato-city\/order\/success$/)
      expect(await questionsAsked(tab)).toEqual([])
    }
    expect((await stored(sandbox, resident)).orders).toHaveLength(1)
  })
})
