import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { answer, countOf, hanako } from '../../order-display/testing/sandbox-orders.ts'

let portal: PortalUnderTest | null = null
let followed: string[] = []

function noteFollowing(event: MouseEvent) {
  if (!(event.target instanceof HTMLAnchorElement) || event.target.rel !== 'noreferrer') return
  event.preventDefault()
  followed.push(event.target.href)
}

beforeEach(() => {
  followed = []
  document.addEventListener('click', noteFollowing)
})
afterEach(() => {
  document.removeEventListener('click', noteFollowing)
  portal?.stop()
  portal = null
})

async function open(options: Parameters<typeof startPortal>[1] = {}) {
  portal = await startPortal('/minato-city/download', { ...hanako, ...options })
  await screen.findByRole('heading', { level: 1, name: '書類のダウンロード' })
  return portal
}

function buttons() {
  return screen.findAllByRole('button', { name: /をダウンロード$/ })
}
const file = {
  fileId: 'FI-1',
  name: '証明書.pdf',
  kind: 'CERTIFICATE',
  contentType: 'application/pdf',
  size: 2048,
  issuedAt: '2020-01-01T10:00:00+09:00',
}
function files(...items: object[]) {
  return (request: Request) =>
    request.url.includes('/o/files') && request.method === 'GET' ? answer(200, { items, nextCursor: null }) : null
}

describe('the documents', () => {
  it('the page lists every issued file with its service, kind, period and application', async () => {
    await open()
    const rows = await within(screen.getByRole('main')).findAllByRole('listitem')
    expect(rows).toHaveLength(4)
    expect(rows[0]).toHaveTextContent(
      /^(?:住民票の写しの交付請求|粗大ごみ収集の申し込み)領収書領収書_[\d-]+\.pdf\d+ KB\d{4}年.+発行\d{4}年.+まで/,
    )
    expect(within(rows[0] ?? document.body).getByRole('link', { name: '申請の詳細' })).toBeVisible()
  })

  it('the page follows a new link in the same tab for each click, and one link for a double click', async () => {
    const running = await open()
    const [first] = await buttons()
    if (first === undefined) throw new Error('There is no file')
    fireEvent.click(first)
    fireEvent.click(first)
    await waitFor(() => expect(followed).toHaveLength(1))
    await waitFor(() => expect(first).not.toHaveAttribute('aria-busy', 'true'))
    await userEvent.click(first)
    await waitFor(() => expect(followed).toHaveLength(2))
    expect(countOf(running, 'POST', /\/link$/)).toBe(2)
    expect(new Set(followed).size).toBe(2)
    expect(new URL(followed[0] ?? '').origin).toBe(window.location.origin)
  })

  it('each button has a name of its own, also for files of one name', async () => {
    await open({ instead: files(file, { ...file, fileId: 'FI-2' }) })
    const names = (await buttons()).map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(['証明書.pdf（1）をダウンロード', '証明書.pdf（2）をダウンロード'])
    expect(screen.getByText('証明書.pdf（2）')).toBeVisible()
  })

  it('the page shows the end of the period instead of a button', async () => {
    await open({ instead: files({ ...file, availableUntil: '2021-01-01T00:00:00+09:00' }) })
    expect(await screen.findByText(/ダウンロードできる期間が終了しました/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /ダウンロード/ })).toBeNull()
  })

  it('the page reports an expired link and fetches the list again', async () => {
    let gone = false
    const instead = (request: Request) => {
      if (!request.url.endsWith('/link')) return null
      gone = true
      return answer(410, { code: 'SE_FI_0001' })
    }
    const running = await open({ instead })
    const [first] = await buttons()
    const lists = countOf(running, 'GET', /\/o\/files$/)
    await userEvent.click(first ?? document.body)
    expect(await screen.findByText('ファイルの公開期間またはリンクの有効期限が過ぎました。')).toBeVisible()
    await waitFor(() => expect(countOf(running, 'GET', /\/o\/files$/)).toBe(lists + 1))
    expect(gone).toBe(true)
    expect(followed).toEqual([])
  })

  it('the page follows no invalid link', async () => {
    const instead = (request: Request) =>
      request.url.endsWith('/link')
        ? answer(201, { url: 'javascript:alert(1)', expiresAt: '2099-01-01T00:00:00Z' })
        : null
    await open({ instead })
    await userEvent.click((await buttons())[0] ?? document.body)
    expect(await screen.findByText(/ダウンロードできませんでした/)).toBeVisible()
    expect(followed).toEqual([])
  })

  it('the page shows a file of an unknown kind and without a period', async () => {
    await open({ instead: files({ ...file, kind: 'CONTRACT' }) })
    const [row] = await within(screen.getByRole('main')).findAllByRole('listitem')
    expect(row).toHaveTextContent('書類証明書.pdf2 KB2020年1月1日（水）発行期限なし')
  })

  it('the page links to the history if nothing was issued yet', async () => {
    await open({ instead: files() })
    expect(await screen.findByText('発行された書類はまだありません')).toBeVisible()
    expect(screen.getByRole('link', { name: '申請履歴へ' })).toBeVisible()
  })

  it('the page shows how to open a browser inside LINE only', async () => {
    const running = await open()
    expect(screen.queryByText('ブラウザで開く')).toBeNull()
    const agent = Object.getOwnPropertyDescriptor(Navigator.prototype, 'userAgent')
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value: 'Mozilla/5.0 Line/26.1.0 LIFF' })
    await act(() => running.router.navigate('/minato-city/applicationlist'))
    await act(() => running.router.navigate('/minato-city/download'))
    const link = await screen.findByRole('link', { name: 'ブラウザで開く' })
    expect(link).toHaveAttribute('href', expect.stringContaining('openExternalBrowser=1'))
    Reflect.deleteProperty(navigator, 'userAgent')
    expect(agent).toBeDefined()
  })

  it('the page of documents has no axe violations', async () => {
    await open()
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})
