/** Null on a page that is not secure (plain http on a local network), and in a browser or extension that takes them away. */
export function webLocks(): LockManager | null {
  if (typeof navigator === 'undefined') return null
  const { locks }: { locks?: LockManager } = navigator
  return locks ?? null
}
