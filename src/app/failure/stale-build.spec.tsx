// @shares-process
import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TextsError } from '../../i18n/texts.ts'
import { isMissingFile, watchForStaleBuild } from './stale-build.ts'

const reload = vi.fn<() => void>()
let stop = () => {}

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'onLine')
  reload.mockReset()
  sessionStorage.clear()
})

function missing(): Event {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event
}

describe('a file of an older version (R-10)', () => {
  it('reloads the page once; a second failure is shown', () => {
    let now = 1_000_000
    stop = watchForStaleBuild(reload, () => now)
    expect(missing().defaultPrevented).toBe(true)
    now += 5_000
    expect(missing().defaultPrevented).toBe(false)
    expect(reload).toHaveBeenCalledOnce()
  })
  it('reloads again after a later deployment', () => {
    let now = 1_000_000
    stop = watchForStaleBuild(reload, () => now)
    missing()
    now += 120_000
    missing()
    expect(reload).toHaveBeenCalledTimes(2)
  })
  it('does not keep a user on the page who is leaving it', () => {
    let now = 1_000_000
    stop = watchForStaleBuild(reload, () => now)
    window.dispatchEvent(new Event('beforeunload'))
    expect(missing().defaultPrevented).toBe(false)
    expect(reload).not.toHaveBeenCalled()
    now += 120_000
    missing()
    expect(reload).toHaveBeenCalledOnce()
  })
  it.each([
    ['reloads the page', 'wrongly', () => Promise.resolve(new Response(null)), 1],
    ['is shown', 'rightly', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ])('%s if the browser %s says that there is no network', async (_what, _how, request, times) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
    const asked = vi.fn<typeof fetch>(request)
    vi.stubGlobal('fetch', asked)
    stop = watchForStaleBuild(reload)
    expect(missing().defaultPrevented).toBe(false)
    await waitFor(() => expect(asked).toHaveBeenCalledOnce())
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(times))
  })
  it('is not confused with a bug', () => {
    expect(isMissingFile(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(true)
    expect(isMissingFile(new Error('Unable to preload CSS for /assets/x.css'))).toBe(true)
    expect(isMissingFile(new TextsError('Texts en/orders did not load'))).toBe(true)
    expect(isMissingFile(new TypeError('x is not a function'))).toBe(false)
    expect(isMissingFile('text')).toBe(false)
  })
})
