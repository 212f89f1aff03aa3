import { withTimeLimit } from '../lib/clock.ts'
import type { PortalConfig } from '../lib/config.ts'
import { AuthProblem } from './auth-problem.ts'
import type { Account } from './cognito-account.ts'
import type { Cognito } from './cognito.ts'
import { loadCognito } from './load-cognito.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'

/** The identity provider behind its lazy chunk. Every rejection of `ask` is an `AuthProblem`. */
export type IdentityProvider = {
  load(): Promise<Cognito>
  ask<T>(question: (cognito: Cognito) => Promise<T>): Promise<T>
  /** The same, but no answer within the limit counts as `network`. */
  askInTime<T>(question: (cognito: Cognito) => Promise<T>): Promise<T>
  explain(error: unknown): AuthProblem
}

export function identityProvider(
  auth: PortalConfig['auth'],
  limitMs: number,
  stored: StoredTokens,
  rotated: (replaced: string, tokens: TokenSet) => void,
): IdentityProvider {
  let loading: Promise<Cognito> | null = null
  // The table of the provider's errors comes with its chunk; before that only our own errors can happen.
  let explain = (error: unknown): AuthProblem =>
    error instanceof AuthProblem ? error : new AuthProblem('unknown', { cause: error })

  function load(): Promise<Cognito> {
    loading ??= loadCognito().then(
      ({ createCognito, toAuthProblem }) => {
        explain = toAuthProblem
        return createCognito(auth, limitMs, stored, rotated)
      },
      (error: unknown) => {
        loading = null
        throw new AuthProblem('network', { cause: error })
      },
    )
    return loading
  }

  async function ask<T>(question: (cognito: Cognito) => Promise<T>): Promise<T> {
    try {
      return await question(await load())
    } catch (error) {
      throw explain(error)
    }
  }

  return {
    load,
    ask,
    async askInTime(question) {
      try {
        return await withTimeLimit(ask(question), limitMs)
      } catch (error) {
        throw error instanceof AuthProblem ? error : new AuthProblem('network', { cause: error })
      }
    },
    explain: (error) => explain(error),
  }
}

/** The account behind a loader: every call waits for the identity provider's chunk, then asks. */
export function lazyAccount(ask: <T>(question: (account: Account) => Promise<T>) => Promise<T>): Account {
  return {
    updatePassword: (...input) => ask((account) => account.updatePassword(...input)),
    attributes: () => ask((account) => account.attributes()),
    updateAttributes: (...input) => ask((account) => account.updateAttributes(...input)),
    deleteAttributes: (...input) => ask((account) => account.deleteAttributes(...input)),
    sendAttributeCode: (...input) => ask((account) => account.sendAttributeCode(...input)),
    confirmAttribute: (...input) => ask((account) => account.confirmAttribute(...input)),
    factors: () => ask((account) => account.factors()),
    setFactor: (...input) => ask((account) => account.setFactor(...input)),
    setUpTotp: () => ask((account) => account.setUpTotp()),
    verifyTotp: (...input) => ask((account) => account.verifyTotp(...input)),
    devices: () => ask((account) => account.devices()),
    rememberDevice: () => ask((account) => account.rememberDevice()),
    forgetDevice: (...input) => ask((account) => account.forgetDevice(...input)),
    forgetAllDevices: () => ask((account) => account.forgetAllDevices()),
    deleteUser: () => ask((account) => account.deleteUser()),
  }
}
