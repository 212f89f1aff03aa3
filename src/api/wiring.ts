import type { Language } from '../lib/language.ts'
import type { ProblemError } from '../lib/problem.ts'

/** The error type of the generated hooks, for any body of the contract. */
export type ErrorType<_Body> = ProblemError

/** What requests need from the composition of the portal. */
export type ApiWiring = {
  /** Path or URL of the user web API, e.g. `/app/web`. */
  baseUrl: string
  /** Origin of signed links to files if it is not the API's. */
  filesOrigin?: string | undefined
  /** Milliseconds until a request counts as lost. */
  timeoutMs: number
  language: () => Language
  /** Resolves when requests beyond the tenant info are allowed; rejects with the problem that the page should show. */
  tenantGate: (tenantId: string) => Promise<void>
  /** The signed-in user, whose token the next two functions return; null without a session. */
  user: () => string | null
  /** The ID token of the session, or null without one. Rejects with a `ProblemError` if it cannot be renewed. */
  getIdToken: () => Promise<string | null>
  /** Requests a new ID token from the identity provider; null if there is no session any more. Rejects likewise. */
  refreshSession: () => Promise<string | null>
  /** Whether the page that is shown or being opened may send the token: pages without a session never do. */
  pageHasSession: () => boolean
}

let wiring: ApiWiring | null = null

/** Called once by the composition root, and by each test. */
export function wireApi(next: ApiWiring): void {
  wiring = next
}

/** @throws Error before {@link wireApi} */
export function wired(): ApiWiring {
  if (!wiring) throw new Error('wireApi() was not called')
  return wiring
}
