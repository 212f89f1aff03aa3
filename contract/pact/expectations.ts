import { expect } from 'vitest'
import type { Problem } from '../../src/lib/problem.ts'

/** The call rejects, and the portal has understood why: at least these members of its problem. */
export function rejects(call: () => Promise<unknown>, problem: Partial<Problem>): () => Promise<void> {
  return async () => {
    await expect(call()).rejects.toMatchObject({ problem })
  }
}

/** The call resolves with at least this. */
export function resolves(call: () => Promise<unknown>, value: object): () => Promise<void> {
  return async () => {
    await expect(call()).resolves.toMatchObject(value)
  }
}

/** The call resolves; there is nothing in the answer the portal reads. */
export function succeeds(call: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    await expect(call()).resolves.toBeDefined()
  }
}

/** The call resolves with exactly this. */
export function equals(call: () => Promise<unknown>, value: unknown): () => Promise<void> {
  return async () => {
    await expect(call()).resolves.toEqual(value)
  }
}
