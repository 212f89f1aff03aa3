import { createMiddleware } from 'hono/factory'
import { ProblemAnswer, notFound } from '../../core/problem-answer.ts'
import type { Backend } from '../../rules/backend.ts'
import { isClosed, retryAfter } from '../../rules/tenant-state.ts'
import { pathParametersOf } from '../request-state.ts'
import type { WebApiEnv } from '../request-state.ts'

/** A closed tenant answers only requests for its info, which contains its state. */
export function openTenant({ tenants, clock }: Pick<Backend, 'tenants' | 'clock'>) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    const tenant = tenants.find(c.get('session')?.tenantId ?? pathParametersOf(c).tenantId ?? '')
    if (tenant === null) throw notFound()
    const now = clock.now()
    if (c.get('operation').id !== 'getTenantInfo' && isClosed(tenant, now))
      throw new ProblemAnswer(503, 'SE_CO_0503', { retryAfter: retryAfter(tenant, now) })
    c.set('tenant', tenant)
    await next()
  })
}
