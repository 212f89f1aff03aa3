import { replace } from 'react-router-dom'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { parseConfirmationId, parseTenantId, paths } from '../../paths.ts'
import type { Path } from '../../paths.ts'

export { Component } from './MailConfirmationPage.tsx'

/** Redirects a mailed link before anything is shown. Opening the link does not use it up. */
export function loader({ request }: LoaderFunctionArgs): null {
  const target = mailConfirmationTarget(new URL(request.url).searchParams)
  if (target === 'invalid') throw new Response(null, { status: 404 })
  if (target !== null) throw replace(target)
  return null
}

const targets = {
  password_reset: paths.passwordReset,
  registration: paths.registration,
  email_change: paths.emailChange,
} as const

/**
 * The target of a mailed link.
 * @returns null for an unknown type, for which the page itself is shown; `'invalid'` for a known type with invalid ids
 */
export function mailConfirmationTarget(search: URLSearchParams): Path | 'invalid' | null {
  const type = search.get('type')
  if (type === null || !Object.hasOwn(targets, type)) return null
  const tenantId = parseTenantId(search.get('tenantId'))
  const confirmationId = parseConfirmationId(search.get('id'))
  if (tenantId === null || confirmationId === null) return 'invalid'
  return targets[type as keyof typeof targets](tenantId, confirmationId)
}
