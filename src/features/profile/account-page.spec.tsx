import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { totpCode } from '../../../sandbox/identity/secrets/totp.ts'
import { applyReport, proceed } from '../../../sandbox/rules/payments.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { longWaitMs } from '../../lib/clock.ts'

let portal: PortalUnderTest | null = null

afterEach(() => {
  vi.useRealTimers()
  // Notifications are kept outside the portal, and one without a time limit would appear in the next test.
  for (const close of screen.queryAllByRole('button', { name: '閉じる' })) fireEvent.click(close)
  portal?.stop()
  portal = null
})

const hanako = 'hanako@example.jp'
const password = 'Portal-2026!'

async function open(view: string, options: Parameters<typeof startPortal>[1] = { as: hanako }) {
  const started = await startPortal(`/minato-city/userprofile?view=${view}`, options)
  portal = started
  const { identity, backend } = started.sandbox
  const userId = backend.residents.findByEmail('minato-city', hanako)?.userId ?? ''
  const username = `minato-city__${userId}`
  return {
    ...started,
    identity,
    backend,
    username,
    user: () => identity.users.get(username),
    codeFor: (to: string) => /\d{6}/.exec(backend.outbox.list(to)[0]?.body ?? '')?.[0] ?? '',
  }
}

function heading(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}
/** A text of a notification, whose component loads when it is first needed. */
function notification(text: string) {
  return screen.findByText(text)
}
/** Presses a button, once the action before has ended: until then, the button says that it is busy. */
async function press(name: string | RegExp) {
  return userEvent.click(await screen.findByRole('button', { name, busy: false }))
}
async function alert(text: string | RegExp) {
  const found = await screen.findByRole('alert')
  await waitFor(() => expect(found).toHaveFocus())
  expect(found).toHaveTextContent(text)
}
/** The last of six digits submits the form. */
async function enterCode(code: string) {
  const field = screen.getByRole('textbox', { name: '確認コード' })
  await userEvent.clear(field)
  await userEvent.type(field, code)
}

describe('changing the password', () => {
  const enter = async (current: string, next: string) => {
    if (current !== '') await userEvent.type(screen.getByLabelText('現在のパスワード'), current)
    if (next !== '') await userEvent.type(screen.getByLabelText('新しいパスワード'), next)
    await press('変更する')
  }
  it('gives the user name to password managers only', async () => {
    await open('password')
    await heading('パスワードの変更')
    const field = document.querySelector<HTMLInputElement>('form input[autocomplete="username"]')
    expect(field).toHaveAttribute('type', 'text')
    expect(field?.value).toMatch(/@example\.jp$/)
    expect(field).toHaveAttribute('tabindex', '-1')
    expect(screen.queryByRole('textbox', { name: '' })).toBeNull()
  })
  it('requires the current password', async () => {
    const { identity, username, path } = await open('password')
    await heading('パスワードの変更')
    await enter(password, 'Another-2026!')
    await heading('ログインとセキュリティ')
    expect(path()).toBe('/minato-city/userprofile?view=security')
    expect(await notification('パスワードを変更しました。')).toBeVisible()
    expect(identity.users.passwordMatches(username, 'Another-2026!')).toBe(true)
  })
  it('keeps the old password and the typed values if the current one is wrong', async () => {
    const { identity, username } = await open('password')
    await heading('パスワードの変更')
    await enter('Wrong-2026!', 'Another-2026!')
    await alert('パスワードが正しくありません。もう一度入力してください。')
    expect(screen.getByLabelText('新しいパスワード')).toHaveValue('Another-2026!')
    expect(identity.users.passwordMatches(username, password)).toBe(true)
  })
  it.each([
    ['', '', ['現在のパスワードを入力してください。', '新しいパスワードを入力してください。']],
    [password, 'short', [/パスワードは8文字以上で/]],
    [password, password, ['現在のパスワードとは別のパスワードを入力してください。']],
  ] as const)('%j → %j is refused before it is sent', async (current, next, messages) => {
    const { requests } = await open('password')
    await heading('パスワードの変更')
    await enter(current, next)
    for (const name of messages) expect(await screen.findByRole('link', { name })).toBeVisible()
    expect(requests.filter((request) => request.includes('_identity'))).toEqual([])
  })
})

