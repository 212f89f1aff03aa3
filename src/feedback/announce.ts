let message = ''
const listeners = new Set<() => void>()

/** Says something to screen readers only; what is said twice in a row is read twice. */
export function announce(next: string): void {
  message = message === next ? `${next}\u00a0` : next
  for (const listener of listeners) listener()
}

export function announcement(): string {
  return message
}

export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
