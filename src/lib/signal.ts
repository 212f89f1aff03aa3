/** A value outside React that components can subscribe to: `useSyncExternalStore(signal.subscribe, signal.get)`. */
export type Signal<T> = {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
