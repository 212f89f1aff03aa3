import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPortal } from '../../app/testing/open-portal.ts'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'

function heading(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}

const hanako = 'hanako@example.jp'

afterEach(() => vi.useRealTimers())

/** Up to the step that the state of the user requires. */
async function signIn(
  state: 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD',
  opened?: PortalUnderTest,
): Promise<PortalUnderTest> {
  const portal = opened ?? (await openPortal('/login/minato-city'))
  const { backend, identity } = portal.sandbox
  const userId = backend.residents.findByEmail('minato-city', hanako)?.userId ?? ''
  identity.users.setState(`minato-city__${userId}`, state)
  await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), hanako)
  await userEvent.type(screen.getByLabelText('パスワード'), 'Portal-2026!')
  await userEvent.click(screen.getByRole('checkbox', { name: 'この端末は自分だけが使う' }))
  await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
  return portal
}

/** Like a reload, Back starts the page again from what is stored. */
async function leaveAndReturn({ router }: PortalUnderTest, passedMs = 0): Promise<void> {
  await act(() => router.navigate('/register/minato-city'))
  await heading('新規登録')
  if (passedMs > 0) vi.setSystemTime(Date.now() + passedMs)
  await act(() => router.navigate(-1))
}

describe('a sign-in after a reload', () => {
  it('asks for the mailed code of a required reset again, and sends another one without the password', async () => {
    const portal = await signIn('RESET_REQUIRED')
    await heading('パスワードの再設定が必要です')
    await leaveAndReturn(portal)
    await heading('パスワードの再設定が必要です')
    expect(await screen.findByText('送り先：h***@e***')).toBeVisible()
    expect(JSON.stringify({ ...sessionStorage }), 'the password is never stored').not.toContain('Portal-2026!')
    await userEvent.click(screen.getByRole('button', { name: 'コードを再送信する' }))
    expect(await screen.findByText('新しい確認コードを送信しました。')).toBeVisible()
    const [mail] = portal.sandbox.backend.outbox.list(hanako)
    await userEvent.type(screen.getByRole('textbox', { name: '確認コード' }), mail?.code ?? '')
    const password = screen.getByLabelText('新しいパスワード')
    expect(password.closest('form')?.querySelector('input[autocomplete="username"]')).toHaveValue(hanako)
    await userEvent.type(password, 'Another-2026!')
    await userEvent.click(screen.getByRole('button', { name: '再設定する' }))
    expect(await heading('手続き一覧')).toBeVisible()
    expect(portal.session.keptIn(), 'as chosen before the reload').toBe('local')
    expect(sessionStorage.getItem('portal.form.sign-in')).toBeNull()
  })

  it('names the address for password managers at a new password, and starts with it again', async () => {
    const portal = await signIn('FORCE_CHANGE_PASSWORD')
    await heading('新しいパスワードの設定')
    await leaveAndReturn(portal)
    await heading('新しいパスワードの設定')
    expect(document.querySelector('input[autocomplete="username"]')).toHaveValue(hanako)
    await userEvent.click(screen.getByRole('button', { name: 'ログインをやり直す' }))
    expect(await screen.findByRole('textbox', { name: 'メールアドレス' })).toHaveValue(hanako)
    expect(screen.getByRole('checkbox', { name: 'この端末は自分だけが使う' })).toBeChecked()
  })

  it('shows no address, and no step, of a sign-in that was left an hour ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const portal = await signIn('RESET_REQUIRED')
    await heading('パスワードの再設定が必要です')
    await leaveAndReturn(portal, 61 * 60_000)
    expect(await screen.findByRole('textbox', { name: 'メールアドレス' })).toHaveValue('')
  })

  it('asks for no code that could not be sent', async () => {
    const portal = await openPortal('/login/minato-city', {
      instead: (request) =>
        request.headers.get('x-amz-target')?.endsWith('.ForgotPassword') === true ? Response.error() : null,
    })
    await signIn('RESET_REQUIRED', portal)
    await screen.findByRole('alert')
    await leaveAndReturn(portal)
    expect(await heading('ログイン')).toBeVisible()
  })

  it('shows no address of a sign-in that was started again', async () => {
    const portal = await signIn('FORCE_CHANGE_PASSWORD')
    await heading('新しいパスワードの設定')
    await userEvent.click(screen.getByRole('button', { name: 'ログインをやり直す' }))
    await leaveAndReturn(portal)
    expect(await screen.findByRole('textbox', { name: 'メールアドレス' })).toHaveValue('')
  })
})
