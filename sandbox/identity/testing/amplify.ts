import { Amplify } from 'aws-amplify'
import type { SignInInput } from 'aws-amplify/auth'
import { signIn, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider, refreshAuthTokens } from 'aws-amplify/auth/cognito'
import { defaultStorage } from 'aws-amplify/utils'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { clientId, password, poolId, servePool, testPool } from './identity-pool.ts'

/** As Amplify is by itself: a session of the portal in the same process has replaced its storage and refresher. */
export async function configureAmplify(): Promise<void> {
  // Devices of a user with the same name in an earlier file.
  await defaultStorage.clear()
  cognitoUserPoolsTokenProvider.setKeyValueStorage(defaultStorage)
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokenRefresher(refreshAuthTokens)
  Amplify.configure({ Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId } } })
}

/** A pool for which Amplify is configured, with hooks that sign out and empty it after each test. */
export function amplifyPool(): ReturnType<typeof testPool> {
  const pool = testPool()
  const server = servePool(pool)
  beforeAll(async () => {
    server.listen({ onUnhandledFrame: 'error' })
    await configureAmplify()
  })
  afterEach(async () => {
    await leave()
    pool.reset()
  })
  afterAll(() => server.close())
  return pool
}

type Flow = NonNullable<NonNullable<SignInInput['options']>['authFlowType']>

/** Signs in with the plain password, which takes milliseconds where SRP takes a second. */
export function enter(username: string, secret = password, authFlowType: Flow = 'USER_PASSWORD_AUTH') {
  return signIn({ username, password: secret, options: { authFlowType } })
}

export async function stepOf(result: Promise<{ nextStep: { signInStep: string } }>) {
  return (await result).nextStep.signInStep
}

export function leave() {
  return signOut()
}
