import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problemOf } from './problem.ts'
import { isOffline, loadOnline } from './network.ts'

afterEach(() => vi.unstubAllGlobals())

function device({ hint, request }: { hint: boolean | undefined; request: () => Promise<Response> }) {
  vi.stubGlobal('navigator', { onLine: hint })
  const asked = vi.fn<typeof fetch>(request)
  vi.stubGlobal('fetch', asked)
  return asked
}
async function arrives(): Promise<Response> {
  return new Response(null, { status: 404 })
}
async function fails(): Promise<Response> {
  throw new TypeError('Failed to fetch')
}

describe('whether there is a network', () => {
  it('isOffline requests a file if the browser says offline, and otherwise believes the browser', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(true, false, undefined), fc.boolean(), async (hint, works) => {
        const asked = device({ hint, request: works ? arrives : fails })
        expect(await isOffline()).toBe(hint === false && !works)
        expect(asked).toHaveBeenCalledTimes(hint === false ? 1 : 0)
      }),
    )
  })

  it('isOffline sends one request for all simultaneous callers, without a cache and with a limit', async () => {
    const asked = device({ hint: false, request: arrives })
    expect(await Promise.all([isOffline(), isOffline(), isOffline()])).toEqual([false, false, false])
    const signal: unknown = expect.any(AbortSignal)
    expect(asked).toHaveBeenCalledExactlyOnceWith('/config.json', { method: 'HEAD', cache: 'no-store', signal })
  })

  it('isOffline sends another request later', async () => {
    device({ hint: false, request: fails })
    expect(await isOffline()).toBe(true)
    device({ hint: false, request: arrives })
    expect(await isOffline()).toBe(false)
  })
})

describe('code that is loaded later', () => {
  it('loadOnline requests no module without a network, because the browser never requests a failed module again', async () => {
    const load = vi.fn(() => Promise.resolve('module'))
    device({ hint: false, request: fails })
    const failure: unknown = await loadOnline(load).catch((error: unknown) => error)
    expect(problemOf(failure)?.kind).toBe('offline')
    expect(load).not.toHaveBeenCalled()
    device({ hint: true, request: fails })
    expect(await loadOnline(load)).toBe('module')
  })

  it('loadOnline requests a module if the browser wrongly says offline', async () => {
    device({ hint: false, request: arrives })
    expect(await loadOnline(() => Promise.resolve('module'))).toBe('module')
  })
})
