import { isRecord } from '../../../form-model/record.ts'

/** What another page passes to the sign-in page, in the state of its history entry. */
export type LoginState = {
  /** The address with which the form starts. */
  email?: string
  /** Why the session has ended. */
  ended?: SessionEnd
}

const sessionEnds = [
  'expired',
  'elsewhere',
  'elsewhereUnsent',
  'loggedOut',
  'loggedOutUnsent',
  'unremoved',
  'accountDeleted',
  'accountDeletedInPart',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** Reads the state of the page's history entry. Another version of the portal may have written it. */
export function readLoginState(state: unknown): LoginState {
  if (!isRecord(state)) return {}
  const { email } = state
  const ended = sessionEnds.find((end) => end === state.ended)
  return { ...(typeof email === 'string' ? { email } : {}), ...(ended === undefined ? {} : { ended }) }
}
