import type { IdentityContext } from './context.ts'
import { IdentityError } from './identity-error.ts'

const freeTries = 5
const longestLockMs = 15 * 60_000
/** Failures are forgotten after this time without another one. */
const memoryMs = 15 * 60_000

/** Refuses while the name is locked, whether or not such a user exists and whether or not the password is right. */
export function assertNotLocked(context: IdentityContext, username: string): void {
  const attempts = context.store.read('attempts', username)
  if (attempts && attempts.lockedUntil > context.now())
    throw new IdentityError('NotAuthorizedException', 'Password attempts exceeded')
}

/** Counts a wrong password: after five, the name is locked for 1 s, doubling up to 15 minutes. */
export function noteWrongPassword(context: IdentityContext, username: string): void {
  const now = context.now()
  const before = context.store.read('attempts', username)
  const remembered =
    before && now - before.lastFailureAt < memoryMs + Math.max(0, before.lockedUntil - before.lastFailureAt)
  const failures = (remembered ? before.failures : 0) + 1
  const lockMs = failures < freeTries ? 0 : Math.min(longestLockMs, 1000 * 2 ** (failures - freeTries))
  const lockedUntil = now + lockMs
  context.store.write(
    'attempts',
    username,
    { failures, lastFailureAt: now, lockedUntil },
    { expiresAt: lockedUntil + memoryMs },
  )
}

export function forgetWrongPasswords(context: IdentityContext, username: string): void {
  return context.store.remove('attempts', username)
}

/** Locks a name until a time of the sandbox clock, for the seeded user and for tests. */
export function lockUntil(context: IdentityContext, username: string, lockedUntil: number): void {
  context.store.write(
    'attempts',
    username,
    { failures: freeTries, lastFailureAt: context.now(), lockedUntil },
    { expiresAt: lockedUntil + memoryMs },
  )
}
