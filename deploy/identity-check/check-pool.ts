import { randomBytes } from 'node:crypto'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { configureAmplify } from '../../src/identity/session/cognito.ts'
import type { PortalConfig } from '../../src/lib/config.ts'
import { identityOrigin } from '../headers.ts'
import { identityRequests } from './identity-request.ts'
import type { IdentityRequest } from './identity-request.ts'

export type PoolAccount = { username: string; password: string }
/** A step that was tried; without a problem it succeeded. */
export type PoolStep = { step: string; problem?: string; fix?: string }

type Auth = Pick<PortalConfig['auth'], 'region' | 'poolId' | 'clientId' | 'endpoint'>
type Failure = { problem: string; fix: string; /** No other step can succeed. */ isFinal?: true }

/**
 * Uses a pool as the portal does, with an account created for this: sign-in, renewal, two renewals at once, log-out.
 * Returns the steps in order; steps that depend on a failed one are not tried.
 */
export async function checkPool(auth: Auth, account: PoolAccount): Promise<PoolStep[]> {
  const url = auth.endpoint ?? `${identityOrigin(auth.region)}/`
  const ask = identityRequests(url)
  const steps: PoolStep[] = []
  const add = (step: string, failure: Failure | null): boolean => {
    const fixOf = ({ problem, fix }: Failure) => (/TooManyRequests|LimitExceeded/.test(problem) ? tryAgain : fix)
    steps.push({ step, ...(failure && { problem: failure.problem, fix: fixOf(failure) }) })
    return failure === null
  }
  if (!add('the identity provider responds', await reach(ask, url))) return steps
  const unknown = await hideUnknownUsers(ask, auth)
  add('an unknown user looks like a wrong password', unknown)
  if (unknown?.isFinal) return steps
  add('the password is never sent', await refusePlainPasswords(ask, auth))
  const entered = await enter(auth, account)
  if (!add('the account signs in by SRP', 'problem' in entered ? entered : null) || 'problem' in entered) return steps
  add('the ID token has the user name as it was typed', sameName(entered, account))
  add('the ID token ends within an hour', shortLived(entered))
  const renewed = await renew(ask, auth, entered)
  if (!add('the session is renewed, with a new refresh token', 'problem' in renewed ? renewed : null)) return steps
  add('two tabs may renew at once', failureOf(await renew(ask, auth, entered), graceFix))
  if ('problem' in renewed) return steps
  add('log-out revokes the session', await leave(ask, auth, { ...entered, refreshToken: renewed.refreshToken }))
  return steps
}

async function reach(ask: IdentityRequest, url: string): Promise<Failure | null> {
  try {
    await ask('GetUser', { AccessToken: 'none' })
    return null
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { problem: `${url} does not respond (${reason})`, fix: 'Check auth.region and the network.' }
  }
}

async function hideUnknownUsers(ask: IdentityRequest, { clientId }: Auth): Promise<Failure | null> {
  const { error, message } = await ask('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: `nobody__${randomBytes(8).toString('hex')}`, SRP_A: randomBytes(128).toString('hex') },
  })
  if (error === null) return null
  if (error === 'UserNotFoundException')
    return { problem: 'the identity provider reveals unknown users', fix: 'Set PreventUserExistenceErrors to ENABLED.' }
  if (message.includes('SECRET_HASH'))
    return { problem: 'the client has a secret', fix: 'Create a client with GenerateSecret: false.', isFinal: true }
  if (error === 'ResourceNotFoundException')
    return {
      problem: 'the client does not exist in this region',
      fix: 'Correct auth.clientId and auth.region.',
      isFinal: true,
    }
  return { problem: `sign-in by SRP is refused: ${error} ${message}`, fix: 'Add ALLOW_USER_SRP_AUTH to the client.' }
}

const tryAgain = 'Run the check again; it shows nothing of this setting.'

async function refusePlainPasswords(ask: IdentityRequest, { clientId }: Auth): Promise<Failure | null> {
  const { error, message } = await ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: {
      USERNAME: `nobody__${randomBytes(8).toString('hex')}`,
      PASSWORD: randomBytes(16).toString('hex'),
    },
  })
  if (error === 'InvalidParameterException') return null
  return error === null || error === 'NotAuthorizedException' || error === 'UserNotFoundException'
    ? { problem: 'the client accepts plain passwords', fix: 'Remove ALLOW_USER_PASSWORD_AUTH from the client.' }
    : { problem: `refused: ${error} ${message}`, fix: tryAgain }
}

