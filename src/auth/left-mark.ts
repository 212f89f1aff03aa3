import type { SafeStorage } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/safe-storage.ts'

/** Says who has logged out, to tabs of theirs that cannot hear it: frozen, or away at another site. */
export type LeftMark = {
  set(username: string): void
  clear(username: string): void
  names(username: string): boolean
}

/** Kept in local storage, where it survives the log-out, as a number that tells nobody who it was. */
export function leftMark(local: SafeStorage): LeftMark {
  const names = (username: string) => local.get(storageKeys.left) === fingerprint(username)
  return {
    set: (username) => local.set(storageKeys.left, fingerprint(username)),
    clear: (username) => {
      if (names(username)) local.remove(storageKeys.left)
    },
    names,
  }
}

/** FNV-1a, 32 bits. Two names that share one cost a second sign-in, no more. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
