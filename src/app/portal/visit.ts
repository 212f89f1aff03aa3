import { createContext } from 'react-router-dom'
import type { Session } from '../../auth/token-session.ts'
import type { TenantId } from '../../paths.ts'

/** What the guard found for the page being opened: its tenant and the session, if the route needs one. */
export type Visit = { tenantId: TenantId | null; session: Session | null }

/** Set by the guard, read by the layout's loader. */
export const visitContext = createContext<Visit>()
