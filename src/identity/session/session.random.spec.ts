import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TokenStorage } from '../../lib/config.ts'
import { ProblemError } from '../../lib/problem.ts'
import { AuthProblem } from './auth-problem.ts'
import type { Cognito } from './cognito.ts'
import type { SafeStorage } from '../../lib/safe-storage.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createSession } from './session.ts'
import type { SessionChange } from './session-port.ts'
import type { SignInStep } from './sign-in-step.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'
import { tokenKeys } from './stored-tokens.ts'
import { memoryStore, tabGroup } from './testing/memory-tab.ts'
import { refreshShared } from './token-refresh.ts'
import type { Duplicates, TabLocks } from './token-refresh.ts'

const clientId = 'portal'
const limitMs = 2_000
const signOutMs = 500
/** Locks and timers of one tab end one after the other. */
const toleranceMs = 50

type Answer = 'yes' | 'no' | 'challenge'
/** `loggedOut`: a log-out has ended, and no step of a sign-in was sent since. */
type Page = { open: boolean; loggedOut: boolean }
/** A request to which the identity provider has not responded yet. */
type Question = { tab: number; answer: (how: Answer) => void }

type Command =
  | { kind: 'sign-in'; tab: number; user: string; keptIn: TokenStorage }
  | { kind: 'confirm' | 'abandon' | 'refresh' | 'get-token' | 'reload'; tab: number }
  | { kind: 'sign-out'; tab: number; reason: 'log-out' | 'limit' }
  | { kind: 'answer'; which: number; how: Answer }
  | { kind: 'wait'; ms: number }

