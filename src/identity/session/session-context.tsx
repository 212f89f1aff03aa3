import type { ReactNode } from 'react'
import { createContext, useContext, useMemo } from 'react'
import type { Account } from './cognito-account.ts'
import type { SessionPort } from './session-port.ts'
import type { Session } from './token-session.ts'

type SessionValue = { port: SessionPort; session: Session | null }

const SessionContext = createContext<SessionValue | null>(null)

/** `session` is the one that the guard has checked for this page; null on pages without one. */
export function SessionProvider({ port, session, children }: SessionValue & { children: ReactNode }) {
  const value = useMemo(() => ({ port, session }), [port, session])
  return <SessionContext value={value}>{children}</SessionContext>
}

function useValue(): SessionValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('SessionProvider is missing')
  return value
}

export function useSessionPort(): SessionPort {
  return useValue().port
}

/** The signed-in user; only for pages behind the guard. */
export function useSession(): Session {
  const { session } = useValue()
  if (!session) throw new Error('The route must run the guard')
  return session
}

export function useOptionalSession(): Session | null {
  return useValue().session
}

/** The account of this page's user at the identity provider. */
export function useAccount(): Account {
  return useSessionPort().accountOf(useSession().username)
}
