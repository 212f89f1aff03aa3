import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { earlyFetch } from './early-response.ts'

const url = '/app/web/o/orders?limit=20'

/** What the starter leaves for the application. */
function asked({ language = 'ja', token = 'T' as string | null, startedAt = performance.now() } = {}): void {
  const response = Promise.resolve(new Response('{"items":[]}', { status: 200 }))
  globalThis.portalStart = {
    config: undefined,
    responses: new Map([[url, { language, token, startedAt, response }]]),
  }
}

describe('a response to a request that the starter has sent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    globalThis.portalStart = undefined
  })

  it('is used for the same request once', async () => {
    asked()
    const response = await earlyFetch({ url, language: 'ja', token: 'T' })?.(url)
    expect(await response?.json()).toEqual({ items: [] })
    expect(earlyFetch({ url, language: 'ja', token: 'T' })).toBeNull()
  })

  it.each([
    ['another language', { url, language: 'en', token: 'T' }],
    ['another user', { url, language: 'ja', token: 'U' }],
    ['no user', { url, language: 'ja', token: undefined }],
    ['another request', { url: `${url}&scope=all`, language: 'ja', token: 'T' }],
  ])('is not given for %s', (_name, request) => {
    asked()
    expect(earlyFetch(request)).toBeNull()
  })

  it('is not given when it may be out of date', () => {
    asked()
    vi.advanceTimersByTime(15_001)
    expect(earlyFetch({ url, language: 'ja', token: 'T' })).toBeNull()
  })

  it('is given up when the request is cancelled', async () => {
    asked()
    const responses = globalThis.portalStart?.responses
    responses?.set(url, { language: 'ja', token: 'T', startedAt: performance.now(), response: new Promise(() => {}) })
    const cancel = new AbortController()
    const response = earlyFetch({ url, language: 'ja', token: 'T' })?.(url, { signal: cancel.signal })
    cancel.abort(new DOMException('cancelled', 'AbortError'))
    await expect(response).rejects.toThrow('cancelled')
  })

  it('is missing where no starter runs', () => {
    globalThis.portalStart = undefined
    expect(earlyFetch({ url, language: 'ja', token: 'T' })).toBeNull()
  })
})
