import type { Page, Route } from '@playwright/test'
import { totpCode } from '../../sandbox/identity/secrets/totp.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, fillSignIn, test } from '../support/journey.ts'
import type { Resident } from '../support/journey.ts'
import { expectCodeStep, expectLoaded, expectTitle, press, typeInto } from './keyboard.ts'
import { codeTo, otherThan } from './outbox.ts'

const minute = 60_000
const wrongCode = '確認コードが正しくありません。もう一度入力してください。'
const startAgain = '時間が経過したため、もう一度最初からログインしてください。'

function alert(page: Page) {
  return page.getByRole('main').getByRole('alert')
}
function codeField(page: Page) {
  return page.getByLabel('確認コード', { exact: true })
}

async function begin(page: Page, resident: Resident): Promise<void> {
  await page.goto('/login/minato-city')
  await fillSignIn(page, resident)
}

/** The last digit of a code submits it, as far as the field was empty before. */
async function answer(page: Page, code: string): Promise<void> {
  await codeField(page).fill('')
  await codeField(page).fill(code)
}

function expectSignedIn(page: Page) {
  return expectTitle(page, '手続き一覧')
}

/** The screen explains it, keeps the address and asks for the password again. */
async function expectStartAgain(page: Page, resident: Resident): Promise<void> {
  await expect(alert(page)).toHaveText(startAgain)
  await expect(alert(page).locator('..').locator(':focus')).toHaveCount(1)
  await expectLoaded(page, 'ログイン')
  await expect(page.getByLabel('メールアドレス')).toHaveValue(resident.email)
  await expect(page.getByRole('textbox', { name: 'パスワード' })).toHaveValue('')
}

