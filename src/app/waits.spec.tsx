import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { act, renderHook } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { portalConfig } from '../../sandbox/core/portal-config.ts'
import { publicRequest } from '../api/client.ts'
import { authenticatedRequest } from '../api/http.ts'
import { wireApi } from '../api/wiring.ts'
import { createStore } from '../features/apply/application/application-store.ts'
import { emptyContent } from '../features/apply/application/content-state.ts'
import { formQuery } from '../features/apply/application/form-query.ts'
import { createOwnership, handOverWaitMs, onlyCopyWaitMs } from '../features/apply/application/ownership.ts'
import { openLocalDrafts } from '../features/apply/draft/local-drafts.ts'
import { anyRules, fakeDeps } from '../features/apply/testing/fake-deps.ts'
import { fakeLocks } from '../features/apply/testing/fake-locks.ts'
import { useIsLate } from '../feedback/use-is-late.ts'
import { aboutQuery } from '../form-engine/definition/about-texts.ts'
import { logOut } from '../identity/session-end/log-out.ts'
import type { Account } from '../identity/session/cognito-account.ts'
import { SessionProvider } from '../identity/session/session-context.tsx'
import { AuthProblem } from '../identity/session/auth-problem.ts'
import { createSession } from '../identity/session/session.ts'
import { tokenKeys } from '../identity/session/stored-tokens.ts'
import { memoryStore, tabGroup } from '../identity/session/testing/memory-tab.ts'
import { useSignIn } from '../identity/sign-in/use-sign-in.ts'
import { page } from '../i18n/lazy-page.ts'
import { changeLanguage, texts } from '../i18n/texts.ts'
import { parseConfig } from '../lib/config.ts'
import { ConfigContext } from '../lib/config-context.ts'
import { isUnreachable } from '../lib/network.ts'
import { ProblemError, problemOf } from '../lib/problem.ts'
import { parseTenantId } from '../paths.ts'
import { watchLeaving } from '../payment/use-proceed.ts'
import { createQueryClient } from './query-client.ts'
import { loadShellAfter } from './shell/load-shell.ts'

vi.mock(import('../identity/session/cognito.ts'), async (original) => ({
  ...(await original()),
  createCognito: () => ({
    signIn: () => never,
    confirm: () => never,
    refresh: () => never,
    signOut: () => never,
    reset: { request: () => never, confirm: () => never },
    account: new Proxy({} as Account, { get: () => () => never }),
  }),
}))
vi.mock(import('../form-engine/definition/load-form.ts'), async (original) => ({
  ...(await original()),
  loadForm: () => never,
}))

const loadNamespaces = vi.hoisted(() => vi.fn<() => Promise<void>>(async () => {}))
vi.mock(import('../i18n/texts.ts'), async (original) => ({ ...(await original()), loadNamespaces }))

const config = parseConfig(portalConfig('https://card.test', {}))
const { limits } = config
const never = new Promise<never>(() => {})
function nothing(): void {}

const noHandlers = {
  onUnauthenticated: nothing,
  onAccountDeleted: nothing,
  onUnavailable: nothing,
  onTenantClosed: nothing,
  onFailure: nothing,
  onProblem: nothing,
}

const base = 'http://portal.test/app/web'
const tenantId = parseTenantId('minato-city')
if (tenantId === null) throw new Error('minato-city is a tenant id')
const user = { tenantId, userId: 'U-1' }
const applicationKey = { ...user, serviceId: 'x', type: 'individual' }
const username = 'minato-city__U-1'
const address = { tenantId, serviceId: 'x', type: 'individual', formVersion: 'v1', formsBase: '/forms' }

/** The queries of the portal, which decide what is retried. */
function query(queryFn: () => Promise<unknown>): Promise<unknown> {
  return createQueryClient(noHandlers).query({ queryKey: ['o', 'any'], queryFn })
}

/** A tab whose user has an expired token, and whose identity provider never responds. */
function expiredTab() {
  const stores = { local: memoryStore(), session: memoryStore() }
  const keys = tokenKeys(config.auth.clientId)
  const claims = { 'cognito:username': username, exp: Math.floor(Date.now() / 1000) - 60 }
  stores.session.set(keys.lastUser, username)
  stores.session.set(keys.of(username, 'idToken'), `x.${btoa(JSON.stringify(claims))}.x`)
  for (const name of ['accessToken', 'refreshToken']) stores.session.set(keys.of(username, name), name)
  return createSession({ auth: config.auth, limits, stores, tabs: tabGroup().open(), page: undefined })
}

