import { createMiddleware } from 'hono/factory'
import { ownerOf } from '../../core/identifiers.ts'
import type { Owner } from '../../core/records.ts'
import { ProblemAnswer } from '../../core/problem-answer.ts'
import type { Backend } from '../../rules/backend.ts'
import type { WebApiEnv } from '../request-state.ts'

type AuthenticationDeps = Pick<Backend, 'identity' | 'residents' | 'tenants'>

/** Repeating it is safe, so it accepts the token of an account that it has deleted. */
const operationOfDeleted = 'deleteAccount'

/** Finds the user of the bearer token. A request without one is refused later, after the faults of its operation. */
export function authentication(deps: AuthenticationDeps) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    const session = c.get('operation').owner ? await sessionOf(deps, c.req.raw.headers) : null
    if (session !== null) c.get('log').userId = session.userId
    c.set('session', session)
    await next()
  })
}

export function sessionRequired({ residents }: Pick<Backend, 'residents'>) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    const { owner, id } = c.get('operation')
    if (owner) {
      const session = c.get('session')
      if (session === null) throw new ProblemAnswer(401, 'SE_CO_0401')
      const isDeleted = residents.find(session.tenantId, session.userId) === null
      if (isDeleted && id !== operationOfDeleted) throw new ProblemAnswer(401, 'SE_AC_0002')
    }
    await next()
  })
}

/** The user of a valid token, also of a deleted account; null for a token that `docs/token.md` refuses. */
async function sessionOf(deps: AuthenticationDeps, headers: Headers): Promise<Owner | null> {
  const token = /^Bearer (\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1]
  const verified = token === undefined ? null : await deps.identity.verifyIdToken(token)
  const owner = verified === null ? null : ownerOf(verified.username)
  if (verified === null || owner === null || deps.tenants.find(owner.tenantId) === null) return null
  const { sessionsEndedAt = 0 } = deps.residents.find(owner.tenantId, owner.userId) ?? {}
  // The claim has whole seconds: a sign-in within the second of the reset counts as later.
  return verified.authTime < Math.floor(sessionsEndedAt / 1000) ? null : owner
}
