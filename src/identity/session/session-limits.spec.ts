import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { survivesLogOut } from '../../lib/storage-keys.ts'
import { limitState, sessionLimits, watchSession } from './session-limits.ts'
import type { LimitState } from './session-limits.ts'
import { memoryStore } from './testing/memory-tab.ts'

const configured = { idleMinutes: 30, absoluteHours: 12, warningMinutes: 5 }
const limits = sessionLimits(configured, false)
const minute = 60_000
const hour = 60 * minute
const signedInAt = 1_000_000_000_000

function stateAt(now: number, lastActivityAt = signedInAt) {
  return limitState(limits, { signedInAt, lastActivityAt }, signedInAt + now)
}

describe('the limits of a session', () => {
  it('an active user sees no warning until five minutes before the idle limit', () => {
    expect(stateAt(0)).toEqual({ kind: 'within', nextChangeAt: signedInAt + 25 * minute })
    expect(stateAt(25 * minute - 1).kind).toBe('within')
  })

  it('the limits warn five minutes before the idle limit, which activity extends', () => {
    const warning = { kind: 'warning', reason: 'idle', endsAt: signedInAt + 30 * minute, canExtend: true }
    expect(stateAt(25 * minute)).toEqual(warning)
    expect(stateAt(30 * minute - 1)).toEqual(warning)
    expect(stateAt(29 * minute, signedInAt + 29 * minute).kind).toBe('within')
  })

  it('an idle session ends at the limit, not later', () => {
    expect(stateAt(30 * minute)).toEqual({ kind: 'over', reason: 'idle' })
  })

  it('the limits warn before the absolute limit, which nothing extends', () => {
    const active = signedInAt + 12 * hour - 5 * minute
    expect(stateAt(12 * hour - 5 * minute, active)).toEqual({
      kind: 'warning',
      reason: 'absolute',
      endsAt: signedInAt + 12 * hour,
      canExtend: false,
    })
    expect(stateAt(12 * hour, signedInAt + 12 * hour - 1)).toEqual({ kind: 'over', reason: 'absolute' })
  })

  it('only the absolute limit ends a session on a device that nobody else uses', () => {
    const kept = sessionLimits(configured, true)
    const state = (now: number) => limitState(kept, { signedInAt, lastActivityAt: signedInAt }, signedInAt + now)
    expect(state(11 * hour)).toEqual({ kind: 'within', nextChangeAt: signedInAt + 12 * hour - 5 * minute })
    expect(state(12 * hour)).toEqual({ kind: 'over', reason: 'absolute' })
  })

  it('no extension is offered if both limits end at the same time', () => {
    const active = signedInAt + 11.5 * hour
    expect(stateAt(12 * hour - minute, active)).toMatchObject({ reason: 'absolute', canExtend: false })
  })

  it('a new sign-in counts as activity, whatever the device has stored before', () => {
    expect(stateAt(0, signedInAt - 10 * hour).kind).toBe('within')
  })
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched(store = memoryStore(), signedInAt = Date.now(), username = 'a__b') {
  const page = new EventTarget()
  const states: LimitState[] = []
  const session = { username, tenantId: 'a', userId: 'b', email: null, signedInAt, expiresAt: 0 }
  const watch = watchSession({ session, limits, store, page, onChange: (state) => states.push(state) })
  return {
    page,
    states,
    watch,
    kinds: () => states.map(({ kind }) => kind),
    press: () => page.dispatchEvent(new Event('keydown')),
  }
}

describe('watching a session', () => {
  it('warns five minutes before the idle limit and then ends', () => {
    const { kinds } = watched()
    vi.advanceTimersByTime(25 * minute - 1)
    expect(kinds()).toEqual(['within'])
    vi.advanceTimersByTime(1)
    expect(kinds()).toEqual(['within', 'warning'])
    vi.advanceTimersByTime(5 * minute)
    expect(kinds()).toEqual(['within', 'warning', 'over'])
  })

  it('continues after an explicit extension during the warning, not after a key press or a touch', () => {
    const { kinds, press, watch } = watched()
    vi.advanceTimersByTime(26 * minute)
    press()
    expect(kinds()).toEqual(['within', 'warning'])
    watch.extend()
    expect(kinds()).toEqual(['within', 'warning', 'within'])
    vi.advanceTimersByTime(26 * minute)
    press()
    vi.advanceTimersByTime(4 * minute)
    expect(kinds()).toEqual(['within', 'warning', 'within', 'warning', 'over'])
  })

  it('reports the end only when it changes, not with every key press', () => {
    const { states, press } = watched()
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(1_000)
      press()
    }
    expect(states).toHaveLength(1)
    vi.advanceTimersByTime(24 * minute)
    expect(states).toHaveLength(1)
  })

  it('extends the session by activity in another tab', () => {
    const store = memoryStore()
    const idle = watched(store)
    const busy = watched(store)
    vi.advanceTimersByTime(26 * minute)
    busy.watch.extend()
    idle.page.dispatchEvent(new Event('storage'))
    expect(idle.kinds()).toEqual(['within', 'warning', 'within'])
  })

  it("continues if the storage is cleared, and is not extended by another user's activity", () => {
    const store = memoryStore()
    const mine = watched(store)
    const theirs = watched(store, Date.now(), 'c__d')
    vi.advanceTimersByTime(26 * minute)
    mine.watch.extend()
    theirs.page.dispatchEvent(new Event('focus'))
    expect(theirs.kinds()).toEqual(['within', 'warning'])
    for (const key of store.keys()) store.remove(key)
    vi.advanceTimersByTime(10 * minute)
    mine.page.dispatchEvent(new Event('storage'))
    expect(mine.kinds()).toEqual(['within', 'warning', 'within'])
    expect(theirs.kinds()).toEqual(['within', 'warning', 'over'])
  })

  it("keeps a user's activity in the storage after another user's log-out, under a hashed key", () => {
    const store = memoryStore()
    watched(store).press()
    expect(store.keys()).toHaveLength(1)
    expect(store.keys().every((key) => survivesLogOut(key) && !key.includes('a__b'))).toBe(true)
  })

  it('ends the session permanently if the device wakes up after the limit', () => {
    const { kinds, press } = watched()
    vi.setSystemTime(Date.now() + 31 * minute)
    press()
    press()
    expect(kinds()).toEqual(['within', 'over'])
  })

  it('activity cannot extend a session beyond the absolute limit', () => {
    const { states, press } = watched()
    for (let i = 0; i < 12 * 60; i++) {
      vi.advanceTimersByTime(minute)
      press()
    }
    expect(states.at(-1)).toEqual({ kind: 'over', reason: 'absolute' })
    expect(states.filter(({ kind }) => kind === 'warning')).toHaveLength(1)
  })

  it.each(['storage', 'focus', 'pageshow'])('checks the limits at the event "%s", until it is stopped', (type) => {
    const running = watched()
    const stopped = watched()
    stopped.watch.stop()
    vi.setSystemTime(Date.now() + 31 * minute)
    for (const { page } of [running, stopped]) page.dispatchEvent(new Event(type))
    expect(running.kinds()).toEqual(['within', 'over'])
    expect(stopped.kinds()).toEqual(['within'])
  })

  it('reports a later end of the warning, which activity in another tab has caused', () => {
    const store = memoryStore()
    const { page, states, watch } = watched(store)
    watch.extend()
    const startedAt = Date.now()
    vi.advanceTimersByTime(28 * minute)
    for (const key of store.keys()) store.set(key, String(startedAt + 2 * minute))
    page.dispatchEvent(new Event('storage'))
    const ends = states.map((state) => (state.kind === 'warning' ? state.endsAt - startedAt : null))
    expect(ends).toEqual([null, 30 * minute, 32 * minute])
  })

  it('writes activity down every five seconds at most, and has one timer', () => {
    const store = memoryStore()
    const { press } = watched(store)
    const startedAt = Date.now()
    const notedAfter = () => store.keys().map((key) => Number(store.get(key)) - startedAt)
    press()
    vi.advanceTimersByTime(4_999)
    press()
    expect(notedAfter()).toEqual([0])
    vi.advanceTimersByTime(1)
    press()
    expect(notedAfter()).toEqual([5_000])
    expect(vi.getTimerCount()).toBe(1)
  })

  it('does nothing after it was stopped', () => {
    const { kinds, press, watch } = watched()
    watch.stop()
    vi.advanceTimersByTime(60 * minute)
    press()
    expect(kinds()).toEqual(['within'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
