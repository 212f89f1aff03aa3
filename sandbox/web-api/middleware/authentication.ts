import { createMiddleware } from 'hono/factory'
import { ownerOf } from '../../core/identifiers.ts'
import type { Owner } from '../../core/records.ts'
import { ProblemAnswer } from '../../core/problem-answer.ts'
import type { Backend } from '../../rules/backend.ts'
import type { WebApiEnv } from '../request-state.ts'

type AuthenticationDeps = Pick<Backend, 'identity' | 'residents'>

/** Finds the user of the bearer token. A request without one is refused later, after the faults of its operation. */
export function authentication(deps: AuthenticationDeps) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    const session = c.get('operation').owner ? await sessionOf(deps, c.req.raw.headers) : null
    if (session !== null) c.get('log').userId = session.userId
    c.set('session', session)
    await next()
  })
}

export const sessionRequired = createMiddleware<WebApiEnv>(async (c, next) => {
  if (c.get('operation').owner && c.get('session') === null) throw new ProblemAnswer(401, 'SE_CO_0401')
  await next()
})

async function sessionOf({ identity, residents }: AuthenticationDeps, headers: Headers): Promise<Owner | null> {
  const token = /^Bearer (\S+)$/.exec(headers.get('Authorization') ?? '')?.[1]
  const verified = token === undefined ? null : await identity.verifyIdToken(token)
  const owner = verified === null ? null : ownerOf(verified.username)
  return owner === null || residents.find(owner.tenantId, owner.userId) === null ? null : owner
}
