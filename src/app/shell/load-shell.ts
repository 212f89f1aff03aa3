import { use } from 'react'
import { loadNamespaces } from '../../i18n/texts.ts'
import { ready } from '../../lib/ready.ts'
import type * as shell from './shell.tsx'

type Shell = typeof shell

let current: Promise<Shell> | null = null
let later: Promise<Shell> | null = null

/**
 * Loads the shell; a call after a failure retries. Rendering does not retry: `useShell` returns the failure until
 * `loadShell` is called again; otherwise every render would start another attempt.
 */
export function loadShell(): Promise<Shell> {
  if (current !== null) return current
  const attempt = Promise.all([import('./shell.tsx'), loadNamespaces(['common', 'errors'])]).then(
    ([module]) => {
      later = ready(module)
      return module
    },
    (failure: unknown) => {
      current = null
      throw failure
    },
  )
  current = attempt
  later = attempt
  return attempt
}

/** Longest delay before the shell loads anyway. */
const maxDelayMs = 3_000

/** Loads the shell after a more urgent request. No effect once the shell is loading. */
export function loadShellAfter(urgent: Promise<unknown>): void {
  // The caller reports the error; this avoids an unhandled rejection.
  const settled = urgent.catch(() => undefined)
  if (current !== null) return
  const limit = new Promise((resolve) => setTimeout(resolve, maxDelayMs))
  later = Promise.race([settled, limit]).then(loadShell)
}

/** Suspends; loading starts after the first paint, unless the guard has started it before. */
export function useShell(): Shell {
  later ??= afterPaint().then(loadShell)
  return use(later)
}

/** Longest wait, for pages that are not painted because they are in the background. */
const maxWaitMs = 200

/** Resolves once the current render is on the screen, so that work started afterwards does not delay it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