describe('the phone number for codes', () => {
  it('a phone number is saved after its code was entered; a wrong code can be corrected and another one sent', async () => {
    const { user, codeFor, requests } = await open('phone')
    await heading('確認コードを受け取る電話番号')
    await userEvent.type(await screen.findByRole('textbox', { name: /電話番号/ }), '０８０-1111-2222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    const field = screen.getByRole('textbox', { name: '確認コード' })
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(
      /^携帯電話に届いた確認コードを入力してください。.*6桁目を入力すると送信されます。/,
    )
    await userEvent.click(screen.getByText('コードが届かないとき'))
    expect(screen.getByText(/「コードを再送信する」を押すと/)).toBeVisible()
    await press('確認する')
    expect(await screen.findByRole('link', { name: '確認コードを入力してください。' })).toBeVisible()
    await enterCode('000000')
    await alert('確認コードが正しくありません。もう一度入力してください。')
    await press('コードを再送信する')
    await notification('新しい確認コードを送信しました。')
    await enterCode(codeFor('+818011112222'))
    await heading('ログインとセキュリティ')
    expect(user()?.attributes).toMatchObject({ phone_number: '+818011112222', phone_number_verified: 'true' })
    expect(await screen.findByText('080-1111-2222')).toBeVisible()
    expect(requests.filter((request) => request.startsWith('POST /app/web'))).toEqual([])
  })
  it('asks for the code again after a reload, and leads from there to the form and back', async () => {
    const { codeFor, router, user, path } = await open('phone')
    await userEvent.type(await screen.findByRole('textbox', { name: /電話番号/ }), '08011112222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    await router.navigate('/minato-city/userprofile')
    await heading('マイページ')
    await router.navigate('/minato-city/userprofile?view=phone')
    await heading('確認コードの入力')
    expect(screen.getByRole('textbox', { name: '確認コード' }), 'only just after it was sent').not.toHaveFocus()
    await press('電話番号を入力し直す')
    await heading('確認コードを受け取る電話番号')
    await userEvent.click(await screen.findByRole('link', { name: 'コードを入力する' }))
    await heading('確認コードの入力')
    expect(path()).toBe('/minato-city/userprofile?view=verify-phone')
    await press('コードを再送信する')
    await notification('新しい確認コードを送信しました。')
    await enterCode(codeFor('+818011112222'))
    await heading('ログインとセキュリティ')
    expect(await screen.findByText('080-1111-2222')).toBeVisible()
    expect(user()?.attributes).toMatchObject({ phone_number_verified: 'true' })
    expect(screen.queryByText('未確認')).toBeNull()
    expect(screen.queryByRole('link', { name: 'コードを入力する' })).toBeNull()
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('portal.form'))).toEqual([])
  })
  it.each([
    ['phone', '確認コードを受け取る電話番号'],
    ['verify-phone', '電話番号の確認'],
  ])('forgets on the page %s the code of a number that is confirmed, if the response was lost', async (view, title) => {
    const { codeFor, router } = await open('phone', {
      as: hanako,
      async instead(request) {
        if (request.headers.get('x-amz-target')?.endsWith('VerifyUserAttribute') !== true) return null
        await portal?.sandbox.fetch(request.clone())
        return Response.error()
      },
    })
    await userEvent.type(await screen.findByRole('textbox', { name: /電話番号/ }), '08011112222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    await enterCode(codeFor('+818011112222'))
    await alert(/受け付けられたかどうか分かりません。/)
    await router.navigate('/minato-city/userprofile')
    await heading('マイページ')
    await router.navigate(`/minato-city/userprofile?view=${view}`)
    expect(await heading(title)).toHaveFocus()
    expect(screen.queryByRole('textbox', { name: '確認コード' })).toBeNull()
    expect(await screen.findByText(/080-1111-2222|電話番号を確認しました。/)).toBeVisible()
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('portal.form'))).toEqual([])
  })
  it('a new phone number is shown beside the current one, which the identity provider keeps until the code is entered', async () => {
    const { identity, username } = await open('phone', {
      as: hanako,
      // A pool that verifies an address before it updates the attribute responds in this way.
      instead: ({ headers }) =>
        headers.get('x-amz-target')?.endsWith('UpdateUserAttributes') === true
          ? Response.json({
              CodeDeliveryDetailsList: [
                { AttributeName: 'phone_number', DeliveryMedium: 'SMS', Destination: '+********2222' },
              ],
            })
          : null,
    })
    const before = identity.users.get(username)?.attributes
    await userEvent.type(await screen.findByRole('textbox', { name: /電話番号/ }), '08011112222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    expect(identity.users.get(username)?.attributes).toEqual(before)
    await portal?.router.navigate('/minato-city/userprofile?view=security')
    await heading('ログインとセキュリティ')
    expect(await screen.findByText('080-1111-2222')).toBeVisible()
    expect(screen.getByText('未確認')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'コードを入力する' }))
    await heading('確認コードの入力')
    expect(screen.getByText('送り先：末尾2222の携帯電話')).toBeVisible()
  })
  it('a phone number can be confirmed in a later visit, which does not remember that a code was sent', async () => {
    const { codeFor, router } = await open('phone')
    await userEvent.type(await screen.findByRole('textbox', { name: /電話番号/ }), '08011112222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('portal.form')) sessionStorage.removeItem(key)
    await router.navigate('/minato-city/userprofile?view=security')
    expect(await screen.findAllByText('未確認')).not.toEqual([])
    await userEvent.click(screen.getByRole('link', { name: 'コードを入力する' }))
    await heading('電話番号の確認')
    await userEvent.click(await screen.findByRole('button', { name: 'コードを入力する' }))
    await heading('確認コードの入力')
    await enterCode(codeFor('+818011112222'))
    await heading('ログインとセキュリティ')
    expect(await screen.findByText('080-1111-2222')).toBeVisible()
    expect(screen.queryByText('未確認')).toBeNull()
  })
  it('says after a long wait that its check takes long, and does not claim to know the result', async () => {
    const lost = Promise.withResolvers<void>()
    await open('phone', {
      as: hanako,
      instead: ({ headers }) =>
        headers.get('x-amz-target')?.endsWith('VerifyUserAttribute') === true
          ? lost.promise.then(() => Response.error())
          : null,
    })
    await userEvent.type(await screen.findByRole('textbox', { name: /電話番号/ }), '08011112222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    const field = screen.getByRole('textbox', { name: '確認コード' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.input(field, { target: { value: '123456' } })
    act(() => void vi.advanceTimersByTime(longWaitMs - 1))
    expect(screen.queryByText(/いつもより時間がかかっています/)).toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    vi.useRealTimers()
    expect(screen.getByText(/いつもより時間がかかっています。このままお待ちください。/)).toBeVisible()
    lost.resolve()
    await alert(/受け付けられたかどうか分かりません。「ログインとセキュリティ」で、済んでいるかをご確認ください。/)
    expect(screen.queryByText(/いつもより時間がかかっています/)).toBeNull()
  })
  it('a phone number is sent without the attributes that the identity provider decides', async () => {
    const bodies: string[] = []
    await open('phone', {
      as: hanako,
      instead: async (request) => {
        if (request.headers.get('x-amz-target')?.endsWith('UpdateUserAttributes') === true)
          bodies.push(await request.clone().text())
        return null
      },
    })
    await userEvent.type(await screen.findByRole('textbox', { name: /電話番号/ }), '08011112222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).not.toMatch(/"sub"|_verified/)
  })
  it('a phone number can be removed if no second factor uses it', async () => {
    const started = await open('phone')
    await screen.findByRole('textbox', { name: /電話番号/ })
    await userEvent.type(screen.getByRole('textbox', { name: /電話番号/ }), '08011112222')
    await press('確認コードを送信する')
    await heading('確認コードの入力')
    await enterCode(started.codeFor('+818011112222'))
    await heading('ログインとセキュリティ')
    await started.router.navigate('/minato-city/userprofile?view=phone')
    await userEvent.click(await screen.findByRole('button', { name: '電話番号を削除する' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '電話番号を削除する' }))
    await notification('電話番号を削除しました。')
    await heading('ログインとセキュリティ')
    expect(started.path()).toBe('/minato-city/userprofile?view=security')
    expect(started.user()?.attributes).not.toHaveProperty('phone_number')
  })
})

describe('the second factors', () => {
  it('an authenticator app is set up with key and code, and becomes the preferred factor', async () => {
    const { user, sandbox } = await open('totp')
    await heading('認証アプリの設定')
    expect(await screen.findByRole('img', { name: '認証アプリに読み取らせるQRコード' })).toBeVisible()
    const link = screen.getByRole('link', { name: 'この端末の認証アプリで開く' }).getAttribute('href') ?? ''
    const uri = new URL(link)
    expect(uri.searchParams.get('issuer')).toBe('みなと市')
    await enterCode('000000')
    await alert('確認コードが正しくありません。もう一度入力してください。')
    await enterCode(totpCode(uri.searchParams.get('secret') ?? '', sandbox.clock.now()))
    await heading('ログインとセキュリティ')
    expect(user()?.mfa).toMatchObject({ enabled: ['SOFTWARE_TOKEN_MFA'], preferred: 'SOFTWARE_TOKEN_MFA' })
    const card = (await screen.findByRole('heading', { level: 3, name: '認証アプリ' })).closest('li')
    expect(card).toHaveTextContent('使用中')
    expect(card).toHaveTextContent('いつも使う方法')
  })

  it('a click enables a second factor, and only a confirmation disables it', async () => {
    const { user } = await open('security')
    await userEvent.click(await screen.findByRole('button', { name: 'メールを使う' }))
    await screen.findByRole('button', { name: 'メールを使うのをやめる' })
    expect(user()?.mfa.enabled).toEqual(['EMAIL_OTP'])
    await press('メールを使うのをやめる')
    const question = screen.getByRole('dialog', { name: 'メールを使うのをやめますか' })
    expect(question).toHaveTextContent('パスワードだけでログインできるようになります')
    await userEvent.click(within(question).getByRole('button', { name: '使い続ける' }))
    expect(user()?.mfa.enabled).toEqual(['EMAIL_OTP'])
    await press('メールを使うのをやめる')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '使うのをやめる' }))
    await screen.findByRole('button', { name: 'メールを使う' })
    expect(user()?.mfa.enabled).toEqual([])
  })

  it('a second factor links to the setting that it requires first', async () => {
    await open('security')
    const sms = (await screen.findByRole('heading', { level: 3, name: '携帯電話（SMS）' })).closest('li')
    if (sms === null) throw new Error('No card for SMS')
    expect(within(sms).getByRole('link', { name: '電話番号を登録する' })).toHaveAttribute(
      'href',
      '/minato-city/userprofile?view=phone',
    )
  })

  it('the second factors can be requested again if they fail to load', async () => {
    const { sandbox } = await open('security')
    await heading('ログインとセキュリティ')
    sandbox.identity.faults.failing = true
    await portal?.router.navigate('/minato-city/userprofile')
    await heading('マイページ')
    portal?.queryClient.removeQueries({ queryKey: ['o', 'identity'] })
    await portal?.router.navigate('/minato-city/userprofile?view=devices')
    await heading('端末の管理')
    const failure = await screen.findByRole('alert')
    expect(failure).toHaveTextContent('時間をおいて、もう一度お試しください。')
    sandbox.identity.faults.failing = false
    await userEvent.click(within(failure).getByRole('button', { name: 'もう一度試す' }))
    expect(await screen.findByText('登録されている端末はありません。')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })
})

