const pattern = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/

/**
 * Whether a tenant, a service or a type of form may have this name, which is a folder here and a part of addresses in
 * the portal. `__` is refused since the identity provider's user name is `{tenantId}__{userId}`.
 */
export function isFormName(name: string): boolean {
  return pattern.test(name) && !name.includes('__')
}
