import { inspect } from 'node:util'
import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { operationsOf, readDocument } from '../../contract/openapi/document.ts'
import { serverNow } from '../lib/clock.ts'
import { ProblemError, problemOf } from '../lib/problem.ts'
import { listServices } from './generated/services/services.ts'
import { authenticatedRequest, authenticatedResponse } from './http.ts'
import { checkedPublicRequest, publicRequest } from './client.ts'
import { wireApi } from './wiring.ts'
import type { ApiWiring } from './wiring.ts'

const base = 'http://portal.test/app/web'
const server = setupServer()
const seen: Request[] = []

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
})
afterAll(() => server.close())

function wire(changes: Partial<ApiWiring> = {}): ApiWiring {
  const wiring: ApiWiring = {
    baseUrl: base,
    timeoutMs: 2_000,
    language: () => 'ja',
    tenantGate: () => Promise.resolve(),
    user: () => 'resident',
    getIdToken: () => Promise.resolve('token-1'),
    refreshSession: () => Promise.resolve('token-2'),
    pageHasSession: () => true,
    ...changes,
  }
  wireApi(wiring)
  return wiring
}

function answer(path: string, respond: (request: Request) => Response): void {
  server.use(
    http.all(`${base}${path}`, ({ request }) => {
      seen.push(request)
      return respond(request)
    }),
  )
}

async function problemFrom(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProblemError)) throw new Error(`no ProblemError: ${String(error)}`)
  return error.problem
}

beforeEach(() => {
  seen.length = 0
  wire()
})

