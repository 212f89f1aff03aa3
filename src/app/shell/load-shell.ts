import { use, useLayoutEffect } from 'react'
import { loadNamespaces } from '../../i18n/texts.ts'
import { readyLater } from '../../lib/ready.ts'
import { withStyleSheets } from '../../lib/style-sheets.ts'
import type * as shell from './shell.tsx'

type Shell = typeof shell

/** The attempt that is in progress or has succeeded. */
let current: Promise<Shell> | null = null
/** For renders, the same promise until it fails: React requires this of a render that waits. */
let drawn: Promise<Shell> | null = null
let follow: (attempt: Promise<Shell>) => void = () => undefined
let hasFailed = false

/**
 * Loads the shell; a call after a failure retries. Rendering does not retry: `useShell` returns the failure until
 * `loadShell` is called again; otherwise every render would start another attempt.
 */
export function loadShell(): Promise<Shell> {
  if (current !== null) return current
  current = Promise.all([withStyleSheets(() => import('./shell.tsx')), loadNamespaces(['common', 'errors'])]).then(
    ([module]) => module,
    (failure: unknown) => {
      current = null
      hasFailed = true
      throw failure
    },
  )
  if (drawn === null || hasFailed) void draw()
  follow(current)
  return current
}

/** Renders wait for the next attempt, which may start later. */
function draw(): Promise<Shell> {
  hasFailed = false
  drawn = readyLater(
    new Promise((resolve) => {
      follow = resolve
    }),
  )
  return drawn
}

/** Its failure is thrown by the render that waits for it. */
function loadAfter(event: Promise<unknown>): Promise<Shell> {
  event.then(loadShell).catch(() => undefined)
  return draw()
}

/** Longest delay before the shell loads anyway. */
const maxDelayMs = 3_000

/** Loads the shell after a more urgent request. No effect once the shell is loading. */
export function loadShellAfter(urgent: Promise<unknown>): void {
  // The caller reports the error; this avoids an unhandled rejection.
  const settled = urgent.catch(() => undefined)
  if (drawn !== null && !hasFailed) return
  const limit = new Promise((resolve) => setTimeout(resolve, maxDelayMs))
  void loadAfter(Promise.race([settled, limit]))
}

/** Suspends; loading starts after the first paint, unless the guard has started it before. */
export function useShell(): Shell {
  return use(drawn ?? loadAfter(afterFirstPage()))
}

let noteFirstPage: () => void = () => undefined
const firstPage = new Promise<void>((resolve) => {
  noteFirstPage = resolve
})

/** For the frame of every page. */
export function useFirstPage(): void {
  useLayoutEffect(noteFirstPage, [])
}

/**
 * Resolves once the first page is on the screen. React draws it in slices, and the files that come after it would be
 * evaluated between them.
 */
export function afterFirstPage(): Promise<void> {
  return firstPage.then(afterPaint)
}

/** Longest wait, for pages that are not painted because they are in the background. */
const maxWaitMs = 200

/** Resolves once what has been rendered is on the screen. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
