import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../report/check.ts'

/** A request whose body pact's proxy has read: JSON as a value, anything else as bytes. */
type ReadRequest = IncomingMessage & { body?: unknown }

/** A filter of pact's proxy that keeps each request and its answer, by the X-Request-Id. */
export function recordInto(exchanges: Map<string, Exchange>) {
  return (request: ReadRequest, response: ServerResponse, next: () => void): void => {
    const id = request.headers['x-request-id']
    if (typeof id === 'string') {
      const answer = keepBody(response)
      const { method = '', url = '', body } = request
      response.on('close', () =>
        exchanges.set(id, { method, path: url, sent: textOf(body), status: response.statusCode, answer: answer() }),
      )
    }
    next()
  }
}

function keepBody(response: ServerResponse): () => string {
  const chunks: Buffer[] = []
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  response.write = ((...given: Parameters<typeof write>) => {
    keep(given[0])
    return write(...given)
  }) as typeof write
  response.end = ((...given: Parameters<typeof end>) => {
    keep(given[0])
    return end(...given)
  }) as typeof end
  return () => readable(Buffer.concat(chunks), response.getHeader('content-type'))
}

function readable(bytes: Buffer, contentType: unknown): string {
  const isText = typeof contentType === 'string' && /json|text|xml|html/.test(contentType)
  return bytes.byteLength === 0 || isText ? bytes.toString() : `(${bytes.byteLength} bytes)`
}

function textOf(body: unknown): string {
  if (body instanceof Uint8Array) return body.byteLength === 0 ? '' : `(${body.byteLength} bytes)`
  const text = body === undefined ? '' : JSON.stringify(body)
  return text === '{}' ? '' : text
}
