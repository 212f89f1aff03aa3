/**
 * Tests the verification: breaks the sandbox one defect at a time, as real APIs break, and requires a failure at the
 * broken operation each time.
 */
import { only, readPact } from '../pact/pact-file.ts'
import { startSandbox } from '../pact/sandbox.ts'
import type { Tampering } from '../pact/sandbox.ts'
import { startVerifier } from '../pact/verification.ts'
import {
  header,
  json,
  ofAnotherApplication,
  query,
  status,
  withBody,
  withHeader,
  without,
} from '../testing/tampering.ts'
import type { Body } from '../testing/tampering.ts'

const problemType = { 'Content-Type': 'application/problem+json' }
type Mutation = { name: string; operation: string; path: RegExp; method: string; tamper: Tampering }

const mutations: Mutation[] = [
  on('getCharge', 'GET', /\/o\/charges\/[^/]+$/, {
    'a field is missing': json((body) => without(body, 'receiptNumber')),
    'a number is sent as text': json((body) => ({ ...body, amount: { ...Object(body.amount), total: '410' } })),
    'a number has a fraction': json((body) => ({ ...body, amount: { ...Object(body.amount), total: 410.5 } })),
    'a status is unknown': json((body) => ({ ...body, status: 'AUTHORISED' })),
    'a waiting charge allows no action': json((body) => ({ ...body, allowedActions: [] })),
    'a time has no offset': json((body) => ({ ...body, createdAt: '2026-11-21 10:00:00' })),
    'a foreign charge is forbidden, not unknown': status(404, 403),
    'the last attempt is missing': json((body) => without(body, 'lastAttempt')),
  }),
  on('declineCharge', 'POST', /\/decline$/, {
    'a second cancellation is a conflict': async (request, answer) => {
      const response = await answer(request)
      return response.ok ? new Response('{"code":"SE_CH_0002"}', { status: 409, headers: problemType }) : response
    },
    'a paid charge is cancelled': status(409, 200),
    'the payment page of a cancelled charge stays open': json((body) =>
      body.lastAttempt === undefined
        ? body
        : { ...body, lastAttempt: { ...Object(body.lastAttempt), state: 'STARTED' } },
    ),
  }),
  on('proceedCharge', 'POST', /\/proceed$/, {
    'the code of another conflict is sent': json((body) => ({
      ...body,
      code: body.code === 'SE_CH_0001' ? 'SE_CH_0002' : body.code,
    })),
    'the open attempt is missing': json((body) => without(body, 'attempt')),
    'past due is a conflict': status(410, 409),
    'a problem is sent as plain JSON': header('content-type', 'application/json', ({ status: code }) => code >= 400),
    'a card provider in maintenance sends no Retry-After': header('retry-after', null),
  }),
  on('login', 'POST', /\/login$/, {
    'an unknown address gets a different answer': async (request, answer) => {
      const sent = await request.clone().text()
      const response = await answer(request)
      return sent.includes('nobody@')
        ? new Response('{"code":"SE_CO_0404"}', { status: 404, headers: problemType })
        : response
    },
    'a wrong password is a bad request': status(401, 400),
    'the user has another name': json((body) => ({ ...without(body, 'userId'), id: body.userId })),
  }),
  on('getTenantInfo', 'GET', /\/info$/, {
    'a suspended tenant does not report it': json((body) => ({ ...body, state: 'ACTIVE' })),
    'the feature switch is missing': json((body) => without(body, 'features')),
    'the reference of the request is not echoed': header('x-request-id', null),
  }),
  on('listOrders', 'GET', /\/o\/orders$/, {
    'the filter by status is ignored': query('status'),
    'the filter by day is ignored': query('from', 'to'),
    'the cursor is ignored': query('cursor'),
    'the limit is ignored': query('limit'),
    'the last page has a next one': json((body) => ({ ...body, nextCursor: body.nextCursor ?? 'more' })),
    'a history that is not ready sends no Retry-After': header('retry-after', null),
  }),
  on('submitOrder', 'POST', /\/o\/orders$/, {
    'the Idempotency-Key is ignored': (request, answer) =>
      answer(withHeader(request, 'Idempotency-Key', crypto.randomUUID())),
    'a created application is answered with 200': status(201, 200),
    'the address of the result is missing': header('location', null),
    'the pointer lacks the step': json(
      (body) => JSON.parse(JSON.stringify(body).replaceAll('/answers/certificate/', '/')) as Body,
    ),
    'the draft of another device is deleted': async (request, answer) => {
      const { serviceId, type } = (await request.clone().json()) as Body
      const current = await answer(
        new Request(new URL(`drafts/${String(serviceId)}/${String(type)}`, request.url), { headers: request.headers }),
      )
      const tag = current.headers.get('etag')
      return answer(tag === null ? request : withHeader(request, 'If-Match', tag))
    },
    'a second order of one application is created': ofAnotherApplication,
    'the order that an application has become is not named': json((body) => without(body, 'orderId')),
    'another amount is accepted': async (request, answer) => {
      const sent = (await request.clone().json()) as Body
      return answer(withBody(request, without(sent, 'expectedTotal')))
    },
  }),
  on('saveDraft', 'PUT', /\/o\/drafts\//, {
    'If-Match is ignored': async (request, answer) => {
      const current = await answer(new Request(request.url, { headers: request.headers }))
      const tag = current.headers.get('etag')
      return answer(tag === null ? request : withHeader(request, 'If-Match', tag))
    },
    'a saved draft has no ETag': header('etag', null),
    'a save after the submission creates a draft again': ofAnotherApplication,
  }),
  on('deleteDraft', 'DELETE', /\/o\/drafts\//, {
    'If-Match is ignored': async (request, answer) => {
      const current = await answer(new Request(request.url, { headers: request.headers }))
      const tag = current.headers.get('etag')
      return answer(tag === null ? request : withHeader(request, 'If-Match', tag))
    },
    'a submitted draft counts as deleted': status(409, 404),
  }),
  on('getAttachment', 'GET', /\/o\/attachments\/[^/]+$/, {
    'a file that is removed from a draft is deleted at once': async (request, answer) =>
      request.url.endsWith('/AT-1005')
        ? new Response('{"code":"SE_CO_0404"}', { status: 404, headers: problemType })
        : answer(request),
  }),
  on('updateProfile', 'PATCH', /\/o\/profile$/, {
    'null does not remove a member, and the change is not echoed': json((body) => ({ ...body, phone: '0300000000' })),
    'a conflict is sent as a refused field': status(412, 422),
  }),
  on('getProfile', 'GET', /\/o\/profile$/, {
    'the kind is missing': json((body) => without(body, 'kind')),
    'an expired session is accepted': status(401, 200),
  }),
  on('uploadAttachment', 'POST', /\/o\/attachments$/, {
    'a type that is not accepted is sent as a refused field': status(415, 422),
    'the scan has an unknown state': json((body) => ({ ...body, scan: 'SKIPPED' })),
  }),
  on('downloadFile', 'GET', /\/files\/[^/]+$/, {
    'the Japanese name of the file is lost': header('content-disposition', 'attachment; filename="file.pdf"'),
    'a link serves twice': status(410, 200),
  }),
  on('resetPassword', 'POST', /\/password-reset$/, {
    'an expired confirmation is unknown': status(410, 404),
  }),
].flat()

