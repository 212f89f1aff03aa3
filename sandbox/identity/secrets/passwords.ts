import { createHmac, randomBytes } from 'node:crypto'
import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../identity-error.ts'
import type { PasswordRecord, UserRecord } from '../records.ts'
import { decoyVerifier, passwordVerifier, sameText } from './srp.ts'

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-policies.html */
const rules: [RegExp, string][] = [
  [/^[\s\S]{8,}$/, 'Password not long enough'],
  [/^[\s\S]{0,256}$/, 'Password is too long'],
  [/[A-Z]/, 'Password must have uppercase characters'],
  [/[a-z]/, 'Password must have lowercase characters'],
  [/[0-9]/, 'Password must have numeric characters'],
  // A space counts only inside the password.
  [/[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S \S/, 'Password must have symbol characters'],
]

/** The rule of the pool's policy that a password violates, by Cognito's name; null if it violates none. */
export function brokenRule(password: string): string | null {
  return rules.find(([rule]) => !rule.test(password))?.[1] ?? null
}

export function assertPolicy(password: string): void {
  const broken = brokenRule(password)
  if (broken !== null)
    throw new IdentityError('InvalidPasswordException', `Password did not conform with policy: ${broken}`)
}

export function passwordRecord(context: IdentityContext, username: string, password: string): PasswordRecord {
  const salt = randomBytes(16).toString('hex')
  return { salt, verifier: passwordVerifier({ group: context.poolName, name: username }, password, salt) }
}

export function passwordMatches(
  context: IdentityContext,
  username: string,
  user: UserRecord | null,
  password: string,
): boolean {
  const { salt, verifier } = user?.password ?? decoyPassword(context, username)
  const given = passwordVerifier({ group: context.poolName, name: username }, password, salt)
  return sameText(given, verifier) && user !== null
}

/**
 * Salt and verifier for an unknown name: the same at every request and after every restart, so that repeated requests
 * do not distinguish an invented user from a real one.
 */
export function decoyPassword(context: IdentityContext, username: string): PasswordRecord {
  const seed = createHmac('sha256', decoySecret(context)).update(username).digest()
  return {
    salt: createHmac('sha256', seed).update('salt').digest('hex').slice(0, 32),
    verifier: decoyVerifier(seed),
  }
}

function decoySecret(context: IdentityContext): Buffer {
  const kept = context.store.read('keys', 'decoy')?.secret
  if (typeof kept === 'string') return Buffer.from(kept, 'hex')
  const secret = randomBytes(32)
  context.store.write('keys', 'decoy', { secret: secret.toString('hex') })
  return secret
}
