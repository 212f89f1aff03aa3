import type { AuthReason } from '../session/auth-problem.ts'
import { AuthProblem } from '../session/auth-problem.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { problemOf } from '../../lib/problem.ts'

export type AccountErrorText = TextKey<'profile'>

/** The message for each reason of the identity provider, for a user who is signed in. */
const texts: Record<AuthReason, AccountErrorText> = {
  credentials: 'fault.wrongPassword',
  locked: 'fault.locked',
  limit: 'fault.limit',
  'code-wrong': 'fault.codeWrong',
  'code-expired': 'fault.codeExpired',
  'password-policy': 'fault.passwordPolicy',
  attribute: 'fault.attribute',
  network: 'fault.network',
  provider: 'fault.system',
  'session-ended': 'fault.sessionEnded',
  'challenge-expired': 'fault.sessionEnded',
  'already-signed-in': 'fault.sessionEnded',
  'reset-required': 'fault.sessionEnded',
  unconfirmed: 'fault.sessionEnded',
  'address-taken': 'fault.addressTaken',
  'device-unknown': 'fault.deviceUnknown',
  'factor-not-ready': 'fault.factorNotReady',
  unknown: 'fault.system',
}

/** The message for an error of a code's check. Without a response, the identity provider may have accepted the code. */
export function codeErrorText(error: unknown): AccountErrorText {
  const text = accountErrorText(error)
  return text === 'fault.network' ? 'fault.codeUnknown' : text
}

/** The message for any error of an action on the account. It is never a text of the identity provider. */
export function accountErrorText(error: unknown): AccountErrorText {
  if (error instanceof AuthProblem) return texts[error.reason]
  const problem = problemOf(error)
  if (problem === null) return 'fault.system'
  if (problem.code === 'SE_CO_0000') return 'fault.wrongPassword'
  if (problem.kind === 'offline' || problem.kind === 'timeout') return 'fault.network'
  if (problem.kind === 'too-many') return 'fault.limit'
  const refused = problem.code === undefined && (problem.status === 400 || problem.status === 401)
  return refused ? 'fault.wrongPassword' : 'fault.system'
}
