import { confirmSignIn, fetchAuthSession, getCurrentUser, signIn } from 'aws-amplify/auth'
import { describe, expect, it } from 'vitest'
import { amplifyPool, enter, leave, stepOf } from './testing/amplify.ts'
import { password } from './testing/identity-pool.ts'
import { newTotpSecret, totpCode } from './secrets/totp.ts'

const pool = amplifyPool()

function answer(challengeResponse: string) {
  return confirmSignIn({ challengeResponse })
}
function actions() {
  return pool.requests.map(({ action }) => action)
}

describe('sign-in with the real Amplify', () => {
  it('verifies the password by SRP and returns tokens that name the user', async () => {
    const username = pool.user()
    expect(await stepOf(signIn({ username, password }))).toBe('DONE')
    const { tokens } = await fetchAuthSession()
    expect(tokens?.idToken?.payload).toMatchObject({
      'cognito:username': username,
      token_use: 'id',
      email_verified: true,
      phone_number: '+819012345678',
    })
    expect(tokens?.accessToken.payload).toMatchObject({ username, token_use: 'access' })
    expect((await getCurrentUser()).username).toBe(username)
    expect(actions()).toEqual(['InitiateAuth', 'RespondToAuthChallenge', 'ConfirmDevice'])
    expect(JSON.stringify(pool.requests)).not.toContain(password)
  })

  it('refuses a wrong password by SRP', async () => {
    const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    await expect(signIn({ username: pool.user(), password: 'Wrong-2026!' })).rejects.toMatchObject(refusal)
    await expect(signIn({ username: 'minato-city__nobody', password })).rejects.toMatchObject(refusal)
  })

  it('accepts a plain password, and refuses a wrong one and an unknown name with the same message', async () => {
    const username = pool.user()
    const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    await expect(enter(username, 'Wrong-2026!')).rejects.toMatchObject(refusal)
    await expect(enter('minato-city__nobody')).rejects.toMatchObject(refusal)
    expect(await stepOf(enter(username))).toBe('DONE')
  })

  it('reports that a user is signed in already', async () => {
    await enter(pool.user())
    await expect(enter(pool.user())).rejects.toMatchObject({ name: 'UserAlreadyAuthenticatedException' })
  })

  it('requires a new password and missing attributes, and checks the temporary one', async () => {
    const username = pool.user({ state: 'FORCE_CHANGE_PASSWORD', requiredAttributes: ['name'] })
    await expect(enter(username, 'Wrong-2026!')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    const { nextStep } = await signIn({ username, password })
    expect(nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
      missingAttributes: ['name'],
    })
    await expect(answer('short')).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    await expect(answer('New-Portal-2026!')).rejects.toMatchObject({ name: 'InvalidParameterException' })
    const options = { userAttributes: { name: '港 太郎' } }
    expect(await stepOf(confirmSignIn({ challengeResponse: 'New-Portal-2026!', options }))).toBe('DONE')
    await leave()
    await expect(enter(username)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect(await stepOf(enter(username, 'New-Portal-2026!'))).toBe('DONE')
  })

  it.each([
    ['SMS_MFA', 'CONFIRM_SIGN_IN_WITH_SMS_CODE', 'sms', 'SMS', '+********5678'],
    ['EMAIL_OTP', 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', 'email', 'EMAIL', 'u***@e***'],
  ] as const)('requires the code of %s', async (factor, signInStep, channel, deliveryMedium, destination) => {
    const username = pool.user({ mfa: { enabled: [factor] } })
    const { nextStep } = await enter(username)
    expect(nextStep).toEqual({ signInStep, codeDeliveryDetails: { deliveryMedium, destination } })
    expect(pool.mails.at(-1)).toMatchObject({ channel, tenantId: 'minato-city' })
    await expect(answer('not it')).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect(await stepOf(answer(pool.lastCode()))).toBe('DONE')
  })

  it('ends a sign-in after three wrong codes', async () => {
    await enter(pool.user({ mfa: { enabled: ['SMS_MFA'] } }))
    await expect(answer('000')).rejects.toMatchObject({ name: 'CodeMismatchException' })
    await expect(answer('000')).rejects.toMatchObject({ name: 'CodeMismatchException' })
    const over = { name: 'NotAuthorizedException', message: expect.stringContaining('Invalid session') as string }
    await expect(answer('000')).rejects.toMatchObject(over)
    await expect(answer(pool.lastCode())).rejects.toMatchObject(over)
  })

  it('ends a sign-in whose code does not arrive within three minutes', async () => {
    await enter(pool.user({ mfa: { enabled: ['SMS_MFA'] } }))
    pool.shiftClock(3 * 60_000)
    await expect(answer(pool.lastCode())).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  it('requires the code of an authenticator app', async () => {
    const totpSecret = newTotpSecret()
    const username = pool.user({ mfa: { enabled: ['SOFTWARE_TOKEN_MFA'] }, totpSecret })
    expect(await stepOf(enter(username))).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    await expect(answer('000000')).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect(await stepOf(answer(totpCode(totpSecret, Date.now())))).toBe('DONE')
  })

  it('lets the user choose among factors, unless one is preferred', async () => {
    const enabled = ['SMS_MFA', 'EMAIL_OTP'] as ('SMS_MFA' | 'EMAIL_OTP')[]
    const { nextStep } = await enter(pool.user({ mfa: { enabled } }))
    expect(nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
      allowedMFATypes: ['SMS', 'EMAIL'],
    })
    await expect(answer('TOTP')).rejects.toMatchObject({ name: 'InvalidParameterException' })
    expect(await stepOf(answer('EMAIL'))).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
    expect(await stepOf(answer(pool.lastCode()))).toBe('DONE')
    await leave()
    const preferring = pool.user({ mfa: { enabled, preferred: 'SMS_MFA' } })
    expect(await stepOf(enter(preferring))).toBe('CONFIRM_SIGN_IN_WITH_SMS_CODE')
  })

  it('requires the set-up of an authenticator app', async () => {
    const username = pool.user({ mfa: { mustSetUp: ['SOFTWARE_TOKEN_MFA'] } })
    const { nextStep } = await enter(username)
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep)
    const { sharedSecret } = nextStep.totpSetupDetails
    await expect(answer('000000')).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
    expect(await stepOf(answer(totpCode(sharedSecret, Date.now())))).toBe('DONE')
    await leave()
    expect(await stepOf(enter(username))).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  })

  it('requires the set-up of an e-mail address, chosen among two kinds', async () => {
    const username = pool.user({ mfa: { mustSetUp: ['EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'] } })
    expect(await stepOf(enter(username))).toBe('CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION')
    expect(await stepOf(answer('EMAIL'))).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP')
    expect(await stepOf(answer('new@example.jp'))).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
    expect(pool.mails.at(-1)?.to).toBe('new@example.jp')
    expect(await stepOf(answer(pool.lastCode()))).toBe('DONE')
    expect(pool.identity.users.get(username)?.attributes.email).toBe('new@example.jp')
  })

  it('requires the custom challenge without SRP, again after a wrong answer', async () => {
    const username = pool.user({ custom: { question: '好きな花は', answer: '桜' } })
    const { nextStep } = await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } })
    expect(nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
      additionalInfo: { question: '好きな花は' },
    })
    expect(await stepOf(answer('梅'))).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE')
    expect(await stepOf(answer('桜'))).toBe('DONE')
  })

  it('ends the custom challenge after three wrong answers', async () => {
    await signIn({ username: pool.user(), options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } })
    await answer('a')
    await answer('b')
    await expect(answer('c')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  it('requires the custom challenge after the password with SRP', async () => {
    const username = pool.user({ custom: { question: '好きな花は', answer: '桜' } })
    await expect(enter(username, 'Wrong-2026!', 'CUSTOM_WITH_SRP')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    expect(await stepOf(enter(username, password, 'CUSTOM_WITH_SRP'))).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE')
    expect(await stepOf(answer('桜'))).toBe('DONE')
  })

  it.each([
    ['RESET_REQUIRED', 'RESET_PASSWORD'],
    ['UNCONFIRMED', 'CONFIRM_SIGN_UP'],
  ] as const)('reveals the state %s only after the right password', async (state, signInStep) => {
    const username = pool.user({ state })
    await expect(enter(username, 'Wrong-2026!')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect(await stepOf(enter(username))).toBe(signInStep)
  })

  it('locks a name after five wrong passwords, whether or not it exists', async () => {
    const username = pool.user()
    for (const name of [username, 'minato-city__nobody-locked']) {
      for (let i = 0; i < 5; i++)
        await expect(enter(name, 'Wrong-2026!')).rejects.toMatchObject({ message: 'Incorrect username or password.' })
      await expect(enter(name)).rejects.toMatchObject({ message: 'Password attempts exceeded' })
    }
    pool.shiftClock(1001)
    expect(await stepOf(enter(username))).toBe('DONE')
  })
})