function wire(getIdToken: () => Promise<string | null> = () => Promise.resolve(null)): void {
  wireApi({
    baseUrl: base,
    timeoutMs: limits.requestTimeoutMs,
    language: () => 'ja',
    tenantGate: async () => undefined,
    user: () => username,
    getIdToken,
    refreshSession: getIdToken,
    pageHasSession: () => true,
  })
}

/** How a promise was settled; null before. */
function outcomeOf(work: Promise<unknown>): () => string | null {
  let outcome: string | null = null
  const failed = (error: unknown) => {
    outcome = problemOf(error)?.kind ?? (error instanceof AuthProblem ? error.reason : String(error))
  }
  void work.then((value) => {
    outcome = String(value)
  }, failed)
  return () => outcome
}

/** The expected outcome of a wait, and how to read it. */
type Wait = { expected: unknown; now: () => unknown }

/** The owner does not answer. */
function handOver(waitMs: number): Wait {
  const locks = fakeLocks()
  locks.request('application/x', {}, () => never).catch(nothing)
  const ownership = createOwnership({
    locks: () => locks,
    tabs: { post: nothing, subscribe: () => () => true },
    whenVisible: async () => undefined,
    handOver: () => never,
    onLost: nothing,
    onOwned: nothing,
    waitMs: () => waitMs,
  })
  void ownership.claim('x')
  return { expected: 'here', now: () => ownership.place('x').kind }
}

/** For each row of the table: a wait for something that never happens, and what the user is offered at its limit. */
const waits: Record<string, () => Wait> = {
  'request to the API'() {
    wire()
    const url = '/p/tenants/minato-city/info'
    const early = { language: 'ja', token: undefined, startedAt: performance.now(), cancel: new AbortController() }
    globalThis.portalStart = {
      config: undefined,
      responses: new Map([[`${base}${url}`, { ...early, response: never }]]),
    }
    return { expected: 'timeout', now: outcomeOf(query(() => publicRequest({ url, method: 'GET' }))) }
  },

  'files of a page'() {
    const router = createMemoryRouter([{ path: '/', lazy: page([], () => never) }])
    vi.spyOn(texts, 'reloadResources').mockReturnValue(never)
    const language = outcomeOf(changeLanguage('ja-simple'))
    return {
      expected: [['timeout'], 'TimeoutError: No outcome within 30000 ms'],
      now: () => [Object.values(router.state.errors ?? {}).map((each) => problemOf(each)?.kind), language()],
    }
  },

  'files of a form'() {
    wire()
    vi.stubGlobal('fetch', () => never)
    const form = outcomeOf(createQueryClient(noHandlers).query(formQuery(address, 'ja')))
    const about = outcomeOf(createQueryClient(noHandlers).query(aboutQuery(address, 'ja')))
    return { expected: ['timeout', 'timeout'], now: () => [form(), about()] }
  },

  'automatic retries of a query'() {
    const problem = { kind: 'unavailable' as const, retryAfter: 5, fields: [] }
    return { expected: 'unavailable', now: outcomeOf(query(() => Promise.reject(new ProblemError(problem)))) }
  },

  'renewal of the tokens'() {
    const port = expiredTab()
    wire(() => port.getIdToken())
    const outcome = outcomeOf(query(() => authenticatedRequest({ url: '/o/profile', method: 'GET' })))
    return { expected: ['timeout', true], now: () => [outcome(), port.hasSession()] }
  },

  'step of the sign-in'() {
    const port = { ...expiredTab(), pendingStep: () => ({ kind: 'custom' as const, prompt: {} }) }
    const { result } = renderHook(() => useSignIn(tenantId, nothing), {
      wrapper: ({ children }) => (
        <ConfigContext value={config}>
          <SessionProvider port={port} session={null}>
            {children}
          </SessionProvider>
        </ConfigContext>
      ),
    })
    act(() => result.current.answer('123456'))
    return { expected: true, now: () => result.current.slow }
  },

  'account and password reset at the identity provider'() {
    const port = expiredTab()
    const outcomes = [port.accountOf(username).attributes(), port.reset.request(username)].map(outcomeOf)
    return { expected: ['network', 'network'], now: () => outcomes.map((outcome) => outcome()) }
  },

  'log-out'() {
    const port = expiredTab()
    const { signOutTimeoutMs: limitMs } = limits
    return { expected: 'unremoved', now: outcomeOf(logOut({ port, user, loadApplications: () => never, limitMs })) }
  },

  'hand-over of an application by another tab': () => handOver(handOverWaitMs),

  'hand-over in a browser that stores nothing': () => handOver(onlyCopyWaitMs),

  'another tab that sends an application'() {
    const { result } = renderHook(() => useIsLate(true))
    return { expected: true, now: () => result.current }
  },

  'pending save before a submission'() {
    const send = vi.fn<() => Promise<never>>(() => never)
    const deps = fakeDeps({ submit: { ...fakeDeps().submit, send }, isOffline: async () => false })
    deps.server.save = () => never
    const store = createStore(applicationKey, anyRules, deps, {
      applicationId: 'application-1',
      content: { ...emptyContent('v1'), answers: { x: { a: 'typed' } } },
      base: { etag: null, savedAt: null, baseContent: null, unsaved: true },
      submission: { key: 'key-1', phase: 'editing', body: null },
    })
    void store.saveNow()
    void store.submit({ ...address, answers: {}, attachments: [], locale: 'ja' })
    return { expected: 1, now: () => send.mock.calls.length }
  },

  "browser's database"() {
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    return { expected: 'null', now: outcomeOf(openLocalDrafts().claim(applicationKey)) }
  },

  'page shell on the login page'() {
    loadShellAfter(never)
    return { expected: 1, now: () => loadNamespaces.mock.calls.length }
  },

  'departure to the card provider'() {
    const stayed = vi.fn<() => void>()
    watchLeaving(stayed)
    return { expected: 1, now: () => stayed.mock.calls.length }
  },

  'question whether there is a network'() {
    // The fake clock does not end the signals of the browser.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const late = new AbortController()
      setTimeout(() => late.abort(), ms)
      return late.signal
    })
    const request: typeof fetch = (_url, { signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('late'))))
    vi.stubGlobal('fetch', request)
    return { expected: 'true', now: outcomeOf(isUnreachable()) }
  },
}

