import { loadOnline } from '../lib/load-online.ts'
import { sessionStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type * as CognitoModule from './cognito.ts'

/** The only import of aws-amplify: a chunk of its own, fetched when a user signs in or a token must be renewed. */
export function loadCognito(): Promise<typeof CognitoModule> {
  return loadOnline(() => withFallbackStorage(() => import('./cognito.ts')))
}

/**
 * Amplify reads `sessionStorage` once, while its modules load, and a sign-in fails if the storage refuses to write (full, or
 * a quota of zero). In that case Amplify gets a storage that keeps refused values in memory.
 */
export async function withFallbackStorage<T>(start: () => Promise<T>): Promise<T> {
  if (canWrite()) return start()
  const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: forgivingStorage(globalThis.sessionStorage),
  })
  try {
    return await start()
  } finally {
    Reflect.deleteProperty(globalThis, 'sessionStorage')
    if (own) Object.defineProperty(globalThis, 'sessionStorage', own)
  }
}

const { probe } = storageKeys

/** True also if there is no storage at all: Amplify detects that itself. */
function canWrite(): boolean {
  try {
    globalThis.sessionStorage.getItem(probe)
  } catch {
    return true
  }
  sessionStore.set(probe, '')
  const persistent = globalThis.sessionStorage.getItem(probe) !== null
  sessionStore.remove(probe)
  return persistent
}

function forgivingStorage(storage: Storage): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return storage.length
    },
    key: (index) => storage.key(index),
    getItem: (key) => kept.get(key) ?? storage.getItem(key),
    setItem(key, value) {
      kept.delete(key)
      try {
        storage.setItem(key, value)
      } catch {
        kept.set(key, value)
      }
    },
    removeItem(key) {
      kept.delete(key)
      storage.removeItem(key)
    },
    clear() {
      kept.clear()
      storage.clear()
    },
  }
}
