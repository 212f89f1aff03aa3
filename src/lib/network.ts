import { useSyncExternalStore } from 'react'
import { ProblemError } from './problem.ts'
import { createSignal } from './signal.ts'

/** A small file that every stage has. */
const askedFile = '/config.json'
const askingLimitMs = 5_000

/** What was found last. */
const offline = createSignal(false)
let asking: Promise<boolean> | null = null

/**
 * Whether this device has no network. `navigator.onLine` is only a hint: it may be false while the network works, e.g.
 * with a VPN, a virtual adapter or in a web view. So the network itself is asked then, with one request for all who ask
 * at the same time; any response counts.
 */
export async function isOffline(): Promise<boolean> {
  // Node.js does not report it; there a network is assumed.
  const { onLine }: { onLine?: boolean } = navigator
  return onLine === false ? isUnreachable() : found(false)
}

/** Whether the site does not answer, whatever the hint says: with a dead network it may also be true. */
export function isUnreachable(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

function ask(): Promise<boolean> {
  const signal = AbortSignal.timeout(askingLimitMs)
  return fetch(askedFile, { method: 'HEAD', cache: 'no-store', signal }).then(
    () => found(false),
    () => found(true),
  )
}

function found(now: boolean): boolean {
  offline.set(now)
  return now
}

/** A response has arrived. */
export function noteResponse(): void {
  found(false)
}

/** Whether the last request for a file of the site found no network. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, offline.get)
}

function subscribe(listener: () => void): () => void {
  const look = () => void isOffline()
  // A browser whose hint is wrong may fire neither of the first two when the network is back.
  const lookAgain = () => {
    if (offline.get() && document.visibilityState === 'visible') look()
  }
  const stop = offline.subscribe(listener)
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  document.addEventListener('visibilitychange', lookAgain)
  look()
  return () => {
    stop()
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
    document.removeEventListener('visibilitychange', lookAgain)
  }
}

/**
 * Loads code that a click needs. A browser never requests a module again that once failed to load, and a reload would
 * lose typed text: so it is not requested while offline.
 */
export async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  if (await isOffline()) throw new ProblemError({ kind: 'offline', fields: [] })
  return load()
}
