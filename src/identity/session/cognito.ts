import { confirmSignIn, fetchAuthSession, rememberDevice, signIn, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider, refreshAuthTokensWithoutDedupe } from 'aws-amplify/auth/cognito'
import { Amplify } from 'aws-amplify'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { PortalConfig } from '../../lib/config.ts'
import { AuthProblem } from './auth-problem.ts'
import type { AuthReason, PasswordRule } from './auth-problem.ts'
import type { Account, PasswordReset } from './cognito-account.ts'
import { createAccount, passwordReset } from './cognito-account.ts'
import type { ProviderStep, SignInStep } from './sign-in-step.ts'
import { toSignInStep } from './sign-in-step.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'
import type { Duplicates } from './token-refresh.ts'
import { refreshShared, tabLocks } from './token-refresh.ts'

export type ConfirmOptions = {
  /** The attributes that the step `new-password` names as missing. */
  userAttributes?: Record<string, string>
  /** Require no code on this device again. Takes effect if the sign-in ends with this answer. */
  rememberDevice?: boolean
}

/** The identity provider as used by the session. Rejections are Amplify's own errors, or `AuthProblem`. */
export type Cognito = {
  signIn(username: string, password: string): Promise<SignInStep>
  confirm(answer: string, options: ConfirmOptions): Promise<SignInStep>
  /** False if the identity provider has ended the session; rejects if it cannot be reached. */
  refresh(): Promise<boolean>
  /** Revokes this sign-in, or every one of the user. */
  signOut(everywhere: boolean): Promise<void>
  reset: PasswordReset
  account: Account
}

type TokenRefresher = Parameters<typeof cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokenRefresher>[0]
type AmplifyTokens = Awaited<ReturnType<TokenRefresher>>

/** Configures Amplify, which exists once per page: call it once. */
export function createCognito(
  auth: PortalConfig['auth'],
  limitMs: number,
  stored: StoredTokens,
  duplicates: Duplicates,
): Cognito {
  configureAmplify(auth)
  cognitoUserPoolsTokenProvider.setKeyValueStorage(stored.forAmplify)
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokenRefresher(
    sharedRefresher(auth.clientId, limitMs, stored, duplicates),
  )

  return {
    async signIn(username, password) {
      const withoutPassword = auth.flow === 'CUSTOM_WITHOUT_SRP'
      return stepOf(
        signIn({
          username,
          ...(withoutPassword ? {} : { password }),
          options: { authFlowType: auth.flow },
        }),
      )
    },

    async confirm(answer, options) {
      const { userAttributes } = options
      const step = await stepOf(
        confirmSignIn({
          challengeResponse: answer,
          ...(userAttributes ? { options: { userAttributes } } : {}),
        }),
      )
      if (step.kind !== 'done' || !options.rememberDevice) return step
      // The user is signed in anyway: the page can show that the device is not remembered.
      const deviceRemembered = await rememberDevice().then(
        () => true,
        () => false,
      )
      return { kind: 'done', deviceRemembered }
    },

    async refresh() {
      const { tokens } = await fetchAuthSession({ forceRefresh: true })
      return tokens !== undefined
    },

    signOut: (everywhere) => signOut({ global: everywhere }),
    reset: passwordReset,
    account: createAccount(stored),
  }
}

/**
 * Amplify throws an error for an unknown challenge; this returns it as an unsupported step. The message is in
 * https://github.com/aws-amplify/amplify-js/blob/main/packages/auth/src/providers/cognito/utils/signInHelpers.ts
 */
async function stepOf(result: Promise<{ nextStep: ProviderStep }>): Promise<SignInStep> {
  try {
    return toSignInStep((await result).nextStep)
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: '' }
    const step = /\b(\w+) challengeName returned by/.exec(message)?.[1]
    if (step === undefined) throw error
    return { kind: 'unsupported', step }
  }
}

function sharedRefresher(
  clientId: string,
  limitMs: number,
  stored: StoredTokens,
  duplicates: Duplicates,
): TokenRefresher {
  return async (input) => {
    const held = tokenSet(input.tokens)
    await refreshShared(held, `portal-session-refresh.${clientId}`, {
      stored,
      locks: tabLocks,
      duplicates,
      limitMs,
      exchange: async () => tokenSet(await refreshAuthTokensWithoutDedupe(input)),
    })
    const tokens = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()
    if (!tokens) throw new AuthProblem('session-ended')
    return tokens
  }
}

function tokenSet(tokens: AmplifyTokens): TokenSet {
  const { username, accessToken, idToken, refreshToken, clockDrift } = tokens
  if (!idToken || refreshToken === undefined) throw new AuthProblem('session-ended')
  return {
    username,
    idToken: idToken.toString(),
    accessToken: accessToken.toString(),
    refreshToken,
    clockDrift: String(clockDrift),
  }
}

