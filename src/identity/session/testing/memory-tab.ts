import type { SafeStorage } from '../../../lib/safe-storage.ts'
import type { TabMessage, Tabs } from '../tabs.ts'

export function memoryStore(): SafeStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => values.set(key, value).has(key),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
    persistent: true,
  }
}

/** Tabs that receive each other's messages at once; each call of `open` is one tab. */
export function tabGroup() {
  const open = new Set<(message: TabMessage) => void>()
  const posted: TabMessage[] = []
  return {
    posted,
    open(): Tabs {
      let own: ((message: TabMessage) => void) | null = null
      return {
        post: (message) => {
          posted.push(message)
          for (const listener of open) if (listener !== own) listener(message)
        },
        listen: (listener) => {
          own = listener
          open.add(listener)
        },
        close: () => {
          if (own) open.delete(own)
        },
      }
    },
  }
}
