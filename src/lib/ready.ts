type Tracked<T> = Promise<T> & { status: 'fulfilled'; value: T }

/** A promise that React's `use` reads at once instead of suspending briefly. */
export function ready<T>(value: T): Promise<T> {
  const tracked: Tracked<T> = Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value })
  return tracked
}
