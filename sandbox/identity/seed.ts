import type { Identity } from './identity.ts'
import type { NewUser } from './users.ts'
import { usernameOf } from '../core/identifiers.ts'

/** The secret of the seeded user with an authenticator app, for generating its codes. */
export const seededTotpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export const seededPassword = 'Portal-2026!'

/** A user for one way to sign in. The API must have the same address and user id. */
export type SpecialUser = { userId: string; email: string; name: string; purpose: string }

type Special = SpecialUser & { settings: Partial<NewUser>; locked?: true }

const phone = '+819012345678'

const specials: Special[] = [
  {
    userId: 'sms',
    email: 'sms@example.jp',
    name: '鈴木 すず',
    purpose: 'SMSの確認コード（コードは送信箱に届きます）',
    settings: { mfa: { enabled: ['SMS_MFA'] } },
  },
  {
    userId: 'email-code',
    email: 'mail@example.jp',
    name: '前田 めい',
    purpose: 'メールの確認コード（コードは送信箱に届きます）',
    settings: { mfa: { enabled: ['EMAIL_OTP'] } },
  },
  {
    userId: 'totp',
    email: 'totp@example.jp',
    name: '富田 とも',
    purpose: `認証アプリ（キー：${seededTotpSecret}）`,
    settings: { mfa: { enabled: ['SOFTWARE_TOKEN_MFA'] }, totpSecret: seededTotpSecret },
  },
  {
    userId: 'set-up-totp',
    email: 'setup@example.jp',
    name: '瀬戸 あお',
    purpose: 'ログイン時に認証アプリを設定',
    settings: { mfa: { mustSetUp: ['SOFTWARE_TOKEN_MFA'] } },
  },
  {
    userId: 'set-up-choice',
    email: 'setup-choice@example.jp',
    name: '関 なぎ',
    purpose: 'ログイン時にメールか認証アプリを選んで設定',
    settings: { mfa: { mustSetUp: ['EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'] } },
  },
  {
    userId: 'choose',
    email: 'choose@example.jp',
    name: '江口 えま',
    purpose: '確認方法をSMS・メール・認証アプリから選択',
    settings: { mfa: { enabled: ['SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'] }, totpSecret: seededTotpSecret },
  },
  {
    userId: 'new-password',
    email: 'temporary@example.jp',
    name: '',
    purpose: '新しいパスワードと氏名の入力が必要',
    settings: { state: 'FORCE_CHANGE_PASSWORD', requiredAttributes: ['name'] },
  },
  {
    userId: 'custom',
    email: 'custom@example.jp',
    name: '楠 かすみ',
    purpose: '追加の質問（config.json の auth.flow が CUSTOM_… のとき。答えは「桜」）',
    settings: { custom: { question: '好きな花は何ですか', answer: '桜' } },
  },
  {
    userId: 'reset-required',
    email: 'reset@example.jp',
    name: '李 れい',
    purpose: 'パスワードの再設定が必要',
    settings: { state: 'RESET_REQUIRED' },
  },
  {
    userId: 'unconfirmed',
    email: 'unconfirmed@example.jp',
    name: '宇野 うみ',
    purpose: 'アカウントが未確認',
    settings: { state: 'UNCONFIRMED' },
  },
  {
    userId: 'locked',
    email: 'locked@example.jp',
    name: '六車 ろく',
    purpose: 'パスワードの間違いによりロック中',
    settings: {},
    locked: true,
  },
]

export const specialUsers: SpecialUser[] = specials.map(({ userId, email, name, purpose }) => ({
  userId,
  email,
  name,
  purpose,
}))

const century = 100 * 365 * 24 * 3_600_000

/** Creates the missing special users of a tenant, all with the sandbox's password. */
export function seedSpecialUsers(identity: Identity, tenantId: string, now: number): void {
  for (const { userId, email, name, settings, locked } of specials) {
    const username = usernameOf({ tenantId, userId })
    if (identity.users.get(username)) continue
    const attributes: Record<string, string> = name === '' ? {} : { name }
    identity.users.create({
      username,
      email,
      phone,
      password: seededPassword,
      state: 'CONFIRMED',
      attributes,
      ...settings,
    })
    if (locked) identity.users.lock(username, now + century)
  }
}
