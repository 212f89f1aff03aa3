import { confirmSignIn, fetchAuthSession, rememberDevice, signIn, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider, refreshAuthTokensWithoutDedupe } from 'aws-amplify/auth/cognito'
import type { PortalConfig } from '../lib/config.ts'
import { AuthProblem } from './auth-problem.ts'
import type { Account, PasswordReset } from './cognito-account.ts'
import { createAccount, passwordReset } from './cognito-account.ts'
import { configureAmplify } from './cognito-client.ts'
import type { ProviderStep, SignInStep } from './sign-in-step.ts'
import { toSignInStep } from './sign-in-step.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'
import { refreshShared, tabLocks } from './token-refresh.ts'

export { toAuthProblem } from './to-auth-problem.ts'

export type ConfirmOptions = {
  /** For the step `new-password`: the attributes that it names as missing. */
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
  rotated: (replaced: string, tokens: TokenSet) => void,
): Cognito {
  configureAmplify(auth)
  cognitoUserPoolsTokenProvider.setKeyValueStorage(stored.forAmplify)
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokenRefresher(
    sharedRefresher(auth.clientId, limitMs, stored, rotated),
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
    const step = /(\w+) challengeName returned by the underlying service was not addressed/.exec(message)?.[1]
    if (step === undefined) throw error
    return { kind: 'unsupported', step }
  }
}

function sharedRefresher(
  clientId: string,
  limitMs: number,
  stored: StoredTokens,
  rotated: (replaced: string, tokens: TokenSet) => void,
): TokenRefresher {
  return async (input) => {
    const held = tokenSet(input.tokens)
    await refreshShared(held, `portal-session-refresh.${clientId}`, {
      stored,
      locks: tabLocks,
      rotated,
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
