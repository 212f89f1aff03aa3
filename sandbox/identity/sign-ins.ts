import { randomBytes } from 'node:crypto'
import { sha256 } from '../core/identifiers.ts'
import type { IdentityContext } from './context.ts'
import { invalidSession } from './identity-error.ts'
import type { ChallengeName, SignInRecord } from './records.ts'

/** `AuthSessionValidity` of the app client, also what Amplify assumes. */
const sessionMs = 3 * 60_000
const wrongAnswersPerSession = 3

export type OpenSignIn = { session: string; record: SignInRecord }

/** Starts the next step of a sign-in under a new Session. */
export function openSignIn(context: IdentityContext, record: Omit<SignInRecord, 'expiresAt'>): string {
  const session = randomBytes(48).toString('base64')
  saveSignIn(context, session, { ...record, expiresAt: context.now() + sessionMs })
  return session
}

export function saveSignIn(context: IdentityContext, session: string, record: SignInRecord): void {
  context.store.write('sign_ins', sha256(session), record, { owner: record.username, expiresAt: record.expiresAt })
}

/** The sign-in of a Session, if it is valid and expects this challenge; otherwise "Invalid session". */
export function findSignIn(context: IdentityContext, session: string, challenge: ChallengeName): OpenSignIn {
  const record = context.store.read('sign_ins', sha256(session))
  if (!record || record.expiresAt <= context.now() || record.challenge !== challenge) throw invalidSession()
  return { session, record }
}

export function closeSignIn(context: IdentityContext, { session }: OpenSignIn): void {
  return context.store.remove('sign_ins', sha256(session))
}

/** Counts a wrong answer; the third one ends the sign-in. The caller then refuses the answer itself. */
export function noteWrongAnswer(context: IdentityContext, open: OpenSignIn): void {
  const wrongAnswers = open.record.wrongAnswers + 1
  if (wrongAnswers >= wrongAnswersPerSession) {
    closeSignIn(context, open)
    throw invalidSession()
  }
  saveSignIn(context, open.session, { ...open.record, wrongAnswers })
}
