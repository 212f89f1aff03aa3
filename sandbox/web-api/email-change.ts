import type { EmailChange, EmailChangeRequest } from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import { sendConfirmation, useUp, validConfirmation } from '../rules/confirmations.ts'
import { alreadyRegisteredMail } from '../rules/mails.ts'
import { ownerOperation } from './call.ts'

export const requestEmailChange = ownerOperation<EmailChangeRequest>(({ provider, owner, tenant, body }) => {
  const taken = provider.residents.findByEmail(owner.tenantId, body.newEmail)
  if (taken !== null && taken.userId !== owner.userId) {
    if (tenant.revealsRegistered) throw new ProblemAnswer(409, 'SE_RG_0001')
    alreadyRegisteredMail(provider, owner.tenantId, body.newEmail)
    return { status: 202 }
  }
  sendConfirmation(provider, { ...owner, type: 'email_change', email: body.newEmail })
  return { status: 202 }
})

export const confirmEmailChange = ownerOperation<EmailChange>(({ provider, owner, body }) => {
  const confirmation = validConfirmation(provider, owner.tenantId, body.confirmationId, 'email_change')
  const resident = provider.residents.find(owner.tenantId, owner.userId)
  if (confirmation.userId !== owner.userId || resident === null) throw notFound()
  const { email } = confirmation
  const taken = provider.residents.findByEmail(owner.tenantId, email)
  if (taken !== null && taken.userId !== owner.userId) throw new ProblemAnswer(409, 'SE_RG_0001')
  provider.db.transaction(() => {
    provider.residents.save({
      ...resident,
      email,
      profile: { ...resident.profile, email },
      profileVersion: resident.profileVersion + 1,
    })
    provider.identity.users.setEmail(`${owner.tenantId}__${owner.userId}`, email)
    useUp(provider, confirmation)
  })
  return { status: 204 }
})
