import { AuthProblem } from './auth-problem.ts'
import type { Cognito } from './cognito.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { PendingStep } from './pending-step.ts'
import type { SignInStep } from './sign-in-step.ts'
import type { StoredTokens } from './stored-tokens.ts'

/** The sign-in in progress; a new one, or giving it up, ends the one before. */
export type SignInAttempt = {
  /** Runs one step; the result of an attempt that was given up is dropped. */
  step(run: (cognito: Cognito) => Promise<SignInStep>): Promise<SignInStep>
  abandon(): void
}

type Parts = {
  stored: StoredTokens
  pending: PendingStep
  provider: IdentityProvider
  onSignedIn: () => void
}

export function createSignInAttempt({ stored, pending, provider, onSignedIn }: Parts): SignInAttempt {
  let current = 0
  return {
    async step(run) {
      const mine = ++current
      stored.acceptSignIn(true)
      try {
        const next = await provider.ask(run)
        if (mine === current) {
          pending.save(next)
          if (next.kind === 'done') onSignedIn()
          return next
        }
      } catch (error) {
        if (mine === current) {
          if (provider.explain(error).reason === 'challenge-expired') pending.forget()
          throw error
        }
      } finally {
        if (mine === current) stored.acceptSignIn(false)
      }
      throw new AuthProblem('challenge-expired')
    },
    abandon() {
      current++
      stored.acceptSignIn(false)
      pending.forget()
    },
  }
}
