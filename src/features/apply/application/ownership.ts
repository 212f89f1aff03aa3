import { withTimeLimit } from '../../../lib/clock.ts'
import { randomId } from '../../../lib/random-id.ts'
import { createListeners } from '../../../lib/signal.ts'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { ApplicationTabs, HandOver } from './application-tabs.ts'

export type Place =
  | { kind: 'unclaimed' }
  /** In this tab. `claim` counts its claims: each one continues with what the browser has. */
  | { kind: 'here'; claim: number }
  | { kind: 'elsewhere' }
  /** Another tab is sending it, or waits for the outcome: nobody takes over. */
  | { kind: 'sending' }
  | { kind: 'sent'; order: SubmittedOrder }

/** How long a tab waits for the owner to write. A frozen tab does not answer. */
export const handOverWaitMs = 300
/** The same in a browser that stores nothing, where only the owner has what was typed. */
export const onlyCopyWaitMs = 3_000
/** How long a tab waits for the browser's answer about a lock, which is there at once if it comes. */
export const lockWaitMs = 2_000

type Parts = {
  /** Null: the page is not secure (http on a local network), or the browser is too old. */
  locks: () => Pick<LockManager, 'request' | 'query'> | null
  tabs: ApplicationTabs
  /** A tab in the background claims nothing. */
  whenVisible: () => Promise<void>
  /** Writes what was typed here and stops, unless it is being sent. */
  handOver: (name: string) => Promise<HandOver>
  /** Another tab has taken over without an answer. */
  onLost: (name: string) => void
  /** `answer`: of the tab that had it until now; null if it was free. */
  onOwned: (name: string, answer: Answer | null) => void
  waitMs: () => number
}

export type Answer = HandOver | { kind: 'silent' }
type Release = () => void
type Claim = { place: Place; begun: Promise<void>; release: Release }

const unclaimed: Place = { kind: 'unclaimed' }
const prefix = 'application/'

function nothing(): void {}

/**
 * The owner holds a lock (https://w3c.github.io/web-locks/), see docs/reliability.md. Without locks, a claim only asks:
 * then a frozen owner does not learn that it has lost the application.
 */
export function createOwnership({ locks, tabs, whenVisible, handOver, onLost, onOwned, waitMs }: Parts) {
  const claims = new Map<string, Claim>()
  const { subscribe, notify } = createListeners()
  let count = 0
  let hasLocks = true

  function move(mine: Claim, place: Place): void {
    mine.place = place
    notify()
  }

  function held(): string[] {
    return [...claims].flatMap(([name, { place }]) => (place.kind === 'here' ? [name] : []))
  }

  /** Null if the browser refuses the answer, or does not give it in time: then it has no locks. */
  function inTime<T>(answer: Promise<T>): Promise<T | null> {
    return withTimeLimit(answer, lockWaitMs).catch(() => {
      hasLocks = false
      return null
    })
  }

  /** Null if the lock is not free, or if the browser refuses it to this page. `onStolen`: also for one not granted. */
  function hold(name: string, options: LockOptions, onStolen: () => void): Promise<Release | null> {
    const manager = hasLocks ? locks() : null
    if (manager === null) return Promise.resolve(null)
    const granted = new Promise<Release | null>((resolve) => {
      const held = manager.request(prefix + name, options, (lock) =>
        lock === null ? resolve(null) : new Promise<void>((release) => resolve(release)),
      )
      held.catch(() => {
        resolve(null)
        onStolen()
      })
    })
    if (options.signal !== undefined) return granted
    return inTime(granted).finally(() => {
      // One that is granted later belongs to nobody.
      if (!hasLocks) void granted.then((late) => late?.())
    })
  }

  function ask(name: string): Promise<Answer> {
    const request = randomId()
    let unsubscribe = nothing
    const answered = new Promise<Answer>((resolve) => {
      unsubscribe = tabs.subscribe((message) => {
        if (message.kind === 'hand-over' && message.request === request) resolve(message.answer)
      })
    })
    tabs.post({ kind: 'take', name, request })
    return withTimeLimit(answered, waitMs())
      .catch((): Answer => ({ kind: 'silent' }))
      .finally(() => unsubscribe())
  }

  async function take(name: string, mine: Claim): Promise<void> {
    const isWanted = () => claims.get(name) === mine
    const own = (release: Release | null, answered: Answer | null) => {
      if (!isWanted()) return release?.()
      onOwned(name, answered)
      mine.release = release ?? nothing
      count += 1
      return move(mine, { kind: 'here', claim: count })
    }
    const onStolen = () => {
      if (!isWanted() || mine.place.kind !== 'here') return
      move(mine, { kind: 'elsewhere' })
      onLost(name)
    }
    await whenVisible()
    if (!isWanted()) return
    const free = await hold(name, { ifAvailable: true }, onStolen)
    if (free !== null) return own(free, null)
    const answer = await ask(name)
    if (!isWanted()) return
    if (answer.kind !== 'sending') return own(await hold(name, { steal: true }, onStolen), answer)
    const waiting = new AbortController()
    mine.release = () => waiting.abort()
    move(mine, { kind: 'sending' })
    // If the tab that was sending is closed, its record leads to the outcome.
    void hold(name, { signal: waiting.signal }, onStolen).then((release) => release && own(release, answer))
  }

  tabs.subscribe((message) => {
    if (message.kind === 'take') void answer(message.name, message.request)
    if (message.kind !== 'result') return
    const mine = claims.get(message.name)
    if (mine?.place.kind !== 'sending' && mine?.place.kind !== 'elsewhere') return
    mine.release()
    move(mine, message.order === null ? { kind: 'elsewhere' } : { kind: 'sent', order: message.order })
  })

  async function answer(name: string, request: string): Promise<void> {
    const mine = claims.get(name)
    if (mine?.place.kind !== 'here') return
    const handedOver = await handOver(name)
    if (handedOver.kind === 'written') {
      mine.release()
      move(mine, { kind: 'elsewhere' })
    }
    tabs.post({ kind: 'hand-over', request, answer: handedOver })
  }

  function claim(name: string): Promise<void> {
    const known = claims.get(name)
    if (known !== undefined) return known.begun
    const mine: Claim = { place: unclaimed, begun: Promise.resolve(), release: nothing }
    claims.set(name, mine)
    mine.begun = take(name, mine)
    notify()
    return mine.begun
  }

  function release(name: string): void {
    claims.get(name)?.release()
    claims.delete(name)
  }

  return {
    claim,
    release,
    place: (name: string) => claims.get(name)?.place ?? unclaimed,
    subscribe,
    /** このタブで続ける: takes it over whoever has it. */
    takeOver(name: string): Promise<void> {
      if (claims.get(name)?.place.kind !== 'here') release(name)
      return claim(name)
    },
    held,
    /** Those that other tabs edit; null if the browser does not say so. */
    async heldElsewhere(): Promise<string[] | null> {
      const manager = hasLocks ? locks() : null
      const found = manager && (await inTime(manager.query()))
      const names = found?.held?.flatMap(({ name = '' }) =>
        name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
      )
      return names?.filter((name) => !held().includes(name)) ?? null
    },
  }
}

/** A page may be prerendered, or restored in the background. */
export function whenVisible(): Promise<void> {
  if (typeof document === 'undefined' || document.visibilityState !== 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
  })
}
