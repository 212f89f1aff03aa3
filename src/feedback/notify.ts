export type NotificationTone = 'success' | 'warning' | 'failure'

export type Notice = {
  tone: NotificationTone
  message: string
  /** Milliseconds; 0 stays until closed. Failures stay, the rest goes after the time of the configuration. */
  timeoutMs?: number
}

export type ShownNotice = { id: number; tone: NotificationTone; message: string; timeoutMs: number }

type Display = (notice: ShownNotice) => void

let display: Display | null = null
let standardTimeout = 5_000
let lastId = 0
const waiting: ShownNotice[] = []
const wakers = new Set<() => void>()

/** Called once by the composition with `limits.notificationMs`. */
export function setNotificationTimeout(milliseconds: number): void {
  standardTimeout = milliseconds
}

/** Tells the user something that does not belong to a place on the page. What is said before the display is there waits for it. */
export function notify({ tone, message, timeoutMs }: Notice): void {
  lastId += 1
  const notice = { id: lastId, tone, message, timeoutMs: timeoutMs ?? (tone === 'failure' ? 0 : standardTimeout) }
  if (display) display(notice)
  else {
    waiting.push(notice)
    for (const wake of wakers) wake()
  }
}

/** Runs when something waits to be displayed, so that the display need not be loaded before. */
export function onFirstNotice(wake: () => void): () => void {
  wakers.add(wake)
  if (waiting.length > 0) wake()
  return () => wakers.delete(wake)
}

/** The display announces itself and is given what waited. */
export function connectDisplay(next: Display): () => void {
  display = next
  for (const notice of waiting.splice(0)) next(notice)
  return () => {
    if (display === next) display = null
  }
}
