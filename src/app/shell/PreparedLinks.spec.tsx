import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RouteTable } from '../../lib/portal-start.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { openPortal } from '../testing/open-portal.ts'

const table: RouteTable = {
  files: ['/assets/history.js', '/assets/history-part.js', '/assets/form.js'],
  routes: [
    {
      pattern: '/:tenantId/applicationhistory',
      session: true,
      files: { ja: [0, 1], en: [0] },
      requests: ['/p/tenants/:tenantId/info', '/o/orders?scope=all&limit=30'],
    },
    {
      pattern: '/application/:tenantId/:serviceId/:type',
      session: true,
      files: { ja: [2], en: [2] },
      requests: ['/p/tenants/:tenantId/services', '/o/drafts/:serviceId/:type', '/o/profile'],
    },
  ],
  keys: storageKeys,
}

function files(): string[] {
  return [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`)
}

async function openList() {
  const portal = await openPortal('/minato-city/applicationlist', {
    as: 'hanako@example.jp',
    config: { apiBase: 'http://portal.test/app/web' },
  })
  await waitFor(() => expect(formLink()).not.toBeNull(), { timeout: 15_000 })
  await waitFor(() => expect(portal.queryClient.isFetching()).toBe(0))
  portal.requests.length = 0
  return portal
}

function formLink() {
  return document.querySelector<HTMLElement>('a[href="/application/minato-city/bulky-waste/individual"]')
}

async function historyLink() {
  return screen.findByRole('link', { name: '申請履歴' })
}

describe('a link that is about to be clicked', () => {
  beforeEach(() => {
    globalThis.portalStart = { config: undefined, responses: new Map() }
    const element = document.createElement('script')
    element.type = 'application/json'
    element.id = 'portal-start'
    element.textContent = JSON.stringify(table)
    document.head.append(element)
  })
  afterEach(() => {
    globalThis.portalStart = undefined
    for (const element of document.querySelectorAll('#portal-start, link')) element.remove()
    vi.unstubAllGlobals()
  })

  it.each([
    ['the pointer', async () => userEvent.hover(await historyLink())],
    ['a finger', async () => userEvent.pointer({ keys: '[TouchA>]', target: await historyLink() })],
    ['the focus', async () => (await historyLink()).focus()],
  ])('fetches the files and the data of its page while %s is on it', async (_name, rest) => {
    const { requests } = await openList()
    await rest()
    await waitFor(() => expect(requests).toEqual(['GET /app/web/o/orders']))
    expect(files()).toEqual(['modulepreload /assets/history.js', 'modulepreload /assets/history-part.js'])
    await userEvent.click(await historyLink())
    await screen.findByText(/件を表示しています/)
    expect(requests, 'the page uses the response').toEqual(['GET /app/web/o/orders'])
  })

  it('fetches the form in the version of the services', async () => {
    const { requests } = await openList()
    await userEvent.hover(formLink() as HTMLElement)
    await waitFor(() => expect(requests).toHaveLength(2))
    const own = ['GET /app/web/o/drafts/bulky-waste/individual', 'GET /app/web/o/profile']
    expect(requests).toEqual(own)
    expect(files()).toEqual([
      'modulepreload /assets/form.js',
      expect.stringMatching(/^preload .*\/bulky-waste\/individual\/\w+\/definition\.json$/),
      expect.stringMatching(/^preload .*\/texts\.ja\.json$/),
      expect.stringMatching(/^modulepreload .*\/validator\.js$/),
    ])
  })

  it('causes no request if the pointer only passes over it, or if the user saves data', async () => {
    const { requests } = await openList()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.hover(await historyLink())
    await user.unhover(await historyLink())
    await user.hover(document.body)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }))
    await user.hover(await historyLink())
    await vi.advanceTimersByTimeAsync(500)
    vi.unstubAllGlobals()
    await user.hover(document.body)
    const matchMedia = (query: string) => ({ matches: query === '(prefers-reduced-data: reduce)' })
    vi.stubGlobal('matchMedia', matchMedia)
    await user.hover(await historyLink())
    await vi.advanceTimersByTimeAsync(500)
    vi.useRealTimers()
    expect(requests).toEqual([])
    expect(files()).toEqual([])
  })
})
