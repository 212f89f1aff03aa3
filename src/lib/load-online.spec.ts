import { afterEach, expect, it, vi } from 'vitest'
import { problemOf } from './problem.ts'
import { loadOnline } from './load-online.ts'

afterEach(() => vi.unstubAllGlobals())

it('asks for code only while there is a network, since a module that failed once is never asked for again', async () => {
  const load = vi.fn(() => Promise.resolve('module'))
  vi.stubGlobal('navigator', { onLine: false })
  const failure: unknown = await loadOnline(load).catch((error: unknown) => error)
  expect(problemOf(failure)?.kind).toBe('offline')
  expect(load).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  expect(await loadOnline(load)).toBe('module')
})
