import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { openPortal } from '../../app/testing/open-portal.ts'

const address = '/minato-city/procedures'

async function open(options: Parameters<typeof openPortal>[1] = {}, path = address) {
  const portal = await openPortal(path, options)
  await screen.findByRole('heading', { level: 1, name: '手続きのご案内' })
  return portal
}

function cards() {
  return within(screen.getByRole('region', { name: '手続きを探す' })).getAllByRole('heading', { level: 3 })
}

function cardOf(name: string): HTMLElement {
  const card = cards()
    .find((heading) => heading.textContent === name)
    ?.closest('li')
  if (card === null || card === undefined) throw new Error(`No card ${name}`)
  return card
}

describe('the public list of procedures', () => {
  it('links every procedure, even a closed one, to the page to read before the form, without a request for a user', async () => {
    const { requests } = await open()
    for (const heading of cards()) {
      const [link, ...others] = within(heading.closest('li') ?? heading).getAllByRole('link')
      expect(link).toHaveAccessibleName(heading.textContent)
      expect(link?.getAttribute('href')).toMatch(/^\/minato-city\/procedures\/[\w-]+$/)
      expect(others, heading.textContent).toEqual([])
    }
    expect(cards().length).toBeGreaterThan(5)
    expect(cardOf('住民票の写しの交付請求')).toHaveTextContent('手数料300円から')
    expect(screen.getAllByText('この手続きの受付は終了しました。').length).toBeGreaterThan(0)
    expect(requests.filter((request) => request.includes('/o/'))).toEqual([])
  })

  it('says that the sign-in comes later, in the words of the tenant, and links to it', async () => {
    await open({}, '/aozora-water/procedures')
    expect(screen.getByText(/お申し込みをはじめるときに、ログインまたは新規登録が必要です。/)).toBeVisible()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'ログインする' })).toHaveAttribute('href', '/login/aozora-water')
  })

  it('says of an application without a fee that the application costs nothing, not what it is for', async () => {
    await open({}, '/aozora-water/procedures')
    const card = cardOf('水道の使用開始')
    expect(card).toHaveTextContent(/お手続きです。手数料はかかりません$/)
    expect(card).not.toHaveTextContent(/無料|費用/)
  })

  it('leads from the sign-in page to the list, a procedure, and through the sign-in to its form', async () => {
    const { path } = await openPortal('/login/minato-city')
    await userEvent.click(await screen.findByRole('link', { name: '手続きを見る（ログイン不要）' }))
    const heading = await screen.findByRole('heading', { level: 1, name: '手続きのご案内' })
    await waitFor(() => expect(heading).toHaveFocus())
    await userEvent.click(screen.getByRole('link', { name: '粗大ごみ収集の申し込み' }))
    const title = await screen.findByRole('heading', { level: 1, name: '粗大ごみ収集の申し込み' })
    await waitFor(() => expect(title).toHaveFocus())
    await userEvent.click(await screen.findByRole('link', { name: 'ほかの手続きを探す' }))
    await screen.findByRole('heading', { level: 1, name: '手続きのご案内' })
    expect(path()).toBe(address)
    await userEvent.click(screen.getByRole('link', { name: '粗大ごみ収集の申し込み' }))
    await userEvent.click(await screen.findByRole('link', { name: 'はじめる' }))
    await screen.findByRole('heading', { level: 1, name: 'ログイン' })
    expect(localStorage.getItem('redirectPath')).toBe('/application/minato-city/bulky-waste/individual')
  })

  it('finds a procedure by words and category, which are part of the address, without a request', async () => {
    const { path, requests } = await open()
    const before = requests.length
    await userEvent.type(screen.getByRole('searchbox', { name: 'キーワードで探す' }), 'ゴミ{Enter}')
    await waitFor(() => expect(cards().map((card) => card.textContent)).toEqual(['粗大ごみ収集の申し込み']))
    expect(screen.getByText('1件の手続きがあります')).toHaveRole('status')
    await waitFor(() => expect(decodeURIComponent(path())).toBe(`${address}?q=ゴミ`))
    const [all] = within(screen.getByRole('navigation', { name: '分類' })).getAllByRole('link')
    expect(all).toHaveAttribute('href', `${address}?q=${encodeURIComponent('ゴミ')}`)
    expect(requests).toHaveLength(before)
  })

  it('leads a signed-in user, who keeps the menu, straight to the forms', async () => {
    await open({ as: 'hanako@example.jp' })
    expect(await screen.findByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
    expect(within(cardOf('粗大ごみ収集の申し込み')).getAllByRole('link')[0]).toHaveAttribute(
      'href',
      '/application/minato-city/bulky-waste/individual',
    )
    expect(screen.queryByRole('link', { name: 'ログインする' })).toBeNull()
  })

  it('shows search engines and link previews a title and a description of the list, in each language', async () => {
    document.head.innerHTML = '<meta name="description" content="オンライン手続き">'
    const { router } = await open()
    expect(document.title).toBe('手続きのご案内 | みなと市')
    const descriptions = () =>
      Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="description"]'), ({ content }) => content)
    expect(descriptions()).toEqual([expect.stringMatching(/^みなと市のオンライン手続きの一覧です。/)])
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    await screen.findByRole('heading', { level: 1, name: 'What you can do online' })
    await waitFor(() =>
      expect(descriptions()).toEqual([expect.stringMatching(/^The online procedures of Minato City\. /)]),
    )
    expect(screen.getByText(/To start one, you need to log in or register\./)).toBeVisible()
    await act(() => router.navigate('/login/minato-city'))
    await screen.findByRole('heading', { level: 1, name: 'Log in' })
    expect(descriptions(), 'on other pages').toEqual(['オンライン手続き'])
  })

  it('offers a retry if the procedures do not arrive', async () => {
    let broken = true
    await openPortal(address, {
      instead: ({ url }) => (broken && url.endsWith('/services') ? new Response(null, { status: 500 }) : null),
    })
    const retry = await screen.findByRole('button', { name: /もう一度/ })
    broken = false
    await userEvent.click(retry)
    expect(await screen.findByRole('link', { name: '粗大ごみ収集の申し込み' })).toBeVisible()
  })

  it('the public list has no axe violations', async () => {
    await open()
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  })
})
