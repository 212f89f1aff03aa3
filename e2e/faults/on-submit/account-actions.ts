import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { fillSignIn } from '../../support/journey.ts'
import { startSignedIn } from '../../support/signed-in.ts'
import { mailedLink, mailsTo, ofUser } from './action.ts'
import type { Action, PreparedAction } from './action.ts'

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
function newAddress() {
  return `b-${crypto.randomUUID()}@example.jp`
}

/** Parts of an action that starts with one click on a button and shows its failure in an alert. */
function buttonAction(page: Page, name: string): Pick<PreparedAction, 'button' | 'click' | 'message'> {
  const button = page.getByRole('button', { name, exact: true })
  return { button, click: () => button.click(), message: page.getByRole('alert') }
}

export const accountActions: Action[] = [
  {
    name: 'login',
    target: { operation: 'login', method: 'POST', path: /\/login$/ },
    async prepare({ page, resident }) {
      await page.goto('/login/minato-city')
      await page.getByLabel('メールアドレス').fill(resident.email)
      await page.getByLabel('パスワード').first().fill(resident.password)
      return {
        ...buttonAction(page, 'ログイン'),
        succeeded: () => expect(page).toHaveURL(/\/minato-city\/applicationlist$/),
      }
    },
  },
  {
    name: 'reset request',
    target: { operation: 'requestPasswordReset', method: 'POST', path: /\/password-reset-request$/ },
    async prepare({ page, sandbox, resident }) {
      await page.goto('/login/minato-city?view=reset')
      await page.getByLabel('メールアドレス').fill(resident.email)
      return {
        ...buttonAction(page, 'メールを送信する'),
        succeeded: () => expect(heading(page)).toHaveText('メールをご確認ください'),
        effects: async () => (await mailsTo(sandbox, resident.email)).length,
      }
    },
  },
  {
    name: 'reset',
    target: { operation: 'resetPassword', method: 'POST', path: /\/password-reset$/ },
    async prepare(setup) {
      const { page, resident } = setup
      await page.goto(await mailedLink(setup, 'password-reset-request', resident.email))
      await page.getByLabel('新しいパスワード').fill('Changed-2026!')
      return {
        ...buttonAction(page, 'パスワードを設定する'),
        async succeeded() {
          await expect(heading(page)).toHaveText('再設定が完了しました')
          await page.goto('/login/minato-city')
          await fillSignIn(page, { email: resident.email, password: 'Changed-2026!' })
          await expect(page).toHaveURL(/\/applicationlist$/)
        },
      }
    },
  },
  {
    name: 'register',
    target: { operation: 'requestRegistration', method: 'POST', path: /\/registration-request$/ },
    async prepare({ page, sandbox }) {
      const email = newAddress()
      await page.goto('/register/minato-city')
      await page.getByLabel('メールアドレス').fill(email)
      return {
        ...buttonAction(page, 'メールを送信する'),
        succeeded: () => expect(heading(page)).toHaveText('メールをご確認ください'),
        effects: async () => (await mailsTo(sandbox, email)).length,
      }
    },
  },
  {
    name: 'complete registration',
    target: { operation: 'completeRegistration', method: 'POST', path: /\/registration$/ },
    async prepare(setup) {
      const { page, sandbox } = setup
      const email = newAddress()
      await page.goto(await mailedLink(setup, 'registration-request', email))
      await page.getByLabel('姓', { exact: true }).fill('港')
      await page.getByLabel('名', { exact: true }).fill('一郎')
      await page.getByLabel('セイ（フリガナ）').fill('ミナト')
      await page.getByLabel('メイ（フリガナ）').fill('イチロウ')
      await page.getByText('住所・電話番号など（任意）').click()
      await page.getByLabel('郵便番号').fill('105-0011')
      await expect(page.getByLabel('市区町村')).toHaveValue('港区')
      await page.getByLabel('番地').fill('1丁目5番25号')
      await page.getByLabel('電話番号').fill('09012345678')
      await page.getByRole('button', { name: '次へ' }).click()
      await page.getByLabel('パスワード', { exact: true }).fill('Portal-2026!')
      await page.getByLabel('利用規約に同意する').check()
      await page.getByLabel('個人情報の取扱いに同意する').check()
      return {
        ...buttonAction(page, '登録する'),
        succeeded: () => expect(heading(page)).toHaveText('手続き一覧'),
        async effects() {
          const users = (await sandbox.get('users')) as { email: string }[]
          return users.filter((user) => user.email === email).length
        },
      }
    },
  },
  {
    name: 'e-mail change',
    target: { operation: 'requestEmailChange', method: 'POST', path: /\/email-change-request$/ },
    outcome: ofUser,
    async prepare({ page, portal, sandbox, resident }) {
      const email = newAddress()
      await startSignedIn(page, portal, resident)
      await page.goto('/minato-city/userprofile?view=email')
      await page.getByLabel('新しいメールアドレス').fill(email)
      return {
        ...buttonAction(page, '確認メールを送信する'),
        succeeded: () => expect(heading(page)).toHaveText('メールをご確認ください'),
        effects: async () => (await mailsTo(sandbox, email)).length,
      }
    },
  },
  {
    name: 'profile save',
    target: { operation: 'updateProfile', method: 'PATCH', path: /\/profile$/ },
    outcome: ofUser,
    async prepare({ page, portal, sandbox, resident }) {
      await startSignedIn(page, portal, resident)
      await page.goto('/minato-city/userprofile?view=edit')
      await page.getByLabel('電話番号').fill('0398765432')
      await page.getByLabel('建物名・部屋番号').fill('みなとビル 203')
      return {
        ...buttonAction(page, '保存する'),
        succeeded: () => expect(page).toHaveURL(/\/minato-city\/userprofile$/),
        async effects() {
          const { resident: stored } = (await sandbox.get(`state/users/minato-city/${resident.userId}`)) as {
            resident: { profile: { phone?: string; address?: { building?: string } } }
          }
          const { phone, address } = stored.profile
          return phone === '0398765432' && address?.building === 'みなとビル 203' ? 1 : 0
        },
      }
    },
  },
]