type Pool = Pick<PortalConfig['auth'], 'poolId' | 'clientId' | 'endpoint'>

/** Configures Amplify, which exists once per page, for the pool. This also resets its token store to the default. */
export function configureAmplify({ poolId, clientId, endpoint }: Pool): void {
  // Amplify warns of a custom endpoint at every start; config.json sets it on purpose.
  if (endpoint !== undefined) ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: poolId,
        userPoolClientId: clientId,
        ...(endpoint === undefined ? {} : { userPoolEndpoint: absoluteUrl(endpoint) }),
      },
    },
  })
}

/** Amplify accepts no relative endpoint. */
function absoluteUrl(endpoint: string): string {
  return new URL(endpoint, globalThis.location?.href).href
}

type Row = { name: RegExp; message?: RegExp; reason: AuthReason }

/** First match wins. Names are stable; messages are English texts of the identity provider and only refine a name. */
export const authProblems: Row[] = [
  { name: /^NotAuthorizedException$/, message: /attempts exceeded/i, reason: 'locked' },
  { name: /^NotAuthorizedException$/, message: /invalid session|session is expired/i, reason: 'challenge-expired' },
  { name: /^NotAuthorizedException$/, message: /(?:access|refresh) token/i, reason: 'session-ended' },
  { name: /^NotAuthorizedException$/, message: /disabled/i, reason: 'locked' },
  { name: /^(?:NotAuthorizedException|UserNotFoundException)$/, reason: 'credentials' },
  { name: /^(?:EmptySignInUsername|EmptySignInPassword)$/, reason: 'credentials' },
  { name: /^(?:RefreshTokenReuse|TokenRevoked|UserUnAuthenticated)Exception$/, reason: 'session-ended' },
  { name: /^(?:CodeMismatch|EnableSoftwareTokenMFA)Exception$/, reason: 'code-wrong' },
  { name: /^(?:EmptyChallengeResponse|EmptyConfirmUserAttributeCode|EmptyVerifyTOTPSetupCode)$/, reason: 'code-wrong' },
  { name: /^(?:EmptyConfirmResetPasswordConfirmationCode)$/, reason: 'code-wrong' },
  // A code of an authenticator app is valid once; the app shows the next code within seconds.
  { name: /^ExpiredCodeException$/, message: /software token/i, reason: 'code-wrong' },
  { name: /^ExpiredCodeException$/, reason: 'code-expired' },
  { name: /^SignInException$/, reason: 'challenge-expired' },
  { name: /^(?:InvalidPasswordException|PasswordHistoryPolicyViolationException)$/, reason: 'password-policy' },
  { name: /^InvalidParameterException$/, message: /password/i, reason: 'password-policy' },
  { name: /^InvalidParameterException$/, message: /has not set up|delivery config/i, reason: 'factor-not-ready' },
  { name: /^SoftwareTokenMFANotFoundException$/, reason: 'factor-not-ready' },
  { name: /^InvalidParameterException$/, reason: 'attribute' },
  { name: /^(?:LimitExceeded|TooManyRequests|TooManyFailedAttempts)Exception$/, reason: 'limit' },
  { name: /^(?:NetworkError|TimeoutError|AbortError)$/, reason: 'network' },
  { name: /^(?:InternalError|ServiceUnavailable|UnexpectedLambda|UserLambdaValidation)Exception$/, reason: 'provider' },
  { name: /^UserAlreadyAuthenticatedException$/, reason: 'already-signed-in' },
  { name: /^PasswordResetRequiredException$/, reason: 'reset-required' },
  { name: /^UserNotConfirmedException$/, reason: 'unconfirmed' },
  { name: /^(?:AliasExists|UsernameExists)Exception$/, reason: 'address-taken' },
  { name: /^DeviceMetadataNotFoundException$/, reason: 'device-unknown' },
  { name: /^ResourceNotFoundException$/, message: /device/i, reason: 'device-unknown' },
  { name: /^ResourceNotFoundException$/, reason: 'provider' },
]

const passwordRules: [RegExp, PasswordRule][] = [
  [/not long enough|length|at least/i, 'length'],
  [/uppercase/i, 'uppercase'],
  [/lowercase/i, 'lowercase'],
  [/numeric|number/i, 'number'],
  [/symbol/i, 'symbol'],
]

export function toAuthProblem(error: unknown): AuthProblem {
  if (error instanceof AuthProblem) return error
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  const row = authProblems.find((candidate) => candidate.name.test(name) && (candidate.message?.test(message) ?? true))
  const reason = row?.reason ?? 'unknown'
  if (reason !== 'password-policy') return new AuthProblem(reason, { cause: error })
  const rule = passwordRules.find(([pattern]) => pattern.test(message))?.[1] ?? 'other'
  return new AuthProblem(reason, { rule, cause: error })
}
