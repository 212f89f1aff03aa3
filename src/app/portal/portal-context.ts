import { createContext, use } from 'react'
import { createContext as createRouterContext } from 'react-router-dom'
import type { Session } from '../../identity/session/token-session.ts'
import type { AskIfSure } from '../../lib/open-drafts.ts'
import type { Problem } from '../../lib/problem.ts'
import type { TenantId } from '../../paths.ts'

/** What layouts need from the composition root, in addition to the contexts of other modules. */
export type Portal = {
  /** True while the session is over and the user has not signed in again over the page. */
  sessionExpired: Signal<boolean>
  /** The last failure that no page shows itself. */
  problems: Signal<Problem | null>
  /** The page whose heading has had the focus, or that was opened first; null before that. */
  focusedPage: Signal<string | null>
  /** Log-out by the user. `isSure` is asked if it would lose something. */
  logOut: (isSure: AskIfSure) => Promise<void>
  /** The end of a session by time: unlike a log-out it keeps the page's path and the drafts. */
  endSession: () => Promise<void>
}

export const PortalContext = createContext<Portal | null>(null)

/** @throws Error outside of the portal */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('PortalContext is missing')
  return portal
}

/** The guard's result for the page being opened: its tenant and the session, if the route needs one. */
export type Visit = { tenantId: TenantId | null; session: Session | null }

/** Set by the guard, read by the layout's loader. */
export const visitContext = createRouterContext<Visit>()

/** A value outside React that components can subscribe to: `useSyncExternalStore(signal.subscribe, signal.get)`. */
export type Signal<T> = {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
