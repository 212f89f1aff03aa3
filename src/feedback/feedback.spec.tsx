import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadNamespaces } from '../i18n/texts.ts'
import { announcedMs } from '../lib/clock.ts'
import { Announcer, announce } from './Announcer.tsx'
import { NotificationHost } from './NotificationHost.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import { ProblemPage } from './ProblemPage.tsx'
import { Texts } from '../app/shell/PortalLayout.tsx'
import { notify, setNotificationTimeout } from './notify.ts'

beforeAll(() => loadNamespaces(['common', 'errors']))
afterEach(() => {
  vi.useRealTimers()
  setNotificationTimeout(5_000)
})

describe('notifications', () => {
  it('notifications show queued messages; a success is a status that disappears, a failure an alert that stays', async () => {
    setNotificationTimeout(300)
    notify({ tone: 'success', message: 'ログインしました。' })
    render(
      <>
        <h1 tabIndex={-1} data-page-title="">
          手続き一覧
        </h1>
        <NotificationHost />
      </>,
    )
    expect(await screen.findByRole('status')).toHaveTextContent('ログインしました。')
    act(() => void notify({ tone: 'failure', message: '申請を送信できませんでした。' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('申請を送信できませんでした。')
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    expect(screen.getByRole('alert')).toBeInTheDocument()
    const close = screen.getByRole('button', { name: '閉じる' })
    expect(close).not.toHaveAttribute('color')
    await userEvent.click(close)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByRole('heading', { name: '手続き一覧' })).toHaveFocus()
  })
  it('notifications have the colour of their tone', async () => {
    setNotificationTimeout(0)
    render(<NotificationHost />)
    const tones = ['success', 'warning', 'failure'] as const
    act(() => tones.forEach((tone) => void notify({ tone, message: tone })))
    for (const tone of tones) {
      const notice = (await screen.findByText(tone)).closest('[role]')
      expect(tones.filter((one) => notice?.classList.contains(one))).toEqual([tone])
    }
    const sheet = readFileSync('src/feedback/NotificationDisplay.module.css', 'utf8')
    const edges = [...sheet.matchAll(/\.(\w+) \{\s*--notice-edge: var\((.+?)\)/g)].map(([, tone, edge]) => [tone, edge])
    expect(Object.fromEntries(edges)).toEqual({
      success: '--portal-success',
      warning: '--portal-warning',
      failure: '--portal-danger',
    })
  })
  it('a notification disappears once it is no longer true, even while it is queued', async () => {
    setNotificationTimeout(0)
    const hideQueued = notify({ tone: 'warning', message: '接続が回復すると、自動で保存します。' })
    hideQueued()
    const hide = notify({ tone: 'warning', message: 'まもなく終了します。' })
    render(<NotificationHost />)
    expect(await screen.findByRole('status')).toHaveTextContent('まもなく終了します。')
    act(() => hide())
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })
  it('none of many notifications waits unseen for the end of others', async () => {
    setNotificationTimeout(0)
    render(<NotificationHost />)
    for (const count of [1, 2, 3, 4, 5, 6]) act(() => void notify({ tone: 'warning', message: `${count}件目` }))
    await waitFor(() => expect(screen.getAllByRole('status')).toHaveLength(6))
  })
  it('a notification stays while a user reads it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    setNotificationTimeout(400)
    render(<NotificationHost />)
    act(() => void notify({ tone: 'warning', message: 'まもなく終了します。' }))
    const notice = await screen.findByRole('status')
    act(() => screen.getByRole('button', { name: '閉じる' }).focus())
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(notice).toBeInTheDocument()
    act(() => screen.getByRole('button', { name: '閉じる' }).blur())
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(notice).not.toBeInTheDocument()
  })
})

describe('the place of the notifications', () => {
  const at = (element: Element, top: number, height: number) =>
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, height))

  it('the notifications leave a focused element uncovered', async () => {
    setNotificationTimeout(0)
    render(
      <>
        <button>次へ</button>
        <NotificationHost />
      </>,
    )
    act(() => void notify({ tone: 'warning', message: 'まもなく終了します。' }))
    const notice = await screen.findByRole('status')
    const place = screen.getByRole('region', { name: 'お知らせ' })
    const stack = [...place.children].find((each) => each.contains(notice))
    if (stack === undefined) throw new Error('The notice is in no stack')
    Object.defineProperty(stack, 'clientHeight', { value: 100 })
    const button = screen.getByRole('button', { name: '次へ' })
    vi.spyOn(button, 'matches').mockReturnValue(true)
    for (const [covering, focused, side] of [
      [window.innerHeight - 150, 20, null],
      [window.innerHeight - 150, window.innerHeight - 100, 'top'],
      [50, 100, 'bottom'],
    ] as const) {
      at(stack, covering, 100)
      at(button, focused, 40)
      act(() => button.blur())
      act(() => button.focus())
      await waitFor(() => expect(place.getAttribute('data-side')).toBe(side))
    }
  })
})

