/**
 * The name of this page among the tabs of this browser, new with each load. It holds a lock until the page is closed,
 * by which others see that it is open (https://w3c.github.io/web-locks/).
 */
export const thisTab: string = crypto.getRandomValues(new Uint32Array(4)).join('-')

const prefix = 'forms-studio tab '
const key = 'forms-studio tab'

/** Call it once. Without locks, as on a page without https, no other tab is known to be open. */
export function announceTab(): void {
  if (!('locks' in navigator)) return
  const untilClosed = new Promise<void>(() => undefined)
  navigator.locks.request(prefix + thisTab, () => untilClosed).catch((cause: unknown) => reportError(cause))
}

/** All open tabs but this one. The tab before a reload counts as closed, even if its lock is still being released. */
export async function otherTabs(): Promise<ReadonlySet<string>> {
  const before = sessionStorage.getItem(key)
  sessionStorage.setItem(key, thisTab)
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  const names = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  return new Set(names.filter((name) => name !== thisTab && name !== before))
}
