import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createConformance } from '../openapi/conformance.ts'
import { readDocument } from '../openapi/document.ts'
import { readPact } from '../pact/pact-file.ts'
import type { Check } from '../report/check.ts'
import { entriesOf } from './har.ts'
import { recordingOf } from './recording.ts'
import { elsewhere, remarksOf, replay } from './replay.ts'
import { recordJourney } from './testing/sandbox-journey.ts'
import type { Entry, Har } from './testing/sandbox-journey.ts'

const document = readDocument()
const conformance = createConformance(document)
const { interactions } = readPact()
let journey: Har

beforeAll(async () => {
  journey = await recordJourney()
})

function checksOf(har: Har): Check[] {
  return replay(recordingOf(entriesOf(JSON.stringify(har)), conformance), { document, conformance, interactions })
}

function notPassed(har: Har): Check[] {
  return checksOf(har).filter(({ result }) => result !== 'passed')
}

/** The journey with a change; the recording itself stays. */
function changed(change: (entries: Entry[]) => void): Har {
  const har = structuredClone(journey)
  change(har.log.entries)
  return har
}

function entry(entries: readonly Entry[], method: string, path: RegExp, status?: number): Entry {
  const found = entries.findLast(
    ({ request, response }) =>
      request.method === method && path.test(request.url) && (status === undefined || response.status === status),
  )
  if (found === undefined) throw new Error(`The journey has no ${method} ${String(path)}`)
  return found
}

function setHeader(headers: { name: string; value: string }[], name: string, value?: string): void {
  const place = headers.findIndex((header) => header.name === name.toLowerCase())
  if (value === undefined) headers.splice(place, 1)
  else headers.splice(place, 1, { name, value })
}

function editAnswer({ response }: Entry, edit: (body: Record<string, unknown>) => void): void {
  const body = JSON.parse(response.content.text ?? '') as Record<string, unknown>
  edit(body)
  response.content.text = JSON.stringify(body)
}

function editSent({ request }: Entry, edit: (body: Record<string, unknown>) => void): void {
  const text = request.postData?.text ?? ''
  const body = JSON.parse(text) as Record<string, unknown>
  edit(body)
  request.postData = { mimeType: 'application/json', text: JSON.stringify(body) }
}

/** Answers as an API that does not have it. */
function lose({ response }: Entry): void {
  response.status = 404
  setHeader(response.headers, 'Content-Type', 'application/problem+json')
  response.content = {
    size: 1,
    mimeType: '',
    text: JSON.stringify({ type: 'about:blank', status: 404, code: 'SE_CO_0404' }),
  }
}

/** The same request once more, at the end of the recording. */
function again(entries: Entry[], first: Entry): Entry {
  const last = entries.at(-1) ?? first
  const end = Date.parse(last.startedDateTime) + last.time
  const copy = { ...structuredClone(first), startedDateTime: new Date(end).toISOString() }
  entries.push(copy)
  return copy
}

