import type { Page } from '@playwright/test'
import { expect, fillSignIn, signIn, test } from '../support/journey.ts'
import type { Portal, Resident, SandboxClient } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import {
  applicationPath,
  arrivals,
  certificate,
  consultation,
  openReview,
  saveDraft,
} from '../support/ready-application.ts'
import { tokensOf } from '../support/signed-in.ts'

function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}
function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'もう一度ログインしてください' })
}

/**
 * The identity provider ends every session of the resident (as staff or a password change would); the API rejects the
 * old tokens an hour later.
 */
async function endSession(portal: Portal, sandbox: SandboxClient, resident: Resident): Promise<void> {
  const { accessToken } = await tokensOf(portal, resident)
  const answer = await fetch(`${portal.url}/_identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
    },
    body: JSON.stringify({ AccessToken: accessToken }),
  })
  expect(answer.status).toBe(200)
  await sandbox.post('clock', { shiftMs: 61 * 60_000 })
}

async function signInAgain(page: Page, { password }: Resident): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel('パスワード').first().fill(password)
  await dialog.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test.describe('a session that ends while an application is filled in', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('clock', { reset: true })
  })

  for (const { step, field, typed, tag } of [
    { step: 'applicant', field: '建物名・部屋番号', typed: 'みなとビル 203', tag: '@main' },
    { step: 'review', field: '', typed: '', tag: [] },
  ])
    test(
      `continues the step ${step} after sign-in in a dialog, with every answer kept (S-15)`,
      { tag },
      async ({ signedIn: page, portal, sandbox, resident }) => {
        const application = certificate()
        await saveDraft(portal, resident, application)
        await page.goto(applicationPath(resident, application, step))
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading).not.toHaveText('')
        const title = await heading.innerText()
        const address = page.url()
        const saves = async () => (await arrivals(sandbox, resident, 'saveDraft')).length
        const savesBefore = await saves()
        await endSession(portal, sandbox, resident)
        if (field !== '') await page.getByLabel(field).fill(typed)
        // Another request may find the end of the session first; then the dialog is open already and covers the button.
        await page.getByRole('button', { name: '一時保存する' }).evaluate((button: HTMLElement) => button.click())
        await expect(dialogOf(page)).toBeVisible()
        const shown = await answersOf(page)
        await signInAgain(page, resident)
        await expect(page).toHaveURL(address)
        await expect(heading).toHaveText(title)
        expect(await answersOf(page)).toEqual(shown)
        if (field !== '') await expect(page.getByLabel(field)).toHaveValue(typed)
        // Autosave repeats the failed save, and the application continues.
        await expect.poll(saves).toBeGreaterThan(savesBefore)
        await expect.poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts)).toContain(typed)
        await page.getByRole('button', { name: step === 'review' ? '戻る' : '入力内容を確認する' }).click()
        await expect(heading).not.toHaveText(title)
      },
    )

  for (const [way, close] of [
    [
      // A browser itself closes a dialog at the second or third Escape.
      'Escape, three times',
      async (page: Page) => {
        for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
      },
    ],
    ['Back', (page: Page) => page.goBack()],
    ['あとでログインする', (page: Page) => dialogOf(page).getByRole('button', { name: 'あとでログインする' }).click()],
  ] as const)
    test(`lets the user sign in later by ${way}: the page keeps focus and answers, and the next save asks again`, async ({
      signedIn: page,
      portal,
      sandbox,
      resident,
    }) => {
      await page.goto(`/${resident.tenantId}/applicationlist`)
      await page.getByRole('link', { name: '子育て相談の予約', exact: true }).first().click()
      await details(page).fill('切れる前の文')
      await expect(page.getByText(/\d+:\d\dに保存しました/)).toBeVisible()
      await endSession(portal, sandbox, resident)
      await details(page).fill('切れたあとの文')
      const save = page.getByRole('button', { name: '一時保存する' })
      await save.click()
      await expect(dialogOf(page)).toBeVisible()
      await close(page)
      await expect(dialogOf(page)).toHaveCount(0)
      await expect(save).toBeFocused()
      await expect(page.getByText(/^ログインしていません。入力した内容は、この画面に残っています。/)).toBeVisible()
      await details(page).fill('切れたあとの文の続き')
      await expect(page.getByRole('status', { name: '保存の状態' })).toHaveText(
        'ログインすると、サーバーに保存します。この端末には保存済みです。',
      )
      await expect(dialogOf(page), 'typing is not interrupted again').toHaveCount(0)
      await save.click()
      await signInAgain(page, resident)
      await expect(details(page)).toHaveValue('切れたあとの文の続き')
      await expect.poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts)).toContain('文の続き')
    })

  test('sends one application by a second click if the session ends at the first on 送信する (S-15) @main', async ({
    page,
    portal,
    sandbox,
    resident,
  }) => {
    await openReview(page, portal, resident, consultation('送信の前に切れた文'))
    await endSession(portal, sandbox, resident)
    const send = page.getByRole('button', { name: '送信する' })
    await send.click()
    await expect(dialogOf(page)).toBeVisible()
    expect((await stored(sandbox, resident)).orders).toEqual([])
    await signInAgain(page, resident)
    await expect(send).toBeFocused()
    await expect(page.getByText('送信の前に切れた文')).toBeVisible()
    expect((await stored(sandbox, resident)).orders, 'signing in sends nothing').toEqual([])
    await send.click()
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
    expect((await stored(sandbox, resident)).orders).toHaveLength(1)
    const accepted = (await arrivals(sandbox, resident, 'submitOrder')).filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(1)
  })

  test('sends the file of an interrupted upload again after the sign-in, and repeats a look-up (S-15)', async ({
    signedIn: page,
    portal,
    sandbox,
    resident,
  }) => {
    const application = certificate()
    const { applicant } = application.answers
    const onBehalf = { whose: 'other', range: 'all', copies: 2, purpose: 'bank' }
    const answers = { applicant: { ...applicant }, certificate: onBehalf }
    await saveDraft(portal, resident, { ...application, answers })
    await page.goto(applicationPath(resident, application, 'applicant'))
    await expect(page.getByLabel('郵便番号')).toHaveValue(/105-?0011/)
    await endSession(portal, sandbox, resident)
    // An address look-up needs no session.
    await page.getByLabel('郵便番号').fill('106-0032')
    await expect(page.getByLabel('町名')).toHaveValue(/六本木/)
    await expect(dialogOf(page)).toBeVisible()
    await signInAgain(page, resident)
    await expect(page.getByLabel('町名')).toHaveValue(/六本木/)
    await page.getByLabel('番地').fill('1丁目2番3号')

    await page.getByLabel('必要な方との関係').fill('親族')
    await endSession(portal, sandbox, resident)
    await page.getByLabel('委任状のファイルを選ぶ').setInputFiles({
      name: '委任状.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    })
    await expect(dialogOf(page)).toBeVisible()
    await signInAgain(page, resident)
    await expect(page.getByLabel('必要な方との関係')).toHaveValue('親族')
    await expect(page.getByRole('button', { name: '委任状.pdfを表示' })).toBeVisible()
    const kept = (await arrivals(sandbox, resident, 'uploadAttachment')).filter(({ status }) => status === 201)
    expect(kept, 'one file').toHaveLength(1)
  })

  test('leads back to the same step with the same values after a reload and sign-in (S-15) @main', async ({
    signedIn: page,
    portal,
    sandbox,
    resident,
  }) => {
    const application = consultation('再読み込みの前の文')
    await saveDraft(portal, resident, application)
    await page.goto(applicationPath(resident, application, 'booking'))
    await page.getByLabel('電話番号').fill('0398765432')
    await endSession(portal, sandbox, resident)
    await page.getByRole('button', { name: '一時保存する' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/childcare-consultation\/individual\?step=booking$/)
    await expect(page.getByLabel('電話番号')).toHaveValue('0398765432')
  })

  test('shows another user an empty form, and the first user every answer again (S-15, R-07)', async ({
    page,
    portal,
    sandbox,
    residentWith,
    resident,
  }) => {
    const application = consultation()
    await signIn(page, resident)
    await page.goto(applicationPath(resident, application))
    await details(page).fill('ほかの人には見えない文')
    await expect(page.getByText(/\d+:\d\dに保存しました/)).toBeVisible()
    await endSession(portal, sandbox, resident)
    await details(page).fill('ほかの人には見えない文の続き')
    await expect(dialogOf(page)).toBeVisible()
    await page.reload()
    const other = await residentWith()
    await fillSignIn(page, other)
    await expect(page).toHaveURL(/childcare-consultation\/individual\?step=consultation$/)
    await expect(details(page)).toHaveValue('')
    await expect(page.getByText('ほかの人には見えない文')).toHaveCount(0)
    await details(page).fill('二人目の文')
    await expect.poll(() => draftsOf(other)).toContain('二人目の文')
    expect(await draftsOf(resident)).toContain('ほかの人には見えない文')

    await logOutOf(page)
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/\/applicationlist$/)
    await page.goto(applicationPath(resident, application))
    await expect(details(page)).toHaveValue('ほかの人には見えない文の続き')

    async function draftsOf(one: Resident): Promise<string> {
      return JSON.stringify((await stored(sandbox, one)).drafts)
    }
  })

  for (const { isKept, where } of [
    { isKept: false, where: 'of its own' },
    { isKept: true, where: 'shared by all tabs' },
  ])
    test(`gives way to the sign-in page once another user signs in in the next tab, with a session ${where} (R-07)`, async ({
      page,
      context,
      portal,
      sandbox,
      residentWith,
      resident,
    }) => {
      const application = consultation()
      await signIn(page, resident, { isKept })
      await page.goto(applicationPath(resident, application))
      await details(page).fill('隣の人には見えない文')
      await expect(page.getByText(/\d+:\d\dに保存しました/)).toBeVisible()
      await endSession(portal, sandbox, resident)
      await details(page).fill('隣の人には見えない文の続き')
      await expect(dialogOf(page)).toBeVisible()
      await page.getByRole('button', { name: 'あとでログインする' }).click()
      await expect(details(page)).toHaveValue('隣の人には見えない文の続き')

      const next = await context.newPage()
      await signIn(next, await residentWith(), { isKept })
      await expect(page).toHaveURL(/\/login\/minato-city$/)
      await expect(page.getByText('隣の人には見えない文')).toHaveCount(0)
      await next.close()

      await page.goto('/login/minato-city')
      if (isKept) await logOutOf(page)
      await fillSignIn(page, resident)
      await expect(page).toHaveURL(/\/applicationlist$/)
      await page.goto(applicationPath(resident, application))
      await expect(details(page)).toHaveValue('隣の人には見えない文の続き')
    })
})

async function logOutOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login\/minato-city$/)
}

/** Fields of the step, or the answers on the review page. */
function answersOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLInputElement>('main :is(input, select, textarea)')].map((field) =>
      field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value,
    ),
    ...[...document.querySelectorAll('main dd')].map((answer) => answer.textContent ?? ''),
  ])
}
