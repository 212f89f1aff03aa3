import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { changeLanguage } from '../../i18n/texts.ts'

let portal: PortalUnderTest | null = null

afterEach(async () => {
  vi.useRealTimers()
  portal?.stop()
  portal = null
  await changeLanguage('ja')
})

async function open(...args: Parameters<typeof startPortal>): Promise<PortalUnderTest> {
  portal = await startPortal(...args)
  return portal
}

function heading(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}
function email() {
  return screen.getByRole('textbox', { name: 'メールアドレス' })
}
function send() {
  return userEvent.click(screen.getByRole('button', { name: 'メールを送信する' }))
}

describe('the page to register an e-mail address', () => {
  it('sends a mail with a link and explains what to do if it does not arrive', async () => {
    const { sandbox, requests } = await open('/register/minato-city')
    await heading('新規登録')
    await userEvent.type(email(), 'ｎｅｗ@example.jp')
    await userEvent.dblClick(screen.getByRole('button', { name: 'メールを送信する' }))
    expect(await heading('メールをご確認ください')).toHaveFocus()
    expect(screen.getByText(/迷惑メールの設定とメールアドレスをご確認ください/)).toBeVisible()
    expect(requests.filter((request) => request.endsWith('/registration-request'))).toHaveLength(1)
    expect(sandbox.backend.outbox.list('new@example.jp')).toHaveLength(1)
  })

  it.each([
    [
      'sends the chosen form, and says what to do if it does not open',
      '/application/minato-city/bulky-waste/individual?step=2',
      '?serviceId=bulky-waste&formType=individual',
      1,
    ],
    ['sends no form if another page was requested', '/minato-city/userprofile', '', 0],
    ['sends no form of another tenant', '/application/aozora-water/water-start/individual', '', 0],
    ['sends no form if no page was requested', null, '', 0],
  ])('%s', async (_, wanted, query, notes) => {
    if (wanted !== null) localStorage.setItem('redirectPath', wanted)
    const sent: string[] = []
    const watch = (request: Request) => {
      if (request.url.includes('/registration-request')) sent.push(new URL(request.url).search)
      return null
    }
    await open('/register/minato-city', { instead: watch })
    await heading('新規登録')
    await userEvent.type(email(), 'new@example.jp')
    await send()
    await heading('メールをご確認ください')
    expect(sent).toEqual([query])
    expect(screen.queryAllByText(/手続きを選び直してください/)).toHaveLength(notes)
  })

  it('shows the address and resends the mail after one minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    const { sandbox } = await open('/register/minato-city')
    await heading('新規登録')
    await user.type(email(), 'new@example.jp')
    await user.click(screen.getByRole('button', { name: 'メールを送信する' }))
    await heading('メールをご確認ください')
    expect(screen.getByText('送り先：new@example.jp')).toBeVisible()
    const again = screen.getByRole('button', { name: 'もう一度送信する' })
    await user.click(again)
    const wait = screen.getByText(/1分ほどお待ちください/)
    expect(wait).toBeVisible()
    await user.click(again)
    expect(wait, 'announced again').not.toBeInTheDocument()
    expect(screen.getByText(/1分ほどお待ちください/)).toBeVisible()
    expect(sandbox.backend.outbox.list('new@example.jp')).toHaveLength(1)

    act(() => void vi.advanceTimersByTime(60_000))
    await user.click(again)
    const resent = await screen.findByText('もう一度メールを送信しました。')
    expect(resent).toBeVisible()
    expect(sandbox.backend.outbox.list('new@example.jp')).toHaveLength(2)
    act(() => void vi.advanceTimersByTime(60_000))
    await user.click(again)
    await waitFor(() => expect(resent, 'announced again').not.toBeInTheDocument())
    expect(screen.getByText('もう一度メールを送信しました。')).toBeVisible()
    expect(sandbox.backend.outbox.list('new@example.jp')).toHaveLength(3)
    expect(again).toHaveFocus()
  })

  it.each([
    ['', 'メールアドレスを入力してください。'],
    ['name@', 'メールアドレスは「name@example.jp」のような形式で入力してください。'],
  ])('explains the error of %j before a request', async (typed, message) => {
    const { requests } = await open('/register/minato-city')
    await heading('新規登録')
    if (typed !== '') await userEvent.type(email(), typed)
    await send()
    const summary = await screen.findByRole('region', { name: /入力内容を確認してください/ })
    expect(summary).toHaveFocus()
    await userEvent.click(within(summary).getByRole('link', { name: message }))
    expect(email()).toHaveFocus()
    expect(email()).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  it('reports a registered address if the tenant discloses it, and keeps it in the field', async () => {
    await open('/register/minato-city')
    await heading('新規登録')
    await userEvent.type(email(), 'hanako@example.jp')
    await send()
    expect(await screen.findByRole('link', { name: /すでに登録されています/ })).toBeVisible()
    expect(email()).toHaveValue('hanako@example.jp')
    await userEvent.clear(email())
    await userEvent.type(email(), 'other@example.jp')
    await send()
    await heading('メールをご確認ください')
  })

  it.each([
    ['', 'Enter your email address.'],
    ['hanako@example.jp', /already registered/],
  ])('shows the error of %j in the language of the page after a switch', async (typed, message) => {
    await open('/register/minato-city')
    await heading('新規登録')
    if (typed !== '') await userEvent.type(email(), typed)
    await send()
    await screen.findByRole('region', { name: /入力内容を確認してください/ })
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByRole('link', { name: message })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Email address' })).toHaveAccessibleDescription(
      expect.stringMatching(message),
    )
  })

  it('shows the same page with the same calls for a known and an unknown address (S-17)', async () => {
    const seen: { page: string; calls: string[] }[] = []
    for (const address of ['hanako@example.jp', 'nobody@example.jp']) {
      const { requests, stop } = await open('/register/aozora-water')
      await heading('新規登録')
      await userEvent.type(email(), address)
      await send()
      await heading('メールをご確認ください')
      seen.push({
        page: screen.getByRole('main').innerHTML.replace(address, ''),
        calls: requests.filter((call) => call.includes('/p/')),
      })
      stop()
      portal = null
    }
    expect(seen[0]).toEqual(seen[1])
  })

  it('keeps the address if the response is lost, and repeats the same request', async () => {
    let broken = true
    const keys: (string | null)[] = []
    await open('/register/minato-city', {
      instead: (request) => {
        if (!request.url.endsWith('/registration-request')) return null
        keys.push(request.headers.get('Idempotency-Key'))
        return broken ? Response.error() : null
      },
    })
    await heading('新規登録')
    await userEvent.type(email(), 'new@example.jp')
    await send()
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(screen.getByRole('alert')).toHaveTextContent('通信できませんでした')
    broken = false
    await send()
    await heading('メールをご確認ください')
    expect(new Set(keys).size).toBe(1)
  })

  it('the page to register has no axe violations', async () => {
    await open('/register/minato-city')
    await heading('新規登録')
    await send()
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  })
})
