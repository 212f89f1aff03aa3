import { withTimeLimit } from '../lib/clock.ts'
import type { AuthReason } from './auth-problem.ts'
import { AuthProblem } from './auth-problem.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { RefreshResult } from './session-port.ts'
import type { TokenSet } from './stored-tokens.ts'
import { isDueForRenewal, sessionOf } from './token-session.ts'

export type Refresher = {
  refresh(): Promise<RefreshResult>
  getIdToken(): Promise<string | null>
}

type Parts = {
  /** The stored tokens of this page's user, if requests may use them. */
  tokens: () => TokenSet | null
  provider: IdentityProvider
  /** A renewal that takes longer counts as unreachable. */
  limitMs: number
  /** The identity provider has refused this refresh token permanently. */
  onRefused: (refreshToken: string) => void
}

export function createRefresher({ tokens, provider, limitMs, onRefused }: Parts): Refresher {
  let refreshing: Promise<RefreshResult> | null = null

  async function renew(): Promise<RefreshResult> {
    const before = tokens()
    if (!before) return 'signed-out'
    try {
      const cognito = await provider.load()
      if (await cognito.refresh()) return tokens() ? 'refreshed' : 'signed-out'
    } catch (error) {
      if (!endsSession[provider.explain(error).reason]) return 'unreachable'
    }
    // If the stored tokens have changed since, the refusal does not apply to them.
    onRefused(before.refreshToken)
    return tokens() ? 'refreshed' : 'signed-out'
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
      const held = tokens()
      const session = sessionOf(held)
      if (!held || !session) return null
      if (!isDueForRenewal(session)) return held.idToken
      const result = await refresh()
      if (result === 'unreachable') {
        if (session.expiresAt > Date.now()) return held.idToken
        throw new AuthProblem('network')
      }
      return tokens()?.idToken ?? null
    },
  }
}

/** Reasons after which the refresh token is invalid; any other failure keeps the session. */
const endsSession: Partial<Record<AuthReason, true>> = {
  'session-ended': true,
  credentials: true,
  locked: true,
  'reset-required': true,
  unconfirmed: true,
}