const [, section = ''] = readFileSync('docs/request-lifecycle.md', 'utf8').split('## Waits and their limits')
const table = section.split('| wait | limit |')[1] ?? ''
const rows = [...table.matchAll(/^\| (?<wait>[a-z][^(|]*) \([^|]*\| (?<limit>[^|]+) \|/gm)].map(({ groups }) => ({
  wait: groups?.wait ?? '',
  limit: groups?.limit ?? '',
}))

/** What the table promises, in milliseconds. A named limit has the default that the table shows beside its name. */
function promisedMs(limit: string): number {
  const [, count, pause] = /(\d+), at most (\d+) s apart/.exec(limit) ?? []
  if (count !== undefined) return Number(count) * Number(pause) * 1_000
  const [, value, unit] = /\b(\d+) (ms|s)\b/.exec(limit) ?? []
  const shown = value === undefined ? undefined : Number(value) * (unit === 's' ? 1_000 : 1)
  const [name, named] = Object.entries(limits).find(([each]) => limit.includes(`\`${each}\``)) ?? []
  const ms = named ?? shown
  if (ms === undefined) throw new Error(`${limit} has no time`)
  if (shown !== undefined && shown !== ms) throw new Error(`${name} is ${ms} ms`)
  return ms
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  globalThis.portalStart = undefined
})

describe('the table of waits in docs/request-lifecycle.md', () => {
  it('each row of the table has a test', () => {
    expect(rows.map(({ wait }) => wait)).toEqual(Object.keys(waits))
  })

  it('every file that sets a limit of five seconds or more is named', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|\/testing\//.test(file))
      .map((file) => `src/${file}`)
    const limit = /^(?:export )?const \w*(?:Wait|Limit)Ms = ([\d_]+)$/gm
    const sets = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(limit)].some(([, ms = '']) => Number(ms.replaceAll('_', '')) >= 5_000)
    expect(files.filter(sets).filter((file) => !section.includes(file))).toEqual([])
  })

  it.each(rows)('the user can continue at the limit of the wait: $wait', async ({ wait, limit }) => {
    const limitMs = promisedMs(limit)
    const { expected, now } = waits[wait]?.() ?? { expected: wait, now: () => null }
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.advanceTimersByTimeAsync(limitMs - 100))
    expect(now(), 'still waits').not.toEqual(expected)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(now(), `after ${limitMs} ms`).toEqual(expected)
  })
})
