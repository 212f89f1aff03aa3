import { MatchersV3 } from '@pact-foundation/pact'
import type { RequestBuilder } from './builders.ts'

export type Parts = Readonly<
  Record<string, { fileName: string; contentType: string; bytes: Buffer } | { value: string; pattern: RegExp }>
>

const boundary = 'pact'

/**
 * A multipart request, part by part: files by content type, fields by pattern. Pact's own `multipartBody` supports one
 * part and generates a new boundary each time, which would change the pact file at every run.
 */
export function multipart(request: RequestBuilder, parts: Parts): void {
  const chunks: Buffer[] = []
  const rules = Object.entries(parts).map(([name, part]) => {
    if ('bytes' in part) {
      chunks.push(
        head(`name="${name}"; filename="${part.fileName}"`, part.contentType),
        part.bytes,
        Buffer.from('\r\n'),
      )
      return { path: `$.${name}`, rules: [MatchersV3.contentType(part.contentType)] }
    }
    chunks.push(head(`name="${name}"`), Buffer.from(`${part.value}\r\n`))
    return { path: `$.${name}`, rules: [MatchersV3.regex(part.pattern.source, part.value)] }
  })
  const contentType = `multipart/form-data; boundary=${boundary}`
  request.body(contentType, Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])).matchingRules({
    body: rules,
    header: [{ path: 'Content-Type', rules: [MatchersV3.regex('^multipart/form-data;.*boundary=.+$', contentType)] }],
  })
}

function head(disposition: string, contentType?: string): Buffer {
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`)
}
