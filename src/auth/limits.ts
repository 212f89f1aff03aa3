import type { PortalLimits } from '../lib/config.ts'

/** All in milliseconds. */
export type SessionLimits = { idleMs: number; absoluteMs: number; warningMs: number }

export type LimitReason = 'idle' | 'absolute'

export type LimitState =
  /** Nothing to do before `nextChangeAt`. */
  | { kind: 'within'; nextChangeAt: number }
  /** The session ends at `endsAt`; activity extends it only if it is the idle limit that is near. */
  | { kind: 'warning'; reason: LimitReason; endsAt: number; canExtend: boolean }
  | { kind: 'over'; reason: LimitReason }

export function sessionLimits(limits: Pick<PortalLimits, 'idleMinutes' | 'absoluteHours' | 'warningMinutes'>) {
  return {
    idleMs: limits.idleMinutes * 60_000,
    absoluteMs: limits.absoluteHours * 3_600_000,
    warningMs: limits.warningMinutes * 60_000,
  }
}

/** Where a session stands between its limits. The earlier end counts; both times are inclusive: at `endsAt` it is over. */
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
