import { newToken } from '../core/identifiers.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import type { Backend } from './backend.ts'
import type { ConfirmationRecord } from '../core/records.ts'
import { day } from '../core/tokyo-time.ts'
import { confirmationMail } from './mails.ts'

const confirmationLifetime = day

/** Creates a confirmation and mails its link. */
export function sendConfirmation(
  backend: Pick<Backend, 'clock' | 'confirmations' | 'origin' | 'outbox'>,
  { tenantId, type, email, userId, form }: Pick<ConfirmationRecord, 'tenantId' | 'type' | 'email' | 'userId' | 'form'>,
): ConfirmationRecord {
  const confirmation: ConfirmationRecord = {
    confirmationId: newToken(),
    tenantId,
    type,
    email,
    expiresAt: backend.clock.now() + confirmationLifetime,
    ...(userId === undefined ? {} : { userId }),
    ...(form === undefined ? {} : { form }),
  }
  backend.confirmations.save(confirmation)
  confirmationMail(backend, confirmation)
  return confirmation
}

/**
 * The confirmation if it is still valid; otherwise throws 404, 409 (used) or 410 (expired). Reading does not use it up.
 *
 * @param userId whose it must be, for one of a signed-in user
 */
export function validConfirmation(
  backend: Pick<Backend, 'clock' | 'confirmations'>,
  tenantId: string,
  confirmationId: string,
  type: ConfirmationRecord['type'],
  userId?: string,
): ConfirmationRecord {
  const confirmation = backend.confirmations.find(tenantId, confirmationId)
  if (confirmation === null || confirmation.type !== type) throw notFound()
  if (userId !== undefined && confirmation.userId !== userId) throw notFound()
  if (confirmation.usedAt !== undefined) throw new ProblemAnswer(409, 'SE_CF_0002')
  if (backend.clock.now() >= confirmation.expiresAt) throw new ProblemAnswer(410, 'SE_CF_0001')
  return confirmation
}

export function markAsUsed(backend: Pick<Backend, 'clock' | 'confirmations'>, confirmation: ConfirmationRecord): void {
  backend.confirmations.save({ ...confirmation, usedAt: backend.clock.now() })
}

/** `h****o@example.jp`: enough to recognise one's own address, too little to find out another one. */
export function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, 1)}****${local.length > 2 ? local.slice(-1) : ''}@${domain}`
}
