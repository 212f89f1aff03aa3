import type { SignOutReason } from './session-port.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'
import type { LogoutMarker } from './tabs.ts'

/** Which of the stored tokens this page may use: those of the user it first saw. */
export type TokenOwner = {
  /** The tokens of this page's user; the first ones seen decide who that is. */
  tokens(): TokenSet | null
  /** The user of this page, also after the session has expired; null before the first sign-in and after a log-out. */
  readonly username: string | null
  set(username: string | null): void
  /** While logging out the tokens are still stored, but no request gets them any more. */
  withhold(value: boolean): void
  readonly withheld: boolean
}

/** @param onSignedOut called when the marker says that the user was signed out in another tab */
export function tokenOwner(
  stored: StoredTokens,
  marker: LogoutMarker | null,
  onSignedOut: (reason: SignOutReason) => void,
): TokenOwner {
  let owner: string | null = null
  let withheld = false
  return {
    tokens() {
      const tokens = stored.read()
      if (!tokens || withheld) return null
      const reason = stored.accepting ? null : (marker?.reasonFor(tokens.username) ?? null)
      if (reason !== null) {
        owner ??= tokens.username
        onSignedOut(reason)
        return null
      }
      owner ??= tokens.username
      return tokens.username === owner ? tokens : null
    },
    get username() {
      return owner
    },
    set: (username) => {
      owner = username
    },
    withhold: (value) => {
      withheld = value
    },
    get withheld() {
      return withheld
    },
  }
}
