import { parseConfirmationId, parseTenantId, paths } from '../../paths.ts'
import type { Path } from '../../paths.ts'

const targets = {
  password_reset: paths.passwordReset,
  registration: paths.registration,
  email_change: paths.emailChange,
} as const

/**
 * Where a mailed link leads.
 * @returns null: any other type, the page itself is shown. `'invalid'`: a known type with ids that are none.
 */
export function mailConfirmationTarget(search: URLSearchParams): Path | 'invalid' | null {
  const type = search.get('type')
  if (type === null || !Object.hasOwn(targets, type)) return null
  const tenantId = parseTenantId(search.get('tenantId'))
  const confirmationId = parseConfirmationId(search.get('id'))
  if (tenantId === null || confirmationId === null) return 'invalid'
  return targets[type as keyof typeof targets](tenantId, confirmationId)
}
