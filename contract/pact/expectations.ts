import { expect } from 'vitest'
import type { Problem } from '../../src/lib/problem.ts'

/** The call rejects, and the portal's problem has at least these members. */
export function rejects(call: () => Promise<unknown>, problem: Partial<Problem>): () => Promise<void> {
  return async () => {
    await expect(call()).rejects.toMatchObject({ problem })
  }
}

/** The call resolves with at least these members. */
export function resolves(call: () => Promise<unknown>, value: object): () => Promise<void> {
  return async () => {
    await expect(call()).resolves.toMatchObject(value)
  }
}

/** The call resolves; the portal reads nothing of the response. */
export function succeeds(call: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    await expect(call()).resolves.toBeDefined()
  }
}

/** The call resolves with exactly this value. */
export function equals(call: () => Promise<unknown>, value: unknown): () => Promise<void> {
  return async () => {
    await expect(call()).resolves.toEqual(value)
  }
}
