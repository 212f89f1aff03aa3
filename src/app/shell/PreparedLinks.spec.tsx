import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PortalStart, RouteTable } from '../../lib/portal-start.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { openPortal } from '../testing/open-portal.ts'
import { maxAgeMs, restMs } from './PreparedLinks.tsx'

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

async function openList(change?: (routes: RouteObject[]) => RouteObject[]) {
  const portal = await openPortal('/minato-city/applicationlist', {
    as: 'hanako@example.jp',
    config: { apiBase: 'http://portal.test/app/web' },
    ...(change && { change }),
  })
  await waitFor(() => expect(formLink()).not.toBeNull())
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

/** The routes of the portal; the script of the history arrives when `arrived` is resolved. */
function lateHistory(arrived: Promise<void>) {
  const change = (routes: RouteObject[]): RouteObject[] =>
    routes.map((route) => {
      if (route.children !== undefined) return { ...route, children: change(route.children) }
      const { lazy } = route
      if (route.path !== table.routes[0]?.pattern || typeof lazy !== 'function') return route
      return { ...route, lazy: () => arrived.then(lazy) }
    })
  return change
}

/** Does what begins a rest on a link, and lets the time of a rest pass. The clock does not move afterwards. */
function restByClock(begin: () => void): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  begin()
  vi.advanceTimersByTime(restMs)
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
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it.each<[string, (link: HTMLElement) => void]>([
    ['the pointer', (link) => fireEvent.pointerOver(link)],
    ['a finger', (link) => fireEvent.pointerDown(link, { pointerType: 'touch' })],
    ['the focus', (link) => link.focus()],
  ])('fetches the files and the data of its page while %s is on it', async (_name, rest) => {
    const { requests } = await openList()
    const link = await historyLink()
    restByClock(() => rest(link))
    vi.useRealTimers()
    await waitFor(() => expect(requests).toEqual(['GET /app/web/o/orders']))
    expect(files()).toEqual(['modulepreload /assets/history.js', 'modulepreload /assets/history-part.js'])
    await userEvent.click(await historyLink())
    await screen.findByText(/件を表示しています/)
    expect(requests, 'the page uses the response').toEqual(['GET /app/web/o/orders'])
  })

  it('drops the data of its page if it is not clicked in time', async () => {
    await openList()
    const link = await historyLink()
    restByClock(() => fireEvent.pointerOver(link))
    const { responses } = globalThis.portalStart as PortalStart
    const [early] = responses.values()
    expect(responses.size).toBe(1)
    vi.advanceTimersByTime(maxAgeMs)
    expect(responses.size).toBe(0)
    expect(early?.cancel.signal.aborted).toBe(true)
  })

  it('keeps the data of its page if it is clicked and the script of the page arrives late', async () => {
    const script = Promise.withResolvers<void>()
    const { requests } = await openList(lateHistory(script.promise))
    const link = await historyLink()
    restByClock(() => fireEvent.pointerOver(link))
    fireEvent.click(link)
    vi.advanceTimersByTime(maxAgeMs)
    vi.useRealTimers()
    await waitFor(() => expect(requests).toEqual(['GET /app/web/o/orders']))
    script.resolve()
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
    await openList()
    const link = await historyLink()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.pointerOver(link)
    vi.advanceTimersByTime(restMs - 1)
    fireEvent.pointerOver(document.body)
    vi.advanceTimersByTime(restMs)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }))
    fireEvent.pointerOver(link)
    vi.advanceTimersByTime(restMs)
    vi.unstubAllGlobals()
    fireEvent.pointerOver(document.body)
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-data: reduce)' }))
    fireEvent.pointerOver(link)
    vi.advanceTimersByTime(restMs)
    expect(globalThis.portalStart?.responses.size).toBe(0)
    expect(files()).toEqual([])
  })
})
