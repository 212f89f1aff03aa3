/** A timer that can be held, as long as someone reads. */
export type Countdown = { hold(): void; resume(): void; cancel(): void }

export function countdown(milliseconds: number, done: () => void): Countdown {
  let left = milliseconds
  let since = Date.now()
  let timer: ReturnType<typeof setTimeout> | null = setTimeout(done, left)
  return {
    hold() {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      left -= Date.now() - since
    },
    resume() {
      if (timer !== null) return
      since = Date.now()
      timer = setTimeout(done, Math.max(left, 1_000))
    },
    cancel() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
