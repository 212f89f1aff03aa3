/**
 * Local and session storage that never throw: if they are blocked or full, e.g. in private windows, the value is kept
 * in memory for this page.
 */
export type SafeStorage = {
  get(key: string): string | null
  /** Returns whether the browser stores it. */
  set(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
  /** False once the browser has refused: values stored now are lost with the page. */
  readonly persistent: boolean
}

export function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>()
  let persistent = true

  function attempt<T>(action: (storage: Storage) => T, otherwise: T): T {
    try {
      return action(open())
    } catch {
      persistent = false
      return otherwise
    }
  }

  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      memory.delete(key)
      const stored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (!stored) memory.set(key, value)
      return stored
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys() {
      const stored = attempt<string[]>(
        (storage) =>
          Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null),
        [],
      )
      return [...new Set([...stored, ...memory.keys()])]
    },
    get persistent() {
      return persistent
    },
  }
}

export const localStore = safeStorage(() => globalThis.localStorage)
export const sessionStore = safeStorage(() => globalThis.sessionStorage)
