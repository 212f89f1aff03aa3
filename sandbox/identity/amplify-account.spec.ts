import {
  confirmResetPassword,
  confirmSignIn,
  confirmUserAttribute,
  deleteUser,
  deleteUserAttributes,
  fetchMFAPreference,
  fetchUserAttributes,
  resetPassword,
  sendUserAttributeVerificationCode,
  setUpTOTP,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { describe, expect, it } from 'vitest'
import { amplifyPool, enter, leave, stepOf } from './testing/amplify.ts'
import { password } from './testing/identity-pool.ts'
import { totpCode } from './secrets/totp.ts'

const pool = amplifyPool()

const changed = 'Changed-2026!'

describe('the account with the real Amplify', () => {
  it('changes the password, given the old one', async () => {
    const username = pool.user()
    await enter(username)
    const wrong = updatePassword({ oldPassword: 'Wrong-2026!', newPassword: changed })
    await expect(wrong).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    await updatePassword({ oldPassword: password, newPassword: changed })
    await leave()
    expect(await stepOf(enter(username, changed))).toBe('DONE')
  })

  it.each([
    ['Short1!', 'Password not long enough'],
    ['portal-2026!', 'Password must have uppercase characters'],
    ['PORTAL-2026!', 'Password must have lowercase characters'],
    ['Portal-Portal!', 'Password must have numeric characters'],
    ['Portal2026', 'Password must have symbol characters'],
  ])('names the rule that %s violates', async (newPassword, rule) => {
    await enter(pool.user())
    await expect(updatePassword({ oldPassword: password, newPassword })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${rule}`,
    })
  })

  it('marks a new address as unverified until its code is confirmed', async () => {
    await enter(pool.user())
    const result = await updateUserAttributes({ userAttributes: { email: 'new@example.jp', name: '港 花子' } })
    expect(result.email?.nextStep).toMatchObject({
      updateAttributeStep: 'CONFIRM_ATTRIBUTE_WITH_CODE',
      codeDeliveryDetails: { destination: 'n***@e***', deliveryMedium: 'EMAIL' },
    })
    expect(result.name?.nextStep.updateAttributeStep).toBe('DONE')
    expect(await fetchUserAttributes()).toMatchObject({ email_verified: 'false', name: '港 花子' })
    const wrong = confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: 'wrong' })
    await expect(wrong).rejects.toMatchObject({ name: 'CodeMismatchException' })
    await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: pool.lastCode() })
    expect(await fetchUserAttributes()).toMatchObject({ email: 'new@example.jp', email_verified: 'true' })
  })

  it('sends the code of an attribute on demand; it can be used once', async () => {
    await enter(pool.user())
    const details = await sendUserAttributeVerificationCode({ userAttributeKey: 'phone_number' })
    expect(details).toMatchObject({ destination: '+********5678', deliveryMedium: 'SMS' })
    const code = pool.lastCode()
    await confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode: code })
    const again = confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode: code })
    await expect(again).rejects.toMatchObject({ name: 'ExpiredCodeException' })
  })

  it.each(['sub', 'email_verified'])('does not let a client write %s', async (name) => {
    await enter(pool.user())
    const result = updateUserAttributes({ userAttributes: { [name]: 'true' } })
    await expect(result).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  it('deletes an attribute with its verification and its factor', async () => {
    const username = pool.user({ mfa: { enabled: ['EMAIL_OTP', 'SMS_MFA'], preferred: 'SMS_MFA' } })
    await enter(username)
    await confirmSignIn({ challengeResponse: pool.lastCode() })
    await deleteUserAttributes({ userAttributeKeys: ['phone_number'] })
    const attributes = await fetchUserAttributes()
    expect(attributes).not.toHaveProperty('phone_number')
    expect(attributes).not.toHaveProperty('phone_number_verified')
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'], preferred: undefined })
  })

  it('sets up an authenticator app and requires it from then on', async () => {
    const username = pool.user()
    await enter(username)
    await expect(updateMFAPreference({ totp: 'PREFERRED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    })
    const { sharedSecret } = await setUpTOTP()
    const wrong = verifyTOTPSetup({ code: '000000' })
    await expect(wrong).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
    await verifyTOTPSetup({ code: totpCode(sharedSecret, Date.now()) })
    expect((await fetchMFAPreference()).enabled).toEqual([])
    await updateMFAPreference({ totp: 'PREFERRED', sms: 'ENABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['SMS', 'TOTP'], preferred: 'TOTP' })
    await leave()
    expect(await stepOf(enter(username))).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    await confirmSignIn({ challengeResponse: totpCode(sharedSecret, Date.now()) })
    await updateMFAPreference({ totp: 'DISABLED', sms: 'DISABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: [], preferred: undefined })
  })

  it('resets a forgotten password by a mailed code', async () => {
    const username = pool.user({ state: 'RESET_REQUIRED' })
    const { nextStep } = await resetPassword({ username })
    expect(nextStep).toMatchObject({
      resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
      codeDeliveryDetails: { destination: 'u***@e***' },
    })
    const confirm = (confirmationCode: string, newPassword = changed) =>
      confirmResetPassword({ username, confirmationCode, newPassword })
    await expect(confirm(pool.lastCode(), 'weak')).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    await expect(confirm('wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' })
    await confirm(pool.lastCode())
    expect(await stepOf(enter(username, changed))).toBe('DONE')
  })

  it('lets the code of a reset expire after an hour', async () => {
    const username = pool.user()
    await resetPassword({ username })
    pool.shiftClock(3_600_000)
    const late = confirmResetPassword({ username, confirmationCode: pool.lastCode(), newPassword: changed })
    await expect(late).rejects.toMatchObject({ name: 'ExpiredCodeException' })
  })

  it('responds to an unknown name in the same way, without sending anything', async () => {
    const username = 'minato-city__nobody'
    const { nextStep } = await resetPassword({ username })
    expect(nextStep.codeDeliveryDetails).toEqual({
      attributeName: 'email',
      deliveryMedium: 'EMAIL',
      destination: 'n***@e***',
    })
    expect(pool.mails).toEqual([])
    const wrong = confirmResetPassword({ username, confirmationCode: '000', newPassword: changed })
    await expect(wrong).rejects.toMatchObject({ name: 'CodeMismatchException' })
  })

  it('limits how many codes are sent and how often a user may try one', async () => {
    const username = pool.user()
    const request = () => pool.identity.handle('ForgotPassword', { ClientId: 'portal-sandbox', Username: username })
    for (let i = 0; i < 5; i++) expect((await request()).status).toBe(200)
    expect((await request()).body).toMatchObject({ __type: 'LimitExceededException' })
    const guess = (code: string) =>
      pool.identity.handle('ConfirmForgotPassword', {
        ClientId: 'portal-sandbox',
        Username: username,
        ConfirmationCode: code,
        Password: changed,
      })
    for (let i = 0; i < 5; i++) expect((await guess('000')).body).toMatchObject({ __type: 'CodeMismatchException' })
    expect((await guess(pool.lastCode())).body).toMatchObject({ __type: 'LimitExceededException' })
  })

  it('deletes the user, who cannot sign in again', async () => {
    const username = pool.user()
    await enter(username)
    await deleteUser()
    await expect(enter(username)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect(pool.identity.users.get(username)).toBeNull()
  })
})
