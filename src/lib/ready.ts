type Tracked<T> = Promise<T> & { status: 'fulfilled'; value: T }

/** A promise React's `use` reads at once instead of suspending for a moment. */
export function ready<T>(value: T): Promise<T> {
  const tracked: Tracked<T> = Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value })
  return tracked
}

/** Lets `use` read a promise at once that is about to be fulfilled without a value. */
export function fulfil(promise: Promise<void>): void {
  void Object.assign(promise, { status: 'fulfilled', value: undefined })
}
