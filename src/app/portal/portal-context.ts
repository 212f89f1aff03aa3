import { createContext, use } from 'react'
import type { Problem } from '../../lib/problem.ts'
import type { Signal } from '../../lib/signal.ts'

/** What layouts need from the composition beside the contexts of the rooms below. */
export type Portal = {
  /** True while the session is over and the user has not signed in again over the page. */
  sessionExpired: Signal<boolean>
  /** The last failure that no page shows itself. */
  problems: Signal<Problem | null>
  /** Log-out by the user's wish. */
  logOut: () => Promise<void>
  /** The end of a session by time: unlike a log-out it keeps the page's path and the drafts. */
  endSession: () => Promise<void>
}

export const PortalContext = createContext<Portal | null>(null)

/** @throws Error outside of the portal */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('PortalContext is missing above this component')
  return portal
}
