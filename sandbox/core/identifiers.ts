import { createHash, randomBytes } from 'node:crypto'

/** Digits and capitals without the letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `OR-7K3M9QX2T4`: an id that does not reveal the next one. */
export function newId(prefix: string): string {
  return `${prefix}-${[...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
}

/** A secret part of a link, safe in URLs. */
export function newToken(): string {
  return randomBytes(24).toString('hex')
}

/** The name of a user at the identity provider, which all tenants share. */
export function usernameOf({ tenantId, userId }: { tenantId: string; userId: string }): string {
  return `${tenantId}__${userId}`
}

/** The reverse of {@link usernameOf}; null for any other text. The id of a tenant contains no `__`, that of a user may. */
export function ownerOf(username: string): { tenantId: string; userId: string } | null {
  const { tenantId, userId } = /^(?<tenantId>.+?)__(?<userId>.+)$/s.exec(username)?.groups ?? {}
  return tenantId === undefined || userId === undefined ? null : { tenantId, userId }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
