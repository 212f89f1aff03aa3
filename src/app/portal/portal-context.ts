import { createContext, use } from 'react'
import { createContext as createRouterContext } from 'react-router-dom'
import type { Session } from '../../identity/session/token-session.ts'
import type { Problem } from '../../lib/problem.ts'
import type { Signal } from '../../lib/signal.ts'
import type { TenantId } from '../../paths.ts'

/** What layouts need from the composition root, in addition to the contexts of other modules. */
export type Portal = {
  /** The last failure that no page shows itself. */
  problems: Signal<Problem | null>
  /** The page whose heading has had the focus, or that was opened first; null before that. */
  focusedPage: Signal<string | null>
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
