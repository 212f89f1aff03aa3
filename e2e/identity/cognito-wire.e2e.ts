import type { Page } from '@playwright/test'
import { totpCode } from '../../sandbox/identity/secrets/totp.ts'
import { expect, fillSignIn, test } from '../support/journey.ts'
import type { Resident } from '../support/journey.ts'
import { withCognito } from './cognito.ts'
import { expectCodeStep, expectLoaded, expectTitle } from './keyboard.ts'
import { codeTo } from './outbox.ts'

function codeField(page: Page) {
  return page.getByLabel('確認コード', { exact: true })
}
const srp = ['InitiateAuth USER_SRP_AUTH', 'RespondToAuthChallenge PASSWORD_VERIFIER']

async function begin(page: Page, resident: Pick<Resident, 'email' | 'password'>): Promise<void> {
  await page.goto('/login/minato-city')
  await fillSignIn(page, resident)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expectTitle(page, 'ログイン')
}

async function open(page: Page, view: string, title: string): Promise<void> {
  await page.goto(`/minato-city/userprofile?view=${view}`)
  await expectLoaded(page, title)
}

function says(page: Page, text: string) {
  return expect(page.getByText(text).first()).toBeVisible()
}

test.describe('the built portal with the config.json of a stage with Amazon Cognito', () => {
  test('manages an account with the documented requests, sent to Amazon’s host only', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    test.setTimeout(120_000)
    const phone = `+8190${String(Date.now()).slice(-8)}`
    const resident = await residentWith({ phone, mfa: { enabled: ['SMS_MFA', 'EMAIL_OTP'] } })
    const cognito = await withCognito(page, portal)
    await begin(page, resident)
    await expectTitle(page, '確認方法の選択')
    await page.getByRole('radio', { name: '携帯電話（SMS）' }).check()
    await page.getByRole('button', { name: '確認する' }).click()
    await expectCodeStep(page)
    await page.getByLabel('この端末では次回から確認コードの入力を省略する').check()
    await codeField(page).fill(await codeTo(sandbox, phone))
    await expectTitle(page, '手続き一覧')
    expect(await cognito.taken()).toEqual(
      [
        ...srp,
        'RespondToAuthChallenge SELECT_MFA_TYPE',
        'RespondToAuthChallenge SMS_MFA',
        'ConfirmDevice',
        'UpdateDeviceStatus',
      ].toSorted(),
    )

    await logOut(page)
    await fillSignIn(page, resident)
    await expectTitle(page, '手続き一覧')
    expect(await cognito.taken(), 'a remembered device is verified').toEqual(
      [
        ...srp,
        'RespondToAuthChallenge DEVICE_SRP_AUTH',
        'RespondToAuthChallenge DEVICE_PASSWORD_VERIFIER',
        'RevokeToken',
      ].toSorted(),
    )

    await open(page, 'password', 'パスワードの変更')
    await page.getByLabel('現在のパスワード').fill('Wrong-2026!')
    await page.getByLabel('新しいパスワード').fill('Changed-2026!')
    await page.getByRole('button', { name: '変更する' }).click()
    await says(page, 'パスワードが正しくありません。もう一度入力してください。')
    await page.getByLabel('現在のパスワード').fill(resident.password)
    await page.getByRole('button', { name: '変更する' }).click()
    await expectTitle(page, 'ログインとセキュリティ')

    await open(page, 'phone', '確認コードを受け取る電話番号')
    await page.getByLabel('新しい電話番号').fill('080-9999-0001')
    await page.getByRole('button', { name: '確認コードを送信する' }).click()
    await expectCodeStep(page)
    const first = await codeTo(sandbox, '+818099990001')
    await page.getByRole('button', { name: 'コードを再送信する' }).click()
    await codeField(page).fill(await codeTo(sandbox, '+818099990001', first))
    await expectTitle(page, 'ログインとセキュリティ')
    await says(page, '080-9999-0001')

    await open(page, 'totp', '認証アプリの設定')
    const uri = await page.getByRole('link', { name: 'この端末の認証アプリで開く' }).getAttribute('href')
    const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
    await codeField(page).fill(totpCode(secret, Date.now()))
    await expectTitle(page, 'ログインとセキュリティ')
    await says(page, 'いつも使う方法')

    await open(page, 'devices', '端末の管理')
    await says(page, '記憶済み')
    await page.getByRole('button', { name: /の登録を解除する$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '登録を解除する' }).click()
    await says(page, '登録されている端末はありません。')
    expect(await cognito.taken()).toEqual([
      'AssociateSoftwareToken',
      'ChangePassword',
      'ForgetDevice',
      'GetUser',
      'GetUserAttributeVerificationCode',
      'ListDevices',
      'SetUserMFAPreference',
      'UpdateUserAttributes',
      'VerifySoftwareToken',
      'VerifyUserAttribute',
    ])

    await sandbox.post('faults', { operation: 'listFiles', kind: 'unauthorized', userId: resident.userId, times: 1 })
    await page.goto('/minato-city/download')
    await says(page, '発行された書類はまだありません')
    expect(await cognito.taken()).toEqual(['GetTokensFromRefreshToken'])

    await logOut(page)
    const changed = { ...resident, password: 'Changed-2026!' }
    await fillSignIn(page, changed)
    await expectCodeStep(page, '認証アプリのコードの入力')
    await codeField(page).fill(totpCode(secret, Date.now()))
    await expectTitle(page, '手続き一覧')
    await open(page, 'delete', 'アカウントの削除（退会）')
    await page.getByLabel('上記の内容を確認しました').check()
    await page.getByLabel('現在のパスワード').fill(changed.password)
    await page.getByRole('button', { name: 'アカウントを削除する' }).click()
    await expectTitle(page, 'ログイン')
    await says(page, 'アカウントを削除しました。ご利用ありがとうございました。')
    expect(await cognito.taken()).toEqual(
      [...srp, 'RevokeToken', 'RespondToAuthChallenge SOFTWARE_TOKEN_MFA', 'ConfirmDevice', 'DeleteUser'].toSorted(),
    )
    await fillSignIn(page, changed)
    await says(page, 'メールアドレスまたはパスワードが正しくありません。')
  })

  test('requests a new password, a reset and a set-up with the documented requests', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const cognito = await withCognito(page, portal)
    await begin(page, await residentWith({ state: 'FORCE_CHANGE_PASSWORD', requiredAttributes: ['name'] }))
    await expectTitle(page, '新しいパスワードの設定')
    await page.getByLabel('新しいパスワード').fill('Another-2026!')
    await page.getByLabel('お名前').fill('港 太郎')
    await page.getByRole('button', { name: '設定してログイン' }).click()
    await expectTitle(page, '手続き一覧')
    await logOut(page)
    expect(await cognito.taken()).toEqual(
      [...srp, 'RespondToAuthChallenge NEW_PASSWORD_REQUIRED', 'ConfirmDevice', 'RevokeToken'].toSorted(),
    )

    const reset = await residentWith({ state: 'RESET_REQUIRED', mfa: { mustSetUp: ['SOFTWARE_TOKEN_MFA'] } })
    await fillSignIn(page, reset)
    await expectTitle(page, 'パスワードの再設定が必要です')
    await codeField(page).fill(await codeTo(sandbox, reset.email))
    await page.getByLabel('新しいパスワード').fill('Another-2026!')
    await page.getByRole('button', { name: '再設定する' }).click()
    await expectTitle(page, '認証アプリの設定')
    const uri = await page.getByRole('link', { name: 'この端末の認証アプリで開く' }).getAttribute('href')
    await codeField(page).fill(totpCode(new URL(uri ?? '').searchParams.get('secret') ?? '', Date.now()))
    await expectTitle(page, '手続き一覧')
    expect(await cognito.taken()).toEqual(
      [
        ...srp,
        'ForgotPassword',
        'ConfirmForgotPassword',
        'AssociateSoftwareToken',
        'VerifySoftwareToken',
        'RespondToAuthChallenge MFA_SETUP',
        'ConfirmDevice',
      ].toSorted(),
    )

    await logOut(page)
    await fillSignIn(page, await residentWith({ mfa: { mustSetUp: ['EMAIL_OTP'] } }))
    await expectTitle(page, 'メールアドレスの登録')
    const address = `codes-${reset.email}`
    await page.getByLabel('メールアドレス').fill(address)
    await page.getByRole('button', { name: '確認コードを送信する' }).click()
    await expectCodeStep(page)
    await codeField(page).fill(await codeTo(sandbox, address))
    await expectTitle(page, '手続き一覧')
    expect(await cognito.taken()).toEqual(
      [
        ...srp,
        'RespondToAuthChallenge MFA_SETUP',
        'RespondToAuthChallenge EMAIL_OTP',
        'ConfirmDevice',
        'RevokeToken',
      ].toSorted(),
    )
  })

  test('answers the challenge of the pool with the documented requests', async ({ page, portal, residentWith }) => {
    const cognito = await withCognito(page, portal, 'CUSTOM_WITHOUT_SRP')
    await begin(page, await residentWith({ custom: { question: '好きな花は何ですか', answer: '桜' } }))
    await expectTitle(page, '追加の確認')
    await page.getByLabel('回答').fill('桜')
    await page.getByRole('button', { name: '確認する' }).click()
    await expectTitle(page, '手続き一覧')
    expect(await cognito.taken()).toEqual(
      ['InitiateAuth CUSTOM_AUTH', 'RespondToAuthChallenge CUSTOM_CHALLENGE', 'ConfirmDevice'].toSorted(),
    )
  })
})
