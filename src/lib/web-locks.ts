/** Null on a page that is not secure (plain http on a local network), and in a browser that has none. */
export function webLocks(): LockManager | null {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null
}