type Entered = {
  username: string
  issuedAt: number
  expiresAt: number
  accessToken: string
  refreshToken: string
  deviceKey?: string
}

async function enter(auth: Auth, account: PoolAccount): Promise<Entered | Failure> {
  const stored = new Map<string, string>()
  configureAmplify(auth)
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (name, value) => void stored.set(name, value),
    getItem: async (name) => stored.get(name) ?? null,
    removeItem: async (name) => void stored.delete(name),
    clear: async () => stored.clear(),
  })
  try {
    const { nextStep } = await signIn({ ...account, options: { authFlowType: 'USER_SRP_AUTH' } })
    if (nextStep.signInStep !== 'DONE')
      return {
        problem: `the account requires the step ${nextStep.signInStep}`,
        fix: 'Use an account with its own password and without a second factor.',
      }
  } catch (cause) {
    const name = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    return {
      problem: name,
      fix: 'Check the user name ({tenantId}__{userId}), the password, auth.poolId and auth.clientId.',
    }
  }
  const { tokens } = await fetchAuthSession()
  const name = tokens?.idToken?.payload['cognito:username']
  const named = (end: string) => [...stored].find(([name]) => name.endsWith(`.${end}`))?.[1]
  const deviceKey = named('deviceKey')
  return {
    username: typeof name === 'string' ? name : 'nobody',
    issuedAt: Number(tokens?.idToken?.payload.iat),
    expiresAt: Number(tokens?.idToken?.payload.exp),
    accessToken: String(tokens?.accessToken),
    refreshToken: named('refreshToken') ?? '',
    ...(deviceKey === undefined ? {} : { deviceKey }),
  }
}

function sameName({ username }: Entered, account: PoolAccount): Failure | null {
  return username === account.username
    ? null
    : {
        problem: `the pool returns the user name ${username}`,
        fix: 'Create the pool with UsernameConfiguration.CaseSensitive: true.',
      }
}

function shortLived({ issuedAt, expiresAt }: Entered): Failure | null {
  const minutes = Math.round((expiresAt - issuedAt) / 60)
  return minutes <= 60
    ? null
    : { problem: `it is valid for ${minutes} minutes`, fix: 'Set IdTokenValidity to 60 minutes.' }
}

const graceFix = 'Set RetryGracePeriodSeconds of RefreshTokenRotation to 60.'

async function renew(
  ask: IdentityRequest,
  { clientId }: Auth,
  { refreshToken, deviceKey }: Entered,
): Promise<{ refreshToken: string } | Failure> {
  const { error, message, body } = await ask('GetTokensFromRefreshToken', {
    RefreshToken: refreshToken,
    ClientId: clientId,
    ...(deviceKey === undefined ? {} : { DeviceKey: deviceKey }),
  })
  if (error !== null)
    return { problem: `${error}: ${message}`, fix: 'Turn RefreshTokenRotation on, without ALLOW_REFRESH_TOKEN_AUTH.' }
  const { RefreshToken } = body.AuthenticationResult as { RefreshToken?: string }
  return RefreshToken === undefined || RefreshToken === refreshToken
    ? { problem: 'the refresh token stays the same', fix: 'Set RefreshTokenRotation.Feature to ENABLED.' }
    : { refreshToken: RefreshToken }
}

function failureOf(result: object | Failure, fix: string): Failure | null {
  return 'problem' in result ? { problem: result.problem, fix } : null
}

async function leave(ask: IdentityRequest, auth: Auth, entered: Entered): Promise<Failure | null> {
  const { accessToken, refreshToken, deviceKey } = entered
  // The sign-in has registered a device, which will never be used again.
  if (deviceKey !== undefined) await ask('ForgetDevice', { AccessToken: accessToken, DeviceKey: deviceKey })
  const revoked = await ask('RevokeToken', { Token: refreshToken, ClientId: auth.clientId })
  if (revoked.error !== null)
    return { problem: `${revoked.error}: ${revoked.message}`, fix: 'Set EnableTokenRevocation to true.' }
  const again = await renew(ask, auth, { ...entered, refreshToken })
  if (!('problem' in again))
    return { problem: 'a revoked session is renewed', fix: 'Set EnableTokenRevocation to true.' }
  return again.problem.startsWith('NotAuthorizedException') ? null : { problem: again.problem, fix: tryAgain }
}
