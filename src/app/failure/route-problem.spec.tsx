import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { startPortal } from '../testing/start-portal.tsx'
import type { PortalUnderTest } from '../testing/start-portal.tsx'

let portal: PortalUnderTest | null = null

afterEach(() => {
  vi.restoreAllMocks()
  portal?.stop()
  portal = null
})

it('a retry shows a page that failed during rendering, with the focus on its heading', async () => {
  let busy = true
  portal = await startPortal('/minato-city/userprofile?view=edit', {
    as: 'hanako@example.jp',
    instead: ({ url }) =>
      busy && url.endsWith('/o/profile') ? new Response(null, { status: 429, headers: { 'Retry-After': '30' } }) : null,
  })
  await screen.findByRole('heading', { level: 1, name: 'ただいまご利用いただけません' })
  await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  busy = false
  await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
  const heading = await screen.findByRole('heading', { level: 1, name: '利用者情報の変更' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(portal.path()).toBe('/minato-city/userprofile?view=edit')
})

it('an error page of the guard moves the focus to its heading, because it replaces the frame of the page before', async () => {
  portal = await startPortal('/register/minato-city', {
    instead: ({ url }) => (url.includes('/yume-city/info') ? new Response(null, { status: 429 }) : null),
  })
  await screen.findByRole('heading', { level: 1 })
  await act(() => portal?.router.navigate('/register/yume-city'))
  const heading = await screen.findByRole('heading', { level: 1, name: 'ただいまご利用いただけません' })
  await waitFor(() => expect(heading).toHaveFocus())
})

it('a failed page loads again when the network is back', async () => {
  let offline = true
  portal = await startPortal('/minato-city/userprofile?view=edit', {
    as: 'hanako@example.jp',
    instead: ({ url }) => (offline && url.endsWith('/o/profile') ? Response.error() : null),
  })
  await screen.findByRole('heading', { level: 1, name: '通信できませんでした' })
  offline = false
  act(() => void window.dispatchEvent(new Event('online')))
  const heading = await screen.findByRole('heading', { level: 1, name: '利用者情報の変更' })
  await waitFor(() => expect(heading).toHaveFocus())
})

it('a retry requests failed data again instead of reading the cache', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  let odd = true
  portal = await startPortal('/minato-city/userprofile?view=edit', {
    as: 'hanako@example.jp',
    instead: ({ url }) => (odd && url.endsWith('/o/profile') ? Response.json({ unexpected: [] }) : null),
  })
  await screen.findByRole('heading', { level: 1, name: 'エラーが発生しました' })
  expect(printed.mock.calls).toEqual([[expect.any(TypeError)]])
  odd = false
  await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
  expect(await screen.findByRole('heading', { level: 1, name: '利用者情報の変更' })).toBeVisible()
  expect(printed).toHaveBeenCalledOnce()
})

it('an error page after the end of the session has a heading and a way to sign in, and does not mention a session if no user is signed in', async () => {
  portal = await startPortal('/minato-city/userprofile?view=edit', {
    as: 'hanako@example.jp',
    instead: ({ url }) => (url.endsWith('/o/profile') ? new Response(null, { status: 401 }) : null),
  })
  await screen.findByRole('heading', { level: 1, name: 'もう一度ログインしてください', hidden: true })
  const dialog = { name: 'もう一度ログインしてください' }
  await userEvent.click(await screen.findByRole('button', { name: 'あとでログインする' }))
  await waitFor(() => expect(screen.queryByRole('dialog', dialog)).toBeNull())
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'ログイン' }))
  expect(await screen.findByRole('dialog', dialog)).toBeVisible()
  portal.stop()
  portal = await startPortal('/register/minato-city', {
    instead: ({ url }) => (url.endsWith('/info') ? new Response(null, { status: 401 }) : null),
  })
  await screen.findByRole('heading', { level: 1, name: 'エラーが発生しました' })
  expect(screen.getByRole('button', { name: 'もう一度試す' })).toBeVisible()
  expect(screen.queryByText(/有効期限/)).toBeNull()
})