describe('announcements', () => {
  it('a screen reader reads a repeated announcement again', () => {
    const { container } = render(<Announcer />)
    act(() => announce('保存しました'))
    const first = container.textContent
    act(() => announce('保存しました'))
    expect(container.textContent).not.toBe(first)
    expect(container.textContent?.trim()).toBe('保存しました')
  })
  it('announcements leave the page once they were read, each after its own time', () => {
    vi.useFakeTimers()
    const { container } = render(<Announcer />)
    act(() => announce('ログインしました。'))
    act(() => void vi.advanceTimersByTime(announcedMs - 1))
    act(() => announce('保存しました'))
    act(() => void vi.advanceTimersByTime(announcedMs - 1))
    expect(container).toHaveTextContent('保存しました')
    act(() => void vi.advanceTimersByTime(1))
    expect(container.textContent).toBe('')
    act(() => announce('保存しました'))
    expect(container.textContent).toBe('保存しました')
  })
})

describe('a problem on the page', () => {
  it('a problem receives the focus and shows the text of its code, with the reference and never a text of the API', () => {
    const field = { pointer: '/x', code: 'y', message: 'raw' }
    render(<ProblemAlert problem={{ kind: 'unavailable', code: 'SE_CH_0010', requestId: 'r-1', fields: [field] }} />)
    const alert = screen.getByRole('alert')
    expect(alert).toHaveFocus()
    expect(alert).toHaveTextContent('決済サービスにつながりません。')
    expect(alert).toHaveTextContent('お問い合わせ番号：r-1')
    expect(alert).not.toHaveTextContent('raw')
  })
  it('shortens a long reference to what can be read out on the phone', () => {
    render(
      <ProblemAlert problem={{ kind: 'timeout', requestId: '341e6e22-7a1b-4c58-9f0e-2b6d1c3a4f55', fields: [] }} />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent(/お問い合わせ番号：341e-6e22$/)
  })
  it('a problem of a whole page has a button that copies the whole reference, which finds the request in the log', async () => {
    const user = userEvent.setup()
    const requestId = '341e6e22-7a1b-4c58-9f0e-2b6d1c3a4f55'
    render(
      <Texts>
        <ProblemPage problem={{ kind: 'timeout', requestId, fields: [] }} home={null} />
      </Texts>,
    )
    expect(screen.getByText(/お問い合わせ番号 341e-6e22 を/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'お問い合わせ番号をコピーする' }))
    expect(await navigator.clipboard.readText()).toBe(requestId)
  })
  it('a problem of a whole page states what to do if the browser refuses to copy', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    render(
      <Texts>
        <ProblemPage problem={{ kind: 'timeout', requestId: 'r-1', fields: [] }} home={null} />
      </Texts>,
    )
    await user.click(screen.getByRole('button', { name: 'お問い合わせ番号をコピーする' }))
    expect(await screen.findByText('コピーできませんでした。文字を選んでコピーしてください。')).toHaveFocus()
  })
  it('falls back to its kind for an unknown code, and shows how long to wait', () => {
    render(<ProblemAlert problem={{ kind: 'too-many', code: 'SE_XX_9999', retryAfter: 300, fields: [] }} />)
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^操作が続いたため、一時的に受け付けられません。 約5分後に、もう一度お試しください。$/,
    )
    expect(screen.getByRole('alert')).not.toHaveTextContent('SE_XX')
  })
})
