import { describe, expect, it } from 'vitest'
import type { ProviderStep } from './sign-in-step.ts'
import { factorAnswer, otpauthUri, signInSteps, toSignInStep } from './sign-in-step.ts'

type Name = ProviderStep['signInStep']

const details = { destination: 'h***@e***' }

/** One example per step of the identity provider; a missing one is a type error. */
const examples: { [N in Name]: [Extract<ProviderStep, { signInStep: N }>, unknown] } = {
  DONE: [{ signInStep: 'DONE' }, { kind: 'done' }],
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: [
    { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', missingAttributes: ['name'] },
    { kind: 'new-password', missingAttributes: ['name'] },
  ],
  CONFIRM_SIGN_IN_WITH_SMS_CODE: [
    { signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE', codeDeliveryDetails: { destination: '+********5678' } },
    { kind: 'code', channel: 'sms', destination: '+********5678' },
  ],
  CONFIRM_SIGN_IN_WITH_EMAIL_CODE: [
    { signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', codeDeliveryDetails: details },
    { kind: 'code', channel: 'email', destination: 'h***@e***' },
  ],
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: [
    { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
    { kind: 'code', channel: 'totp', destination: null },
  ],
  CONTINUE_SIGN_IN_WITH_MFA_SELECTION: [
    { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION', allowedMFATypes: ['SMS', 'EMAIL', 'TOTP'] },
    { kind: 'choose-factor', purpose: 'sign-in', factors: ['sms', 'email', 'totp'] },
  ],
  CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION: [
    { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION', allowedMFATypes: ['EMAIL', 'TOTP'] },
    { kind: 'choose-factor', purpose: 'set-up', factors: ['email', 'totp'] },
  ],
  CONTINUE_SIGN_IN_WITH_TOTP_SETUP: [
    { signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP', totpSetupDetails: { sharedSecret: 'ABC' } },
    { kind: 'set-up-totp', secret: 'ABC' },
  ],
  CONTINUE_SIGN_IN_WITH_EMAIL_SETUP: [{ signInStep: 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP' }, { kind: 'set-up-email' }],
  CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE: [
    {
      signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
      additionalInfo: { USERNAME: 'a__b', question: '合言葉', USER_ID_FOR_SRP: 'a__b' },
    },
    { kind: 'custom', prompt: { question: '合言葉' } },
  ],
  RESET_PASSWORD: [{ signInStep: 'RESET_PASSWORD' }, { kind: 'reset-required' }],
  CONFIRM_SIGN_UP: [{ signInStep: 'CONFIRM_SIGN_UP' }, { kind: 'unconfirmed' }],
  CONFIRM_SIGN_IN_WITH_PASSWORD: [
    { signInStep: 'CONFIRM_SIGN_IN_WITH_PASSWORD' },
    { kind: 'unsupported', step: 'CONFIRM_SIGN_IN_WITH_PASSWORD' },
  ],
  CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION: [
    { signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' },
    { kind: 'unsupported', step: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' },
  ],
}

describe('a step of the sign-in', () => {
  it.each(Object.entries(examples))('%s becomes the portal step', (_name, [given, expected]) => {
    expect(toSignInStep(given)).toEqual(expected)
  })

  it('the table has one row for each step, and no other row', () => {
    expect(Object.keys(signInSteps).toSorted()).toEqual(Object.keys(examples).toSorted())
  })

  it('a step has empty lists if the identity provider sends none', () => {
    expect(toSignInStep({ signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' })).toEqual({
      kind: 'new-password',
      missingAttributes: [],
    })
    for (const signInStep of [
      'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
      'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
    ] as const)
      expect(toSignInStep({ signInStep })).toMatchObject({ kind: 'choose-factor', factors: [] })
  })

  it('keeps the parameters of a custom challenge, also those whose names contain a name of Cognito', () => {
    const prompt = { USERNAME_HINT: 'a', LAST_USERNAME: 'b' }
    const additionalInfo = { ...prompt, USERNAME: 'a__b' }
    expect(toSignInStep({ signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', additionalInfo })).toEqual({
      kind: 'custom',
      prompt,
    })
    expect(toSignInStep({ signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE' })).toEqual({
      kind: 'custom',
      prompt: {},
    })
  })

  it('an unknown step is unsupported and keeps its name', () => {
    const unknown = { signInStep: 'CONFIRM_WITH_TELEPATHY' as Name } as ProviderStep
    expect(toSignInStep(unknown)).toEqual({ kind: 'unsupported', step: 'CONFIRM_WITH_TELEPATHY' })
  })

  it('the choice of a factor is answered with its name', () => {
    expect((['sms', 'email', 'totp'] as const).map(factorAnswer)).toEqual(['SMS', 'EMAIL', 'TOTP'])
  })

  it('gives authenticator apps an address with encoded names', () => {
    expect(otpauthUri('ABC', '港区 ポータル', 'a:b@example.jp')).toBe(
      'otpauth://totp/%E6%B8%AF%E5%8C%BA%20%E3%83%9D%E3%83%BC%E3%82%BF%E3%83%AB:a%3Ab%40example.jp?secret=ABC&issuer=%E6%B8%AF%E5%8C%BA%20%E3%83%9D%E3%83%BC%E3%82%BF%E3%83%AB',
    )
  })
})
