import { expectAccessible } from '../support/accessibility.ts'
import { completeRegistration, confirmAnswers, fillConsultation } from '../support/form-actions.ts'
import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from '../support/journey.ts'
import type { Resident, SandboxClient } from '../support/journey.ts'
import { consultation, submitByProgram } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { expectLoaded, expectTitle, press, typeInto } from './keyboard.ts'
import type { LinkKind } from './outbox.ts'
import { linkTo, mailLink } from './outbox.ts'

const hour = 3_600_000

test.describe('a mailed link', () => {
  test('lets a resident register with the keyboard alone, up to the first sign-in (R-14) @main', async ({
    page,
    sandbox,
  }) => {
    const email = `new-${Date.now()}@example.jp`
    await page.goto('/login/minato-city')
    await press(page.getByRole('link', { name: 'はじめての方（新規登録）' }))
    await expectTitle(page, '新規登録')
    await press(page.getByRole('button', { name: 'メールを送信する' }))
    await expect(page.getByRole('link', { name: 'メールアドレスを入力してください。' })).toBeVisible()
    await typeInto(page.getByLabel('メールアドレス'), email)
    await page.keyboard.press('Enter')
    await expectTitle(page, 'メールをご確認ください')

    await page.reload()
    await expect(page.getByText(`送り先：${email}`), 'a phone may drop the tab').toBeVisible()

    await page.goto(await linkTo(sandbox, email))
    await expectLoaded(page, 'お名前と連絡先')
    await expect(page).toHaveURL(/\/registration\/minato-city\/[^/]+$/)
    await typeInto(page.getByLabel('姓', { exact: true }), '山田')
    await typeInto(page.getByLabel('名', { exact: true }), '太郎')
    await typeInto(page.getByLabel('セイ（フリガナ）'), 'ヤマダ')
    await press(page.getByRole('button', { name: '次へ' }))
    await expect(page.getByRole('region', { name: '1件の修正が必要です' })).toBeFocused()
    await typeInto(page.getByLabel('メイ（フリガナ）'), 'タロウ')
    await press(page.getByRole('button', { name: '次へ' }))

    await expectTitle(page, 'パスワードと同意')
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleDescription('利用者登録（全2画面中2画面目）')
    await expect(page.getByText(email), 'the page shows a part of the address only').toHaveCount(0)
    await typeInto(page.getByRole('textbox', { name: 'パスワード' }), 'portal-2026')
    await press(page.getByRole('button', { name: '登録する' }))

    const summary = page.getByRole('region', { name: '3件の修正が必要です' })
    await expect(summary).toBeFocused()
    await expectUnmet(page, ['英大文字（A〜Z）'])
    await expectAccessible(page, 'refused registration')
    await page.goBack()
    await expectTitle(page, 'お名前と連絡先')
    await expect(page.getByLabel('姓', { exact: true })).toHaveValue('山田')
    await page.goForward()
    await expectTitle(page, 'パスワードと同意')
    await page.reload()
    await expectLoaded(page, 'パスワードと同意')
    await expect(
      page.getByRole('definition').filter({ hasText: '山田 太郎' }),
      'a reload keeps what is not secret',
    ).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'パスワード' })).toHaveValue('')
    await typeInto(page.getByRole('textbox', { name: 'パスワード' }), 'Portal-2026!')
    await press(page.getByRole('checkbox', { name: '利用規約に同意する' }), 'Space')
    await press(page.getByRole('checkbox', { name: '個人情報の取扱いに同意する' }), 'Space')
    await press(page.getByRole('button', { name: '登録する' }))

    await expectTitle(page, '手続き一覧')
    await expect(page.getByText('登録が完了し、ログインしました。').last()).toBeVisible()
  })

  test('leads on to the form that was chosen in another browser before the registration', async ({
    page,
    browser,
    portal,
    sandbox,
  }) => {
    const email = `line-${Date.now()}@example.jp`
    await page.goto('/application/minato-city/childcare-consultation/individual')
    await expectLoaded(page, 'ログイン')
    await page.getByRole('link', { name: 'はじめての方（新規登録）' }).click()
    await expectTitle(page, '新規登録')
    await page.getByLabel('メールアドレス').fill(email)
    await page.getByRole('button', { name: 'メールを送信する' }).click()
    await expectTitle(page, 'メールをご確認ください')

    const context = await browser.newContext({ baseURL: portal.url })
    try {
      const other = await context.newPage()
      await other.goto(await linkTo(sandbox, email))
      await completeRegistration(other, 'Portal-2026!')
      await expect(other).toHaveURL(/\/application\/minato-city\/childcare-consultation\/individual/)
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    } finally {
      await context.close()
    }
  })

  test('lets a resident set a new password with the keyboard alone, and names the unmet rule (R-14)', async ({
    page,
    resident,
    sandbox,
  }) => {
    await page.goto('/login/minato-city')
    await press(page.getByRole('link', { name: 'パスワードをお忘れの方' }))
    await expectTitle(page, 'パスワードの再設定')
    await typeInto(page.getByLabel('メールアドレス'), resident.email)
    await page.keyboard.press('Enter')
    await expectTitle(page, 'メールをご確認ください')

    await page.reload()
    await expect(page.getByText(`送り先：${resident.email}`), 'a phone may drop the tab').toBeVisible()

    await page.goto(await linkTo(sandbox, resident.email))
    await expectLoaded(page, '新しいパスワードの設定')
    const field = page.getByRole('textbox', { name: '新しいパスワード' })
    for (const { typed, unmet } of [
      { typed: 'Aa1!', unmet: ['8文字以上'] },
      { typed: 'portal2026', unmet: ['英大文字（A〜Z）', '記号（! ? - など）'] },
      { typed: 'PORTAL-PORTAL', unmet: ['英小文字（a〜z）', '数字（0〜9）'] },
    ]) {
      await typeInto(field, typed)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: '1件の修正が必要です' })).toBeFocused()
      await expectUnmet(page, unmet)
    }
    await press(page.getByRole('link', { name: /^パスワードは8文字以上で/ }))
    await expect(field).toBeFocused()
    await typeInto(field, 'Another-2026!')
    await page.keyboard.press('Enter')
    await expectTitle(page, '再設定が完了しました')

    await press(page.getByRole('link', { name: 'ログインする' }))
    await expectTitle(page, 'ログイン')
    await typeInto(page.getByLabel('メールアドレス'), resident.email)
    await typeInto(page.getByRole('textbox', { name: 'パスワード' }), 'Another-2026!')
    await page.keyboard.press('Enter')
    await expectTitle(page, '手続き一覧')
  })

  test('changes the e-mail address only after a click; in a browser without a session only after sign-in (R-14, S-14)', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    const newEmail = `changed-${resident.email}`
    const link = await mailLink({ portal, sandbox }, 'email_change', resident, newEmail)
    // Imitates a mail scanner: fetches the page of the link without clicking anything.
    await fetch(link)
    await page.goto(link)
    await expect(page).toHaveURL(/\/login\/minato-city$/)
    await fillSignIn(page, resident)
    await expectTitle(page, 'メールアドレスの変更')
    await expect(page).toHaveURL(/\/email-change\/minato-city\/[^/]+$/)
    expect(await addressOf(sandbox, resident), 'opening the link changes nothing').toBe(resident.email)
    await page.getByRole('button', { name: '変更する', exact: true }).click()
    await expectTitle(page, '変更が完了しました')
    expect(await addressOf(sandbox, resident)).toBe(newEmail)
    await page.getByRole('link', { name: 'マイページへ' }).click()
    await expect(page.getByRole('definition').filter({ hasText: newEmail })).toBeVisible()
    await page.goto(link)
    await expectLoaded(page, '使用済みのリンクです')
    await page.getByRole('link', { name: 'マイページへ' }).click()
    await expectTitle(page, 'マイページ')
  })

  test(
    'refuses the link of a deleted account, whose address can be registered again and used to apply (R-14)',
    { tag: '@chromium' },
    async ({ page, portal, resident, sandbox }) => {
      const { email, password } = resident
      await submitByProgram(portal, resident, consultation())
      const before = await mailLink({ portal, sandbox }, 'password_reset', resident, email)
      await startSignedIn(page, portal, resident)
      await page.goto('/minato-city/userprofile')
      await page.getByRole('link', { name: 'アカウントの削除（退会）' }).click()
      await page.getByLabel('上記の内容を確認しました').check()
      await page.getByLabel('現在のパスワード').fill(password)
      await page.getByRole('button', { name: 'アカウントを削除する' }).click()
      await expectTitle(page, 'ログイン')
      await fillSignIn(page, resident)
      await expect(page.getByRole('alert')).toContainText('メールアドレスまたはパスワードが正しくありません。')

      await page.goto(before)
      await expectLoaded(page, 'リンクを開けません')
      await expect(page.getByText(/アカウントを削除した場合は、新規登録が必要です。/)).toBeVisible()
      await page.getByRole('link', { name: '再設定をもう一度申し込む' }).click()
      await page.getByLabel('メールアドレス').fill(email)
      await page.getByRole('button', { name: 'メールを送信する' }).click()
      await expectTitle(page, 'メールをご確認ください')
      expect(await linkTo(sandbox, email), 'no mail is sent').toBe(before)

      await page.goto('/register/minato-city')
      await page.getByLabel('メールアドレス').fill(email)
      await page.getByRole('button', { name: 'メールを送信する' }).click()
      await expectTitle(page, 'メールをご確認ください')
      await page.goto(await linkTo(sandbox, email, before))
      await expectLoaded(page, 'お名前と連絡先')
      await completeRegistration(page, password)
      await expectTitle(page, '手続き一覧')

      const after = await mailLink({ portal, sandbox }, 'password_reset', resident, email)
      await page.goto(after)
      await expectLoaded(page, '新しいパスワードの設定')
      await page.getByLabel('新しいパスワード').fill('Another-2026!')
      await page.getByRole('button', { name: 'パスワードを設定する' }).click()
      await expectTitle(page, '再設定が完了しました')
      await page.getByRole('link', { name: 'ログインする' }).click()
      await fillSignIn(page, { email, password: 'Another-2026!' })
      await expectTitle(page, '手続き一覧')
      await page.goto('/minato-city/userprofile')
      await expect(page.getByRole('definition').filter({ hasText: '山田 太郎' })).toBeVisible()

      await page.goto('/minato-city/applicationhistory')
      await expect(page.getByText('申請はまだありません').first(), 'nothing of the former account').toBeVisible()
      await page.goto('/application/minato-city/childcare-consultation/individual')
      await fillConsultation(page)
      await confirmAnswers(page)
      await page.getByRole('button', { name: '送信する', exact: true }).click()
      await expect(page).toHaveURL(/\/order\/success$/)
    },
  )

  test('works once if it is open in two tabs, and survives a mail scanner (R-14)', async ({
    page,
    context,
    portal,
    resident,
    sandbox,
  }) => {
    const link = await mailLink({ portal, sandbox }, 'password_reset', resident, resident.email)
    await fetch(link)
    const [first, second] = [page, await context.newPage()]
    for (const tab of [first, second]) {
      await tab.goto(link)
      await expectLoaded(tab, '新しいパスワードの設定')
    }
    await first.getByLabel('新しいパスワード').fill('First-2026!')
    await first.getByRole('button', { name: 'パスワードを設定する' }).click()
    await expectTitle(first, '再設定が完了しました')
    await second.getByLabel('新しいパスワード').fill('Second-2026!')
    await second.getByRole('button', { name: 'パスワードを設定する' }).click()
    await expectTitle(second, '使用済みのリンクです')
    await second.getByRole('link', { name: 'ログインする' }).click()
    await fillSignIn(second, { email: resident.email, password: 'First-2026!' })
    await expect(second).toHaveURL(/applicationlist/)
  })

  for (const { kind, path, again, target } of deadLinks())
    test(
      `explains why it is no longer valid (${kind}) and what to do next (R-14)`,
      { tag: kind === 'registration' ? [] : '@chromium' },
      async ({ page, portal, resident, sandbox }) => {
        const parts = { portal, sandbox }
        const to = kind === 'password_reset' ? resident.email : `dead-${resident.email}`
        const link = new URL(await mailLink(parts, kind, resident, to))
        if (kind === 'email_change') await startSignedIn(page, portal, resident)
        const id = link.searchParams.get('id') ?? ''
        const other = kind === 'registration' ? 'password_reset' : 'registration'

        async function leads(change: Record<string, string>, title: string): Promise<void> {
          const changed = new URL(link)
          for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value)
          await page.goto(changed.href)
          await expectLoaded(page, title)
        }

        await leads({ id: `${id}x` }, 'リンクを開けません')
        await expectAccessible(page, `dead ${kind}`)
        await expect(page.getByRole('link', { name: again })).toHaveAttribute('href', target)
        await leads({ id: '../x' }, 'ページが見つかりません')
        await leads({ id: '' }, 'ページが見つかりません')
        await leads({ tenantId: 'a__b' }, 'ページが見つかりません')
        if (kind === 'email_change') {
          // The session belongs to the link's tenant, so the guard leads to the other tenant's login.
          await leads({ tenantId: 'aozora-water' }, 'ログイン')
        } else {
          await leads({ tenantId: 'aozora-water' }, 'リンクを開けません')
          await leads({ type: other }, 'リンクを開けません')
        }
        await leads({}, path)
        await sandbox.post('clock', { shiftMs: 25 * hour })
        try {
          // The session has ended as well by then: a link that needs one leads to the login first, then to its page.
          const tab = await page.context().newPage()
          await tab.goto(link.href)
          if (kind === 'email_change') await fillSignIn(tab, resident)
          await expectLoaded(tab, 'リンクの有効期限が切れています')
          await tab.getByRole('link', { name: again }).click()
          await expect(tab).toHaveURL(new RegExp(`${target.replace('?', '\\?')}$`))
        } finally {
          await sandbox.post('clock', { reset: true })
        }
      },
    )

  test('shows the page itself if the type is missing or unknown (R-14, S-08)', async ({ page }) => {
    for (const query of ['', '?type=constructor&tenantId=minato-city&id=abc', '?type=REGISTRATION&id=abc']) {
      await page.goto(`/mail-confirmation${query}`)
      await expectLoaded(page, 'メールをご確認ください')
    }
    await expectAccessible(page, 'mail confirmation')
  })
})

type DeadLink = { kind: LinkKind; path: string; again: string; target: string }

function deadLinks(): DeadLink[] {
  return [
    { kind: 'registration', path: 'お名前と連絡先', again: 'もう一度登録する', target: '/register/minato-city' },
    {
      kind: 'password_reset',
      path: '新しいパスワードの設定',
      again: '再設定をもう一度申し込む',
      target: '/login/minato-city?view=reset',
    },
    {
      kind: 'email_change',
      path: 'メールアドレスの変更',
      again: 'もう一度手続きする',
      target: '/minato-city/userprofile?view=email',
    },
  ]
}

/** The list below the field shows which rules the password satisfies. */
async function expectUnmet(page: Page, rules: string[]): Promise<void> {
  const unmet = page.locator('#new-password-help li', { hasText: 'まだ満たしていません' })
  await expect(unmet).toHaveText(rules.map((rule) => `${rule}まだ満たしていません`))
}

async function addressOf(sandbox: SandboxClient, { tenantId, userId }: Resident): Promise<string> {
  const state = (await sandbox.get(`state/users/${tenantId}/${userId}`)) as { resident: { email: string } }
  return state.resident.email
}
