import { afterAll, vi } from 'vitest'

/**
 * Vitest's setup. Spec files run one after another in a process, which has loaded the libraries already. Each gets its
 * own copy of our modules, and none of the clocks, globals and databases of the file before.
 */
vi.resetModules()
if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
