import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { sendConfirmation } from '../../../sandbox/rules/confirmations.ts'
import { deleteResident } from '../../../sandbox/rules/residents.ts'
import { openPortal } from '../../app/testing/open-portal.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'

async function openLink({ sandbox, router }: PortalUnderTest): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'メールをご確認ください' })
  const resident = sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp')
  if (resident === null) throw new Error('No hanako@example.jp')
  const { tenantId, userId, email } = resident
  const { confirmationId } = sendConfirmation(sandbox.backend, { tenantId, userId, type: 'password_reset', email })
  await router.navigate(`/password-reset/minato-city/${confirmationId}`)
}

async function setPassword(password: string): Promise<void> {
  const field = await screen.findByLabelText('新しいパスワード')
  await userEvent.clear(field)
  await userEvent.type(field, password)
  await userEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }))
}

it('asks for the mail with the address that was typed at the sign-in', async () => {
  await openPortal('/login/minato-city?view=reset')
  await userEvent.click(await screen.findByRole('link', { name: 'ログイン画面に戻る' }))
  await userEvent.type(await screen.findByLabelText('パスワード'), 'Portal-123')
  await userEvent.type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.jp')
  await userEvent.click(screen.getByRole('link', { name: 'パスワードをお忘れの方' }))
  await screen.findByRole('heading', { level: 1, name: 'パスワードの再設定' })
  expect(screen.getByRole('textbox', { name: /メールアドレス/ })).toHaveValue('hanako@example.jp')
})

describe('the page to set a new password', () => {
  it('reports a used link, not a weak password, after a lost response and another password', async () => {
    let lost = 0
    const portal = await openPortal('/mail-confirmation', {
      instead: async (request) => {
        if (request.method !== 'POST' || !request.url.endsWith('/password-reset') || lost > 0) return null
        lost += 1
        await portal.sandbox.fetch(request.clone())
        return Response.error()
      },
    })
    await openLink(portal)
    await setPassword('Portal-12345')
    await screen.findByRole('alert')
    await setPassword('Another-12345')
    expect(await screen.findByRole('heading', { level: 1, name: '使用済みのリンクです' })).toBeVisible()
    expect(lost).toBe(1)
  })

  it.each([
    ['ends the session that this browser has of the user', 'hanako@example.jp', 'ログイン'],
    ["keeps another user's session of this browser", 'taro@example.jp', '手続き一覧'],
  ])('%s', async (_name, as, next) => {
    const portal = await openPortal('/mail-confirmation', { as })
    await openLink(portal)
    await setPassword('Portal-12345')
    await screen.findByRole('heading', { level: 1, name: '再設定が完了しました' })
    await vi.waitFor(() => expect(portal.session.hasSession()).toBe(next !== 'ログイン'))
    await userEvent.click(screen.getByRole('link', { name: 'ログインする' }))
    expect(await screen.findByRole('heading', { level: 1, name: next })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('explains that a password in full-width characters is refused', async () => {
    const portal = await openPortal('/mail-confirmation')
    await openLink(portal)
    await setPassword('Ｐortal-12345P')
    expect(await screen.findByLabelText('新しいパスワード')).toHaveAccessibleDescription(
      /パスワードに全角の文字が入っています。半角の英字・数字・記号で入力してください。/,
    )
  })

  it('reports that the password was not reset if the API fails', async () => {
    const portal = await openPortal('/mail-confirmation', {
      instead: (request) =>
        request.method === 'POST' && request.url.endsWith('/password-reset')
          ? new Response(null, { status: 500 })
          : null,
    })
    await openLink(portal)
    await setPassword('Portal-12345')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'パスワードを再設定できませんでした。もう一度お試しください。',
    )
  })

  it('says that the link is not valid any more if the account was deleted while it was open', async () => {
    const portal = await openPortal('/mail-confirmation')
    const hanako = portal.sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp')
    await openLink(portal)
    await screen.findByLabelText('新しいパスワード')
    if (hanako !== null) deleteResident(portal.sandbox.backend, hanako)
    await setPassword('Portal-12345')
    expect(await screen.findByRole('heading', { level: 1, name: 'リンクを開けません' })).toBeVisible()
    expect(screen.getByText(/アカウントを削除した場合は、新規登録が必要です。/)).toBeVisible()
    expect(screen.getByRole('link', { name: '新規登録する' })).toHaveAttribute('href', '/register/minato-city')
  })

  it('the page names the address for password managers, and the sign-in starts with it', async () => {
    const portal = await openPortal('/login/minato-city?view=reset')
    await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.jp')
    await userEvent.click(screen.getByRole('button', { name: 'メールを送信する' }))
    await openLink(portal)
    const field = await screen.findByLabelText('新しいパスワード')
    const name = field.closest('form')?.querySelector('input[autocomplete="username"]')
    expect(name).toHaveValue('hanako@example.jp')
    expect(name).toHaveAttribute('type', 'text')
    await setPassword('Portal-12345')
    expect(
      await screen.findByText('パスワードを再設定しました。新しいパスワードでログインしてください。'),
    ).toBeVisible()
    await userEvent.click(await screen.findByRole('link', { name: 'ログインする' }))
    expect(await screen.findByRole('textbox', { name: 'メールアドレス' })).toHaveValue('hanako@example.jp')
    expect(JSON.stringify({ ...localStorage })).not.toContain('hanako@example.jp')
  })

  it('the page names no address if another one was entered in this browser', async () => {
    const portal = await openPortal('/login/minato-city?view=reset')
    await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), 'taro@example.jp')
    await userEvent.click(screen.getByRole('button', { name: 'メールを送信する' }))
    await openLink(portal)
    await screen.findByLabelText('新しいパスワード')
    expect(document.querySelector('input[autocomplete="username"]')).toBeNull()
  })
})

describe('a request for a mailed link that is refused', () => {
  const limited = new Headers({ 'Retry-After': '40' })
  it.each([
    ['500', () => new Response(null, { status: 500 }), 'エラーが発生しました。時間をおいて、もう一度お試しください。'],
    ['401', () => new Response(null, { status: 401 }), 'エラーが発生しました。時間をおいて、もう一度お試しください。'],
    ['no network', () => Response.error(), '通信できませんでした。インターネットの接続をご確認ください。'],
    [
      '429',
      () => new Response(null, { status: 429, headers: limited }),
      '操作が続いたため、一時的に受け付けられません。 約40秒後に、もう一度お試しください。',
    ],
    ["a firewall's page", () => new Response('<html>', { status: 400 }), '入力内容をご確認ください。'],
  ] as [string, () => Response, string][])(
    'never mentions a password or a session (%s)',
    async (_name, refuse, message) => {
      for (const address of ['/login/minato-city?view=reset', '/register/minato-city']) {
        const portal = await startPortal(address, {
          instead: ({ method, url }) => (method === 'POST' && url.endsWith('-request') ? refuse() : null),
        })
        await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.jp')
        await userEvent.click(screen.getByRole('button', { name: 'メールを送信する' }))
        const alert = await screen.findByRole('alert')
        expect(alert, address).toHaveTextContent(message)
        expect(alert, address).toHaveFocus()
        portal.stop()
      }
    },
  )
})
