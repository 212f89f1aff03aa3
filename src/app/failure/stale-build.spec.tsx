import { setImmediate } from 'node:timers/promises'
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

async function answered(): Promise<Response> {
  return new Response(null)
}

/** Resolves when the network has been asked. */
async function missing(request: () => Promise<Response> = answered): Promise<void> {
  const responses: Promise<Response>[] = []
  vi.stubGlobal('fetch', () => {
    const response = request()
    responses.push(response)
    return response
  })
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await Promise.allSettled(responses)
  // The next task: what waited for the response has run.
  await setImmediate()
}

describe('a file of an older version (R-10)', () => {
  it('reloads the page once; a second failure is shown', async () => {
    let now = 1_000_000
    stop = watchForStaleBuild(reload, () => now)
    await missing()
    expect(reload).toHaveBeenCalledOnce()
    now += 5_000
    await missing()
    expect(reload).toHaveBeenCalledOnce()
  })
  it('reloads the page once for several files that fail at the same time', async () => {
    stop = watchForStaleBuild(reload)
    await Promise.all([missing(), missing()])
    expect(reload).toHaveBeenCalledOnce()
  })
  it('reloads again after a later deployment', async () => {
    let now = 1_000_000
    stop = watchForStaleBuild(reload, () => now)
    await missing()
    now += 120_000
    await missing()
    expect(reload).toHaveBeenCalledTimes(2)
  })
  it('does not keep a user on the page who is leaving it', async () => {
    let now = 1_000_000
    stop = watchForStaleBuild(reload, () => now)
    window.dispatchEvent(new Event('beforeunload'))
    await missing()
    expect(reload).not.toHaveBeenCalled()
    now += 120_000
    await missing()
    expect(reload).toHaveBeenCalledOnce()
  })
  it.each([true, false])(
    'a missing file does not reload the page if the site does not answer; onLine is %s',
    async (onLine) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine })
      stop = watchForStaleBuild(reload)
      await missing(() => Promise.reject(new TypeError('Failed to fetch')))
      expect(reload).not.toHaveBeenCalled()
      await missing()
      expect(reload, 'the network is back').toHaveBeenCalledOnce()
    },
  )
  it('a missing file is not confused with a bug', () => {
    expect(isMissingFile(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(true)
    expect(isMissingFile(new Error('Unable to preload CSS for /assets/x.css'))).toBe(true)
    expect(isMissingFile(new TextsError('Texts en/orders did not load'))).toBe(true)
    expect(isMissingFile(new TypeError('x is not a function'))).toBe(false)
    expect(isMissingFile('text')).toBe(false)
  })
})
