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

export type StoredTokens = {
  read(): TokenSet | null
  /** Replaces the stored tokens if they still belong to the given refresh token. */
  adopt(replaced: string, tokens: TokenSet): boolean
  /** Whether Amplify may store tokens now: only while a sign-in is in progress that was not abandoned. */
  acceptSignIn(accept: boolean): void
  readonly accepting: boolean
  /** The key of this device, if the user has signed in on it before. */
  deviceKey(username: string): string | null
  /** Removes every token and every trace of a user except the keys of remembered devices. */
  clear(): void
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

/** True for the keys that survive log-out, so that a remembered device does not need a code again. */
export function isDeviceKey(key: string): boolean {
  return deviceKey.test(key)
}

/**
 * Amplify's token store, readable without Amplify: tokens in the configured storage, keys of remembered devices always
 * in local storage.
 *
 * Amplify may read everything, but not remove tokens, and it may store them only during a sign-in. It removes tokens
 * late (a sign-out that hangs) or wrongly (a refresh that lost against another tab), and stores tokens late (a refresh
 * or a sign-in that ends after log-out), and each time a newer sign-in would be lost. Only the session decides what is
 * stored.
 */
export function storedTokens(
  clientId: string,
  tokenStorage: 'session' | 'local',
  stores: { local: SafeStorage; session: SafeStorage },
): StoredTokens {
  const keys = tokenKeys(clientId)
  const tokens = stores[tokenStorage]
  const storeOf = (key: string) => (isDeviceKey(key) ? stores.local : tokens)

  function read(): TokenSet | null {
    const username = tokens.get(keys.lastUser)
    if (!username) return null
    const get = (name: string) => tokens.get(keys.of(username, name))
    const idToken = get('idToken')
    const accessToken = get('accessToken')
    const refreshToken = get('refreshToken')
    if (!idToken || !accessToken || !refreshToken) return null
    return { username, idToken, accessToken, refreshToken, clockDrift: get('clockDrift') ?? '0' }
  }

  let accepting = false

  return {
    read,
    acceptSignIn: (accept) => {
      accepting = accept
    },
    get accepting() {
      return accepting
    },
    deviceKey: (username) => stores.local.get(keys.of(username, 'deviceKey')),
    adopt(replaced, { username, ...values }) {
      const current = read()
      if (current?.username !== username || current.refreshToken !== replaced) return false
      for (const [name, value] of Object.entries(values)) tokens.set(keys.of(username, name), value)
      return true
    },
    clear() {
      // Both stores: the setting may have changed since the tokens were written.
      for (const store of [stores.local, stores.session])
        for (const key of store.keys()) if (key.startsWith(keys.prefix) && !isDeviceKey(key)) store.remove(key)
    },
    forAmplify: {
      getItem: async (key) => storeOf(key).get(key),
      setItem: async (key, value) => {
        if (accepting || isDeviceKey(key)) storeOf(key).set(key, value)
      },
      removeItem: async (key) => {
        if (isDeviceKey(key)) storeOf(key).remove(key)
      },
      clear: async () => undefined,
    },
  }
}
