import { Hono } from 'hono'
import { createCardApp } from './card/app.ts'
import { createClock } from './core/clock.ts'
import type { Clock } from './core/clock.ts'
import { clientId, poolId, portalConfig } from './core/portal-config.ts'
import type { ConfigChanges } from './core/portal-config.ts'
import { openDatabase } from './core/database.ts'
import { createFaults } from './core/faults.ts'
import type { Fault } from './core/faults.ts'
import { createIdentityApp } from './identity/http.ts'
import { createIdentity } from './identity/identity.ts'
import type { Identity } from './identity/identity.ts'
import { sqliteIdentityStore } from './identity/store.ts'
import { notFound } from './core/problem-answer.ts'
import { createBackend } from './rules/backend.ts'
import type { Backend } from './rules/backend.ts'
import { createFormLibrary } from './rules/form-library.ts'
import { createSeeding, keepSigningKey } from './seed/seed.ts'
import { serveFile } from './core/serve-file.ts'
import { createOutbox } from './store/outbox.ts'
import { createControlPanel } from './control-panel/app.ts'
import { createWebApi } from './web-api/app.ts'
import type { LoggedCall } from './web-api/request-state.ts'

import { noAnswer, problemResponse, requestIdOf } from './web-api/responses.ts'
import { doDueWork } from './web-api/submissions.ts'
import { usernameOf } from './core/identifiers.ts'

export type SandboxOptions = {
  /** `:memory:` or a file, which is created and filled if it does not exist. */
  db: string
  /** The folder of definitions that `forms build` has written. */
  formsDir: string
  /** The portal's origin, without a slash at the end. */
  origin: string
  cardOrigin: string
  /** Adds one user for every way of signing in, which takes about 200 ms. */
  specialUsers?: boolean
  faults?: Fault[]
  config?: ConfigChanges
}

export type Sandbox = {
  /**
   * Handles everything below `/app/web`, `/forms`, `/_identity`, `/_sandbox` and `/config.json`. Never rejects; a
   * broken connection is `Response.error()`, which a server turns into a closed socket and MSW into a network error.
   */
  fetch: (request: Request) => Promise<Response>
  /** The card provider, on an origin of its own. */
  cardFetch: (request: Request) => Promise<Response>
  identity: Identity
  clock: Clock
  backend: Backend
  /** Requests to the API, oldest first, at most the last 10,000. */
  calls: readonly LoggedCall[]
  /** The current configuration of the portal. */
  config: () => ReturnType<typeof portalConfig>
  /** Tokens of a user, as if signed in. */
  signIn: (email: string, tenantId: string) => Promise<{ idToken: string; accessToken: string; refreshToken: string }>
  /** Refuses further requests. Those under way still use the database, which is closed after the last of them. */
  close: () => void
}

const maxCalls = 10_000

/**
 * A backend to run against: user web API, identity provider, card provider, outbox and control panel on one database.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { origin, cardOrigin, formsDir } = options
  const db = openDatabase(options.db)
  const clock = createClock()
  const outbox = createOutbox(db, clock.now)
  const identityStore = sqliteIdentityStore(db.connection)
  const identity = createIdentity({
    poolId,
    clientId,
    issuer: `${origin}/_identity/${poolId}`,
    store: identityStore,
    now: clock.now,
    wait: clock.wait,
    deliver: ({ tenantId, ...mail }) => outbox.send({ ...mail, ...(tenantId === undefined ? {} : { tenantId }) }),
    faults: {},
  })
  const faults = createFaults()
  for (const fault of options.faults ?? []) faults.add(fault)
  const forms = createFormLibrary(formsDir, clock.now)
  const backend = createBackend({ db, clock, origin, cardOrigin, forms, identity, faults }, outbox)
  const seeding = createSeeding(backend, identityStore, { special: options.specialUsers ?? false })
  seeding.start()

  const calls: LoggedCall[] = []
  const changes: ConfigChanges = { ...options.config }
  const config = () => portalConfig(cardOrigin, changes, origin)
  const app = new Hono({ strict: false })
  app.get('/config.json', (c) => c.json(config(), 200, { 'Cache-Control': 'no-cache' }))
  app.get('/forms/*', (c) => {
    const { folder, name } = forms.fileOf(c.req.path.slice('/forms/'.length))
    return serveFile(c.req.raw, folder, name)
  })
  app.route('/_identity', createIdentityApp(identity))
  app.route(
    '/_sandbox',
    createControlPanel(backend, {
      calls,
      changeConfig: (given) => {
        changes.auth = { ...changes.auth, ...given.auth }
        changes.limits = { ...changes.limits, ...given.limits }
        if (given.demo !== undefined) changes.demo = given.demo
        return config()
      },
      reset: () => {
        faults.clear()
        forms.reset()
        clock.reset()
        calls.length = 0
        db.clear()
        seeding.start()
      },
    }),
  )
  app.route(
    '/',
    createWebApi(backend, {
      onCall: (call) => {
        calls.push(call)
        if (calls.length > maxCalls) calls.shift()
      },
    }),
  )
  app.notFound((c) => problemResponse(backend, notFound(), requestIdOf(c.req.raw.headers)))
  const cardApp = createCardApp(backend)

  let isClosed = false
  let underWay = 0
  async function answered(hono: Hono, request: Request): Promise<Response> {
    if (isClosed) return noAnswer()
    underWay += 1
    try {
      seeding.follow()
      doDueWork(backend)
      return await hono.fetch(request)
    } catch (error) {
      console.error('The sandbox failed:', error)
      return noAnswer()
    } finally {
      underWay -= 1
      if (isClosed && underWay === 0) db.close()
    }
  }

  return {
    fetch: (request) => answered(app, request),
    cardFetch: (request) => answered(cardApp, request),
    identity,
    clock,
    backend,
    calls,
    config,
    async signIn(email, tenantId) {
      const resident = backend.residents.findByEmail(tenantId, email)
      if (resident === null) throw new Error(`The sandbox has no user ${email} at ${tenantId}`)
      return identity.issueTokens(usernameOf(resident))
    },
    close() {
      if (isClosed) return
      if (options.db === ':memory:') keepSigningKey(identityStore)
      isClosed = true
      if (underWay === 0) db.close()
    },
  }
}
