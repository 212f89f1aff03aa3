import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'

let portal: PortalUnderTest | null = null

afterEach(() => {
  portal?.stop()
  portal = null
  vi.restoreAllMocks()
})

const about = {
  who: ['市内に住んでいる方'],
  needs: ['写真', 'クレジットカード'],
  minutes: 5,
  next: ['内容を確認します。', '3日後に届きます。'],
  ways: ['窓口'],
}
const service = {
  serviceId: 'dog',
  name: '犬の登録',
  summary: '犬を飼い始めたときの手続きです。',
  category: 'くらし',
  fee: { kind: 'QUOTED', amount: 300 },
  acceptance: { state: 'OPEN' },
  needsShipping: false,
  forms: [{ type: 'individual', title: '個人の方', formVersion: 'abc123' }],
}

type Options = {
  change?: object | (() => object)
  files?: (path: string) => Response | Promise<Response>
  tenant?: string
  as?: string
}

async function open(
  { change = {}, files, tenant = 'minato-city', as }: Options = {},
  address = `/${tenant}/procedures/dog`,
) {
  const asked: string[] = []
  portal = await startPortal(address, {
    ...(as === undefined ? {} : { as }),
    instead: (request) => {
      const { pathname } = new URL(request.url)
      const changes = typeof change === 'function' ? (change as () => object)() : change
      if (pathname.endsWith('/services')) return Response.json([{ ...service, ...changes }])
      if (!pathname.startsWith('/forms/')) return null
      asked.push(pathname)
      return files?.(pathname) ?? Response.json({ title: '犬の登録', about, steps: {}, fields: {} })
    },
  })
  await screen.findByRole('heading', { level: 1 })
  return { ...portal, asked }
}

