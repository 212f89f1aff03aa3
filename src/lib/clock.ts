/** A request ends by itself after 30 seconds; a user who sees nothing for so long tries again or leaves. */
export const longWaitMs = 10_000

/** A screen reader has received a message by then. Afterwards a user who reads the page would take it for a new one. */
export const announcedMs = 5_000

/** A `Date` header has whole seconds: smaller differences are ignored. */
const tolerance = 2_000

const maxDeviceErrorMs = 5 * 60_000

let offset = 0

/** Milliseconds since 1970 by the API's clock. Every rule about time uses this, never `Date.now()`. */
export function serverNow(): number {
  return Date.now() + offset
}

/** This moment of the API's clock by the device's clock, for the starter (src/starter), which has no response yet. */
export function deviceTime(moment: number): number {
  return moment - offset
}

/**
 * Computes the offset of the device's clock from the `Date` header of a response. Ignores anything unreadable.
 * @param sentAt when the request was sent, by the device's clock: a slow response does not set the clock back
 */
export function noteServerDate(header: string | null | undefined, sentAt = Date.now()): void {
  const server = Date.parse(header ?? '')
  const now = Date.now()
  if (server) offset = server < sentAt - tolerance || server > now + tolerance ? server - now : 0
}

/**
 * Whether the device's clock differs from the API's by more than five minutes. A password proof contains the device's
 * time, so an identity provider may refuse it. False until a response with a `Date` header arrives.
 */
export function isDeviceClockWrong(): boolean {
  return Math.abs(offset) > maxDeviceErrorMs
}

/** `setTimeout` fires at once beyond 24.8 days, so a longer wait is split. Returns the cancel function. */
export function after(milliseconds: number, run: () => void): () => void {
  const longest = 2_147_000_000
  let timer: ReturnType<typeof setTimeout>
  const wait = (left: number): void => {
    timer = setTimeout(() => (left > longest ? wait(left - longest) : run()), Math.min(Math.max(left, 0), longest))
  }
  wait(milliseconds)
  return () => clearTimeout(timer)
}

/** Ends a task of the main thread, so that the browser can paint and take input before the work goes on. */
export function nextTask(): Promise<void> {
  // Safari has no scheduler.
  return globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

/**
 * The result of `work`, or a rejection with a `TimeoutError` after the limit. The work itself continues: its owner has
 * to prevent late effects.
 */
export async function withTimeLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Of a limit for several steps nothing may be left.
  const left = Math.max(limitMs, 0)
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException(`No outcome within ${limitMs} ms`, 'TimeoutError')), left)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
