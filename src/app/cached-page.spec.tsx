import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchForCachedPage } from './cached-page.ts'

type Page = { persisted: boolean; hasSession?: boolean; isPersonal?: boolean; rendering?: () => Promise<void> }

function show({ persisted, hasSession = false, isPersonal = true, rendering }: Page) {
  const reload = vi.fn<() => void>()
  const session = { hasSession: () => hasSession }
  const listening = vi.spyOn(window, 'addEventListener')
  watchForCachedPage({ session, isPersonal: () => isPersonal, reload, ...(rendering && { rendering }) })
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  for (const [type, listener] of listening.mock.calls) window.removeEventListener(type, listener)
  listening.mockRestore()
  return reload
}

afterEach(() => {
  document.documentElement.hidden = false
})

it.each<[string, Page, boolean]>([
  ['is loaded again if it comes out of the cache after the log-out', { persisted: true }, true],
  ['stays if it comes out of the cache during the session', { persisted: true, hasSession: true }, false],
  ['stays if it is loaded', { persisted: false }, false],
  ['stays if anybody may see it', { persisted: true, isPersonal: false }, false],
])('a page %s', (_, page, isReloaded) => {
  expect(show(page)).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
})

it('a page that is loaded again after the log-out is hidden', () => {
  show({ persisted: true, hasSession: true })
  expect(document.documentElement).toBeVisible()
  show({ persisted: true })
  expect(document.documentElement).not.toBeVisible()
})

describe('a page that comes out of the cache during the session', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('a cached page is loaded again if React renders nothing for two seconds', () => {
    const reload = show({ persisted: true, hasSession: true, rendering: () => new Promise(() => {}) })
    vi.advanceTimersByTime(1_999)
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('stays if React renders', async () => {
    const reload = show({ persisted: true, hasSession: true })
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
  })
})
