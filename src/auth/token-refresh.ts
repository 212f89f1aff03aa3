import { AuthProblem } from './auth-problem.ts'
import type { Exclusive } from './exclusive.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'

export type RefreshParts = {
  stored: StoredTokens
  exclusive: Exclusive
  /** Exchanges the refresh token at the provider. */
  exchange: (tokens: TokenSet) => Promise<TokenSet>
  /** Tells the other tabs. */
  rotated: (replaced: string, tokens: TokenSet) => void
}

/**
 * Refreshes one tab's tokens without spoiling the others': with rotation, the tab that comes second would use up a
 * token that is no longer valid and end signed out. So one tab at a time exchanges, stores the result before it lets
 * go, and whoever waited takes what it finds.
 */
export async function refreshShared(held: TokenSet, lockName: string, parts: RefreshParts): Promise<TokenSet> {
  const { stored, exclusive, exchange, rotated } = parts
  return exclusive(lockName, async () => {
    const current = stored.read()
    if (!current) throw new AuthProblem('session-ended')
    if (current.idToken !== held.idToken) return current
    try {
      const renewed = await exchange(held)
      if (stored.adopt(held.refreshToken, renewed)) {
        rotated(held.refreshToken, renewed)
        return renewed
      }
    } catch (error) {
      if (!replacedBy(stored, held)) throw error
    }
    // Meanwhile this tab has logged out, or another was quicker in a browser without locks.
    const newer = replacedBy(stored, held)
    if (!newer) throw new AuthProblem('session-ended')
    return newer
  })
}

function replacedBy(stored: StoredTokens, held: TokenSet): TokenSet | null {
  const current = stored.read()
  return current && current.refreshToken !== held.refreshToken ? current : null
}
