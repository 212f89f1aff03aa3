import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { earlyFetch } from './early-response.ts'

const url = '/app/web/o/orders?limit=20'

/** The responses that the starter stores for the application. */
function asked(response = Promise.resolve(Response.json({ items: [] }))): AbortSignal {
  const cancel = new AbortController()
  globalThis.portalStart = {
    config: undefined,
    responses: new Map([[url, { language: 'ja', token: 'T', startedAt: performance.now(), cancel, response }]]),
  }
  return cancel.signal
}

describe('a response to a request that the starter has sent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    globalThis.portalStart = undefined
  })

  it('the same request uses the response once', async () => {
    const sent = asked()
    const response = await earlyFetch({ url, language: 'ja', token: 'T' })?.(url)
    expect(await response?.json()).toEqual({ items: [] })
    expect(earlyFetch({ url, language: 'ja', token: 'T' })).toBeNull()
    expect(sent.aborted).toBe(false)
  })

  it.each([
    ['another language', { url, language: 'en', token: 'T' }],
    ['another user', { url, language: 'ja', token: 'U' }],
    ['no user', { url, language: 'ja', token: undefined }],
  ])("the starter's request is cancelled and its response not used for %s", (_name, request) => {
    const sent = asked()
    expect(earlyFetch(request)).toBeNull()
    expect(sent.aborted).toBe(true)
  })

  it('the response stays available when another address is requested', () => {
    const sent = asked()
    expect(earlyFetch({ url: `${url}&scope=all`, language: 'ja', token: 'T' })).toBeNull()
    expect(sent.aborted).toBe(false)
  })

  it('a response that may be outdated is not used, and its request is cancelled', () => {
    const sent = asked()
    vi.advanceTimersByTime(15_001)
    expect(earlyFetch({ url, language: 'ja', token: 'T' })).toBeNull()
    expect(sent.aborted).toBe(true)
  })

  it('ends with the request of the application, so that no connection stays open', async () => {
    const sent = asked(new Promise(() => {}))
    const cancel = new AbortController()
    const response = earlyFetch({ url, language: 'ja', token: 'T' })?.(
      new Request(`http://portal.test${url}`, { signal: cancel.signal }),
    )
    cancel.abort(new DOMException('cancelled', 'AbortError'))
    await expect(response).rejects.toThrow('cancelled')
    expect(sent.aborted).toBe(true)
  })

  it('ends together with the request of the application that is cancelled', async () => {
    asked(new Promise(() => {}))
    const others = new AbortController()
    globalThis.portalStart?.responses.set('/app/web/o/drafts', {
      language: 'ja',
      token: 'T',
      startedAt: performance.now(),
      cancel: others,
      response: new Promise(() => {}),
    })
    const cancel = new AbortController()
    const response = earlyFetch({ url, language: 'ja', token: 'T' })?.(
      new Request(`http://portal.test${url}`, { signal: cancel.signal }),
    )
    cancel.abort(new DOMException('cancelled', 'AbortError'))
    await expect(response).rejects.toThrow('cancelled')
    expect(others.signal.aborted).toBe(true)
    expect(globalThis.portalStart?.responses.size).toBe(0)
  })

  it('earlyFetch returns null if no starter runs', () => {
    globalThis.portalStart = undefined
    expect(earlyFetch({ url, language: 'ja', token: 'T' })).toBeNull()
  })
})
