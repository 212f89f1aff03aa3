import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from '@playwright/test'
import type { SandboxClient } from '../support/journey.ts'

/** Longest real time until the pages are idle at one moment of the run's time (ms). */
const maxRealMs = 60_000

/** Real time between two checks of the pages (ms). */
const lookMs = 10

/** After this time (ms) the run no longer waits for a request without an end event, e.g. of a replaced document. */
const forgottenMs = 20_000

/** Largest single movement of the clocks (ms): responses that arrive meanwhile are late by no more than this. */
const maxStepMs = 500

export type WatchedTab = { page: Page; pending: Map<Request, number> }

type Watched = { contexts: BrowserContext[]; tabs: WatchedTab[] }

/**
 * The time of a run. The clocks of pages and sandbox are stopped, and only the run moves them: a timer fires after so
 * many ms of the run, however slow the machine is. Before each movement the pages finish all work that needs no time:
 * requests, database writes, messages between tabs, renders.
 */
export class RunClock {
  #now: number
  readonly #sandbox: SandboxClient
  readonly #watched: () => Watched
  readonly #report: (finding: string) => void

  private constructor(now: number, sandbox: SandboxClient, watched: () => Watched, report: (finding: string) => void) {
    this.#now = now
    this.#sandbox = sandbox
    this.#watched = watched
    this.#report = report
  }

  static async start(
    sandbox: SandboxClient,
    watched: () => Watched,
    report: (finding: string) => void,
  ): Promise<RunClock> {
    const now = Math.ceil(Date.now() / 60_000) * 60_000 + 60_000
    await sandbox.post('clock', { now: new Date(now).toISOString(), stop: true })
    return new RunClock(now, sandbox, watched, report)
  }

  get now(): number {
    return this.#now
  }

  /** Call before the first page of the context. `randomSeed`: the seed of `Math.random` in its pages. */
  async addContext(context: BrowserContext, randomSeed: number): Promise<void> {
    await context.addInitScript(prepareDocument, randomSeed)
    await context.clock.install({ time: this.#now - 60_000 })
    await context.clock.pauseAt(this.#now)
  }

  /** Moves all clocks; timers fire in their order. */
  async advance(ms: number): Promise<void> {
    await this.settle()
    for (let left = ms; left > 0; left -= maxStepMs) await this.#move(Math.min(left, maxStepMs))
  }

  async #move(ms: number): Promise<void> {
    this.#now += ms
    await this.#sandbox.post('clock', { shiftMs: ms })
    await Promise.all(this.#watched().contexts.map((context) => context.clock.runFor(ms)))
    await this.settle()
  }

  /** Simulates that the devices sleep for this time: an expired timer fires once, at the end. */
  async sleep(ms: number): Promise<void> {
    await this.settle()
    this.#now += ms
    await this.#sandbox.post('clock', { shiftMs: ms })
    await Promise.all(this.#watched().contexts.map((context) => context.clock.fastForward(ms)))
    await this.settle()
  }

  /** Advances until the condition holds; false if it does not within the limit. */
  async until(condition: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
    let step = 20
    await this.settle()
    for (let waited = 0; ; waited += step) {
      if (await condition()) return true
      if (waited >= limitMs) return false
      step = Math.min(step * 2, 200)
      await this.#move(step)
    }
  }

  /** Returns when all pages are idle at this moment. */
  async settle(): Promise<void> {
    const started = Date.now()
    let before: string | null = null
    for (let quiet = 0; quiet < 2;) {
      const activity = await this.#activity()
      quiet = activity !== null && activity === before ? quiet + 1 : 0
      before = activity
      if (Date.now() - started > maxRealMs) {
        const urls = this.#watched().tabs.flatMap(({ pending }) => [...pending.keys()].map((request) => request.url()))
        this.#report(`the pages are still busy after ${maxRealMs} ms of real time: ${activity} ${urls.join(' ')}`)
        return
      }
      await pause(lookMs)
    }
  }

  /** Null while the pages are doing work that needs no time. */
  async #activity(): Promise<string | null> {
    const { tabs } = this.#watched()
    if (await this.#hasRequestUnderWay(tabs)) return null
    const documents = await Promise.all(tabs.map(({ page }) => page.evaluate(readActivity).catch(() => null)))
    return documents.includes(null) ? null : documents.join(' ')
  }

  /** A request that the sandbox delays by a fault is not under way: it waits for the clock. */
  async #hasRequestUnderWay(tabs: readonly WatchedTab[]): Promise<boolean> {
    const now = Date.now()
    const count = tabs
      .flatMap(({ pending }) => [...pending.values()])
      .filter((since) => now - since < forgottenMs).length
    if (count === 0) return false
    const { waitingRequests } = (await this.#sandbox.get('clock')) as { waitingRequests: number }
    return count > waitingRequests
  }
}

/** Runs in each document before its scripts. */
function prepareDocument(seed: number): void {
  // React puts an error from which it has recovered behind the first one, as its cause; no page event reports it.
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    if (error instanceof Error && error.cause !== undefined) console.error('caused by', error.cause)
  })
  const activity = { document: String(Math.random()), changes: 0, database: 0 }
  let state = seed
  // A linear congruential generator: the portal uses random numbers only to spread retries.
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  Reflect.set(window, 'realTimers', { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout })
  // The clock of the run does not move the browser's own timer.
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms)
    return controller.signal
  }
  Reflect.set(window, 'explorerActivity', activity)
  new MutationObserver(() => (activity.changes += 1)).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  const openTransaction = Reflect.get(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function transaction(...given: Parameters<typeof openTransaction>) {
    const opened = openTransaction.apply(this, given)
    activity.database += 1
    for (const type of ['complete', 'abort']) opened.addEventListener(type, () => (activity.database -= 1))
    return opened
  }
}

/** Null while the document loads or its database is in use. */
function readActivity(): string | null {
  const activity: unknown = Reflect.get(window, 'explorerActivity')
  if (document.readyState === 'loading') return null
  if (typeof activity !== 'object' || activity === null) return location.href
  return Reflect.get(activity, 'database') === 0 ? JSON.stringify(activity) : null
}
