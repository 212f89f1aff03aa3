import type { SignInFactor } from '../session/sign-in-step.ts'
import { formatPhone } from '../../lib/japanese.ts'

/** The attributes that may be changed: never `sub`, never whether an address is verified. */
export function updatable(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name !== 'sub' && !name.endsWith('_verified')),
  )
}

export type Verifiable = 'email' | 'phone_number'

export function isVerified(attributes: Record<string, string>, name: Verifiable): boolean {
  return attributes[`${name}_verified`] === 'true'
}

/**
 * The address that waits for its code; null if none does. `sent`: the code that this tab has sent and that was not
 * entered. Its address differs from the attribute if the pool keeps the old one until the new one is confirmed. If the
 * attribute is a third one, another tab or device has changed it since.
 */
export function unconfirmedAddress(
  attributes: Record<string, string>,
  name: Verifiable,
  sent: { address: string; before: string } | null,
): string | null {
  const current = attributes[name] ?? ''
  const verified = current !== '' && isVerified(attributes, name)
  if (sent !== null && (current === sent.before || current === sent.address) && !(verified && sent.address === current))
    return sent.address
  return current === '' || verified ? null : current
}

/** An address as the page shows it. */
export function shownAddress(name: Verifiable, address: string): string {
  return name === 'email' ? address : formatPhone(toNationalPhone(address))
}

/** `09012345678` → `+819012345678`, the format of the identity provider. */
export function toInternationalPhone(digits: string): string {
  return digits.replace(/^0/, '+81')
}

/** `+819012345678` → `09012345678`. A number of another country does not change. */
export function toNationalPhone(number: string): string {
  return number.replace(/^\+81/, '0')
}

export type FactorState = {
  factor: SignInFactor
  on: boolean
  /** The factor that a sign-in requires first. */
  preferred: boolean
  /** Whether the user can make it the preferred factor, which requires more than one enabled factor. */
  canPrefer: boolean
  /** The requirement for enabling the factor. */
  needs: 'setUp' | 'verify' | null
}

/**
 * The second factors in the order of the page, the safest first. An authenticator app always needs a new setup, since
 * its secret is not stored.
 */
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