test.describe('a sign-in with several steps', () => {
  test('lets a wrong code by SMS be corrected or replaced, and does not ask a remembered device again @main', async ({
    page,
    sandbox,
    residentWith,
  }) => {
    const phone = `+8190${String(Date.now()).slice(-8)}`
    const resident = await residentWith({ phone, mfa: { enabled: ['SMS_MFA'] } })
    await begin(page, resident)
    await expectCodeStep(page)
    await expect(page.getByText(`送り先：末尾${phone.slice(-4)}の携帯電話`)).toBeVisible()
    await page.getByRole('button', { name: '確認する' }).click()
    await expect(page.getByRole('link', { name: '確認コードを入力してください。' })).toBeVisible()
    const first = await codeTo(sandbox, phone)
    await answer(page, otherThan(first))
    await expect(alert(page)).toHaveText(wrongCode)
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAccessibleDescription(new RegExp(`^${wrongCode}`))
    await expectAccessible(page, 'wrong code')
    await page.getByRole('button', { name: 'コードを再送信する' }).click()
    await expect(page.getByRole('status').filter({ hasText: '新しい確認コードを送信しました。' })).toBeVisible()
    const second = await codeTo(sandbox, phone, first)
    await answer(page, first)
    await expect(alert(page)).toHaveText(wrongCode)
    await page.getByLabel('この端末では次回から確認コードの入力を省略する').check()
    await answer(page, second)
    await expectSignedIn(page)

    await page.getByRole('button', { name: 'メニュー' }).click()
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await expectTitle(page, 'ログイン')
    await fillSignIn(page, resident)
    await expectSignedIn(page)
    expect(await codeTo(sandbox, phone), 'no code was sent').toBe(second)
  })

  test('continues by e-mail after a reload, and restarts with a message after its time limit (R-15) @main', async ({
    page,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ mfa: { enabled: ['EMAIL_OTP'] } })
    await begin(page, resident)
    await expectCodeStep(page)
    await expect(page.getByText('メールに届いた確認コードを入力してください。')).toBeVisible()
    const first = await codeTo(sandbox, resident.email)
    await page.reload()
    await expectLoaded(page, '確認コードの入力')
    await expect(codeField(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'コードを再送信する' }), 'the password is gone').toHaveCount(0)
    await sandbox.post('clock', { shiftMs: 4 * minute })
    try {
      await answer(page, first)
      await expectStartAgain(page, resident)
      await fillSignIn(page, resident)
      await expectCodeStep(page)
      const second = await codeTo(sandbox, resident.email, first)
      await sandbox.post('clock', { shiftMs: 4 * minute })
      await answer(page, second)
      await expectStartAgain(page, resident)
      await page.getByRole('textbox', { name: 'パスワード' }).fill(resident.password)
      await page.getByRole('button', { name: 'ログイン', exact: true }).click()
      await expectCodeStep(page)
      await answer(page, await codeTo(sandbox, resident.email, second))
      await expectSignedIn(page)
    } finally {
      await sandbox.post('clock', { reset: true })
    }
  })

  test('says after ten seconds that the check of a code takes long, and does not claim to know the result', async ({
    page,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ mfa: { enabled: ['EMAIL_OTP'] } })
    await begin(page, resident)
    await expectCodeStep(page)
    const code = await codeTo(sandbox, resident.email)
    const held: Route[] = []
    let isLost = false
    await page.route('**/_identity/', async (route) => {
      if (isLost) await route.abort()
      else held.push(route)
    })
    await page.clock.install()
    await answer(page, code)
    await expect.poll(() => held.length).toBe(1)
    const status = page.getByRole('status').filter({ hasText: 'ログイン' })
    await expect(status).toContainText('少し時間がかかることがあります')
    await page.clock.runFor(10_500)
    await expect(status).toHaveText(/このままお待ちいただくか、「ログインをやり直す」を押してください。$/)
    await expectAccessible(page, 'slow check of a code')
    isLost = true
    await held[0]?.abort()
    await expect(alert(page)).toContainText('確認コードが受け付けられたかどうか分かりません。')
    await expect(alert(page)).toBeFocused()
    await page.unroute('**/_identity/')
    await page.getByRole('button', { name: '確認する' }).click()
    await expectSignedIn(page)
  })

  test('accepts the code of an authenticator app with the keyboard alone @main', async ({ page, residentWith }) => {
    const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const resident = await residentWith({ totpSecret, mfa: { enabled: ['SOFTWARE_TOKEN_MFA'] } })
    await page.goto('/login/minato-city')
    await typeInto(page.getByLabel('メールアドレス'), resident.email)
    await typeInto(page.getByRole('textbox', { name: 'パスワード' }), resident.password)
    await page.keyboard.press('Enter')
    await expectCodeStep(page, '認証アプリのコードの入力')
    const now = Date.now()
    await typeInto(codeField(page), otherThan(totpCode(totpSecret, now)))
    await expect(alert(page)).toHaveText(wrongCode)
    await expect(codeField(page)).toBeFocused()
    const right = totpCode(totpSecret, Date.now())
    await typeInto(codeField(page), '')
    await page.keyboard.insertText(fullWidth(`${right.slice(0, 3)} ${right.slice(3)}`))
    await expectSignedIn(page)
  })

  test('lets the user choose the factor @main', { tag: '@chromium' }, async ({ page, sandbox, residentWith }) => {
    const enabled = ['SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA']
    const resident = await residentWith({ phone: '+819000000001', mfa: { enabled } })
    await begin(page, resident)
    await expectTitle(page, '確認方法の選択')
    await press(page.getByRole('button', { name: '確認する' }))
    await page.getByRole('link', { name: '確認方法を選択してください。' }).click()
    await expect(page.getByRole('radio', { name: '携帯電話（SMS）' })).toBeFocused()
    await expect(page.getByRole('radio')).toHaveCount(3)
    await expectAccessible(page, 'choice of the factor')
    await page.getByRole('radio', { name: 'メール' }).check()
    await page.getByRole('button', { name: '確認する' }).click()
    await expectCodeStep(page)
    await answer(page, await codeTo(sandbox, resident.email))
    await expectSignedIn(page)
  })

  test('sets up an authenticator app with a QR code drawn in the browser; a reload restarts with a message (R-15) @main', async ({
    page,
    portal,
    residentWith,
  }) => {
    const resident = await residentWith({ mfa: { mustSetUp: ['SOFTWARE_TOKEN_MFA'] } })
    await begin(page, resident)
    await expectTitle(page, '認証アプリの設定')
    const picture = page.getByRole('img', { name: '認証アプリに読み取らせるQRコード' })
    await expect(picture).toBeVisible()
    const first = await secretOf(page)
    await expectAccessible(page, 'set-up of an authenticator app')
    await page.reload()
    await expectStartAgain(page, resident)
    await fillSignIn(page, resident)
    await expect(picture).toBeVisible()
    const secret = await secretOf(page)
    expect(secret, 'the old key is invalid').not.toBe(first)
    const hosts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
    )
    expect([...new Set(hosts)]).toEqual([new URL(portal.url).origin])
    await answer(page, otherThan(totpCode(secret, Date.now())))
    await expect(alert(page)).toHaveText(wrongCode)
    await expect(codeField(page)).toBeFocused()
    expect(await secretOf(page), 'a wrong code keeps the key').toBe(secret)
    // The first key replaces the wrong code, so the sixth digit submits the form again.
    await codeField(page).pressSequentially(totpCode(secret, Date.now()))
    await expectSignedIn(page)
  })

  test('sets up codes by e-mail, as chosen', { tag: '@chromium' }, async ({ page, sandbox, residentWith }) => {
    const resident = await residentWith({ mfa: { mustSetUp: ['EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'] } })
    const address = `codes-${resident.email}`
    await begin(page, resident)
    await expectTitle(page, '確認方法の選択')
    await expect(page.getByText('これから使う本人確認の方法を選んでください。')).toBeVisible()
    await page.getByRole('radio', { name: 'メール' }).check()
    await page.getByRole('button', { name: '確認する' }).click()
    await expectTitle(page, 'メールアドレスの登録')
    await page.getByRole('button', { name: '確認コードを送信する' }).click()
    await page.getByRole('link', { name: 'メールアドレスを入力してください。' }).click()
    await page.getByLabel('メールアドレス').fill(address)
    await page.getByRole('button', { name: '確認コードを送信する' }).click()
    await expectCodeStep(page)
    await answer(page, await codeTo(sandbox, address))
    await expectSignedIn(page)
  })

  test('asks for a new password and for missing attributes; a reload keeps the step (R-15) @main', async ({
    page,
    residentWith,
  }) => {
    const resident = await residentWith({
      state: 'FORCE_CHANGE_PASSWORD',
      requiredAttributes: ['name', 'nickname'],
    })
    await begin(page, resident)
    await expectTitle(page, '新しいパスワードの設定')
    await page.reload()
    await expectLoaded(page, '新しいパスワードの設定')
    await page.getByLabel('新しいパスワード').fill('another-2026')
    await page.getByLabel('お名前').fill('港 太郎')
    await page.getByRole('button', { name: '設定してログイン' }).click()
    await expect(page.getByRole('link', { name: /^パスワードは8文字以上で/ })).toBeVisible()
    await expect(page.getByRole('link', { name: '追加の項目（nickname）を入力してください。' })).toBeVisible()
    await expect(page.getByLabel('お名前')).toHaveValue('港 太郎')
    await page.getByLabel('新しいパスワード').fill('Another-2026!')
    await page.getByLabel('追加の項目（nickname）').fill('たろ')
    await page.getByRole('button', { name: '設定してログイン' }).click()
    await expectSignedIn(page)
  })

  test('requires a password reset: a wrong code can be corrected, an expired one is replaced', async ({
    page,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ state: 'RESET_REQUIRED' })
    await begin(page, resident)
    await expectTitle(page, 'パスワードの再設定が必要です')
    const reset = async (code: string) => {
      await codeField(page).fill(code)
      await page.getByLabel('新しいパスワード').fill('Another-2026!')
      await page.getByRole('button', { name: '再設定する' }).click()
    }
    const first = await codeTo(sandbox, resident.email)
    await page.reload()
    await expectLoaded(page, 'パスワードの再設定が必要です')
    await expect(page.getByText(/^送り先：/), 'a phone may drop the tab').toBeVisible()
    await reset(otherThan(first))
    await expect(alert(page)).toHaveText(wrongCode)
    await sandbox.post('clock', { shiftMs: 61 * minute })
    try {
      await reset(first)
      await expect(alert(page)).toHaveText(/^確認コードの有効期限が切れました。「コードを再送信する」/)
      await page.getByRole('button', { name: 'コードを再送信する' }).click()
      await expect(page.getByRole('status').filter({ hasText: '新しい確認コードを送信しました。' })).toBeVisible()
      await reset(await codeTo(sandbox, resident.email, first))
      await expectSignedIn(page)
    } finally {
      await sandbox.post('clock', { reset: true })
    }
  })

  test('shows the custom challenge of the pool: a wrong answer can be retried, three end the sign-in @main', async ({
    page,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ custom: { question: '好きな花は <b>何</b> ですか', answer: '桜' } })
    await sandbox.post('config', { auth: { flow: 'CUSTOM_WITH_SRP' } })
    try {
      const question = async (text: string) => {
        await page.getByLabel('回答').fill(text)
        await page.getByRole('button', { name: '確認する' }).click()
      }
      await begin(page, resident)
      await expectTitle(page, '追加の確認')
      await expect(page.getByText('好きな花は <b>何</b> ですか', { exact: true })).toBeVisible()
      await page.reload()
      await expectLoaded(page, '追加の確認')
      await question('梅')
      await expect(alert(page)).toHaveText('回答が正しくありません。もう一度入力してください。')
      await question('桃')
      await question('菊')
      await expect(alert(page)).toHaveText('ログイン情報に誤りがあります。')
      await expectLoaded(page, 'ログイン')
      await fillSignIn(page, resident)
      await expectTitle(page, '追加の確認')
      await question('桜')
      await expectSignedIn(page)
    } finally {
      await sandbox.post('config', { auth: { flow: 'USER_SRP_AUTH' } })
    }
  })
})

