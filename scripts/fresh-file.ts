import { afterAll, vi } from 'vitest'

/**
 * Vitest's setup. Spec files run one after another in a process, which has loaded the libraries already. Each gets its
 * own copy of our modules, and none of the clocks, globals, databases and other tabs of the file before.
 */
vi.resetModules()
if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory()

const { BroadcastChannel } = globalThis
const browser = crypto.randomUUID()
/** A portal that a file has started goes on listening; only those of the same file are its other tabs. */
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${browser} ${name}`)
  }
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.BroadcastChannel = BroadcastChannel
})
