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
