import { afterEach, expect, it, vi } from 'vitest'
import { webLocks } from './web-locks.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['absent', {}],
  ['taken away by an extension', { locks: undefined }],
])('finds no locks where they are %s', (_name, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(webLocks()).toBeNull()
})
