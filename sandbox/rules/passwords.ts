import type { Locale } from '../../src/api/generated/api.schemas.ts'
import { refusedFields } from '../core/problem-answer.ts'
import { fieldError } from './field-messages.ts'

/** The password policy of the identity provider's pool, reported as a refused field. */
export function refuseWeakPassword(password: string, locale: Locale): void {
  const rules = [/^[\s\S]{8,256}$/, /\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\p{N}\s]/u]
  if (!rules.every((rule) => rule.test(password))) throw refusedFields([fieldError('/password', 'policy', locale)])
}
