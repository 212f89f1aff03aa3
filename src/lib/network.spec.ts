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
  it('is asked of the network if the browser says offline, and of the browser alone if it does not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(true, false, undefined), fc.boolean(), async (hint, works) => {
        const asked = device({ hint, request: works ? arrives : fails })
        expect(await isOffline()).toBe(hint === false && !works)
        expect(asked).toHaveBeenCalledTimes(hint === false ? 1 : 0)
      }),
    )
  })

  it('is asked once for all who ask at the same time, without a cache and with a limit', async () => {
    const asked = device({ hint: false, request: arrives })
    expect(await Promise.all([isOffline(), isOffline(), isOffline()])).toEqual([false, false, false])
    const signal: unknown = expect.any(AbortSignal)
    expect(asked).toHaveBeenCalledExactlyOnceWith('/config.json', { method: 'HEAD', cache: 'no-store', signal })
  })

  it('is asked again later', async () => {
    device({ hint: false, request: fails })
    expect(await isOffline()).toBe(true)
    device({ hint: false, request: arrives })
    expect(await isOffline()).toBe(false)
  })
})

describe('code that is loaded later', () => {
  it('is not requested without a network, because a failed module is never requested again', async () => {
    const load = vi.fn(() => Promise.resolve('module'))
    device({ hint: false, request: fails })
    const failure: unknown = await loadOnline(load).catch((error: unknown) => error)
    expect(problemOf(failure)?.kind).toBe('offline')
    expect(load).not.toHaveBeenCalled()
    device({ hint: true, request: fails })
    expect(await loadOnline(load)).toBe('module')
  })

  it('is requested if the browser wrongly says offline', async () => {
    device({ hint: false, request: arrives })
    expect(await loadOnline(() => Promise.resolve('module'))).toBe('module')
  })
})
