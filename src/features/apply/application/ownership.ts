import { after } from '../../../lib/clock.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { ApplicationTabs, HandOver } from './application-tabs.ts'

/** Where an application of this browser is edited, as this tab knows it. */
export type Place =
  | { kind: 'unclaimed' }
  /** In this tab. `claim` counts its claims: each one continues with what the browser has. */
  | { kind: 'here'; claim: number }
  | { kind: 'elsewhere' }
  /** Another tab is sending it, or waits for the outcome: nobody takes over. */
  | { kind: 'sending' }
  /** Another tab has sent it. */
  | { kind: 'sent'; order: SubmittedOrder }

/** How long a tab waits for the owner to write (milliseconds). A frozen tab does not answer. */
export const handOverWaitMs = 300

type Parts = {
  /** Null: the page is not secure (http on a local network), or the browser is too old. */
  locks: Pick<LockManager, 'request'> | null
  tabs: ApplicationTabs
  /** Resolves when the user sees the page: a tab in the background claims nothing. */
  whenVisible: () => Promise<void>
  /** Writes what was typed here and stops, unless it is being sent. */
  handOver: (name: string) => Promise<HandOver>
  /** Another tab has taken the application over although this one did not answer in time. */
  onLost: (name: string) => void
}

type Hold = { release: () => void; lost: Promise<void> }

const unclaimed: Place = { kind: 'unclaimed' }

/**
 * One tab of a browser edits an application: the one in which the user opened it last. It holds a lock
 * (https://w3c.github.io/web-locks/), which ends with the tab. A tab that takes over asks the owner to write first.
 *
 * Without locks, a claim only asks: then a frozen owner does not learn that it has lost the application.
 */
export type Ownership = {
  place(name: string): Place
  subscribe(listener: () => void): () => void
  /** Claims an application that this tab has not claimed yet. Repeated calls return the same promise. */
  claim(name: string): Promise<void>
  /** このタブで続ける: takes it over whoever has it. */
  takeOver(name: string): Promise<void>
  /** The application ends: the next page claims it again. */
  release(name: string): void
  /** Its page is left. What is edited here stays here; what another tab has is claimed by the next visit. */
  leave(name: string): void
  /** The page is left, and may come back out of the browser's cache. */
  releaseAll(): void
  claimAgain(): void
}

