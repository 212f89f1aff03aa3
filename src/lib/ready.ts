type Tracked<T> = Promise<T> & { status: 'fulfilled'; value: T }

/** A promise that React's `use` reads at once instead of suspending briefly. */
export function ready<T>(value: T): Promise<T> {
  const tracked: Tracked<T> = Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value })
  return tracked
}

/** The same promise, which React's `use` reads at once when it has arrived. */
export function readyLater<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled' as const, value }),
    // Whoever waits for the promise gets the failure.
    () => undefined,
  )
  return promise
}
