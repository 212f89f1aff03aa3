import { use } from 'react'
import { loadNamespaces } from '../../i18n/texts.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { ready } from '../../lib/ready.ts'
import type * as surroundings from './shell.tsx'

type Surroundings = typeof surroundings

let current: Promise<Surroundings> | null = null
let later: Promise<Surroundings> | null = null

/**
 * Begins at once; asked again after a failure, it tries again. Drawing does not: the failure stays what `useSurroundings`
 * sees until somebody asks anew, or every attempt to draw would begin another one.
 */
export function loadSurroundings(): Promise<Surroundings> {
  if (current !== null) return current
  const attempt = Promise.all([import('./shell.tsx'), loadNamespaces(['core', 'errors'])]).then(
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

/** Longest time for which the surroundings give way to an answer. */
const patience = 3_000

/** Lets something more urgent, which has just been begun, have the line first. Without effect once they are asked for. */
export function loadSurroundingsAfter(urgent: Promise<unknown>): void {
  // Before anything else: a failure is told by whoever shows the answer, and must not also be an unhandled rejection.
  const settled = urgent.catch(() => undefined)
  if (current !== null) return
  const limit = new Promise((resolve) => setTimeout(resolve, patience))
  later = Promise.race([settled, limit]).then(loadSurroundings)
}

/** Suspends; begins after the first paint, unless the guard has begun before. */
export function useSurroundings(): Surroundings {
  later ??= afterPaint().then(loadSurroundings)
  return use(later)
}
