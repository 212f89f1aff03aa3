import type { TokenStorage } from '../../lib/config.ts'
import type { SafeStorage } from '../../lib/safe-storage.ts'

/** The tokens of one sign-in as they are stored. */
export type TokenSet = {
  username: string
  idToken: string
  accessToken: string
  refreshToken: string
  /** The identity provider's clock minus the device's, in milliseconds, as text. */
  clockDrift: string
}

/** Tokens to remove: of every sign-in, of the sign-in of this tab alone, or of the sign-in that is in use. */
export type TokensToClear = 'all' | 'of-tab' | 'in-use'

export type StoredTokens = {
  /** The tokens in use: those of this tab's own sign-in, else those of the browser. */
  read(): TokenSet | null
  /** Whether this tab has a sign-in of its own. */
  hasOwn(): boolean
  /** Replaces the tokens in use if they still belong to the given refresh token. */
  adopt(replaced: string, tokens: TokenSet): boolean
  /** Where Amplify may store tokens now: null unless a sign-in is in progress that was not abandoned. */
  acceptSignIn(storage: TokenStorage | null): void
  /**
   * Ignores the browser's tokens of a user as they are now; null ignores none. A browser may show what another tab has
   * removed for some time after that tab's message.
   */
  ignoreLeftovers(username: string | null): void
  /** The key of this device, if the user has signed in on it before. */
  deviceKey(username: string): string | null
  /** Removes tokens and every trace of their user except the keys of remembered devices. */
  clear(which: TokensToClear): void
  /** The storage in the interface of Amplify's token store. */
  readonly forAmplify: KeyValueStorage
}

export type KeyValueStorage = {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
  clear(): Promise<void>
}

/** The keys under which Amplify's token store keeps the tokens of a sign-in and the keys of remembered devices. */
export function tokenKeys(clientId: string) {
  const prefix = `CognitoIdentityServiceProvider.${clientId}.`
  return {
    prefix,
    lastUser: `${prefix}LastAuthUser`,
    of: (username: string, name: string) => `${prefix}${username}.${name}`,
  }
}

const deviceKey = /\.(?:deviceKey|deviceGroupKey|randomPasswordKey)$/

/** True for every key of Amplify's token store, of whatever client. */
export function isTokenKey(key: string): boolean {
  return key.startsWith('CognitoIdentityServiceProvider.')
}

/** True for the keys that survive log-out, so that a remembered device does not need a code again. */
export function isDeviceKey(key: string): boolean {
  return deviceKey.test(key)
}

/**
 * Amplify's token store, readable without Amplify: tokens in the storage that was chosen at the sign-in, keys of
 * remembered devices always in local storage.
 *
 * Amplify may read everything, but not remove tokens, and it may store them only during a sign-in. It removes tokens
 * late (a sign-out that hangs) or wrongly (a refresh that lost against another tab), and stores tokens late (a refresh
 * or a sign-in that ends after log-out), and each time a newer sign-in would be lost. Only the session decides what is
 * stored.
 */
export function storedTokens(clientId: string, stores: Record<TokenStorage, SafeStorage>): StoredTokens {
  const keys = tokenKeys(clientId)
  let accepted: TokenStorage | null = null
  let leftover: string | null = null

  function hasOwn(): boolean {
    return tokensIn(stores.session) !== null
  }

  /** Another tab can sign in for the browser while this tab has a sign-in of its own. */
  function storeInUse(): SafeStorage {
    return hasOwn() ? stores.session : stores.local
  }

  function read(): TokenSet | null {
    const found = tokensIn(storeInUse())
    return found !== null && found.refreshToken === leftover ? null : found
  }

  /** While a sign-in is being stored, Amplify reads it. */
  function storeForAmplify(key: string): SafeStorage {
    if (isDeviceKey(key)) return stores.local
    const target = accepted === null ? null : stores[accepted]
    return target !== null && target.get(keys.lastUser) !== null ? target : storeInUse()
  }

  function tokensIn(store: SafeStorage): TokenSet | null {
    const username = store.get(keys.lastUser)
    if (!username) return null
    const get = (name: string) => store.get(keys.of(username, name))
    const idToken = get('idToken')
    const accessToken = get('accessToken')
    const refreshToken = get('refreshToken')
    if (!idToken || !accessToken || !refreshToken) return null
    return { username, idToken, accessToken, refreshToken, clockDrift: get('clockDrift') ?? '0' }
  }

  return {
    read,
    hasOwn,
    acceptSignIn: (storage) => {
      accepted = storage
    },
    ignoreLeftovers: (username) => {
      const found = tokensIn(stores.local)
      leftover = found !== null && found.username === username ? found.refreshToken : null
    },
    deviceKey: (username) => stores.local.get(keys.of(username, 'deviceKey')),
    adopt(replaced, { username, ...values }) {
      const current = read()
      if (current?.username !== username || current.refreshToken !== replaced) return false
      const store = storeInUse()
      for (const [name, value] of Object.entries(values)) store.set(keys.of(username, name), value)
      return true
    },
    clear(which) {
      const cleared = { all: [stores.local, stores.session], 'of-tab': [stores.session], 'in-use': [storeInUse()] }
      for (const store of cleared[which])
        for (const key of store.keys()) if (key.startsWith(keys.prefix) && !isDeviceKey(key)) store.remove(key)
    },
    forAmplify: {
      getItem: async (key) => storeForAmplify(key).get(key),
      setItem: async (key, value) => {
        if (isDeviceKey(key)) stores.local.set(key, value)
        else if (accepted !== null) stores[accepted].set(key, value)
      },
      removeItem: async (key) => {
        if (isDeviceKey(key)) stores.local.remove(key)
      },
      clear: async () => undefined,
    },
  }
}
