import type { Locale } from '../../src/api/generated/api.schemas.ts'
import { refusedFields } from '../core/problem-answer.ts'
import { brokenRule } from '../identity/secrets/passwords.ts'
import { fieldError } from './field-messages.ts'

/** The password policy of the identity provider's pool, reported as a refused field. */
export function refuseWeakPassword(password: string, locale: Locale): void {
  if (brokenRule(password) !== null) throw refusedFields([fieldError('/password', 'policy', locale)])
}
