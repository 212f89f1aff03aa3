import type { Locale } from '../../../src/api/generated/api.schemas.ts'
import { createMiddleware } from 'hono/factory'
import { leavesOf } from '../../../form-model/answers.ts'
import { isRecord } from '../../../form-model/record.ts'
import { isSafeText } from '../../../form-model/visible-text.ts'
import type { Contract, Violation } from '../../contract/contract.ts'
import { ProblemAnswer, notFound, refusedFields } from '../../core/problem-answer.ts'
import { fieldError } from '../../rules/field-messages.ts'
import { pathParametersOf } from '../request-state.ts'
import type { WebApiEnv } from '../request-state.ts'

/** Optional headers; invalid values are ignored. */
const ignoredHeaders: ReadonlySet<string> = new Set(['/X-Request-Id', '/Accept-Language'])

/** Refuses a request that breaks the contract. */
export function requestCheck({ checkRequest }: Pick<Contract, 'checkRequest'>) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    const { body } = c.get('content')
    const objections = checkRequest(c.get('operation'), {
      pathParameters: pathParametersOf(c),
      query: new URL(c.req.url).searchParams,
      headers: c.req.raw.headers,
      body,
    })
    refuse(
      [...objections, ...unsafeTexts(body)].filter(({ pointer }) => !ignoredHeaders.has(pointer)),
      c.get('locale'),
    )
    await next()
  })
}

/** The rule for texts, which the document has in words. A password is what its user typed. */
function unsafeTexts(body: unknown): Violation[] {
  const texts = isRecord(body) ? leavesOf(body) : []
  return texts.flatMap(({ pointer, value }) =>
    typeof value === 'string' && pointer !== '/password' && !isSafeText(value)
      ? [{ place: 'body', pointer, keyword: 'characters' }]
      : [],
  )
}

/**
 * An invalid path first, as if the address did not exist; then a missing or invalid `If-Match` as a conflict; then the
 * fields.
 */
function refuse(objections: readonly Violation[], locale: Locale): void {
  if (objections.length === 0) return
  if (objections.some(({ place }) => place === 'path')) throw notFound()
  if (objections.some(({ pointer }) => pointer === '/If-Match')) throw new ProblemAnswer(412, 'SE_CO_0412')
  throw refusedFields(objections.map(({ pointer, keyword }) => fieldError(pointer, keyword, locale)))
}

/** Turns a response that violates the contract into a 500, refusals included. */
export function answerCheck(
  { checkResponse }: Pick<Contract, 'checkResponse'>,
  onBreach: ((message: string) => void) | undefined,
) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    await next()
    if (c.error !== undefined && !(c.error instanceof ProblemAnswer)) return
    const { status, headers } = c.res
    const isJson = /json\b/.test(headers.get('Content-Type') ?? '')
    const text = isJson ? await c.res.clone().text() : ''
    // Only JSON is compared; of other content only the type is checked, and an empty response has neither.
    const body: unknown = isJson ? JSON.parse(text) : headers.has('Content-Type') ? text : undefined
    const { id } = c.get('operation')
    const wrong = checkResponse(c.get('operation'), { status, headers, body })
    if (wrong.length === 0) return
    const message = `${id} violated the contract with status ${status}: ${wrong.join('; ')}`
    onBreach?.(message)
    throw new Error(message)
  })
}
