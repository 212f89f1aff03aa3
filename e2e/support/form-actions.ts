import { resolveSampleDate } from '../../form-model/sample-date.ts'
import { addDays, tokyoDate } from '../../form-model/tokyo-date.ts'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Portal } from './journey.ts'

/** Fills in the certificate form up to the page with the amount, as a resident would; `copies` decides the fee (300 yen each, 110 yen postage). */
export async function fillCertificate(page: Page, { copies = 1 }: { copies?: number } = {}): Promise<void> {
  await fillApplicant(page)
  await page.getByLabel('本人', { exact: true }).check()
  await page.getByLabel('個人の写し（世帯の一部）').check()
  await page.getByRole('textbox', { name: '通数' }).fill(String(copies))
  await page.getByLabel('金融機関での手続き').check()
  await page.getByLabel('郵送で受け取る').check()
  await page.getByLabel('住民基本台帳の確認に同意します').check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '内容と金額の確認' })).toBeVisible()
}

/** The first section of the certificate form, with answers other than the registered ones. */
export async function fillApplicant(page: Page): Promise<void> {
  await changeRegistered(page)
  await page.getByLabel('姓', { exact: true }).fill('山田')
  await page.getByLabel('名', { exact: true }).fill('花子')
  await page.getByLabel('セイ（フリガナ）').fill('やまだ')
  await page.getByLabel('メイ（フリガナ）').fill('ハナコ')
  await page.getByLabel('年', { exact: true }).fill('昭和60')
  await page.getByLabel('月', { exact: true }).fill('4')
  await page.getByLabel('日', { exact: true }).fill('1')
  await fillAddress(page)
  await page.getByLabel('電話番号').fill('０３-1234-5678')
}

/** Shows the fields of a form that arrives filled in with registered data. */
export async function changeRegistered(page: Page): Promise<void> {
  await page.getByRole('button', { name: '直す' }).click()
}

/** Types a postal code and completes the address that it fills in. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('郵便番号').fill('105-0011')
  await expect(page.getByLabel('市区町村')).toHaveValue('港区')
  await page.getByLabel('番地').fill('1丁目5番25号')
}

/** Fills in and sends both steps of the form behind the mailed link of a registration. */
export async function completeRegistration(page: Page, password: string): Promise<void> {
  await fillRegistration(page)
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password)
  await page.getByLabel('利用規約に同意する').check()
  await page.getByLabel('個人情報の取扱いに同意する').check()
  await page.getByRole('button', { name: '登録する' }).click()
}

/** The first step of a registration. */
export async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel('姓', { exact: true }).fill('山田')
  await page.getByLabel('名', { exact: true }).fill('太郎')
  await page.getByLabel('セイ（フリガナ）').fill('ヤマダ')
  await page.getByLabel('メイ（フリガナ）').fill('タロウ')
  await next(page, 'パスワードと同意')
}

/** Fills in the consultation form, which has no fee, up to the review. */
export async function fillConsultation(page: Page, details = '夜中に何度も起きます。'): Promise<void> {
  await page.getByLabel('睡眠').check()
  await page.getByLabel('0歳', { exact: true }).check()
  await page.getByLabel('相談の内容', { exact: true }).fill(details)
  await page.getByLabel('電話で相談する').check()
  await next(page, '日時と連絡先')
  await page.getByLabel('希望日').fill(workingDayFromNow(7))
  await page.getByLabel('10:30').check()
  await page.getByLabel('姓', { exact: true }).fill('山田')
  await page.getByLabel('名', { exact: true }).fill('花子')
  await page.getByLabel('セイ（フリガナ）').fill('ヤマダ')
  await page.getByLabel('メイ（フリガナ）').fill('ハナコ')
  await page.getByLabel('電話番号').fill('09012345678')
  await review(page)
}

export async function next(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: '次へ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export async function review(page: Page): Promise<void> {
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '入力内容の確認' })).toBeVisible()
}

/** A calendar day in Tokyo, `days` from today, in the format of a date field. */
export function daysFromNow(days: number): string {
  return addDays(tokyoDate(Date.now()), days)
}

/** The first working day from then on, for a form that accepts only those. */
export function workingDayFromNow(days: number): string {
  return resolveSampleDate(`workday+${days}`, Date.now()) ?? ''
}

/** Ticks the checkbox that confirms the answers. */
export async function confirmAnswers(page: Page): Promise<void> {
  await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
}

/**
 * The browser has left for the card provider. Its form is the sign, not an event of a navigation: Firefox reports a
 * navigation to another process as failed if it is slow.
 */
export async function expectCardPage(page: Page, portal: Pick<Portal, 'cardUrl'>): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${portal.cardUrl}/`))
  await expect(page.getByRole('textbox', { name: 'カード番号' })).toBeVisible()
}

export async function payAtProvider(
  page: Page,
  portal: Pick<Portal, 'cardUrl'>,
  button: '支払う' | 'やめる',
): Promise<void> {
  await expectCardPage(page, portal)
  if (button === '支払う') await page.getByRole('textbox', { name: 'カード番号' }).fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: button }).click()
}
