import type { EmailChange, EmailChangeRequest } from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import { sendConfirmation, markAsUsed, validConfirmation } from '../rules/confirmations.ts'
import { alreadyRegisteredMail, emailChangedMail } from '../rules/mails.ts'
import { ownerOperation } from './call.ts'
import { usernameOf } from '../core/identifiers.ts'

export const requestEmailChange = ownerOperation<EmailChangeRequest>(({ backend, owner, tenant, body }) => {
  const taken = backend.residents.findByEmail(owner.tenantId, body.newEmail)
  if (taken !== null && taken.userId !== owner.userId) {
    if (tenant.revealsRegistered) throw new ProblemAnswer(409, 'SE_RG_0001')
    alreadyRegisteredMail(backend, owner.tenantId, body.newEmail)
    return { status: 202 }
  }
  sendConfirmation(backend, { ...owner, type: 'email_change', email: body.newEmail })
  return { status: 202 }
})

export const confirmEmailChange = ownerOperation<EmailChange>(({ backend, owner, body }) => {
  const { tenantId, userId } = owner
  const confirmation = validConfirmation(backend, tenantId, body.confirmationId, 'email_change', userId)
  const resident = backend.residents.find(tenantId, userId)
  if (resident === null) throw notFound()
  const { email } = confirmation
  const taken = backend.residents.findByEmail(tenantId, email)
  if (taken !== null && taken.userId !== userId) throw new ProblemAnswer(409, 'SE_RG_0001')
  backend.db.transaction(() => {
    backend.residents.save({
      ...resident,
      email,
      profile: { ...resident.profile, email },
      profileVersion: resident.profileVersion + 1,
    })
    backend.identity.users.setEmail(usernameOf(owner), email)
    markAsUsed(backend, confirmation)
  })
  emailChangedMail(backend, tenantId, resident.email)
  return { status: 204 }
})
