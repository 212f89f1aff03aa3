import type { SignInFactor } from '../../../auth/sign-in-step.ts'
import { isVerified } from './identity-attributes.ts'

export type FactorState = {
  factor: SignInFactor
  on: boolean
  /** Asked for first at sign-in. */
  preferred: boolean
  /** Only with a choice there is something to prefer. */
  canPrefer: boolean
  /** What has to happen before it can be turned on: something to set up, an address to verify, or nothing. */
  needs: 'setUp' | 'verify' | null
}

/** The factors as the page shows them, the safest first. An authenticator app is always set up anew: its old secret is gone. */
export function factorStates(
  { enabled, preferred }: { enabled: readonly SignInFactor[]; preferred: SignInFactor | null },
  attributes: Record<string, string>,
): FactorState[] {
  const needs: Record<SignInFactor, FactorState['needs']> = {
    totp: 'setUp',
    sms: addressNeed('phone_number', attributes),
    email: addressNeed('email', attributes),
  }
  return (['totp', 'sms', 'email'] as const).map((factor) => {
    const on = enabled.includes(factor)
    return {
      factor,
      on,
      preferred: on && preferred === factor,
      canPrefer: on && preferred !== factor && enabled.length > 1,
      needs: needs[factor],
    }
  })
}

function addressNeed(name: 'email' | 'phone_number', attributes: Record<string, string>): FactorState['needs'] {
  if ((attributes[name] ?? '') === '') return 'setUp'
  return isVerified(attributes, name) ? null : 'verify'
}
