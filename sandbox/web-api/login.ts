import type {
  Credentials,
  PasswordReset,
  PasswordResetRequest,
  UserReference,
} from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import { sendConfirmation, markAsUsed, validConfirmation } from '../rules/confirmations.ts'
import { refuseWeakPassword } from '../rules/passwords.ts'
import { resetPassword as setForgottenPassword } from '../rules/residents.ts'
import { publicOperation } from './call.ts'
import { usernameOf } from '../core/identifiers.ts'

export const login = publicOperation<Credentials>(({ backend, tenant, body }) => {
  const resident = backend.residents.findByEmail(tenant.tenantId, body.email)
  // An unknown address is looked up under an unused name: same work, same time, same response.
  const username = usernameOf(resident ?? { tenantId: tenant.tenantId, userId: 'nobody' })
  const matches = backend.identity.users.passwordMatches(username, body.password)
  if (resident === null || !matches) throw new ProblemAnswer(401, 'SE_CO_0000')
  const answer: UserReference = { userId: resident.userId }
  return { status: 200, body: answer }
})

export const requestPasswordReset = publicOperation<PasswordResetRequest>(({ backend, tenant, body }) => {
  const resident = backend.residents.findByEmail(tenant.tenantId, body.email)
  if (resident !== null) {
    const { tenantId, email, userId } = resident
    sendConfirmation(backend, { tenantId, type: 'password_reset', email, userId })
  }
  return { status: 202 }
})

export const resetPassword = publicOperation<PasswordReset>(({ backend, tenant, body, locale }) => {
  const confirmation = validConfirmation(backend, tenant.tenantId, body.confirmationId, 'password_reset')
  refuseWeakPassword(body.password, locale)
  const resident = backend.residents.find(tenant.tenantId, confirmation.userId ?? '')
  if (resident === null) throw notFound()
  setForgottenPassword(backend, resident, body.password)
  markAsUsed(backend, confirmation)
  return { status: 204 }
})
