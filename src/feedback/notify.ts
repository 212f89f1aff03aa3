import { createListeners } from '../lib/signal.ts'

export type NotificationTone = 'success' | 'warning' | 'failure'

export type Notice = {
  tone: NotificationTone
  message: string
  /**
   * Milliseconds; 0 keeps the notice until it is closed. By default failures stay and all others use the configured
   * time.
   */
  timeoutMs?: number
}

export type ShownNotice = { id: number; tone: NotificationTone; message: string; timeoutMs: number }

type Display = { show: (notice: ShownNotice) => void; hide: (id: number) => void }

let display: Display | null = null
let defaultTimeoutMs = 5_000
let lastId = 0
const waiting: ShownNotice[] = []
const { subscribe, notify: wakeDisplay } = createListeners()

/** Called once at startup with `limits.notificationMs`. */
export function setNotificationTimeout(timeoutMs: number): void {
  defaultTimeoutMs = timeoutMs
}

/**
 * Shows a message that does not belong to a place on the page. Messages are queued until the display is loaded.
 * @returns removes the message, e.g. because it is no longer true
 */
export function notify({ tone, message, timeoutMs }: Notice): () => void {
  lastId += 1
  const notice = { id: lastId, tone, message, timeoutMs: timeoutMs ?? (tone === 'failure' ? 0 : defaultTimeoutMs) }
  if (display) display.show(notice)
  else {
    waiting.push(notice)
    wakeDisplay()
  }
  return () => {
    if (waiting.includes(notice)) waiting.splice(waiting.indexOf(notice), 1)
    else display?.hide(notice.id)
  }
}

/** Calls `wake` when a message is queued, so that the display can be loaded on demand. */
export function onFirstNotice(wake: () => void): () => void {
  if (waiting.length > 0) wake()
  return subscribe(wake)
}

/** Registers the display and passes it the queued messages. */
export function connectDisplay(next: Display): () => void {
  display = next
  for (const notice of waiting.splice(0)) next.show(notice)
  return () => {
    if (display === next) display = null
  }
}
