import { AuthProblem } from './auth-problem.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'
import type { TabLocks } from './tab-locks.ts'

export type RefreshParts = {
  stored: StoredTokens
  locks: TabLocks
  /** Exchanges the refresh token at the provider. */
  exchange: (tokens: TokenSet) => Promise<TokenSet>
  /** Tells the other tabs. */
  rotated: (replaced: string, tokens: TokenSet) => void
}

/** How long a refresh token counts as spent for the other tabs, and how often they look for its successor. */
const spentMs = 10_000
const looks = 40
const lookAgainMs = 50

/**
 * Refreshes one tab's tokens without spoiling the others': with rotation, the tab that comes second would use up a
 * token that is no longer valid and end signed out. So one tab at a time exchanges, and whoever comes after takes what
 * it finds. A tab may get the lock before what the one before it stored or told has arrived; so the token exchanged
 * stays claimed for a while, and a tab that still holds it waits for the successor.
 */
export async function refreshShared(held: TokenSet, lockName: string, parts: RefreshParts): Promise<TokenSet> {
  const { stored, locks, exchange, rotated } = parts
  return locks.exclusive(lockName, async () => {
    const current = stored.read()
    if (!current) throw new AuthProblem('session-ended')
    if (current.idToken !== held.idToken) return current
    const release = await locks.claim(`${lockName} ${held.refreshToken.slice(-16)}`)
    const successor = release ? null : await successorOf(held, stored)
    if (successor) return successor
    let spent = false
    try {
      const renewed = await exchange(held)
      spent = renewed.refreshToken !== held.refreshToken
      if (stored.adopt(held.refreshToken, renewed)) {
        rotated(held.refreshToken, renewed)
        return renewed
      }
    } catch (error) {
      if (!replacedBy(stored, held)) throw error
    } finally {
      if (release && spent) setTimeout(release, spentMs)
      else release?.()
    }
    // Meanwhile this tab has logged out, or another was quicker in a browser without locks.
    const newer = replacedBy(stored, held)
    if (!newer) throw new AuthProblem('session-ended')
    return newer
  })
}

async function successorOf(held: TokenSet, stored: StoredTokens): Promise<TokenSet | null> {
  for (let look = 1; look <= looks; look++) {
    if (!stored.read()) throw new AuthProblem('session-ended')
    const successor = replacedBy(stored, held)
    if (successor) return successor
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
  return null
}

function replacedBy(stored: StoredTokens, held: TokenSet): TokenSet | null {
  const current = stored.read()
  return current && current.refreshToken !== held.refreshToken ? current : null
}
