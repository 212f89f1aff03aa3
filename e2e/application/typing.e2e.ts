import type { CDPSession, Locator, Page } from '@playwright/test'
import { roadOccupancy } from '../files/documents.ts'
import { workingDayFromNow, next, review } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, certificate, consultation, saveDraft } from '../support/ready-application.ts'

function summary(page: Page) {
  return page.getByRole('region', { name: /入力内容を確認してください/ })
}

test.describe('Japanese input', () => {
  test('Enter during composition neither sends the form nor breaks the composition (F-08) @main', async ({
    signedIn: page,
    context,
    portal,
    resident,
  }) => {
    await saveDraft(portal, resident, consultation())
    await page.goto(applicationPath(resident, consultation(), 'booking'))
    const keyboard = await context.newCDPSession(page)
    const name = page.getByLabel('姓', { exact: true })
    await name.fill('')
    await name.focus()
    for (const text of ['y', 'や', 'やm', 'やま', 'やまだ', '山田']) await compose(keyboard, text)
    await pressWhileComposing(keyboard, 'Enter')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('山田')
    await expect(page.getByRole('heading', { level: 1, name: '日時と連絡先' })).toBeVisible()
    await expect(summary(page)).toHaveCount(0)
    await keyboard.send('Input.insertText', { text: '山田' })
    await expect(name).toHaveValue('山田')

    // A field that normalises its value must wait until the composition is over.
    const kana = page.getByLabel('セイ（フリガナ）')
    await kana.fill('')
    await kana.focus()
    for (const text of ['y', 'や', 'やま', 'やまだ']) {
      await compose(keyboard, text)
      await expect(kana).toHaveValue(text)
    }
    await pressWhileComposing(keyboard, 'Enter')
    await keyboard.send('Input.insertText', { text: 'やまだ' })
    await expect(kana).toHaveValue('やまだ')
    await kana.blur()
    await expect(kana).toHaveValue('ヤマダ')
    await expect(page.getByRole('heading', { level: 1, name: '日時と連絡先' })).toBeVisible()
    // After the composition, Enter moves to the next field, and submits from the last one.
    await kana.press('Enter')
    await expect(page.getByLabel('メイ（フリガナ）')).toBeFocused()
    await page.getByLabel('電話番号').press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '入力内容の確認' })).toBeVisible()
  })

  test('half-converted text is saved at the API only as the text that it becomes @chromium', async ({
    signedIn: page,
    context,
    portal,
    resident,
  }) => {
    await saveDraft(portal, resident, consultation())
    await page.clock.install()
    await page.goto(applicationPath(resident, consultation(), 'booking'))
    const name = page.getByLabel('姓', { exact: true })
    await name.fill('')
    await name.focus()
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/o/drafts/')) saved.push(request.postData() ?? '')
    })
    const keyboard = await context.newCDPSession(page)
    for (const text of ['k', 'か', 'かw']) await compose(keyboard, text)
    await page.clock.fastForward('01:00')
    await keyboard.send('Input.insertText', { text: '川' })
    await expect(name).toHaveValue('川')
    await page.clock.fastForward('00:03')
    await expect.poll(() => saved.at(-1)).toContain('"川"')
    expect(saved.filter((body) => body.includes('か'))).toEqual([])
  })

  test('accepts any width and form, and shows and sends one (F-08)', async ({ signedIn: page, sandbox, resident }) => {
    const long = '𠮷'.repeat(499)
    await page.goto(applicationPath(resident, consultation()))
    await page.getByLabel('睡眠').check()
    await page.getByLabel('0歳', { exact: true }).check()
    // 500 characters, but 999 UTF-16 code units.
    await page.getByLabel('相談の内容', { exact: true }).fill(`${long}。`)
    await page.getByLabel('電話で相談する').check()
    await next(page, '日時と連絡先')
    await page.getByLabel('希望日').fill(workingDayFromNow(10))
    await page.getByLabel('10:30').check()
    await page.getByLabel('姓', { exact: true }).fill('\u3000𠮷野 ')
    await page.getByLabel('名', { exact: true }).fill('花子')
    await page.getByLabel('セイ（フリガナ）').fill('ﾖｼﾉ')
    await page.getByLabel('メイ（フリガナ）').fill('か\u3099ーこ')
    await page.getByLabel('電話番号').fill('(0\uff13)1234\u30fc5678')
    await review(page)
    for (const shown of ['𠮷野', 'ヨシノ', 'ガーコ']) await expect(page.getByText(shown).first()).toBeVisible()
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await page.getByRole('button', { name: '送信する' }).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    const [order] = (await stored(sandbox, resident)).orders
    expect(order).toMatchObject({
      answers: {
        consultation: { details: `${long}。` },
        booking: {
          name: { familyName: '𠮷野', givenName: '花子', familyNameKana: 'ヨシノ', givenNameKana: 'ガーコ' },
          phone: '0312345678',
        },
      },
    })
  })
})