export function createOwnership({ locks, tabs, whenVisible, handOver, onLost }: Parts): Ownership {
  const places = new Map<string, Place>()
  const holds = new Map<string, Hold>()
  const claiming = new Map<string, Promise<void>>()
  /** By application: ends the wait for the lock of a tab that is sending. */
  const waiting = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  let claims = 0
  let left: string[] = []

  function move(name: string, place: Place): void {
    places.set(name, place)
    for (const listener of listeners) listener()
  }

  function placeOf(name: string): Place {
    return places.get(name) ?? unclaimed
  }

  function hold(name: string, options: LockOptions): Promise<Hold | null> {
    const held = Promise.withResolvers<Hold | null>()
    const released = Promise.withResolvers<void>()
    const lost = Promise.withResolvers<void>()
    locks
      ?.request(`application/${name}`, options, (lock) => {
        held.resolve(lock && { release: released.resolve, lost: lost.promise })
        return lock === null ? undefined : released.promise
      })
      .catch((cause: unknown) => {
        // Before it was granted, or by another tab since.
        held.reject(cause)
        lost.resolve()
      })
    return held.promise
  }

  function own(name: string, held: Hold | null): void {
    stopWaiting(name)
    claims += 1
    move(name, { kind: 'here', claim: claims })
    if (held === null) return
    holds.set(name, held)
    void held.lost.then(() => {
      if (holds.get(name) !== held) return
      holds.delete(name)
      move(name, { kind: 'elsewhere' })
      onLost(name)
    })
  }

  function stopWaiting(name: string): void {
    waiting.get(name)?.abort()
    waiting.delete(name)
  }

  function ask(name: string): Promise<HandOver | 'silent'> {
    const request = randomId()
    return new Promise((resolve) => {
      const end = (answer: HandOver | 'silent') => {
        stop()
        unsubscribe()
        resolve(answer)
      }
      const unsubscribe = tabs.subscribe((message) => {
        if (message.kind === 'hand-over' && message.request === request) end(message.answer)
      })
      const stop = after(handOverWaitMs, () => end('silent'))
      tabs.post({ kind: 'take', name, request })
    })
  }

  async function take(name: string): Promise<void> {
    await whenVisible()
    // The browser refuses locks to some documents, e.g. if the user has blocked the data of sites.
    if (
      locks !== null &&
      (await takeLock(name).then(
        () => true,
        () => false,
      ))
    )
      return
    if (placeOf(name).kind === 'unclaimed') takeWithoutLocks(name)
  }

  async function takeLock(name: string): Promise<void> {
    const free = await hold(name, { ifAvailable: true })
    if (free !== null) return own(name, free)
    const queued = new AbortController()
    const released = hold(name, { signal: queued.signal })
    const answer = await Promise.race([released, ask(name)])
    if (answer === 'sending') {
      stopWaiting(name)
      waiting.set(name, queued)
      move(name, { kind: 'sending' })
      // The tab that was sending has been closed: its record leads to the outcome.
      released.then((held) => own(name, held), notWaited)
      return undefined
    }
    if (typeof answer === 'object') return own(name, answer)
    released.catch(notWaited)
    queued.abort()
    return own(name, await hold(name, { steal: true }))
  }

  /** Opens it at once, because mostly there is no other tab; its answer opens it again. */
  function takeWithoutLocks(name: string): void {
    own(name, null)
    const mine = placeOf(name)
    void ask(name).then((answer) => {
      if (answer === 'silent' || placeOf(name) !== mine) return
      onLost(name)
      if (answer === 'sending') move(name, { kind: 'sending' })
      else own(name, null)
    })
  }

  function release(name: string): void {
    stopWaiting(name)
    places.delete(name)
    const held = holds.get(name)
    holds.delete(name)
    held?.release()
  }

  tabs.subscribe((message) => {
    switch (message.kind) {
      case 'take':
        if (placeOf(message.name).kind === 'here') void answer(message.name, message.request)
        return
      case 'result': {
        const { kind } = placeOf(message.name)
        if (kind !== 'sending' && kind !== 'elsewhere') return
        stopWaiting(message.name)
        return move(
          message.name,
          message.order === null ? { kind: 'elsewhere' } : { kind: 'sent', order: message.order },
        )
      }
      case 'hand-over':
      case 'logging-out':
      case 'loss':
      case 'logged-out':
    }
  })

  async function answer(name: string, request: string): Promise<void> {
    const handedOver = await handOver(name)
    if (handedOver === 'written') {
      release(name)
      move(name, { kind: 'elsewhere' })
    }
    tabs.post({ kind: 'hand-over', request, answer: handedOver })
  }

  function claim(name: string): Promise<void> {
    const pending = claiming.get(name)
    if (pending !== undefined) return pending
    if (placeOf(name).kind !== 'unclaimed') return Promise.resolve()
    const begun = take(name).finally(() => claiming.delete(name))
    claiming.set(name, begun)
    return begun
  }

  return {
    place: placeOf,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    claim,
    takeOver(name) {
      if (placeOf(name).kind === 'here') return Promise.resolve()
      release(name)
      const begun = claim(name)
      for (const listener of listeners) listener()
      return begun
    },
    release,
    leave(name) {
      if (placeOf(name).kind !== 'here') release(name)
    },
    releaseAll() {
      left = [...places].flatMap(([name, { kind }]) => (kind === 'here' ? [name] : []))
      for (const name of left) {
        const held = holds.get(name)
        holds.delete(name)
        held?.release()
      }
    },
    claimAgain() {
      const names = left
      left = []
      for (const name of names) {
        onLost(name)
        places.delete(name)
      }
      if (names.length > 0) for (const listener of listeners) listener()
    },
  }
}

/** Aborted, because the application has been taken over or its page was left. */
function notWaited(): void {}

/** Resolves when the page is visible, e.g. after it was prerendered or restored in the background. */
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
