import { withTimeLimit } from '../../lib/clock.ts'
import { webLocks } from '../../lib/web-locks.ts'
import { AuthProblem } from './auth-problem.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'

/** All tabs see a lock at once, whereas stored values and messages arrive some time later. */
export type TabLocks = {
  /** Runs `task` while no other tab runs one with the same name; rejects if the others take longer than the limit. */
  exclusive<T>(name: string, limitMs: number, task: () => Promise<T>): Promise<T>
  /**
   * Acquires the lock `name` for this tab until the returned function is called or the page ends; null while another
   * tab has it.
   */
  claim(name: string): Promise<(() => void) | null>
}

/** The browser's Web Locks; without them, tabs are not coordinated. */
export const tabLocks: TabLocks = {
  async exclusive(name, limitMs, task) {
    const locks = webLocks()
    if (locks === null) return task()
    return locks.request(name, { signal: AbortSignal.timeout(limitMs) }, task)
  },
  async claim(name) {
    const locks = webLocks()
    if (locks === null) return () => {}
    return new Promise((resolve, reject) => {
      locks
        .request(name, { ifAvailable: true }, (lock) => {
          if (lock === null) return resolve(null)
          return new Promise<void>((release) => resolve(release))
        })
        .catch(reject)
    })
  },
}

/** Messages to the other tabs with the same refresh token. */
export type Duplicates = {
  rotated: (replaced: string, tokens: TokenSet) => void
  /** Asks for what has replaced a refresh token: a tab that has just started did not receive it. */
  askSuccessor: (replaced: string) => void
}

export type RefreshParts = {
  stored: StoredTokens
  locks: TabLocks
  duplicates: Duplicates
  /** Exchanges the refresh token at the identity provider. */
  exchange: (tokens: TokenSet) => Promise<TokenSet>
  /** Time limit of the identity provider, and of a lock of another tab. */
  limitMs: number
}

/** How long a refresh token counts as used for the other tabs, and how often they check for its successor. */
const spentMs = 10_000
const looks = 40
const lookAgainMs = 50

/**
 * Refreshes one tab's tokens without signing its duplicates out: with rotation, a second tab would send a refresh token
 * that is no longer valid. So one tab at a time exchanges a refresh token, and the next one uses the stored result. A
 * tab may get the lock before the new tokens have arrived; so the exchanged token stays claimed for a while, and a tab
 * that still has it asks for the successor and waits.
 *
 * An exchange without a response ends at the limit and releases the lock. A later response still counts.
 */
export async function refreshShared(held: TokenSet, lockName: string, parts: RefreshParts): Promise<TokenSet> {
  const { stored, locks, duplicates, exchange, limitMs } = parts
  // Tabs with separate tokens never wait for each other.
  const name = `${lockName} ${held.refreshToken.slice(-16)}`
  return locks.exclusive(name, limitMs, async () => {
    const current = stored.read()
    if (!current) throw new AuthProblem('session-ended')
    if (current.idToken !== held.idToken) return current
    const release = await locks.claim(`${name} spent`)
    const successor = release ? null : await successorOf()
    if (successor) return successor
    try {
      const renewed = await withTimeLimit(renewWith(release), limitMs)
      if (renewed) return renewed
    } catch (error) {
      if (!replacedBy(stored, held)) throw error
    }
    // Meanwhile this tab has logged out, or another was faster in a browser without locks.
    const newer = replacedBy(stored, held)
    if (!newer) throw new AuthProblem('session-ended')
    return newer
  })

  /** Exchanges and stores, however late the response is; null if the stored tokens have changed meanwhile. */
  async function renewWith(release: (() => void) | null): Promise<TokenSet | null> {
    let spent = false
    try {
      const renewed = await exchange(held)
      spent = renewed.refreshToken !== held.refreshToken
      if (!stored.adopt(held.refreshToken, renewed)) return null
      duplicates.rotated(held.refreshToken, renewed)
      return renewed
    } finally {
      if (release && spent) setTimeout(release, spentMs)
      else release?.()
    }
  }

  async function successorOf(): Promise<TokenSet | null> {
    duplicates.askSuccessor(held.refreshToken)
    for (let look = 1; look <= looks; look++) {
      if (!stored.read()) throw new AuthProblem('session-ended')
      const successor = replacedBy(stored, held)
      if (successor) return successor
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
    return null
  }
}

function replacedBy(stored: StoredTokens, held: TokenSet): TokenSet | null {
  const current = stored.read()
  return current && current.refreshToken !== held.refreshToken ? current : null
}
