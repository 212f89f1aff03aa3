import { setTimeout as pause } from 'node:timers/promises'
import { WebDriverError } from './protocol.ts'

/** Errors of a page that is being replaced: the next attempt meets the new one. */
const passing = new Set(['stale element reference', 'no such element', 'javascript error', 'unexpected alert open'])

const betweenMs = 50

/** Repeats an attempt until it is done, at most `timeoutMs`; WebDriver has no event for a change of a page. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  attempt: () => Promise<{ done: T } | { waitsFor: string }>,
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const result = await attempt().catch((error: unknown) => {
      if (error instanceof WebDriverError && passing.has(error.code)) return { waitsFor: error.message }
      throw error
    })
    if ('done' in result) return result.done
    if (Date.now() >= end) throw new Error(`${what}: not within ${timeoutMs} ms, ${result.waitsFor}`)
    await pause(betweenMs)
  }
}