test.describe('a sign-in that cannot continue', () => {
  test('explains an unconfirmed account, a locked account and an unsupported step', async ({
    page,
    residentWith,
    resident,
  }) => {
    await begin(page, await residentWith({ state: 'UNCONFIRMED' }))
    await expectTitle(page, '登録が完了していません')
    await expect(page.getByText(/お問い合わせ先にご連絡ください/)).toBeVisible()
    await page.getByRole('button', { name: 'ログインをやり直す' }).click()
    await expectTitle(page, 'ログイン')
    await fillSignIn(page, { email: 'locked@example.jp', password: 'Portal-2026!' })
    await expect(alert(page)).toHaveText(/^続けて間違えたため、一時的にログインできません（最長15分）。/)

    await page.route('**/_identity/', async (route) => {
      const target = route.request().headers()['x-amz-target']
      if (target?.endsWith('RespondToAuthChallenge') !== true) return route.fallback()
      await route.fulfill({
        json: { ChallengeName: 'VOICE_PRINT', Session: 'x'.repeat(24), ChallengeParameters: {} },
      })
    })
    await fillSignIn(page, resident)
    await expectTitle(page, 'ログインできません')
    await expectAccessible(page, 'unknown step')
    await page.unroute('**/_identity/')
    await page.getByRole('button', { name: 'ログインをやり直す' }).click()
    await fillSignIn(page, resident)
    await expectSignedIn(page)
  })

  test('lets the resident wait or start again if the identity provider is slow', async ({
    page,
    sandbox,
    resident,
  }) => {
    const held: Route[] = []
    await page.route('**/_identity/', async (route) => {
      const target = route.request().headers()['x-amz-target']
      if (target?.endsWith('InitiateAuth') === true) held.push(route)
      else await route.fallback()
    })
    await sandbox.post('config', { limits: { signInWaitMs: 1_000 } })
    try {
      await begin(page, resident)
      await expect(alert(page)).toContainText('ログインに時間がかかっています。')
      await expectAccessible(page, 'slow sign-in')
      await page.getByRole('button', { name: 'はじめからやり直す' }).click()
      await expectTitle(page, 'ログイン')
      const late = held.shift()
      await fillSignIn(page, resident)
      await expect.poll(() => held.length).toBe(1)
      await late?.fulfill({ status: 400, json: { __type: 'NotAuthorizedException', message: 'too late to be shown' } })
      await page.getByRole('button', { name: '待つ' }).click()
      await expectTitle(page, 'ログイン')
      await held.shift()?.fallback()
      await expectSignedIn(page)
    } finally {
      await sandbox.post('config', { limits: { signInWaitMs: 30_000 } })
    }
  })
})

async function secretOf(page: Page): Promise<string> {
  const uri = await page.getByRole('link', { name: 'この端末の認証アプリで開く' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  await expect(page.getByText(secret.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible()
  return secret
}

function fullWidth(text: string): string {
  return text.replace(/[0-9 ]/g, (letter) =>
    letter === ' ' ? '\u3000' : String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
  )
}