const pact = readPact()
const current: { mutation: Mutation | null } = { mutation: null }
const sandbox = await startSandbox((request, answer) => {
  const { mutation } = current
  const hit = mutation?.method === request.method && mutation.path.test(new URL(request.url).pathname)
  return hit ? mutation.tamper(request, answer) : answer(request)
})
const verifier = startVerifier()
const target = { url: sandbox.url, statesUrl: `${sandbox.url}/_sandbox/states` }
const missed: string[] = []
try {
  const operations = [...new Set(mutations.map(({ operation }) => operation))]
  const unbroken = await verifier.verify(only(pact, operations), target)
  for (const { name, reasons } of unbroken.filter(({ result }) => result !== 'passed'))
    missed.push(`unbroken: ${name}: ${reasons.join('; ')}`)
  for (const mutation of mutations) {
    current.mutation = mutation
    const checks = await verifier.verify(only(pact, [mutation.operation]), target)
    if (checks.every(({ result }) => result === 'passed')) missed.push(`${mutation.operation}: ${mutation.name}`)
  }
} finally {
  verifier.stop()
  await sandbox.stop()
}
for (const miss of missed) console.error(`  not detected by the verification: ${miss}`)
console.log(`deliberate defects detected: ${mutations.length - missed.length}/${mutations.length}`)
if (missed.length > 0) process.exitCode = 1

function on(operation: string, method: string, path: RegExp, ways: Record<string, Tampering>): Mutation[] {
  return Object.entries(ways).map(([name, tamper]) => ({ name, operation, method, path, tamper }))
}
