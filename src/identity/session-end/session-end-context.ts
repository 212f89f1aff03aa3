import { createContext, use, useSyncExternalStore } from 'react'
import type { AskIfSure, LogOutOutcome } from './log-out-outcome.ts'
import type { User } from '../session/token-session.ts'
import type { Signal } from '../../lib/signal.ts'

/** The ways in which a page ends a session, or continues after its end. */
export type SessionEndPort = {
  /** True while the session is over and the user has not signed in again over the page. */
  expired: Signal<boolean>
  /** True from the end of the session until the next sign-in, also while the user has postponed it. */
  isOver: Signal<boolean>
  /** Fetches the code that a log-out needs, so that it does not spend its time on it. */
  prepareLogOut: () => void
  /** Log-out by the user. `isSure` is asked if it would lose something; nothing happens if the user says no. */
  logOut: (isSure: AskIfSure) => Promise<void>
  /** The end of a session by time: unlike a log-out it keeps the page's path and all typed answers. */
  endSession: () => Promise<void>
  /** Removes the applications of a user whose account is deleted. */
  dropApplications: (user: User) => Promise<LogOutOutcome>
}

export const SessionEndContext = createContext<SessionEndPort | null>(null)

/** @throws Error outside of the portal */
export function useSessionEnd(): SessionEndPort {
  const port = use(SessionEndContext)
  if (!port) throw new Error('SessionEndContext is missing')
  return port
}

/** Whether the user of the page has to sign in before anything can be saved. */
export function useIsSessionOver(): boolean {
  const { isOver } = useSessionEnd()
  return useSyncExternalStore(isOver.subscribe, isOver.get)
}
