import { signIn } from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seedSpecialUsers, seededPassword, specialUsers } from './seed.ts'
import { configureAmplify, enter, leave } from './testing/amplify.ts'
import { servePool, testPool } from './testing/identity-pool.ts'

const pool = testPool()
const server = servePool(pool)

beforeAll(async () => {
  server.listen({ onUnhandledFrame: 'error' })
  await configureAmplify()
  seedSpecialUsers(pool.identity, 'minato-city', pool.now())
})
afterEach(leave)
afterAll(() => server.close())

const steps: Record<string, string> = {
  sms: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
  'email-code': 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
  totp: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE',
  'set-up-totp': 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
  'set-up-choice': 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
  choose: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
  'new-password': 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
  custom: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
  'reset-required': 'RESET_PASSWORD',
  unconfirmed: 'CONFIRM_SIGN_UP',
  locked: 'Password attempts exceeded',
}

describe('the special users of a tenant', () => {
  it.each(specialUsers)('sign in as intended: $userId', async ({ userId }) => {
    const username = `minato-city__${userId}`
    const result =
      userId === 'custom'
        ? signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } })
        : enter(username, seededPassword)
    const shown = await result.then(
      ({ nextStep }) => nextStep.signInStep,
      (error: Error) => error.message,
    )
    expect(shown).toBe(steps[userId])
  })

  it('stay unchanged when the sandbox starts again', () => {
    pool.identity.users.setEmail('minato-city__sms', 'changed@example.jp')
    seedSpecialUsers(pool.identity, 'minato-city', pool.now())
    expect(pool.identity.users.get('minato-city__sms')?.attributes.email).toBe('changed@example.jp')
  })
})
