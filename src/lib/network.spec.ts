import { afterEach, expect, it, vi } from 'vitest'
import { problemOf } from './problem.ts'
import { loadOnline } from './network.ts'

afterEach(() => vi.unstubAllGlobals())

it('requests code only while there is a network, because a failed module is never requested again', async () => {
  const load = vi.fn(() => Promise.resolve('module'))
  vi.stubGlobal('navigator', { onLine: false })
  const failure: unknown = await loadOnline(load).catch((error: unknown) => error)
  expect(problemOf(failure)?.kind).toBe('offline')
  expect(load).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  expect(await loadOnline(load)).toBe('module')
})
