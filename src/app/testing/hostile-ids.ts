/** The 22 invalid ids of S-01. */
export const hostileIds = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fadmin',
  'a/b',
  '//evil.test',
  '/evil.test',
  '\\evil',
  'https://evil.test',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'a?x',
  'a#f',
  '%E0%A4%A',
  'テナント',
  'ac\u202eme',
  'a'.repeat(5_000),
  '',
  ' acme',
  'acme\n',
  'a__b',
] as const

/** Invalid only as a tenant: the identity provider's user name is `{tenantId}__{userId}`. */
export function isHostile(parameter: string, value: string): boolean {
  return parameter === 'tenantId' || value !== 'a__b'
}

/** A readable form of the value, for titles. */
export function nameOf(value: string): string {
  return value.length > 40 ? `${value.length.toLocaleString('en')} characters` : JSON.stringify(value)
}
