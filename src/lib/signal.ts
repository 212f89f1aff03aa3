/** Functions that are called on each change, or with what has happened. */
export function createListeners<Event extends unknown[] = []>() {
  const listeners = new Set<(...event: Event) => void>()
  return {
    /** Returns a function that ends the subscription. */
    subscribe(listener: (...event: Event) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(...event: Event): void {
      for (const listener of listeners) listener(...event)
    },
  }
}

/** A value outside React that components can subscribe to: `useSyncExternalStore(signal.subscribe, signal.get)`. */
export type Signal<T> = {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial
  const { subscribe, notify } = createListeners()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      notify()
    },
    subscribe,
  }
}