const tabs = fc.integer({ min: 0, max: 2 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sign-in'),
      tab: tabs,
      user: fc.constantFrom('a', 'b'),
      keptIn: fc.constantFrom('session', 'local'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm', 'abandon', 'refresh', 'get-token', 'reload'),
      tab: tabs,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('sign-out'),
      tab: tabs,
      reason: fc.constantFrom('log-out', 'limit'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer'),
      which: fc.nat(5),
      how: fc.constantFrom('yes', 'yes', 'no', 'challenge'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(10, signOutMs, limitMs, 90_000) }),
  },
)

const walk = fc.array(command, { minLength: 5, maxLength: 60 })

/** Locks as the browser has them: one holder per name, and a wait that ends at the limit. */
function memoryLocks(): TabLocks {
  const queues = new Map<string, Promise<unknown>>()
  const claimed = new Set<string>()
  return {
    async exclusive(name, waitMs, task) {
      const before = queues.get(name) ?? Promise.resolve()
      let given = false
      const mine = before.then(async () => (given ? undefined : { result: await task() }))
      queues.set(
        name,
        mine.catch(() => undefined),
      )
      const limit = new Promise<never>((_resolve, reject) => {
        setTimeout(() => {
          given = true
          reject(new DOMException('The lock was not free in time', 'TimeoutError'))
        }, waitMs)
      })
      const outcome = await Promise.race([mine, limit])
      if (outcome === undefined) throw new DOMException('The lock was not free in time', 'TimeoutError')
      return outcome.result
    },
    async claim(name) {
      if (claimed.has(name)) return null
      claimed.add(name)
      return () => claimed.delete(name)
    },
  }
}

/** A closed page runs no code any more, so it does not change the storage. */
function storeOf(page: Page, store: SafeStorage): SafeStorage {
  return {
    ...store,
    set: (key, value) => page.open && store.set(key, value),
    remove: (key) => page.open && store.remove(key),
  }
}

/** How much later than its message a tab sees what another one has written. */
const lagMs = 5

/** Local storage of a browser that shows each tab the writes of the others some time later. */
function lateStores(): { stored: SafeStorage; viewOfTab: () => SafeStorage } {
  const stored = memoryStore()
  const views = new Set<SafeStorage>()

  function arrive(view: SafeStorage): void {
    for (const key of view.keys()) if (stored.get(key) === null) view.remove(key)
    for (const key of stored.keys()) view.set(key, stored.get(key) ?? '')
  }

  return {
    stored,
    viewOfTab() {
      const own = memoryStore()
      const write = (change: (store: SafeStorage) => void) => {
        change(own)
        change(stored)
        setTimeout(() => views.forEach(arrive), lagMs)
      }
      arrive(own)
      views.add(own)
      return {
        ...own,
        set(key, value) {
          write((store) => store.set(key, value))
          return true
        },
        remove: (key) => write((store) => store.remove(key)),
      }
    },
  }
}

/** Any other error is a bug. */
function isExplained(error: unknown): boolean {
  return error instanceof AuthProblem || error instanceof ProblemError
}

let serial = 0

function newTokens(username: string): TokenSet {
  const claims = { 'cognito:username': username, exp: Date.now() / 1000 + 60, auth_time: Date.now() / 1000 }
  const number = ++serial
  return {
    username,
    idToken: `x.${btoa(JSON.stringify({ ...claims, jti: number }))}.x`,
    accessToken: `access ${number}`,
    refreshToken: `refresh token number ${String(number).padStart(8, '0')}`,
    clockDrift: '0',
  }
}

/** Tabs of one browser, and an identity provider that responds when, and how, the commands decide. */
function startWorld(slow: boolean, lags: boolean) {
  const late = lateStores()
  const local = late.stored
  const group = tabGroup()
  const locks = memoryLocks()
  const questions: Question[] = []
  const waits: { what: string; since: number; limit: number }[] = []
  const errors: unknown[] = []

  /** Whether a tab has signed in for the whole browser. */
  const isKept = () => local.get(tokenKeys(clientId).lastUser) !== null

  function question(tab: number): Promise<Answer> {
    return new Promise((resolve) => {
      questions.push({ tab, answer: resolve })
    })
  }

  function provider(tab: number, page: Page, stored: StoredTokens, duplicates: Duplicates): IdentityProvider {
    let pendingUser: string | null = null
    async function steps(): Promise<SignInStep> {
      const user = pendingUser
      page.loggedOut = false
      const answer = await question(tab)
      if (answer === 'no' || user === null) throw new AuthProblem('challenge-expired')
      if (answer === 'challenge') return { kind: 'code', channel: 'sms', destination: null }
      const { username, ...values } = newTokens(user)
      const keys = tokenKeys(clientId)
      for (const [name, value] of Object.entries(values))
        await stored.forAmplify.setItem(keys.of(username, name), value)
      await stored.forAmplify.setItem(keys.lastUser, username)
      return { kind: 'done' }
    }
    const cognito: Pick<Cognito, 'signIn' | 'confirm' | 'refresh' | 'signOut'> = {
      async signIn(username) {
        if (stored.read()) throw new AuthProblem('already-signed-in')
        pendingUser = username
        return steps()
      },
      confirm: steps,
      async refresh() {
        // Amplify may also wait before it requests the lock.
        if (slow) await question(tab)
        const held = stored.read()
        if (!held) throw new AuthProblem('session-ended')
        await refreshShared(held, 'lock', {
          stored,
          locks,
          duplicates,
          limitMs,
          exchange: async () => {
            const answer = await question(tab)
            if (answer === 'yes') return newTokens(held.username)
            throw new AuthProblem(answer === 'no' ? 'session-ended' : 'network')
          },
        })
        return true
      },
      async signOut() {
        if ((await question(tab)) !== 'yes') throw new AuthProblem('provider')
      },
    }
    const load = async () => cognito as Cognito
    const explain = (error: unknown) =>
      error instanceof AuthProblem ? error : new AuthProblem('network', { cause: error })
    const ask: IdentityProvider['ask'] = async (send) => {
      try {
        return await send(await load())
      } catch (error) {
        throw explain(error)
      }
    }
    return { load, ask, askInTime: ask, explain }
  }

  function openTab(tab: number, session = memoryStore()) {
    const channel = group.open()
    const page: Page = { open: true, loggedOut: false }
    const port = createSession({
      auth: {
        region: 'r',
        poolId: 'r_pool',
        clientId,
        flow: 'USER_PASSWORD_AUTH',
        tokenStorage: 'session',
      },
      limits: { signOutTimeoutMs: signOutMs, requestTimeoutMs: limitMs },
      stores: { local: storeOf(page, lags ? late.viewOfTab() : local), session: storeOf(page, session) },
      tabs: channel,
      connect: (_auth, _limitMs, stored, duplicates) => provider(tab, page, stored, duplicates),
    })
    port.onChange((change: SessionChange) => {
      if (!page.open) return
      if (page.loggedOut && change.kind !== 'signed-out' && !isKept())
        errors.push(`${change.kind} after the log-out of tab ${tab}`)
      if (change.kind !== 'signed-out') return
      page.loggedOut = true
      if (port.hasSession() && !isKept()) errors.push(`tab ${tab} has a session although it knows of the log-out`)
      if (change.here && isKept()) errors.push(`the log-out of tab ${tab} has left the sign-in of the browser`)
    })
    return {
      port,
      session,
      page,
      close: () => {
        page.open = false
        channel.close()
      },
    }
  }

  const open = [openTab(0), openTab(1), openTab(2)]

  /** Records how long an action of a page takes; it must never wait longer than its limit. */
  function watch(tab: number, what: string, limit: number, action: Promise<unknown>): void {
    const wait = { what: `${what} of tab ${tab}`, since: Date.now(), limit }
    const { page } = open[tab] ?? { page: { open: false } }
    waits.push(wait)
    const over = () => void waits.splice(waits.indexOf(wait), 1)
    action.then(over, (error: unknown) => {
      over()
      if (page.open && !isExplained(error)) errors.push(error)
    })
  }

  function execute(next: Command): void {
    if (next.kind === 'wait') return
    if (next.kind === 'answer') {
      const [asked] = questions.splice(next.which % Math.max(questions.length, 1), 1)
      asked?.answer(next.how)
      return
    }
    const { tab } = next
    const at = open[tab]
    if (!at) return
    const { port } = at
    if (next.kind === 'sign-in' || next.kind === 'confirm') {
      // The sign-in form waits without a limit, so that a slow identity provider does not end it; the page offers to
      // start again.
      const answer = next.kind === 'sign-in' ? port.signIn(`t__${next.user}`, 'secret', next.keptIn) : port.confirm('1')
      answer.catch((error: unknown) => {
        if (!isExplained(error)) errors.push(error)
      })
    } else if (next.kind === 'abandon') port.abandonSignIn()
    else if (next.kind === 'refresh') watch(tab, 'the renewal', limitMs, port.refresh())
    else if (next.kind === 'get-token') watch(tab, 'the token', limitMs, port.getIdToken())
    else if (next.kind === 'sign-out')
      watch(tab, 'the log-out', signOutMs, port.signOut({ reason: next.reason, limitMs: signOutMs }))
    else {
      at.close()
      for (const asked of questions.filter((question) => question.tab === tab))
        questions.splice(questions.indexOf(asked), 1)
      open[tab] = openTab(tab, at.session)
    }
  }

  function check(): void {
    expect(errors).toEqual([])
    const late = waits.filter(({ since, limit }) => Date.now() - since > limit + toleranceMs)
    expect(late.map(({ what }) => what)).toEqual([])
    for (const [tab, { port, session, page }] of open.entries()) {
      if (!page.loggedOut) continue
      const left = session.keys().filter((key) => /Token$|LastAuthUser$|signInStep/.test(key))
      expect(left, `what the log-out has left in tab ${tab}`).toEqual([])
      if (isKept()) continue
      expect(port.storedSession()).toBeNull()
      expect(port.lastKnownIdToken()).toBeNull()
    }
  }

  return { execute, check, open, questions }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('random sessions in three tabs, with an identity provider that is late, refuses or does not respond', () => {
  it('random sessions end every wait at its limit, and keep nothing after a log-out', async () => {
    let signedIn = 0
    let signedOut = 0
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.boolean(), walk, async (slow, lags, commands) => {
        const world = startWorld(slow, lags)
        for (const next of commands) {
          world.execute(next)
          await vi.advanceTimersByTimeAsync(next.kind === 'wait' ? next.ms : 0)
          // A sign-in that replaces another one sends no message before it has succeeded.
          if (lags) await vi.advanceTimersByTimeAsync(lagMs)
          world.check()
        }
        signedIn += world.open.filter(({ port }) => port.hasSession()).length
        signedOut += world.open.filter(({ page }) => page.loggedOut).length
        // The identity provider does not respond: every wait ends at its limit anyway.
        await vi.advanceTimersByTimeAsync(limitMs + toleranceMs)
        world.check()
        // All outstanding responses arrive late.
        for (const { answer } of world.questions.splice(0)) answer('yes')
        await vi.advanceTimersByTimeAsync(toleranceMs)
        world.check()
        vi.clearAllTimers()
      }),
      { numRuns: 400 },
    )
    expect(signedIn, 'the walks do sign in').toBeGreaterThan(50)
    expect(signedOut, 'the walks do log out').toBeGreaterThan(50)
  })
})
