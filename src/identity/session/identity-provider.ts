import { withTimeLimit } from '../../lib/clock.ts'
import type { PortalConfig } from '../../lib/config.ts'
import { loadOnline } from '../../lib/network.ts'
import { safeStorage, sessionStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { AuthProblem } from './auth-problem.ts'
import type { Account } from './cognito-account.ts'
import type * as CognitoModule from './cognito.ts'
import type { Cognito } from './cognito.ts'
import type { StoredTokens } from './stored-tokens.ts'
import type { Duplicates } from './token-refresh.ts'

/** The identity provider behind its lazy chunk. Every rejection of `ask` is an `AuthProblem`. */
export type IdentityProvider = {
  load(): Promise<Cognito>
  ask<T>(question: (cognito: Cognito) => Promise<T>): Promise<T>
  /** Like `ask`, but no response within the limit counts as `network`. */
  askInTime<T>(question: (cognito: Cognito) => Promise<T>): Promise<T>
  explain(error: unknown): AuthProblem
}

export function identityProvider(
  auth: PortalConfig['auth'],
  limitMs: number,
  stored: StoredTokens,
  duplicates: Duplicates,
): IdentityProvider {
  let loading: Promise<Cognito> | null = null
  // The table of the identity provider's errors is in its chunk; before it is loaded, only our own errors can happen.
  let explain = (error: unknown): AuthProblem =>
    error instanceof AuthProblem ? error : new AuthProblem('unknown', { cause: error })

  function load(): Promise<Cognito> {
    loading ??= loadCognito().then(
      ({ createCognito, toAuthProblem }) => {
        explain = toAuthProblem
        return createCognito(auth, limitMs, stored, duplicates)
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

/** Calls the account once the identity provider's chunk has been loaded. */
export type AskAccount = <T>(question: (account: Account) => Promise<T>, method: keyof Account) => Promise<T>

/** The account behind a loader. A proxy, because a list of its methods would be part of the first page. */
export function lazyAccount(ask: AskAccount): Account {
  const call =
    (method: keyof Account) =>
    (...input: unknown[]) =>
      ask((account) => (account[method] as (...args: unknown[]) => Promise<unknown>)(...input), method)
  return new Proxy({} as Account, { get: (_account, name) => call(name as keyof Account) })
}

/** The only import of aws-amplify: a chunk of its own, fetched when a user signs in or a token must be renewed. */
function loadCognito(): Promise<typeof CognitoModule> {
  return loadOnline(() => withFallbackStorage(() => import('./cognito.ts')))
}

/**
 * Amplify reads `sessionStorage` once, while its modules load, and a sign-in fails if the storage refuses to write
 * (full, or a quota of zero). In that case Amplify gets one that keeps refused values in memory.
 */
export async function withFallbackStorage<T>(start: () => Promise<T>): Promise<T> {
  if (canWrite()) return start()
  const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
  const real = globalThis.sessionStorage
  // Amplify uses no other methods.
  const { get: getItem, set: setItem, remove: removeItem } = safeStorage(() => real)
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: { getItem, setItem, removeItem } })
  try {
    return await start()
  } finally {
    Reflect.deleteProperty(globalThis, 'sessionStorage')
    if (own) Object.defineProperty(globalThis, 'sessionStorage', own)
  }
}

const { probe } = storageKeys

/** True also if there is no storage at all: Amplify detects that itself. */
function canWrite(): boolean {
  try {
    globalThis.sessionStorage.getItem(probe)
  } catch {
    return true
  }
  const isStored = sessionStore.set(probe, '')
  sessionStore.remove(probe)
  return isStored
}
