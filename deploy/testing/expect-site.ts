import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { HeaderConfig } from '../headers.ts'
import { configTextIn } from '../inline-config.ts'
import { expectedHeaders } from '../site-requests.ts'
import type { SiteRequest } from '../site-requests.ts'
import { contentOf, indexHtml } from './sample-site.ts'

export type SiteAnswer = { status: number; headers: Map<string, string>; body: Buffer }
export type Ask = (path: string, method: string, headers: Record<string, string>) => Promise<SiteAnswer>

/** Sends one request of the table and compares status, headers and body with the expected ones. */
export async function expectAnswer(request: SiteRequest, config: HeaderConfig, ask: Ask): Promise<SiteAnswer> {
  const method = request.method ?? 'GET'
  const headers: Record<string, string> = { 'accept-encoding': request.accept ?? 'identity' }
  let answer = await ask(request.path, method, headers)
  if (request.revalidate === true) {
    const tag = answer.headers.get('etag') ?? ''
    expect(tag, 'an ETag to revalidate with').not.toBe('')
    answer = await ask(request.path, method, { ...headers, 'if-none-match': tag })
  }
  const { status, body, type } = request.expected
  expect(answer.status).toBe(status)
  for (const [name, value] of Object.entries(expectedHeaders(request, config)))
    expect(answer.headers.get(name.toLowerCase()), name).toBe(value)
  if (type !== undefined && status !== 304) expect(answer.headers.get('content-type')).toMatch(new RegExp(`^${type}`))
  const text = decoded(answer)
  if (body === 'none') expect(text).toBe('')
  else if (body === 'index') expect(text.replace(configTextIn(text), '')).toBe(indexHtml)
  else if (body === 'file') expect(text).toBe(contentOf(request.path))
  else for (const content of ['portal', contentOf(request.path)]) expect(text).not.toContain(content)
  return answer
}

function decoded({ headers, body }: SiteAnswer): string {
  const encoding = headers.get('content-encoding')
  if (body.length === 0) return ''
  return (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString()
}
