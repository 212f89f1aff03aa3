import { lookupTags } from '../../../form-model/language-tag.ts'
import { Locale as locales } from '../../../src/api/generated/api.schemas.ts'
import type { Locale } from '../../../src/api/generated/api.schemas.ts'
import { createMiddleware } from 'hono/factory'
import type { Operation } from '../../contract/operations.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoggedCall, WebApiEnv } from '../request-state.ts'
import { requestIdOf } from '../responses.ts'

/** The language that the client names first, as far as the API has it. */
function localeOf(headers: Headers): Locale {
  const [first = ''] = (headers.get('Accept-Language') ?? '').toLowerCase().split(/[,;]/)
  return (lookupTags(first.trim()).find((tag) => Object.hasOwn(locales, tag)) as Locale | undefined) ?? 'ja'
}

/** Logs a request on arrival and adds the status of its response. */
export function logging(operation: Operation, clock: Clock, onCall: ((call: LoggedCall) => void) | undefined) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    const { headers } = c.req.raw
    const key = operation.keyed ? headers.get('Idempotency-Key') : null
    const log: LoggedCall = {
      at: clock.now(),
      operation: operation.id,
      status: 0,
      requestId: requestIdOf(headers),
      ...(key === null ? {} : { key }),
    }
    c.set('operation', operation)
    c.set('log', log)
    c.set('locale', localeOf(headers))
    onCall?.(log)
    await next()
    log.status = c.res.status
  })
}
