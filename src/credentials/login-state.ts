import { isRecord } from '../../form-model/record.ts'

/** What another page passes to the sign-in page, in the state of its history entry. */
export type LoginState = {
  /** The address with which the form starts. */
  email?: string
}

/** Reads the state of the page's history entry. Another version of the portal may have written it. */
export function readLoginState(state: unknown): LoginState {
  return isRecord(state) && typeof state.email === 'string' ? { email: state.email } : {}
}
