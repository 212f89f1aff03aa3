import {
  confirmResetPassword,
  confirmUserAttribute,
  deleteUser,
  deleteUserAttributes,
  fetchDevices,
  fetchMFAPreference,
  fetchUserAttributes,
  forgetDevice,
  rememberDevice,
  resetPassword,
  sendUserAttributeVerificationCode,
  setUpTOTP,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import type { SignInFactor } from './sign-in-step.ts'
import type { StoredTokens } from './stored-tokens.ts'

/** Destination of a code, masked by the identity provider; null if it does not name one. */
export type CodeDestination = { destination: string | null }

export type RememberedDevice = {
  id: string
  name: string
  /** Whether the device is this browser. */
  current: boolean
  remembered: boolean
  lastUsedAt: Date | null
}

export type PasswordReset = {
  /** Sends a code; the response for an unknown name is the same. */
  request(username: string): Promise<CodeDestination>
  confirm(username: string, code: string, newPassword: string): Promise<void>
}

/** Actions of a signed-in user on their own account at the identity provider. */
export type Account = {
  updatePassword(oldPassword: string, newPassword: string): Promise<void>
  /** The attributes by Cognito's names, e.g. `email`, `email_verified` ("true" or "false"), `phone_number`. */
  attributes(): Promise<Record<string, string>>
  /** Returns the attributes that are now unconfirmed until their code is entered. */
  updateAttributes(attributes: Record<string, string>): Promise<(CodeDestination & { attribute: string })[]>
  deleteAttributes(names: string[]): Promise<void>
  sendAttributeCode(attribute: 'email' | 'phone_number'): Promise<CodeDestination>
  confirmAttribute(attribute: 'email' | 'phone_number', code: string): Promise<void>
  factors(): Promise<{ enabled: SignInFactor[]; preferred: SignInFactor | null }>
  setFactor(factor: SignInFactor, state: 'on' | 'preferred' | 'off'): Promise<void>
  /** The base32 secret for an authenticator app; valid only after {@link Account.verifyTotp} has checked a code. */
  setUpTotp(): Promise<{ secret: string }>
  verifyTotp(code: string): Promise<void>
  devices(): Promise<RememberedDevice[]>
  rememberDevice(): Promise<void>
  /** Forgets the device with this id; without an id, this browser. */
  forgetDevice(id?: string): Promise<void>
  forgetAllDevices(): Promise<void>
  /** Succeeds again after a deletion whose response was lost. */
  deleteUser(): Promise<void>
}

export const passwordReset: PasswordReset = {
  async request(username) {
    const { nextStep } = await resetPassword({ username })
    return { destination: nextStep.codeDeliveryDetails.destination ?? null }
  },
  confirm: (username, confirmationCode, newPassword) =>
    confirmResetPassword({ username, confirmationCode, newPassword }),
}

const factorNames = { SMS: 'sms', EMAIL: 'email', TOTP: 'totp' } as const
const factorStates = { on: 'ENABLED', preferred: 'PREFERRED', off: 'DISABLED' } as const

export function createAccount(stored: StoredTokens): Account {
  async function devices(): Promise<RememberedDevice[]> {
    const username = stored.read()?.username
    const here = username === undefined ? null : stored.deviceKey(username)
    return (await fetchDevices()).map((device) => ({
      id: device.id,
      name: device.name ?? '',
      current: device.id === here,
      remembered: device.attributes?.['dev:device_remembered_status'] === 'remembered',
      lastUsedAt: device.lastAuthenticatedDate ?? null,
    }))
  }

  return {
    updatePassword: (oldPassword, newPassword) => updatePassword({ oldPassword, newPassword }),
    async attributes() {
      const entries = Object.entries(await fetchUserAttributes())
      return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
    },
    async updateAttributes(attributes) {
      const results = await updateUserAttributes({ userAttributes: attributes })
      return Object.entries(results).flatMap(([attribute, { nextStep }]) =>
        nextStep.updateAttributeStep === 'DONE'
          ? []
          : [{ attribute, destination: nextStep.codeDeliveryDetails?.destination ?? null }],
      )
    },
    deleteAttributes: async (names) => {
      const [first, ...rest] = names
      if (first !== undefined) await deleteUserAttributes({ userAttributeKeys: [first, ...rest] })
    },
    async sendAttributeCode(attribute) {
      const { destination } = await sendUserAttributeVerificationCode({ userAttributeKey: attribute })
      return { destination: destination ?? null }
    },
    confirmAttribute: (userAttributeKey, confirmationCode) =>
      confirmUserAttribute({ userAttributeKey, confirmationCode }),
    async factors() {
      const { enabled, preferred } = await fetchMFAPreference()
      return {
        enabled: (enabled ?? []).map((factor) => factorNames[factor]),
        preferred: preferred ? factorNames[preferred] : null,
      }
    },
    setFactor: (factor, state) => updateMFAPreference({ [factor]: factorStates[state] }),
    setUpTotp: async () => ({ secret: (await setUpTOTP()).sharedSecret }),
    verifyTotp: (code) => verifyTOTPSetup({ code }),
    devices,
    rememberDevice,
    forgetDevice: (id) => (id === undefined ? forgetDevice() : forgetDevice({ device: { id } })),
    async forgetAllDevices() {
      for (const { id } of await devices()) await forgetDevice({ device: { id } })
    },
    async deleteUser() {
      try {
        await deleteUser()
      } catch (error) {
        if (!(error instanceof Error && namesOfGoneUser.has(error.name))) throw error
      }
    },
  }
}

/** Errors after which there is no user to delete for this session. */
const namesOfGoneUser: ReadonlySet<string> = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserUnAuthenticatedException',
])