test('half a time does not keep the user on the page once its question is hidden', async ({
  signedIn: page,
  portal,
  resident,
}) => {
  await saveDraft(portal, resident, roadOccupancy())
  await page.goto(applicationPath(resident, roadOccupancy(), 'occupancy'))
  const work = page.getByRole('radiogroup', { name: '夜間の作業' })
  await work.getByLabel('ある').check()
  await page.getByLabel('夜間作業の開始時刻').focus()
  await page.keyboard.type('10')
  await page.getByRole('button', { name: '次へ' }).click()
  await expect(summary(page)).toContainText('夜間作業の開始時刻：正しい時刻を入力してください。')
  await work.getByLabel('ない').check()
  await next(page, '図面と写真')
})

test(
  'half a date is asked for again when the user returns to its page',
  { tag: '@chromium' },
  async ({ signedIn: page, portal, resident }) => {
    await saveDraft(portal, resident, consultation())
    await page.goto(applicationPath(resident, consultation(), 'booking'))
    const date = page.getByLabel('希望日')
    for (const [key, leave] of [
      ['Delete', () => page.getByRole('button', { name: '戻る' }).click()],
      ['2', () => page.goBack()],
    ] as const) {
      await date.focus()
      await page.keyboard.press(key)
      await leave()
      await next(page, '日時と連絡先')
      await expect(date).toHaveValue('')
      await expect(date).toHaveAccessibleDescription(/正しい日付を入力してください。/)
    }
  },
)

test.describe('fifty characters typed while the draft is saved', () => {
  const fields = [
    { step: 'applicant', label: '建物名・部屋番号', text: 'みなとビル' },
    { step: 'applicant', label: 'セイ（フリガナ）', text: 'ヤマダ' },
    { step: 'applicant', label: 'メールアドレス', text: 'hanako' },
    { step: 'applicant', label: '電話番号', text: '0' },
    { step: 'applicant', label: '郵便番号', text: '1' },
    { step: 'applicant', label: '年', text: '1' },
    { step: 'certificate', label: '通数', text: '1' },
    { step: 'certificate', label: '使いみちの内容', text: '転職先に出すため' },
  ]
  for (const { step, label, text } of fields)
    test(
      `keep focus and caret in 「${label}」 (F-09)`,
      { tag: label === '使いみちの内容' ? [] : '@chromium' },
      async ({ signedIn: page, portal, resident }) => {
        const application = certificate()
        const { answers } = application
        const otherPurpose = { ...answers.certificate, purpose: 'other' }
        await saveDraft(portal, resident, { ...application, answers: { ...answers, certificate: otherPurpose } })
        await page.goto(applicationPath(resident, application, step))
        const field = page.getByLabel(label, { exact: true })
        await field.fill('')
        await field.focus()
        const fifty = text.repeat(Math.ceil(50 / text.length)).slice(0, 50)
        const saves = countSaves(page)
        // Some characters at the end, the rest in the middle, where a re-rendered field would move the caret to the
        // end.
        await field.pressSequentially(fifty.slice(0, 20), { delay: 20 })
        await expect.poll(saves, 'a save in between').toBeGreaterThan(0)
        // Where a line wraps, Firefox needs two presses for one character.
        for (let presses = 0; presses < 20 && (await caretOf(field)) !== 10; presses += 1)
          await page.keyboard.press('ArrowLeft')
        await page.keyboard.type(fifty.slice(20, 35), { delay: 20 })
        await expect.poll(saves, 'a second save in between').toBeGreaterThan(1)
        await page.keyboard.type(fifty.slice(35), { delay: 20 })
        await expect(field).toBeFocused()
        await expect(field).toHaveValue(fifty.slice(0, 10) + fifty.slice(20) + fifty.slice(10, 20))
        expect(await caretOf(field)).toBe(40)
      },
    )
})

function countSaves(page: Page): () => number {
  let saves = 0
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/o/drafts/')) saves += 1
  })
  return () => saves
}

function caretOf(field: Locator): Promise<number | null> {
  return field.evaluate((element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.selectionStart : null,
  )
}

async function compose(keyboard: CDPSession, text: string): Promise<void> {
  await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
}

/** Imitates an input method: the page receives a key event with code 229, and the key itself types nothing. */
async function pressWhileComposing(keyboard: CDPSession, key: string): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: 229 }
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
  // A careless input method sends this event as well.
  await keyboard.send('Input.dispatchKeyEvent', { type: 'char', ...event, text: '\r' })
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
}
