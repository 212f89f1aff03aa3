import type { Locale } from '../../src/api/generated/api.schemas.ts'
import type { Context } from 'hono'
import type { Operation } from '../contract/operations.ts'
import type { Fault } from '../core/faults.ts'
import type { Owner, TenantRecord } from '../core/records.ts'
import { scopeOf } from '../store/accepted-requests.ts'
import type { Answer } from './call.ts'

/** A request to the API, for tests that inspect what arrived. `status` is 0 until it is answered. */
export type LoggedCall = {
  at: number
  operation: string
  status: number
  requestId: string
  key?: string
  userId?: string
}

export type Content = {
  /** Parsed JSON; undefined if the request has no body. */
  body: unknown
  /** Set for operations that take a file. */
  form: FormData | null
  /** Size in bytes, if it is known without reading a form that is too large. */
  size: number
}

/** Results of the middlewares about a request, each for the ones after it. */
export type WebApiEnv = {
  Variables: {
    operation: Operation
    log: LoggedCall
    session: Owner | null
    content: Content
    fault: Fault | null
    locale: Locale
    tenant: TenantRecord
    answer: Answer
  }
}

export type WebApiContext = Context<WebApiEnv>

export function callerOf(c: WebApiContext): string {
  const { tenantId } = c.get('tenant')
  return scopeOf(c.get('session') ?? { tenantId })
}

export function pathParametersOf(c: WebApiContext): { [name: string]: string } {
  return { ...(c.req.param() as { [name: string]: string }) }
}