describe('the page about a procedure', () => {
  it('shows without a session who may apply, what is needed, how long, what it costs and what comes next', async () => {
    const { asked } = await open()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('犬の登録')
    const form = await screen.findByRole('region', { name: '犬の登録' })
    expect(await within(form).findByText('市内に住んでいる方')).toBeVisible()
    expect(form).toHaveTextContent('約5分')
    expect(
      within(form)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['写真', 'クレジットカード', '内容を確認します。', '3日後に届きます。'])
    expect(screen.getByText('手数料300円から')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'お電話でのお問い合わせ' })).toBeVisible()
    expect(screen.getByText(/^（平日 8:30〜17:15）/).closest('p')).toHaveTextContent(
      /^03-1234-5678（平日 8:30〜17:15）ただいま受付/,
    )
    expect(screen.getByRole('link', { name: 'ほかの手続きを探す' })).toHaveAttribute('href', '/minato-city/procedures')
    expect(asked).toEqual(['/forms/minato-city/dog/individual/abc123/texts.ja.json'])
  })

  it.each([
    [undefined, 1],
    ['hanako@example.jp', 0],
  ])('says that the sign-in comes first only without a session (%s)', async (as, times) => {
    await open(as === undefined ? {} : { as })
    await screen.findByRole('link', { name: 'はじめる' })
    expect(screen.queryAllByText('ログインしていないときは、先にログインの画面が開きます。')).toHaveLength(times)
  })

  it('says for which way of delivery a step is', async () => {
    const next = [
      '内容を確認します。',
      { delivery: 'post', text: '3日後に届きます。' },
      { delivery: 'collection', text: '窓口でお渡しします。' },
    ]
    await open({ files: () => Response.json({ title: '犬の登録', about: { ...about, next }, steps: {}, fields: {} }) })
    const form = await screen.findByRole('region', { name: '犬の登録' })
    expect(await within(form).findByText('内容を確認します。')).toBeVisible()
    expect(within(form).getByText('郵送の場合：3日後に届きます。')).toBeVisible()
    expect(within(form).getByText('窓口などで受け取る場合：窓口でお渡しします。')).toBeVisible()
  })

  it('the page has the title and the description that search engines and link previews show', async () => {
    document.head.innerHTML = '<meta name="description" content="オンライン手続き">'
    await open()
    expect(document.title).toMatch(/^犬の登録 \| /)
    const [description, ...others] = document.querySelectorAll('meta[name="description"]')
    expect(description).toHaveAttribute('content', '犬を飼い始めたときの手続きです。')
    expect(others).toEqual([])
  })

  it('leads through the sign-in to the form', async () => {
    const { path } = await open()
    await userEvent.click(await screen.findByRole('link', { name: 'はじめる' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible()
    expect(path()).toBe('/login/minato-city')
    expect(localStorage.getItem('redirectPath')).toBe('/application/minato-city/dog/individual')
  })

  it('each form of the service has a section with its own start button', async () => {
    const forms = [...service.forms, { type: 'corporate', title: '法人の方', formVersion: 'def456' }]
    await open({ change: { forms } })
    const corporate = await screen.findByRole('region', { name: '法人の方' })
    expect(await within(corporate).findByRole('heading', { level: 3, name: '用意するもの' })).toBeVisible()
    expect(within(corporate).getByRole('link', { name: 'はじめる（法人の方）' })).toHaveAttribute(
      'href',
      '/application/minato-city/dog/corporate',
    )
  })

  it('a procedure can be read but not started while the service takes no applications', async () => {
    await open({ change: { acceptance: { state: 'CLOSED' } } })
    expect(await screen.findByText('市内に住んでいる方')).toBeVisible()
    expect(screen.getByText('この手続きの受付は終了しました。')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'はじめる' })).toBeNull()
  })

  it.each([
    ['opens', { state: 'NOT_YET', opensAt: '2026-11-21T09:00:00+09:00' }, [0, 1]],
    ['ends', { state: 'OPEN', closesAt: '2026-11-21T09:00:00+09:00' }, [1, 0]],
  ])(
    'offers the form only within its period, also if that %s while the page is open',
    async (_case, acceptance, starts) => {
      vi.useFakeTimers({ now: new Date('2026-11-21T08:59:00+09:00'), shouldAdvanceTime: true })
      try {
        await open({ change: { acceptance } })
        await screen.findByText('市内に住んでいる方')
        const links = () => screen.queryAllByRole('link', { name: 'はじめる' }).length
        const before = links()
        await act(() => vi.advanceTimersByTimeAsync(60_000))
        expect([before, links()]).toEqual(starts)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it('offers a form that the API names only from the opening on, which is while the page is open', async () => {
    const opensAt = '2026-11-21T09:00:00+09:00'
    vi.useFakeTimers({ now: new Date('2026-11-21T08:59:00+09:00'), shouldAdvanceTime: true })
    const before = { acceptance: { state: 'NOT_YET', opensAt }, forms: [] }
    try {
      await open({ change: () => (Date.now() < Date.parse(opensAt) ? before : {}) })
      expect(screen.queryByRole('link', { name: 'はじめる' })).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(61_000))
      expect(await screen.findByRole('link', { name: 'はじめる' })).toBeVisible()
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows nothing below the texts before they arrive, so that the start button does not move while a user taps it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    await open({ files: () => promise })
    expect(screen.getByText('手数料300円から')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'はじめる' })).toBeNull()
    resolve(Response.json({ about }))
    expect(await screen.findByRole('link', { name: 'はじめる' })).toBeVisible()
    expect(screen.getByText('市内に住んでいる方')).toBeVisible()
  })

  it('a procedure can be started if its texts fail to load, and one click loads them', async () => {
    let broken = true
    await open({
      files: () => (broken ? new Response(null, { status: 500 }) : Response.json({ about })),
    })
    expect(await screen.findByText('くわしい案内を表示できませんでした')).toBeVisible()
    expect(screen.getByRole('link', { name: 'はじめる' })).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
    expect(await screen.findByText('市内に住んでいる方')).toBeVisible()
  })

  it.each([
    ['a version that was published without it', () => Response.json({ title: '犬の登録', steps: {}, fields: {} })],
    ['a version that is gone', () => new Response(null, { status: 404 })],
  ])('shows summary, fee and start for %s', async (_case, files) => {
    await open({ files })
    expect(screen.getByText('犬を飼い始めたときの手続きです。')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'はじめる' })).toBeVisible()
    expect(screen.queryByText('くわしい案内を表示できませんでした')).toBeNull()
  })

  it('explains an unknown procedure and links to the list', async () => {
    await open({}, '/minato-city/procedures/none')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('手続きが見つかりません')
    expect(screen.getByRole('link', { name: 'ほかの手続きを探す' })).toHaveAttribute('href', '/minato-city/procedures')
    expect(screen.queryByText(/続けることができません/)).toBeNull()
  })

  it('the page about a procedure has no axe violations', async () => {
    await open()
    await screen.findByText('市内に住んでいる方')
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  it('keeps the main menu of a signed-in user, and leads to the list with the own applications', async () => {
    await open({ as: 'hanako@example.jp' })
    expect(await screen.findByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'ほかの手続きを探す' })).toHaveAttribute(
      'href',
      '/minato-city/applicationlist',
    )
  })
})
