import type { SignInFactor } from '../../../auth/sign-in-step.ts'

/** What the identity provider may be told to change: never `sub`, never whether an address has been verified. */
export function updatable(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name !== 'sub' && !name.endsWith('_verified')),
  )
}

export type Verifiable = 'email' | 'phone_number'

export function isVerified(attributes: Record<string, string>, name: Verifiable): boolean {
  return attributes[`${name}_verified`] === 'true'
}

/** `09012345678` → `+819012345678`, the form of the identity provider. */
export function toInternationalPhone(digits: string): string {
  return digits.replace(/^0/, '+81')
}

/** `+819012345678` → `09012345678`; a number of another country stays as it is. */
export function toNationalPhone(number: string): string {
  return number.replace(/^\+81/, '0')
}

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
