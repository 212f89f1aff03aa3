import { createMiddleware } from 'hono/factory'
import type { Operation } from '../../contract/operations.ts'
import { ProblemAnswer } from '../../core/problem-answer.ts'
import type { Content, WebApiEnv } from '../request-state.ts'

const maxJsonBytes = 1_000_000
const maxUploadBytes = 12_000_000

export const content = createMiddleware<WebApiEnv>(async (c, next) => {
  c.set('content', await contentOf(c.get('operation'), c.req.raw))
  await next()
})

export const sizeLimit = createMiddleware<WebApiEnv>(async (c, next) => {
  const maxBytes = c.get('fault')?.maxBytes ?? (c.get('operation').multipart ? maxUploadBytes : maxJsonBytes)
  if (c.get('content').size > maxBytes) throw new ProblemAnswer(413, 'SE_CO_0413')
  await next()
})

async function contentOf(operation: Operation, request: Request): Promise<Content> {
  if (operation.multipart) {
    const size = Number(request.headers.get('Content-Length') ?? 0)
    // A form that is too large is not read; a body that is not a form has no parts.
    const form = size > maxUploadBytes ? new FormData() : await request.formData().catch(() => new FormData())
    return { body: undefined, form, size }
  }
  const text = await request.text()
  return { body: text === '' ? undefined : parsed(text), form: null, size: text.length }
}

/** Text that is not JSON stays a string, which the contract then refuses as a body. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
