import type { AuthReason } from '../../auth/auth-problem.ts'
import { AuthProblem } from '../../auth/auth-problem.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { problemOf } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { minPasswordLength } from '../../credentials/password-rules.ts'

/** The message for a failed step of a sign-in, and what happens to the step. */
export type SignInFailure = {
  text: TextKey<'login'>
  values?: Record<string, number>
  /** `stay`: try again on this step. `restart`: back to the password. */
  then: 'stay' | 'restart'
}

type Row = Omit<SignInFailure, 'values'> & { values?: Record<string, number> }

const policy: Row = { text: 'password.policy', values: { min: minPasswordLength }, then: 'stay' }

/** One row per reason of the identity provider (docs/identity.md). */
const identityFailures: Record<AuthReason, Row> = {
  credentials: { text: 'login.identity', then: 'restart' },
  locked: { text: 'login.tooMany', then: 'restart' },
  limit: { text: 'login.tooMany', then: 'stay' },
  'code-wrong': { text: 'code.wrong', then: 'stay' },
  'code-expired': { text: 'code.expired', then: 'stay' },
  'challenge-expired': { text: 'login.challengeExpired', then: 'restart' },
  'session-ended': { text: 'login.challengeExpired', then: 'restart' },
  'password-policy': policy,
  attribute: { text: 'login.identity', then: 'stay' },
  network: { text: 'login.network', then: 'stay' },
  provider: { text: 'login.system', then: 'stay' },
  'already-signed-in': { text: 'login.system', then: 'restart' },
  'reset-required': { text: 'challenge.reset.title', then: 'stay' },
  unconfirmed: { text: 'challenge.unconfirmed.heading', then: 'stay' },
  'address-taken': { text: 'login.identity', then: 'stay' },
  'device-unknown': { text: 'login.identity', then: 'restart' },
  'factor-not-ready': { text: 'login.identity', then: 'restart' },
  unknown: { text: 'login.identity', then: 'restart' },
}

/** What to show for any error of a sign-in. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof AuthProblem) return identityFailures[error.reason]
  const problem = problemOf(error)
  return { text: problem === null ? 'login.system' : lookUpFailure(problem), then: 'stay' }
}

/**
 * The API did not return a user. Only its own code or a response without a body means wrong credentials. A body without
 * a code comes from a proxy and does not refer to the password.
 */
export function lookUpFailure({ kind, code, emptyBody }: Problem): TextKey<'login'> {
  if (code === 'SE_CO_0000') return 'login.credentials'
  if (kind === 'offline' || kind === 'timeout') return 'login.network'
  if (kind === 'too-many') return 'login.tooMany'
  if (emptyBody === true) return 'login.credentials'
  return kind === 'invalid' ? 'login.emailShape' : 'login.system'
}
