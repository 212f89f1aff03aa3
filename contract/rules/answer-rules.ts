import { isRecord } from '../../form-model/record.ts'
import type { Conformance } from '../openapi/conformance.ts'
import type { Answer } from './play.ts'
import { pathParametersOf } from './request.ts'

/** A rule of every answer that an operation has returned to the other rules. */
export type AnswerRule = {
  name: string
  harm: string
  findings: (answer: Answer) => Violation[]
}

/** A sentence, and apart from it the value that was received: a report that leaves the test server has no values. */
export type Violation = { reason: string; seen?: string }

const toleranceMs = 10 * 60_000

export function answerRules({ findings, operationAt }: Conformance): AnswerRule[] {
  /** The ids in an address of the document. */
  const idsIn = (method: string, address: string): [name: string, id: string][] => {
    const operation = operationAt(method, address)
    const [path = ''] = address.split('?')
    return operation === null ? [] : Object.entries(pathParametersOf(operation.path, path))
  }
  return [
    {
      name: 'every answer is one of the document',
      harm: 'The portal shows an error, or a wrong amount, time or state.',
      findings: ({ operation, headers, body, exchange }) =>
        findings(
          {
            method: exchange.method,
            url: exchange.path,
            status: exchange.status,
            headers: Object.fromEntries(headers),
            body: body === undefined ? null : exchange.answer,
          },
          ['date', 'x-request-id', 'cache-control'],
        ).map((finding) => ({ reason: finding.replace(`${operation} `, '') })),
    },
    {
      name: 'every answer is about what was asked for',
      harm: 'A resident sees, changes or pays for what belongs to another application.',
      findings({ body, headers, exchange: { method, path, status } }) {
        if (status >= 300 || !isRecord(body)) return []
        const location = headers.get('Location')
        const wanted = [
          ...idsIn(method, path).map((id) => ({ id, of: 'the request' })),
          ...(location === null ? [] : idsIn('GET', location).map((id) => ({ id, of: 'Location' }))),
        ]
        return wanted
          .filter(({ id: [name, value] }) => name in body && body[name] !== value)
          .map(({ id: [name, value], of }) => ({
            reason: `/${name} is not that of ${of}`,
            seen: `${String(body[name])} instead of ${value}`,
          }))
      },
    },
    {
      name: 'every answer has the time of the server',
      harm: 'On a device with a wrong clock, deadlines and the end of the session are wrong.',
      findings({ headers, receivedAt }) {
        const date = headers.get('Date')
        if (date === null) return [{ reason: 'the header Date is missing' }]
        const differenceMs = Math.abs(Date.parse(date) - receivedAt)
        return differenceMs <= toleranceMs
          ? []
          : [{ reason: 'the header Date is not the time of the answer', seen: date }]
      },
    },
    {
      name: 'every answer repeats the X-Request-Id',
      harm: 'Staff do not find the failed request whose reference a resident tells them.',
      findings({ headers, requestId }) {
        const echoed = headers.get('X-Request-Id')
        if (echoed === null) return [{ reason: 'the header X-Request-Id is missing' }]
        return requestId === null || echoed === requestId
          ? []
          : [
              {
                reason: 'the header X-Request-Id is not that of the request',
                seen: `${echoed} instead of ${requestId}`,
              },
            ]
      },
    },
    {
      name: 'every tag is strong',
      harm: 'Each further save of a draft is refused, because If-Match never matches a weak tag.',
      findings({ headers }) {
        const tag = headers.get('ETag')
        return tag === null || /^"[^"]+"$/.test(tag) ? [] : [{ reason: 'the header ETag is not strong', seen: tag }]
      },
    },
    {
      name: 'no answer with personal data is stored',
      harm: 'The next user of a shared computer finds personal data in the cache of the browser.',
      findings({ headers, exchange }) {
        const caching = headers.get('Cache-Control')
        return !exchange.path.includes('/o/') || /\bno-store\b/.test(caching ?? '')
          ? []
          : [{ reason: 'the header Cache-Control is not no-store', seen: caching ?? 'missing' }]
      },
    },
  ]
}
