import fc from 'fast-check'
import { vi } from 'vitest'
import { waitLimitMs } from './test-limits.ts'

/**
 * Vitest's setup: fast-check makes the same values each time, so a test that passed once fails only because of a
 * change. `RANDOM_SEED=2` tries others. A failure prints the seed and the path of its value.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.RANDOM_SEED ?? 1) })

/** Vitest's own limit of one second is too short on a busy machine, and no option changes it. */
const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, withLimit(options))
vi.waitUntil = (callback, options) => waitUntil(callback, withLimit(options))

function withLimit<Options extends { timeout?: number }>(options: number | Options | undefined) {
  return typeof options === 'number' ? options : { timeout: waitLimitMs, ...options }
}