describe('the public client', () => {
  it('requests the tenant info first, depending on the operation', async () => {
    const tenantGate = vi.fn<(tenantId: string) => Promise<void>>(() => Promise.resolve())
    wire({ tenantGate })
    answer('/p/tenants/info/services', () => HttpResponse.json([]))
    await checkedPublicRequest({ url: '/p/tenants/info/services', method: 'GET' })
    expect(tenantGate).toHaveBeenCalledExactlyOnceWith('info')
  })
  it('checks the tenant that the operation names, for any id', async () => {
    const closed = new Error('closed')
    const tenantGate = vi.fn<(tenantId: string) => Promise<void>>(() => Promise.reject(closed))
    wire({ tenantGate })
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (tenantId) => {
        await expect(listServices(tenantId)).rejects.toBe(closed)
        expect(tenantGate).toHaveBeenLastCalledWith(tenantId)
      }),
    )
  })
  it('refuses an operation that names no tenant, of which the contract has none', async () => {
    const tenantGate = vi.fn<(tenantId: string) => Promise<void>>(() => Promise.resolve())
    wire({ tenantGate })
    await expect(checkedPublicRequest({ url: '/p/status', method: 'GET' })).rejects.toThrow('is not below a tenant')
    expect(tenantGate).not.toHaveBeenCalled()
    const operations = operationsOf(readDocument('api-spec/openapi.yaml')).filter(({ owned }) => !owned)
    expect(operations.length).toBeGreaterThan(5)
    expect(operations.filter(({ path }) => !path.startsWith('/p/tenants/{tenantId}/'))).toEqual([])
  })
  it('does not wait for the tenant info when it requests the tenant info itself', async () => {
    const tenantGate = vi.fn<(tenantId: string) => Promise<void>>(() => Promise.resolve())
    wire({ tenantGate })
    answer('/p/tenants/acme/info', () => HttpResponse.json({ tenantId: 'acme' }))
    await publicRequest({ url: '/p/tenants/acme/info', method: 'GET' })
    expect(tenantGate).not.toHaveBeenCalled()
  })
  it('ends a request of the starter at its own time limit', async () => {
    wire({ timeoutMs: 20 })
    const cancel = new AbortController()
    globalThis.portalStart = {
      config: undefined,
      responses: new Map([
        [
          `${base}/p/tenants/acme/info`,
          { language: 'ja', token: undefined, startedAt: performance.now(), cancel, response: new Promise(() => {}) },
        ],
      ]),
    }
    expect(await problemFrom(publicRequest({ url: '/p/tenants/acme/info', method: 'GET' }))).toMatchObject({
      kind: 'timeout',
    })
    expect(cancel.signal.aborted).toBe(true)
    globalThis.portalStart = undefined
  })
  it('drops responses that were requested early when something is changed on the server', async () => {
    const early = () => {
      const cancel = new AbortController()
      const response = new Promise<Response>(() => {})
      globalThis.portalStart?.responses.set(base, { language: 'ja', token: 'T', startedAt: 0, cancel, response })
      return cancel.signal
    }
    globalThis.portalStart = { config: undefined, responses: new Map() }
    const signals = [early()]
    answer('/p/tenants/acme/mail-confirmations', () => {
      signals.push(early())
      return HttpResponse.json({})
    })
    await publicRequest({ url: '/p/tenants/acme/mail-confirmations', method: 'POST', data: {} })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(globalThis.portalStart.responses.size).toBe(0)
    globalThis.portalStart = undefined
  })
  it('sends nothing when the tenant is closed', async () => {
    wire({ tenantGate: () => Promise.reject(new ProblemError({ kind: 'unavailable', fields: [] })) })
    answer('/p/tenants/acme/services', () => HttpResponse.json([]))
    expect(await problemFrom(checkedPublicRequest({ url: '/p/tenants/acme/services' }))).toMatchObject({
      kind: 'unavailable',
    })
    expect(seen).toHaveLength(0)
  })
  it('sends no token, but language and a reference', async () => {
    answer('/p/tenants/acme/info', () => HttpResponse.json({}))
    await publicRequest({ url: '/p/tenants/acme/info' })
    const headers = seen[0]?.headers
    expect(headers?.get('authorization')).toBeNull()
    expect(headers?.get('accept-language')).toBe('ja')
    expect(headers?.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
  it.each([
    ['HTML', () => HttpResponse.html('<p>maintenance</p>')],
    ['an empty body', () => new HttpResponse(null, { status: 200 })],
    [
      'a truncated body',
      () => new HttpResponse('{"tenantId":"ac', { headers: { 'content-type': 'application/json' } }),
    ],
    ['a bare number', () => HttpResponse.json(7)],
  ])('treats %s as a failure despite the status 200', async (_name, respond) => {
    answer('/p/tenants/acme/info', respond)
    expect(await problemFrom(publicRequest({ url: '/p/tenants/acme/info' }))).toMatchObject({
      kind: 'unreadable',
      status: 200,
    })
  })
  it.each([202, 204])('treats %i without a body as success', async (status) => {
    answer('/p/tenants/acme/password-reset', () => new HttpResponse(null, { status }))
    await expect(publicRequest({ url: '/p/tenants/acme/password-reset', method: 'POST' })).resolves.toBeDefined()
  })
  it('reports a broken connection as offline', async () => {
    answer('/p/tenants/acme/info', () => HttpResponse.error())
    expect(await problemFrom(publicRequest({ url: '/p/tenants/acme/info' }))).toMatchObject({ kind: 'offline' })
  })
  it('rejects with an AbortError when its caller cancels', async () => {
    answer('/p/tenants/acme/info', () => HttpResponse.json({}))
    const cancelled = publicRequest({ url: '/p/tenants/acme/info', signal: AbortSignal.abort() })
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the authenticated client', () => {
  it('sends the token and returns headers in lower case', async () => {
    answer('/o/profile', () => HttpResponse.json({ kind: 'person' }, { headers: { ETag: '"1"' } }))
    const { headers, status } = await authenticatedResponse({ url: '/o/profile' })
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect([headers.etag, status]).toEqual(['"1"', 200])
  })
  it('reads the weak ETag of a compressing proxy as the strong one that If-Match needs', async () => {
    answer('/o/profile', () => HttpResponse.json({ kind: 'person' }, { headers: { ETag: 'W/"1"' } }))
    const { headers } = await authenticatedResponse({ url: '/o/profile' })
    expect(headers.etag).toBe('"1"')
  })
  it('never sends a request outside the base, even for an absolute address', async () => {
    answer('/*', () => HttpResponse.json({}))
    await authenticatedRequest({ url: 'https://evil.test/x' })
    expect(seen.map((request) => new URL(request.url).origin)).toEqual(['http://portal.test'])
  })
  it('sends nothing without a session or from a page that has none', async () => {
    wire({ getIdToken: () => Promise.resolve(null) })
    expect(await problemFrom(authenticatedRequest({ url: '/o/orders' }))).toMatchObject({ kind: 'unauthenticated' })
    wire({ pageHasSession: () => false })
    expect(await problemFrom(authenticatedRequest({ url: '/o/orders' }))).toMatchObject({ kind: 'unauthenticated' })
    expect(seen).toHaveLength(0)
  })
  it('puts neither the token nor typed values into the error, which appears in consoles and reports', async () => {
    answer('/o/profile', () => new HttpResponse(null, { status: 503 }))
    const error: unknown = await authenticatedRequest({
      url: '/o/profile',
      method: 'PATCH',
      data: { phone: '0312345678' },
    }).catch((thrown: unknown) => thrown)
    expect(inspect(error, { depth: Infinity })).toContain('ERR_BAD_RESPONSE')
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toMatch(/token-1|0312345678/)
  })
  it('handles five 401 at once with one refresh and one repeat each (S-16)', async () => {
    let token = 'token-1'
    const refreshSession = vi.fn<() => Promise<string | null>>(async () => {
      await vi.waitFor(() => expect(seen, 'all five are refused before the token is renewed').toHaveLength(5))
      token = 'token-2'
      return token
    })
    wire({ getIdToken: () => Promise.resolve(token), refreshSession })
    answer('/o/orders', (request) =>
      request.headers.get('authorization') === 'Bearer token-2'
        ? HttpResponse.json({ items: [] })
        : new HttpResponse(null, { status: 401 }),
    )
    await Promise.all(Array.from({ length: 5 }, () => authenticatedRequest({ url: '/o/orders' })))
    expect(refreshSession).toHaveBeenCalledOnce()
    expect(seen).toHaveLength(10)
  })
  it('renews nothing for a deleted account', async () => {
    const refreshSession = vi.fn<() => Promise<string | null>>(async () => 'token-2')
    wire({ refreshSession })
    answer('/o/orders', () => HttpResponse.json({ code: 'SE_AC_0002' }, { status: 401 }))
    expect(await problemFrom(authenticatedRequest({ url: '/o/orders' }))).toMatchObject({ code: 'SE_AC_0002' })
    expect(refreshSession).not.toHaveBeenCalled()
    expect(seen).toHaveLength(1)
  })
  it('never sends the token of another user than that for whom the request began', async () => {
    const user = fc.constantFrom('hanako', 'hanako', 'taro', null)
    // Each wait lets users change: for the token, for both responses, and for the renewal.
    const moments = fc.record({ first: user, renewed: user, answered: fc.tuple(user, user) })
    const statuses = fc.tuple(fc.constantFrom(200, 401), fc.constantFrom(200, 401))
    const codes = fc.constantFrom('SE_AC_0002', 'SE_CO_0401')
    await fc.assert(
      fc.asyncProperty(moments, statuses, codes, async (moment, answers, code) => {
        seen.length = 0
        let signedIn: string | null = 'hanako'
        const tokenOf = (next: string | null) => {
          signedIn = next
          return next && `${next}-${seen.length}`
        }
        wire({
          user: () => signedIn,
          getIdToken: async () => tokenOf(seen.length === 0 ? moment.first : signedIn),
          refreshSession: async () => tokenOf(moment.renewed),
        })
        answer('/o/orders', () => {
          const at = seen.length - 1
          signedIn = moment.answered[at] ?? null
          return HttpResponse.json({ code }, { status: answers[at] ?? 401 })
        })
        const outcome = await authenticatedRequest({ url: '/o/orders' }).catch((error: unknown) => problemOf(error))
        const senders = seen.map(({ headers }) => headers.get('authorization')?.replace(/-\d$/, ''))
        expect(senders.filter((sender) => sender !== 'Bearer hanako')).toEqual([])
        // Otherwise the page of the former user would go on, or the session of the present one would seem to be over.
        const late = signedIn === 'taro' ? outcome : { kind: 'unavailable' }
        expect(late).toMatchObject({ kind: 'unavailable' })
        expect(late).not.toHaveProperty('code')
      }),
    )
  })
  it('gives up after the second 401', async () => {
    answer('/o/orders', () => new HttpResponse(null, { status: 401 }))
    expect(await problemFrom(authenticatedRequest({ url: '/o/orders' }))).toMatchObject({ kind: 'unauthenticated' })
    expect(seen).toHaveLength(2)
  })
  it('a request reports a timeout, not signed out, if the refresh gets no response from the identity provider', async () => {
    wire({ refreshSession: () => Promise.reject(new ProblemError({ kind: 'timeout', fields: [] })) })
    answer('/o/orders', () => new HttpResponse(null, { status: 401 }))
    expect(await problemFrom(authenticatedRequest({ url: '/o/orders' }))).toMatchObject({ kind: 'timeout' })
  })
  it('repeats with the same Idempotency-Key', async () => {
    let first = true
    answer('/o/orders', () => {
      const status = first ? 401 : 202
      first = false
      return new HttpResponse(null, { status })
    })
    await authenticatedRequest({
      url: '/o/orders',
      method: 'POST',
      data: { a: 1 },
      headers: { 'Idempotency-Key': 'k' },
    })
    expect(seen.map((request) => request.headers.get('idempotency-key'))).toEqual(['k', 'k'])
  })
})

describe("the API's clock", () => {
  const hour = 3_600_000
  async function offsetAfter(headers: Record<string, string>, back: number): Promise<number> {
    const date = new Date(Date.now() + back).toUTCString()
    answer('/p/tenants/acme/info', () => HttpResponse.json({}, { headers: { Date: date, ...headers } }))
    await publicRequest({ url: '/p/tenants/acme/info', method: 'GET' })
    return Math.round((serverNow() - Date.now()) / hour)
  }

  it("the API's clock is read only from responses that cannot come from a cache", async () => {
    expect(await offsetAfter({ 'Cache-Control': 'no-store' }, 2 * hour)).toBe(2)
    expect(await offsetAfter({}, -5 * hour)).toBe(2)
    expect(await offsetAfter({ 'Cache-Control': 'max-age=60' }, -5 * hour)).toBe(2)
    expect(await offsetAfter({ 'Cache-Control': 'no-store', Age: '18000' }, -5 * hour)).toBe(2)
    expect(await offsetAfter({ 'Cache-Control': 'private, no-store' }, 0)).toBe(0)
  })

  it("a response that the starter requested seconds earlier does not set the API's clock back", async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const url = `${base}/o/orders`
    const date = new Date(Date.now() - 8_000).toUTCString()
    const response = HttpResponse.json([], { headers: { Date: date, 'Cache-Control': 'no-store' } })
    const responses = new Map([
      [
        url,
        {
          language: 'ja',
          token: 'token-1',
          startedAt: performance.now(),
          cancel: new AbortController(),
          response: Promise.resolve(response),
        },
      ],
    ])
    vi.stubGlobal('portalStart', { responses })
    await authenticatedRequest({ url: '/o/orders', method: 'GET' })
    vi.unstubAllGlobals()
    expect(responses.size).toBe(0)
    expect(serverNow()).toBe(Date.now())
  })
})
