import type { PortalLimits } from '../../lib/config.ts'
import { localStore } from '../../lib/safe-storage.ts'
import type { SafeStorage } from '../../lib/safe-storage.ts'
import { activityKeyOf } from '../../lib/storage-keys.ts'
import type { Session } from './token-session.ts'

/** All in milliseconds. */
export type SessionLimits = { idleMs: number; absoluteMs: number; warningMs: number }

export type LimitReason = 'idle' | 'absolute'

export type LimitState =
  /** No change before `nextChangeAt`. */
  | { kind: 'within'; nextChangeAt: number }
  /** The session ends at `endsAt`; activity extends it only if the idle limit is the nearer one. */
  | { kind: 'warning'; reason: LimitReason; endsAt: number; canExtend: boolean }
  | { kind: 'over'; reason: LimitReason }

/** @param isKept whether only the session's user uses the device */
export function sessionLimits(
  limits: Pick<PortalLimits, 'idleMinutes' | 'absoluteHours' | 'warningMinutes'>,
  isKept: boolean,
): SessionLimits {
  return {
    // A user who is away protects nothing from anybody else there, and returns by the link of a mail hours later.
    idleMs: isKept ? Number.POSITIVE_INFINITY : limits.idleMinutes * 60_000,
    absoluteMs: limits.absoluteHours * 3_600_000,
    warningMs: limits.warningMinutes * 60_000,
  }
}

/** The state of a session between its limits. The earlier end applies; at `endsAt` it is over. */
export function limitState(
  limits: SessionLimits,
  session: { signedInAt: number; lastActivityAt: number },
  now: number,
): LimitState {
  const idleEnd = Math.max(session.lastActivityAt, session.signedInAt) + limits.idleMs
  const absoluteEnd = session.signedInAt + limits.absoluteMs
  const reason: LimitReason = idleEnd < absoluteEnd ? 'idle' : 'absolute'
  const endsAt = Math.min(idleEnd, absoluteEnd)
  if (now >= endsAt) return { kind: 'over', reason }
  if (now >= endsAt - limits.warningMs) return { kind: 'warning', reason, endsAt, canExtend: reason === 'idle' }
  return { kind: 'within', nextChangeAt: endsAt - limits.warningMs }
}

const activity = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
/** Activity is written no more often than this. */
const noteEveryMs = 5_000
/** The longest delay of a browser's timer. */
const maxTimerMs = 2 ** 31 - 1

export type SessionWatch = {
  /** Extends the idle limit, as any key or touch does before the warning. */
  extend(): void
  stop(): void
}

export type SessionWatchOptions = {
  session: Session
  limits: SessionLimits
  /** Called at the start, and whenever the state changes between `within`, `warning` and `over`. */
  onChange: (state: LimitState) => void
  /** Local storage: activity in one tab extends the session of the others. */
  store?: SafeStorage
  page?: EventTarget
  now?: () => number
}

/** Watches the idle and the absolute limit of a session. The caller decides what happens at `over`. */
export function watchSession({
  session,
  limits,
  onChange,
  store = localStore,
  page = globalThis.window,
  now = Date.now,
}: SessionWatchOptions): SessionWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = ''
  let notedAt = Number.NEGATIVE_INFINITY
  let lastActivityAt = 0
  // The key of this user only: a log-out of another tenant's user in the next tab does not concern this session.
  const key = activityKeyOf(session.username)

  function check(): void {
    clearTimeout(timer)
    // Ignore a missing value: another program of this origin may have cleared the storage.
    lastActivityAt = Math.max(lastActivityAt, Number(store.get(key)) || 0)
    const state = limitState(limits, { signedInAt: session.signedInAt, lastActivityAt }, now())
    const appearance = `${state.kind} ${state.kind === 'warning' ? state.endsAt : ''}`
    if (state.kind !== 'over') {
      const next = state.kind === 'within' ? state.nextChangeAt : state.endsAt
      timer = setTimeout(check, Math.min(next - now(), maxTimerMs))
    }
    if (appearance === shown) return
    shown = appearance
    onChange(state)
  }

  function extend(): void {
    // An ended session stays ended: a key press on an old page must not extend it.
    check()
    if (shown.startsWith('over')) return
    notedAt = now()
    lastActivityAt = notedAt
    store.set(key, String(notedAt))
    check()
  }

  /**
   * During the warning only its buttons decide. If a touch extended the session, the warning would close before the
   * click, so that its log-out could not be clicked.
   */
  function noteActivity(): void {
    if (now() - notedAt >= noteEveryMs && !shown.startsWith('warning')) extend()
  }

  for (const type of activity) page.addEventListener(type, noteActivity, { passive: true })
  for (const type of ['storage', 'focus', 'pageshow']) page.addEventListener(type, check)
  check()

  return {
    extend,
    stop() {
      clearTimeout(timer)
      for (const type of activity) page.removeEventListener(type, noteActivity)
      for (const type of ['storage', 'focus', 'pageshow']) page.removeEventListener(type, check)
    },
  }
}
