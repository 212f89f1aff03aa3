/** Instead of `src/identity/session/cognito.ts` in the demo: every address and every password signs in. */
import { AuthProblem } from '../../src/identity/session/auth-problem.ts'
import type * as CognitoModule from '../../src/identity/session/cognito.ts'
import { tokenKeys } from '../../src/identity/session/stored-tokens.ts'

const sessionMs = 12 * 3_600_000

export const createCognito: typeof CognitoModule.createCognito = ({ clientId }, _limitMs, stored) => ({
  async signIn(username) {
    for (const [key, value] of tokenEntries(clientId, username)) await stored.forAmplify.setItem(key, value)
    return { kind: 'done' }
  },
  confirm: async () => ({ kind: 'done' }),
  refresh: async () => true,
  signOut: async () => undefined,
  reset: {
    request: async () => ({ destination: null }),
    confirm: async () => undefined,
  },
  account: {
    updatePassword: async () => undefined,
    attributes: async () => ({ email, email_verified: 'true' }),
    updateAttributes: async () => [],
    deleteAttributes: async () => undefined,
    sendAttributeCode: async () => ({ destination: null }),
    confirmAttribute: async () => undefined,
    factors: async () => ({ enabled: [], preferred: null }),
    setFactor: async () => undefined,
    setUpTotp: async () => ({ secret: 'JBSWY3DPEHPK3PXP' }),
    verifyTotp: async () => undefined,
    devices: async () => [],
    rememberDevice: async () => undefined,
    forgetDevice: async () => undefined,
    forgetAllDevices: async () => undefined,
    deleteUser: async () => undefined,
  },
})

export const toAuthProblem: typeof CognitoModule.toAuthProblem = (error) =>
  error instanceof AuthProblem ? error : new AuthProblem('unknown', { cause: error })

const email = 'hanako@example.jp'

/** What Amplify would store after a sign-in. */
export function tokenEntries(clientId: string, username: string): [key: string, value: string][] {
  const keys = tokenKeys(clientId)
  const now = Math.floor(Date.now() / 1000)
  const claims = { 'cognito:username': username, email, auth_time: now, iat: now, exp: now + sessionMs / 1000 }
  const token = `${encoded({ alg: 'none' })}.${encoded(claims)}.demo`
  const values = { idToken: token, accessToken: token, refreshToken: 'demo', clockDrift: '0' }
  return [
    [keys.lastUser, username],
    ...Object.entries(values).map(([name, value]): [string, string] => [keys.of(username, name), value]),
  ]
}

function encoded(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
