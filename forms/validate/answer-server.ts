import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Definition } from '../../form-model/definition.ts'
import { judgeAnswers } from './judge-answers.ts'

/** Answers of a form of 300 fields are smaller. */
const maxBytes = 1_000_000

/** Answers POST requests with the verdict about their bodies. Only programs of the same machine reach it. */
export function serveVerdicts(definition: Definition, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
      response.end(JSON.stringify(body))
    }
    if (request.method !== 'POST') return answer(405, { error: 'POST the answers as JSON' })
    readBody(request).then(
      (body) => {
        if (body === null) return answer(413, { error: `More than ${maxBytes} bytes` })
        const sent = parsed(body)
        if (sent === undefined) return answer(400, { error: 'The body is not JSON in UTF-8' })
        return answer(200, judgeAnswers(definition, sent.value, Date.now()))
      },
      (cause: unknown) => response.destroy(cause instanceof Error ? cause : new Error(String(cause))),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** `undefined` if the bytes are not JSON in UTF-8; a byte order mark is ignored. */
export function parsed(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    // In another encoding, such as Shift_JIS, texts would be read as other characters, and might be valid.
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof TypeError) return undefined
    throw cause
  }
}

/** `null` if it is too large. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
