import { isRecord } from '../../form-model/record.ts'
import type { Conformance } from '../openapi/conformance.ts'
import type { Operation } from '../openapi/document.ts'
import { lists } from './list-rules.ts'
import { clockToleranceMs } from './play.ts'
import type { Answer, Violation } from './answer.ts'
import { pathParametersOf } from './request.ts'

/** A rule of every answer that an operation has returned to the other rules. */
export type AnswerRule = {
  name: string
  harm: string
  findings: (answer: Answer) => Violation[]
}

/** What only the inside of a program says: a stack, a statement of a database. */
const inside =
  /\n\s+at \S|Traceback \(most recent call last\)|\.(?:cs|go|java|js|kt|php|py|rb|ts):(?:line )?\d+|\bSQLSTATE\b|\bSELECT .+ FROM |\bINSERT INTO |\bUPDATE .+ SET /

/** Not of a 503: a maintenance may last longer. */
const longestWaitMs = 3_600_000

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

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
      name: 'no answer is a redirect',
      harm: 'A browser follows it without what the resident has sent, and shows the other answer as this one.',
      // A browser that has recorded a 304 shows the answer that it has stored.
      findings: ({ exchange: { status } }) =>
        status >= 300 && status < 400 && status !== 304
          ? [{ reason: 'the answer is a redirect, which no operation of the document has', seen: String(status) }]
          : [],
    },
    {
      name: 'every answer is about what was asked for',
      harm: 'A resident sees, changes or pays for what belongs to another application.',
      findings({ body, headers, exchange: { method, path, status } }) {
        if (status >= 300 || !isRecord(body)) return []
        const location = headers.get('Location')
        const wanted = [
          ...idsIn(method, path).map((id) => ({ id, of: 'the request' })),
          ...(location === null ? [] : idsIn('GET', pathOf(location, path)).map((id) => ({ id, of: 'Location' }))),
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
      name: 'every answer shows a thing as it was sent, and as the others do',
      harm: 'What a resident reads, and staff get, is not what was sent, or is another thing on the next page.',
      findings: ({ differences }) => differences,
    },
    {
      name: 'every answer has the time of the server',
      harm: 'On a device with a wrong clock, deadlines and the end of the session are wrong.',
      findings({ headers, receivedAt }) {
        const date = headers.get('Date')
        if (date === null) return [{ reason: 'the header Date is missing' }]
        const differenceMs = Math.abs(Date.parse(date) - receivedAt)
        // A recording may have no time of its requests.
        return differenceMs <= clockToleranceMs || Number.isNaN(receivedAt)
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
      name: 'every Retry-After says how long to wait',
      harm: 'The portal asks again at a wrong time, so that a resident waits in vain or is refused once more.',
      findings({ headers, exchange: { status } }) {
        const time = headers.get('Retry-After')
        if (time === null) return []
        const isDate = httpDate.test(time)
        if (!isDate && !/^\d+$/.test(time))
          return [{ reason: 'the header Retry-After is neither whole seconds nor a date', seen: time }]
        const waitMs = isDate ? Date.parse(time) - Date.parse(headers.get('Date') ?? '') : Number(time) * 1000
        if (waitMs < 1000) return [{ reason: 'the header Retry-After is less than a second', seen: time }]
        return status !== 503 && waitMs > longestWaitMs
          ? [{ reason: 'the header Retry-After is more than an hour', seen: time }]
          : []
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
      findings({ headers, exchange: { method, path, status } }) {
        const caching = headers.get('Cache-Control')
        const isPersonal = path.includes('/o/') || declares(operationAt(method, path), status, 'Cache-Control')
        return !isPersonal || /\bno-store\b/.test(caching ?? '')
          ? []
          : [{ reason: 'the header Cache-Control is not no-store', seen: caching ?? 'missing' }]
      },
    },
    {
      name: 'no answer shows the inside of the server',
      harm: 'Whoever attacks the API learns how it is built, and sees what its errors quote of others.',
      findings: ({ body, exchange: { status, answer } }) =>
        body !== undefined && status >= 400 && inside.test(plain(answer))
          ? [{ reason: 'the answer has a stack or a statement of the program' }]
          : [],
    },
    {
      name: 'the lines of an amount add up to it',
      harm: 'A resident reads a sum that does not fit its lines, and does not know what to pay.',
      findings: ({ body, exchange: { status } }) =>
        (status < 300 && isRecord(body) ? [body, ...[body.charges ?? []].flat()] : [])
          .flatMap(findingsOfAmount)
          .map((reason) => ({ reason })),
    },
    {
      name: 'a draft is kept for a week',
      harm: 'A resident who continues after some days finds that the answers were deleted.',
      findings: ({ body }) =>
        [body, ...itemsIn(body)].every((draft) => !isRecord(draft) || draft.savedAt === undefined || isWeek(draft))
          ? []
          : [{ reason: 'expiresAt is not a week after savedAt' }],
    },
    {
      name: 'a list has each item once',
      harm: 'A resident sees an application twice, and believes to have applied twice.',
      findings({ operation, body }) {
        const members = lists.find((one) => one.operation === operation)?.id ?? []
        const ids = itemsIn(body)
          .filter(isRecord)
          .map((item) => JSON.stringify(members.map((name) => item[name])))
        return members.length === 0 || new Set(ids).size === ids.length
          ? []
          : [{ reason: '/items has an item more than once' }]
      },
    },
    {
      name: 'a timeline begins with its oldest entry',
      harm: 'A resident reads an old state of the application as the present one.',
      findings({ body }) {
        const entries = isRecord(body) && Array.isArray(body.timeline) ? body.timeline : []
        const times = entries.map((entry: unknown) => Date.parse(String(isRecord(entry) && entry.at)))
        return times.every((time, index) => !(time < (times[index - 1] ?? 0)))
          ? []
          : [{ reason: '/timeline is not in the order of its times' }]
      },
    },
  ]
}

/** Of a Location, which is absolute, from the origin's root, or relative to the request (RFC 9110, 10.2.2). */
function pathOf(location: string, requestPath: string): string {
  const base = `http://origin${requestPath}`
  return URL.canParse(location, base) ? new URL(location, base).pathname : '/'
}

function declares(operation: Operation | null, status: number, header: string): boolean {
  return operation?.responses.get(status)?.headers?.[header] !== undefined
}

/** With the line breaks of its texts. */
function plain(json: string): string {
  return json.replaceAll(/\\[nr]/g, '\n')
}

function itemsIn(body: unknown): unknown[] {
  return isRecord(body) && Array.isArray(body.items) ? body.items : []
}

function isWeek({ savedAt, expiresAt }: Record<string, unknown>): boolean {
  const ms = Date.parse(String(expiresAt)) - Date.parse(String(savedAt))
  return Math.round(ms / 3_600_000) === 7 * 24
}

function findingsOfAmount(charge: unknown): string[] {
  if (!isRecord(charge) || !Array.isArray(charge.lines) || !isRecord(charge.amount)) return []
  const { amount, totalLimit, carriedOver = 0 } = charge
  const lines = charge.lines.filter(isRecord)
  const sum = lines.reduce((total, line) => total + Number(line.amount), 0)
  const wrongs = [
    totalLimit === undefined && Math.max(0, sum - Number(carriedOver)) !== amount.total
      ? ['the lines less what is carried over are not /amount/total']
      : [],
    Number(amount.tax) > Number(amount.total) ? ['/amount/tax is more than /amount/total'] : [],
    lines.some((line) => !isProduct(line)) ? ['the amount of a line is not its unitPrice times its quantity'] : [],
  ]
  return wrongs.flat()
}

/** Not of a line that says how its amount differs. */
function isProduct({ unitPrice, quantity, amount, ...others }: Record<string, unknown>): boolean {
  const differs = ['factors', 'percent', 'rounding', 'limit', 'reason'].some((name) => others[name] !== undefined)
  return unitPrice === undefined || quantity === undefined || differs || Number(unitPrice) * Number(quantity) === amount
}
