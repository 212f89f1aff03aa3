import { withTimeLimit } from '../lib/clock.ts'
import type { AuthReason } from './auth-problem.ts'
import { AuthProblem } from './auth-problem.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { RefreshResult } from './session-port.ts'
import type { TokenOwner } from './token-owner.ts'
import { sessionOf } from './token-session.ts'

/** Renew this long before the end, so that a request does not arrive with a token that just expired. */
const renewBeforeMs = 30_000

export type Refresher = {
  refresh(): Promise<RefreshResult>
  getIdToken(): Promise<string | null>
}

type Parts = {
  owner: TokenOwner
  provider: IdentityProvider
  /** A renewal that takes longer counts as unreachable. */
  limitMs: number
  /** The provider has ended the session. */
  onExpired: () => void
}

export function createRefresher({ owner, provider, limitMs, onExpired }: Parts): Refresher {
  let refreshing: Promise<RefreshResult> | null = null

  async function renew(): Promise<RefreshResult> {
    const before = owner.tokens()
    if (!before) return 'signed-out'
    try {
      const cognito = await provider.load()
      if (await cognito.refresh()) return owner.tokens() ? 'refreshed' : 'signed-out'
    } catch (error) {
      if (!endsSession[provider.explain(error).reason]) return 'unreachable'
    }
    const after = owner.tokens()
    if (after && after.refreshToken !== before.refreshToken) return 'refreshed'
    if (after) onExpired()
    return 'signed-out'
  }

  function refresh(): Promise<RefreshResult> {
    refreshing ??= withTimeLimit(renew(), limitMs)
      .catch((): RefreshResult => 'unreachable')
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  return {
    refresh,
    async getIdToken() {
      const tokens = owner.tokens()
      const session = sessionOf(tokens)
      if (!tokens || !session) return null
      if (session.expiresAt - Date.now() > renewBeforeMs) return tokens.idToken
      const result = await refresh()
      if (result === 'unreachable') {
        if (session.expiresAt > Date.now()) return tokens.idToken
        throw new AuthProblem('network')
      }
      return owner.tokens()?.idToken ?? null
    },
  }
}

/** Reasons after which the refresh token is worthless; any other failure keeps the session. */
const endsSession: Partial<Record<AuthReason, true>> = {
  'session-ended': true,
  credentials: true,
  locked: true,
  'reset-required': true,
  unconfirmed: true,
}
