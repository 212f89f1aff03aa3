import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Metric } from 'web-vitals'
import { portalConfig } from '../../sandbox/core/portal-config.ts'
import { startReports } from './reports.ts'
import { reportWebVitals } from './web-vitals.ts'

const listeners = vi.hoisted(() => new Map<string, (metric: Metric) => void>())
vi.mock('web-vitals', () => {
  const note = (name: string) => (listen: (metric: Metric) => void) => void listeners.set(name, listen)
  return { onCLS: note('CLS'), onINP: note('INP'), onLCP: note('LCP'), onTTFB: note('TTFB') }
})

const posted = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))

function measure(metric: Partial<Metric> & Pick<Metric, 'name' | 'value'>): void {
  listeners.get(metric.name)?.({
    id: `${metric.name}-${metric.navigationURL}`,
    delta: metric.value,
    rating: 'good',
    entries: [],
    navigationType: 'navigate',
    navigationURL: 'http://localhost:3000/minato-city/history-details/A-1?q=hanako',
    ...metric,
  } as Metric)
}

function sent(): unknown[] {
  return posted.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as unknown)
}

beforeEach(() => {
  vi.stubGlobal('fetch', posted)
  // Missing in jsdom, and in Safari.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  window.history.replaceState(null, '', '/login/minato-city')
})
afterEach(() => {
  posted.mockClear()
  listeners.clear()
  vi.unstubAllGlobals()
})

describe('Web Vitals', () => {
  it('a measurement is sent with the route that was shown and its tenant, and nothing else of the address', async () => {
    await reportWebVitals({ stage: 'production', reportTo: 'https://reports.example.jp/portal' })
    measure({ name: 'LCP', value: 1234.56 })
    measure({ name: 'CLS', value: 0.012345 })
    const same = {
      kind: 'web-vital',
      navigation: 'navigate',
      route: 'login',
      tenant: 'minato-city',
      stage: 'production',
    }
    expect(sent()).toEqual([
      { ...same, code: 'LCP', value: 1235 },
      { ...same, code: 'CLS', value: 0.012 },
    ])
    expect(posted.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })

  it('a measurement names the route of a page that was opened by a link inside the portal', async () => {
    await reportWebVitals({ stage: 'test', reportTo: '/reports' })
    const navigationURL = 'http://localhost:3000/minato-city/applicationhistory?q=hanako'
    measure({ name: 'INP', value: 40, navigationType: 'soft-navigation', navigationURL })
    measure({ name: 'TTFB', value: 0, navigationType: 'soft-navigation', navigationURL })
    expect(sent()).toEqual([
      expect.objectContaining({
        code: 'INP',
        route: 'applicationHistory',
        tenant: 'minato-city',
        navigation: 'soft-navigation',
      }),
    ])
    expect(JSON.stringify(sent())).not.toContain('hanako')
  })

  it('a measurement is sent once per page, and a limited number of times in all', async () => {
    await reportWebVitals({ stage: 'test', reportTo: '/reports' })
    for (const value of [10, 20]) measure({ name: 'INP', value })
    expect(sent()).toMatchObject([{ value: 10 }])
    for (let page = 0; page < 100; page++) measure({ name: 'CLS', value: 0, id: `page ${page}` })
    expect(posted).toHaveBeenCalledTimes(40)
  })

  it.each([
    [true, 4],
    [false, 0],
  ])('the portal measures Web Vitals only if the stage enables them (%j)', async (webVitals, measured) => {
    vi.useFakeTimers()
    const config = { ...portalConfig('https://card.test', {}), reportTo: '/reports', webVitals }
    startReports(config, createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/login/minato-city'] }))
    await vi.runAllTimersAsync()
    await vi.dynamicImportSettled()
    expect(listeners.size).toBe(measured)
    vi.useRealTimers()
  })
})
