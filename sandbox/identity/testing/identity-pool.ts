import { DatabaseSync } from 'node:sqlite'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { CodeMail, IdentityFaults } from '../context.ts'
import type { Identity } from '../identity.ts'
import { createIdentity } from '../identity.ts'
import { sqliteIdentityStore } from '../store.ts'
import type { NewUser } from '../users.ts'

export const region = 'ap-northeast-1'
export const poolId = `${region}_devPortal`
export const clientId = 'portal-sandbox'
export const password = 'Portal-2026!'
const realAddress = `https://cognito-idp.${region}.amazonaws.com/`

export type WireRequest = { action: string; body: Record<string, unknown>; headers: Record<string, string> }

/** An identity pool in memory with its own clock and readable mails and requests. */
export type TestPool = {
  identity: Identity
  faults: IdentityFaults
  mails: CodeMail[]
  /** Unexpected errors of the emulator itself. */
  reports: unknown[]
  /** Requests of clients through {@link servePool}, oldest first. */
  requests: WireRequest[]
  /** The actions that were answered since the last reset, also those that the client had aborted. */
  answered: string[]
  shiftClock(ms: number): void
  now(): number
  /** Creates a user of tenant `minato-city` with a name that no other test uses; returns the user name. */
  user(state?: Partial<NewUser>): string
  lastCode(): string
  reset(): void
}

let users = 0

export function testPool(db = new DatabaseSync(':memory:')): TestPool {
  let shift = 0
  const mails: CodeMail[] = []
  const requests: WireRequest[] = []
  const answered: string[] = []
  const reports: unknown[] = []
  const faults: IdentityFaults = {}
  const now = () => Date.now() + shift
  const identity = createIdentity({
    poolId,
    clientId,
    issuer: `https://cognito-idp.${region}.amazonaws.com/${poolId}`,
    store: sqliteIdentityStore(db),
    now,
    deliver: (mail) => mails.push(mail),
    faults,
    report: (error) => reports.push(error),
  })
  return {
    identity,
    faults,
    mails,
    reports,
    requests,
    answered,
    now,
    shiftClock: (ms) => {
      shift += ms
    },
    user(state = {}) {
      const name = `user${++users}`
      const email = `${name}@example.jp`
      const user = { username: `minato-city__${name}`, email, password, phone: '+819012345678', ...state }
      return identity.users.create({ state: 'CONFIRMED', ...user }).username
    },
    lastCode: () => mails.at(-1)?.code ?? '',
    reset() {
      shift = 0
      mails.length = 0
      requests.length = 0
      answered.length = 0
      for (const key of ['delayMs', 'failing', 'rateLimited', 'actions'] as const) delete faults[key]
    },
  }
}

/** Answers at Amazon's own address, so that a client runs exactly as in production. */
export function servePool(pool: TestPool) {
  return setupServer(
    http.post(realAddress, async ({ request }) => {
      const target = request.headers.get('x-amz-target') ?? ''
      const body = (await request.json()) as Record<string, unknown>
      const action = target.replace('AWSCognitoIdentityProviderService.', '')
      pool.requests.push({ action, body, headers: Object.fromEntries(request.headers) })
      const answer = await pool.identity.handle(target, body)
      pool.answered.push(action)
      return new HttpResponse(JSON.stringify(answer.body), { status: answer.status })
    }),
  )
}