describe('deleting the account', () => {
  const confirm = async (typed: string) => {
    await userEvent.click(screen.getByRole('checkbox', { name: '上記の内容を確認しました' }))
    await userEvent.type(screen.getByLabelText('現在のパスワード'), typed)
    await press('アカウントを削除する')
  }
  it('explains the consequences and requires the checkbox and the password', async () => {
    const { user } = await open('delete')
    await heading('アカウントの削除（退会）')
    expect(screen.getByText(/必要な書類は、先にダウンロードしてください/)).toBeVisible()
    expect(screen.getByText(/^削除したアカウントは元に戻せません。/)).toBeVisible()
    await press('アカウントを削除する')
    const summary = await screen.findByRole('region', { name: /2件の修正が必要です/ })
    expect(within(summary).getAllByRole('link')).toHaveLength(2)
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(user()).not.toBeNull()
  })
  it('does nothing with a wrong password', async () => {
    const { user } = await open('delete')
    await heading('アカウントの削除（退会）')
    await confirm('Wrong-2026!')
    await alert('パスワードが正しくありません。もう一度入力してください。')
    expect(user()).not.toBeNull()
  })
  it('accepts the password although the API writes the user id in other case than the identity provider', async () => {
    const otherCase = (userId: string) =>
      userId === userId.toUpperCase() ? userId.toLowerCase() : userId.toUpperCase()
    let userId = ''
    const { user, username } = await open('delete', {
      as: hanako,
      instead: ({ method, url }) =>
        method === 'POST' && url.endsWith('/p/tenants/minato-city/login')
          ? Response.json({ userId: otherCase(userId) })
          : null,
    })
    userId = username.replace('minato-city__', '')
    await heading('アカウントの削除（退会）')
    await confirm(password)
    await heading('ログイン')
    expect(user()).toBeNull()
  })
  it('deletes at the API, signs out, removes the data of the user and confirms it on the login page', async () => {
    const { user, path, queryClient, backend } = await open('delete')
    await heading('アカウントの削除（退会）')
    sessionStorage.setItem('portal.form.profile.x', '{}')
    await confirm(password)
    await heading('ログイン')
    expect(path()).toBe('/login/minato-city')
    expect(await notification('アカウントを削除しました。ご利用ありがとうございました。')).toBeVisible()
    expect(user()).toBeNull()
    expect(backend.residents.findByEmail('minato-city', hanako)).toBeNull()
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('portal.form'))).toEqual([])
    expect(Object.keys(sessionStorage).filter((key) => key.includes('Token'))).toEqual([])
    expect(queryClient.getQueryCache().findAll({ queryKey: ['o'] })).toEqual([])
  })
  it.each<[string, (request: Request) => boolean, 'before' | 'after', RegExp]>([
    ['the request to the API is lost', ofAccount, 'before', /削除できたかどうか分かりません/],
    ['the response of the API is lost', ofAccount, 'after', /削除できたかどうか分かりません/],
    [
      'the request to the identity provider is lost',
      ofDeleteUser,
      'before',
      /ログイン情報の削除を確認できませんでした/,
    ],
    [
      'the response of the identity provider is lost',
      ofDeleteUser,
      'after',
      /ログイン情報の削除を確認できませんでした/,
    ],
  ])('says what is known if %s, and a second click finishes it', async (_name, isLost, moment, text) => {
    let isBroken = true
    const { user, backend, sandbox } = await open('delete', {
      as: hanako,
      async instead(request) {
        if (!isBroken || !isLost(request)) return null
        if (moment === 'after') await sandbox.fetch(request)
        return Response.error()
      },
    })
    await heading('アカウントの削除（退会）')
    await confirm(password)
    await alert(text)
    isBroken = false
    await press('アカウントを削除する')
    await heading('ログイン')
    expect(await notification('アカウントを削除しました。ご利用ありがとうございました。')).toBeVisible()
    expect(user()).toBeNull()
    expect(backend.residents.findByEmail('minato-city', hanako)).toBeNull()
  })
  it.each([
    ['finishes', true, /^アカウントが削除されたため、ログアウトしました。/],
    [
      'says that it cannot finish',
      false,
      /ログイン情報の削除だけ、確認できませんでした。お問い合わせ先にご連絡ください。$/,
    ],
  ])('%s at the next request what was cut off before the identity provider', async (_name, isRepaired, text) => {
    let isBroken = true
    const { user, router } = await open('delete', {
      as: hanako,
      instead: (request) => (isBroken && ofDeleteUser(request) ? Response.error() : null),
    })
    await heading('アカウントの削除（退会）')
    await confirm(password)
    await alert(/ログイン情報の削除を確認できませんでした/)
    isBroken = !isRepaired
    await act(() => router.navigate('/minato-city/applicationhistory'))
    await heading('ログイン')
    expect(await screen.findByText(text)).toBeVisible()
    expect(user() === null).toBe(isRepaired)
    expect(Object.keys(sessionStorage).filter((key) => /Token|portal\.form/.test(key))).toEqual([])
  })
  it('deletes nothing of another user who signs in while the password is being checked', async () => {
    const checked = Promise.withResolvers<void>()
    const ofLogin = (request: string) => request === 'POST /app/web/p/tenants/minato-city/login'
    const { session, backend, identity, requests } = await open('delete', {
      as: hanako,
      async instead({ method, url }) {
        if (ofLogin(`${method} ${new URL(url).pathname}`)) await checked.promise
        return null
      },
    })
    const other = backend.residents.findByEmail('minato-city', 'soumu@example.jp')
    await heading('アカウントの削除（退会）')
    await confirm(password)
    await waitFor(() => expect(requests.filter(ofLogin)).toHaveLength(1))
    await act(() => session.signOut())
    expect(await act(() => session.signIn(`minato-city__${other?.userId}`, password))).toEqual({ kind: 'done' })
    await act(async () => checked.resolve())
    await waitFor(() => expect(screen.getByRole('button', { name: 'アカウントを削除する' })).not.toBeDisabled())
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([])
    expect(identity.users.get(`minato-city__${other?.userId}`)).not.toBeNull()
  })
  it('deletes nothing while a payment is being processed, and says so', async () => {
    const { user, backend, sandbox, username } = await open('delete')
    const owner = { tenantId: 'minato-city', userId: username.replace('minato-city__', '') }
    const charge = backend.charges.ofOwner(owner).find(({ status }) => status === 'WAITING')
    if (charge === undefined) throw new Error('The sample data have no waiting charge')
    const { cardSession } = proceed(backend, charge, { repayment: true, locale: 'ja' })
    applyReport(backend, cardSession, {
      outcome: 'PROCESSING',
      settlesTo: 'SUCCEEDED',
      settleAt: sandbox.clock.now() + 60_000,
    })
    await heading('アカウントの削除（退会）')
    await confirm(password)
    await alert(/処理中の送信またはお支払いがあるため、アカウントを削除できません/)
    expect(user()).not.toBeNull()
    expect(backend.residents.findByEmail('minato-city', hanako)).not.toBeNull()
  })
  it('the deletion works with the address of the API although a failed change left another address at the identity provider', async () => {
    const { identity, username: name, user } = await open('delete')
    identity.users.setEmail(name, 'other@example.jp')
    await heading('アカウントの削除（退会）')
    await confirm(password)
    await heading('ログイン')
    expect(user()).toBeNull()
  })
})

function ofAccount({ method, url }: Request) {
  return method === 'DELETE' && url.endsWith('/o/account')
}
function ofDeleteUser({ headers }: Request) {
  return headers.get('x-amz-target')?.endsWith('.DeleteUser') === true
}

describe('another device, after the account was deleted', () => {
  it('leads to sign-in at its next request, says why, and keeps nothing', async () => {
    const { sandbox, path, identity, username } = await open('edit')
    await heading('利用者情報の変更')
    await userEvent.type(screen.getByLabelText('建物名・部屋番号'), '101')
    sessionStorage.setItem('portal.form.profile.x', '{}')
    const { idToken } = await sandbox.signIn(hanako, 'minato-city')
    await sandbox.fetch(
      new Request('http://portal.test/app/web/o/account', {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${idToken}` },
      }),
    )
    identity.users.remove(username)
    await press('保存する')
    await heading('ログイン')
    expect(path()).toBe('/login/minato-city')
    expect(await screen.findByText(/^アカウントが削除されたため、ログアウトしました。/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(Object.keys(sessionStorage).filter((key) => /Token|portal\.form/.test(key))).toEqual([])
  })
})