it('finds nothing in the main journey on the sandbox', () => {
  const checks = checksOf(journey)
  expect(checks.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(checks.length).toBeGreaterThan(100)
})

const orders = /\/o\/orders$/
const charge = /\/charges\/[^/]+$/
const draft = /\/drafts\/.+\/.+/

type Change = {
  change: (entries: Entry[]) => void
  operation: string
  name: string
  reason: string
}

const changes: Record<string, Change> = {
  'the answer lacks a member': {
    change: (all) => editAnswer(entry(all, 'POST', orders), (body) => delete body.orderId),
    operation: 'submitOrder',
    name: 'every answer is one of the document',
    reason: "201: the body must have required property 'orderId' (/log/entries/11)",
  },
  'an amount is a text': {
    change: (all) =>
      editAnswer(entry(all, 'GET', charge), (body) => ((body.amount as { total: unknown }).total = '600')),
    operation: 'getCharge',
    name: 'every answer is one of the document',
    reason: '200: /amount/total must be integer',
  },
  'the API redirects to a page': {
    change: (all) => Object.assign(entry(all, 'GET', /\/o\/profile$/).response, { status: 302 }),
    operation: 'getProfile',
    name: 'every answer is one of the document',
    reason: '302: the document has no such status',
  },
  'the X-Request-Id is another one': {
    change: (all) => setHeader(entry(all, 'GET', charge).response.headers, 'X-Request-Id', 'other-1'),
    operation: 'getCharge',
    name: 'every answer repeats the X-Request-Id',
    reason: 'the header X-Request-Id is not that of the request',
  },
  'the server has no clock': {
    change: (all) => setHeader(entry(all, 'GET', /\/info$/).response.headers, 'Date'),
    operation: 'getTenantInfo',
    name: 'every answer has the time of the server',
    reason: 'the header Date is missing',
  },
  'a proxy makes a tag weak': {
    change: (all) => setHeader(entry(all, 'PUT', draft).response.headers, 'ETag', 'W/"7"'),
    operation: 'saveDraft',
    name: 'every tag is strong',
    reason: 'the header ETag is not strong',
  },
  'personal data may be stored': {
    change: (all) => setHeader(entry(all, 'GET', /\/o\/orders\?/).response.headers, 'Cache-Control', 'max-age=60'),
    operation: 'listOrders',
    name: 'no answer with personal data is stored',
    reason: 'the header Cache-Control is not no-store',
  },
  'personal data comes from the cache': {
    change: (all) => Object.assign(entry(all, 'GET', /\/o\/profile$/), { _fromCache: 'disk' }),
    operation: 'getProfile',
    name: 'no answer with personal data comes from the cache',
    reason: 'the browser answered it from its cache',
  },
  'a header that the portal reads is missing': {
    change: (all) => setHeader(entry(all, 'POST', orders).response.headers, 'Location'),
    operation: 'submitOrder',
    name: 'every answer has what the portal reads',
    reason: 'the header Location is missing',
  },
  'a request lacks its Idempotency-Key': {
    change: (all) => setHeader(entry(all, 'POST', /\/proceed$/).request.headers, 'Idempotency-Key'),
    operation: 'proceedCharge',
    name: 'every request is one of the document',
    reason: '/Idempotency-Key of the header is wrong (required)',
  },
  'a request has another body': {
    change: (all) => editSent(entry(all, 'POST', orders), (body) => (body.expectedTotal = 'free')),
    operation: 'submitOrder',
    name: 'every request is one of the document',
    reason: '/expectedTotal of the body is wrong (type)',
  },
  'a request has an unknown parameter': {
    change: (all) => (entry(all, 'GET', /\/o\/files/).request.url += '&sort=name'),
    operation: 'listFiles',
    name: 'every request is one of the document',
    reason: 'the query has an unknown parameter',
  },
  'an operation is unknown': {
    change: (all) => (entry(all, 'GET', /\/o\/files/).request.url = 'http://portal.test/app/web/o/refunds/R-1'),
    operation: elsewhere,
    name: 'every request is of an operation of the document',
    reason: 'GET of an unknown path (/log/entries/',
  },
  'a key creates two orders': {
    change: (all) => editAnswer(again(all, entry(all, 'POST', orders)), (body) => (body.orderId = 'OR-999')),
    operation: 'submitOrder',
    name: 'a repeated request gets the first answer',
    reason: 'it is not the answer to the first request',
  },
  'a key is accepted with two bodies': {
    change: (all) => editSent(again(all, entry(all, 'POST', /\/proceed$/)), (body) => (body.locale = 'en')),
    operation: 'proceedCharge',
    name: 'a key is refused with another body',
    reason: 'a key was accepted with two bodies',
  },
  'an application becomes two orders': {
    change(all) {
      const second = again(all, entry(all, 'POST', orders))
      setHeader(second.request.headers, 'Idempotency-Key', 'another-key-00000001')
      editAnswer(second, (body) => (body.orderId = 'OR-999'))
    },
    operation: 'submitOrder',
    name: 'an application becomes one order, whatever its keys are',
    reason: '/orderId is another one',
  },
  'a save with an old tag is accepted': {
    change(all) {
      const first = all.find(({ request }) => request.method === 'PUT')
      const second = again(all, entry(all, 'PUT', draft))
      const old = first?.response.headers.find(({ name }) => name === 'etag')?.value ?? ''
      setHeader(second.request.headers, 'If-Match', old)
    },
    operation: 'saveDraft',
    name: 'a save changes the tag, and one with the old tag is refused',
    reason: 'it was accepted with another tag than that of the stored copy',
  },
  'a save with an unknown tag is accepted': {
    change: (all) => setHeader(entry(all, 'PUT', draft).request.headers, 'If-Match', '"of-another-draft"'),
    operation: 'saveDraft',
    name: 'a save changes the tag, and one with the old tag is refused',
    reason: '200: it was accepted with another tag than that of the stored copy',
  },
  'an application with an unknown tag is accepted': {
    change: (all) => setHeader(entry(all, 'POST', orders).request.headers, 'If-Match', '"of-another-draft"'),
    operation: 'submitOrder',
    name: 'an application with an old tag of its draft is refused',
    reason: '201: it was accepted with another tag than that of the stored copy',
  },
  'a deletion with an unknown tag is accepted': {
    change(all) {
      const sent = entry(all, 'POST', orders)
      const deletion = structuredClone(entry(all, 'PUT', draft))
      Object.assign(deletion, { startedDateTime: sent.startedDateTime, time: 0 })
      Object.assign(deletion.request, { method: 'DELETE', bodySize: 0, postData: undefined })
      deletion.request.url += '?applicationId=application-0000000001'
      setHeader(deletion.request.headers, 'If-Match', '"of-another-draft"')
      Object.assign(deletion.response, { status: 204, content: { size: 0, mimeType: '', text: '' } })
      all.splice(all.indexOf(sent), 0, deletion)
    },
    operation: 'deleteDraft',
    name: 'a deletion with an old tag, or without one, deletes nothing',
    reason: '204: it was accepted with another tag than that of the stored copy',
  },
  'an order is answered with another id': {
    change: (all) => editAnswer(entry(all, 'GET', /\/o\/orders\/OR/), (body) => (body.orderId = 'OR-999')),
    operation: 'getOrder',
    name: 'every answer is about what was asked for',
    reason: '200: /orderId is not that of the request',
  },
  'a charge is that of another order': {
    change: (all) => editAnswer(entry(all, 'GET', charge), (body) => (body.orderId = 'OR-999')),
    operation: 'getCharge',
    name: 'every answer shows a thing as it was sent, and as the others do',
    reason: '200: orderId of the charge is not as in ',
  },
  'the list has the number of another order': {
    change: (all) =>
      editAnswer(entry(all, 'GET', /\/o\/orders\?/), (body) => {
        const [order] = body.items as { receiptNumber: string }[]
        if (order) order.receiptNumber = 'R-999'
      }),
    operation: 'listOrders',
    name: 'every answer shows a thing as it was sent, and as the others do',
    reason: '200: receiptNumber of the application is not as in ',
  },
  'the Location is that of another order': {
    change: (all) => setHeader(entry(all, 'POST', orders).response.headers, 'Location', '/app/web/o/orders/OR-999'),
    operation: 'submitOrder',
    name: 'every answer is about what was asked for',
    reason: '201: /orderId is not that of Location',
  },
  'an order is not there after it was sent': {
    change: (all) => lose(entry(all, 'GET', /\/o\/orders\/OR/)),
    operation: 'getOrder',
    name: 'an order is stored as it was sent',
    reason: '404: it does not exist, although it was created',
  },
  'a charge is not there after the order was sent': {
    change: (all) => lose(entry(all, 'GET', charge)),
    operation: 'getCharge',
    name: 'the charge of an order is the amount that was agreed to',
    reason: '404: it does not exist, although it was created',
  },
  'a draft is not there after it was saved': {
    change: (all) => lose(entry(all, 'GET', draft, 200)),
    operation: 'getDraft',
    name: 'a saved draft is kept',
    reason: '404: it does not exist, although it was stored',
  },
  'a request without a token is answered': {
    change: (all) => setHeader(entry(all, 'GET', /\/o\/profile$/).request.headers, 'Authorization'),
    operation: 'getProfile',
    name: 'a token that is not valid is refused',
    reason: '200: a request without a token was answered',
  },
  'a request with an expired token is answered': {
    change(all) {
      const payload = Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString('base64url')
      setHeader(entry(all, 'GET', charge).request.headers, 'Authorization', `Bearer e30.${payload}.e30`)
    },
    operation: 'getCharge',
    name: 'a token that is not valid is refused',
    reason: '200: a request with an expired token was answered',
  },
  'a save is lost': {
    change: (all) => editAnswer(entry(all, 'GET', draft, 200), (body) => (body.answers = {})),
    operation: 'getDraft',
    name: 'a saved draft is kept',
    reason: 'the draft is not as it was saved',
  },
  'a submitted draft returns': {
    change: (all) => void again(all, entry(all, 'GET', draft, 200)),
    operation: 'getDraft',
    name: 'a submitted draft is gone',
    reason: 'the draft is still there',
  },
  'the order has other answers': {
    change: (all) => editAnswer(entry(all, 'GET', /\/o\/orders\/OR/), (body) => (body.answers = {})),
    operation: 'getOrder',
    name: 'every answer shows a thing as it was sent, and as the others do',
    reason: 'answers of the application is not as in the request of submitOrder',
  },
  'the order has no address': {
    change: (all) =>
      editSent(entry(all, 'POST', /\/o\/orders$/, 201), (body) => (body.shippingAddress = { recipient: '港 花子' })),
    operation: 'getOrder',
    name: 'every answer shows a thing as it was sent, and as the others do',
    reason: 'shippingAddress of the application is not as in the request of submitOrder',
  },
  'the charge is higher': {
    change: (all) => editAnswer(entry(all, 'GET', charge), (body) => ((body.amount as { total: number }).total += 100)),
    operation: 'getCharge',
    name: 'the charge of an order is the amount that was agreed to',
    reason: '/amount/total is not the agreed one',
  },
  'a second payment starts': {
    change(all) {
      const paid = entry(all, 'POST', /\/proceed$/)
      const second = structuredClone(paid)
      setHeader(second.request.headers, 'Idempotency-Key', 'another-key-00000001')
      all.splice(all.indexOf(paid), 0, second)
    },
    operation: 'proceedCharge',
    name: 'a second payment is refused while one is open',
    reason: 'a second payment was started',
  },
  'the payment page is on a foreign host': {
    change: (all) => editAnswer(entry(all, 'POST', /\/proceed$/), (body) => (body.url = 'https://pay.evil.test/x')),
    operation: 'proceedCharge',
    name: 'the payment page is on a host of the configuration',
    reason: '/url is not https on a host of paymentHosts',
  },
  'a link to a file is on a foreign host': {
    change: (all) =>
      editAnswer(entry(all, 'POST', /\/files\/[^/]+\/link$/), (body) => (body.url = 'https://files.evil.test/x')),
    operation: 'createFileLink',
    name: 'a link is on an origin of the configuration',
    reason: '/url is neither on the origin of the API nor on filesOrigin',
  },
  'a page has more items than its limit': {
    change: (all) =>
      editAnswer(entry(all, 'GET', /\/o\/files/), (body) => {
        const [file] = body.items as object[]
        body.items = Array.from({ length: 21 }, () => file)
      }),
    operation: 'listFiles',
    name: 'every item is on one page, the newest first',
    reason: '/items has more items than limit',
  },
}

describe('a changed recording', () => {
  it.each(Object.entries(changes))('names its deviation: %s', (_, { change, operation, name, reason }) => {
    const found = notPassed(changed(change))
    const check = found.find((one) => one.operation === operation && one.name === name)
    expect(check?.reasons.join(), JSON.stringify(found)).toContain(reason)
    expect(check?.harm).toMatch(/^[A-Z].+\.$/)
  })
})

describe('exports of browsers', () => {
  it.each<[string, (entry: Entry) => void]>([
    [
      'Chrome: pseudo headers, names in any case, an id of the connection',
      ({ request, response }) => {
        request.headers.unshift({ name: ':authority', value: 'portal.test' }, { name: ':method', value: 'GET' })
        for (const header of [...request.headers, ...response.headers])
          if (!header.name.startsWith(':')) header.name = header.name.toUpperCase()
      },
    ],
    [
      'Firefox: bodies in base64',
      ({ response: { content } }) => {
        content.text = Buffer.from(content.text ?? '').toString('base64')
        content.encoding = 'base64'
      },
    ],
    ['without the bodies of the answers', ({ response: { content } }) => delete content.text],
    ['without the bodies of the requests', ({ request }) => delete request.postData],
    [
      'without cookies and tokens',
      ({ request }) => {
        request.headers = request.headers.filter(({ name }) => !['authorization', 'cookie'].includes(name))
      },
    ],
    ['without the headers of the requests', ({ request }) => (request.headers = [])],
    [
      'without the times of the requests',
      (one) => {
        for (const name of ['startedDateTime', 'time']) Reflect.deleteProperty(one, name)
      },
    ],
  ])('replays those of %s', (_, change) => {
    const found = notPassed(changed((all) => all.forEach(change)))
    expect(found.filter(({ result }) => result === 'failed')).toEqual([])
  })

  it('leaves out what the browser made itself: preflights, answers of the cache, requests that it broke off', () => {
    const har = changed((all) => {
      const first = entry(all, 'GET', /\/info$/)
      all.push(
        { ...first, request: { ...first.request, method: 'OPTIONS' } },
        { ...first, _fromCache: 'memory', response: { ...first.response, headers: [] } },
        { ...first, cache: { afterRequest: null }, response: { ...first.response, headers: [] } },
        { ...first, response: { ...first.response, status: 0, headers: [], content: { size: 0, mimeType: '' } } },
      )
    })
    expect(notPassed(har)).toEqual([])
    expect(remarksOf(recordingOf(entriesOf(JSON.stringify(har)), conformance), ['login', 'getCharge', 'x'])).toEqual([
      '1 of 22 requests have no answer.',
      '2 of 22 requests were answered by the browser itself, not by the API.',
      'Not recorded: x',
    ])
  })

  it('accepts the payment hosts that the configuration has for one tenant', () => {
    const har = changed((all) =>
      editAnswer(entry(all, 'GET', /\/config\.json$/), (config) => {
        config.tenants = { 'minato-city': { paymentHosts: config.paymentHosts } }
        config.paymentHosts = ['pay.example.jp']
      }),
    )
    expect(notPassed(har)).toEqual([])
  })

  it('refuses the payment hosts that the configuration has for another tenant', () => {
    const har = changed((all) =>
      editAnswer(entry(all, 'GET', /\/config\.json$/), (config) => {
        config.tenants = { 'aozora-water': { paymentHosts: config.paymentHosts } }
        config.paymentHosts = ['pay.example.jp']
      }),
    )
    expect(notPassed(har)).toMatchObject([{ name: 'the payment page is on a host of the configuration' }])
  })

  it('says that the payment hosts are unknown without a configuration', () => {
    const har = changed((all) => all.splice(0, 1))
    expect(notPassed(har)).toMatchObject([
      { result: 'not verified', reasons: ['the recording has no config.json, and --config names none'] },
    ])
  })

  it('says that no payment page was recorded, because the page was left at once', () => {
    const har = changed((all) => {
      for (const { request, response } of all)
        if (request.url.endsWith('/proceed')) Reflect.deleteProperty(response.content, 'text')
    })
    const reason = 'no answer was recorded with its body, because the page is left at once'
    expect(notPassed(har)).toContainEqual(expect.objectContaining({ result: 'not verified', reasons: [reason] }))
  })

  it('finds an API at an address of its own', () => {
    const text = JSON.stringify(journey).replaceAll('http://portal.test/app/web/', 'https://api.example.jp/v3/')
    const recording = recordingOf(entriesOf(text), conformance, { api: 'https://api.example.jp/v3/' })
    expect(recording.sessions.flat()).toHaveLength(19)
  })

  it.each([
    ['a text', 'no HAR', /^it is not a HAR: it is not JSON\./],
    ['another JSON', '{"entries":[]}', /^it is not a HAR: it has no list log\.entries\./],
    ['a file that is cut off', '{"log":{"entries":[{"request":{"meth', /^it is cut off/],
    ['an empty recording', '{"log":{"entries":[]}}', /^it has 0 requests, none of them with the path \/app\/web\/\./],
    [
      'the traffic of another host',
      JSON.stringify({
        log: { entries: [{ request: { method: 'GET', url: 'https://example.jp/' }, response: { status: 200 } }] },
      }),
      /^it has 1 requests \(hosts: example\.jp\), none of them/,
    ],
  ])('refuses %s in one line', (_, text, message) => {
    expect(() => recordingOf(entriesOf(text), conformance)).toThrow(message)
  })
})

it('prints no value of a recording', () => {
  const secret = fc
    .string({ unit: fc.constantFrom(...'山田花子0123456789@.x-/'), minLength: 6, maxLength: 12 })
    .map((text) => `秘${text}密`)
  fc.assert(
    fc.property(secret, fc.integer({ min: 1, max: 7 }), (value, every) => {
      const har = changed((all) => all.slice(1).forEach((one, index) => disclose(one, value, index % every === 0)))
      const recording = recordingOf(entriesOf(JSON.stringify(har)), conformance)
      const checks = replay(recording, { document, conformance, interactions })
      expect(checks.some(({ result }) => result === 'failed')).toBe(true)
      const printed = JSON.stringify([checks, remarksOf(recording, [])])
      for (const form of [value, encodeURIComponent(value), '秘']) expect(printed).not.toContain(form)
      expect(printed).not.toContain('leaked')
    }),
  )
})

/** Puts a value into everything that a person may have typed or been given, and into names. */
function disclose({ request, response }: Entry, value: string, isAddress: boolean): void {
  const replaced = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(replaced)
    if (typeof given !== 'object' || given === null) return typeof given === 'string' ? value : given
    return {
      ...Object.fromEntries(Object.entries(given).map(([name, member]) => [name, replaced(member)])),
      [value]: { [value]: value },
    }
  }
  const text = (json: string) => JSON.stringify(replaced(JSON.parse(json)))
  if (request.postData !== undefined) request.postData.text = text(request.postData.text)
  if (response.content.text !== undefined && response.content.text !== '')
    response.content.text = text(response.content.text)
  for (const header of [...request.headers, ...response.headers])
    if (!['content-type', 'authorization'].includes(header.name)) header.value = `leaked-${encodeURIComponent(value)}`
  const url = new URL(request.url)
  url.searchParams.set(value, value)
  request.url = isAddress ? url.href.replace(/[^/]+(?=\?)/, encodeURIComponent(value)) : url.href
}
