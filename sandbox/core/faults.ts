/**
 * Faults on demand, for developers (switches and magic values) and for tests. They are part of the sandbox, so the
 * browser receives them over the network and no code of the portal depends on them.
 */
export const faultKinds = [
  /** Injected before the work. */
  'error-500',
  'unavailable',
  'unavailable-until',
  'too-many',
  'unauthorized',
  'forbidden',
  'not-found',
  'reset',
  'hang',
  'slow',
  /** Injected after the work: the response is lost or changed. */
  'answer-lost',
  'wrong-html',
  'wrong-empty',
  'wrong-truncated',
  'wrong-shape',
  /** Faults of single operations. */
  'submission-slow',
  'submission-fails',
  'card-502',
  'card-503',
  'card-504',
  'upload-infected',
  'body-limit',
] as const

export type FaultKind = (typeof faultKinds)[number]

export type Fault = {
  kind: FaultKind
  /** operationId; absent = every operation. */
  operation?: string
  /** Limits the fault to requests of this user. */
  userId?: string
  /** Number of requests that it still affects; absent = until it is switched off. */
  times?: number
  /** Delay of `slow` and `submission-slow`; default 5 s. */
  delayMs?: number
  /** Seconds, for `unavailable` and `too-many`; default 30. */
  retryAfter?: number
  /** Limit of `body-limit`. */
  maxBytes?: number
}

export type Faults = {
  list(): readonly Fault[]
  add(fault: Fault): void
  clear(): void
  /** Returns the fault for this request, if any, and counts it down. */
  take(request: { operation: string; userId?: string | undefined; values: readonly string[] }): Fault | null
}

export function isFaultKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && (faultKinds as readonly string[]).includes(value)
}

/** Postal codes and corporate numbers are digits, so their magic values are unused numbers. */
const magicNumbers: { readonly [value: string]: FaultKind } = {
  '9999990': 'unavailable',
  '9999991': 'slow',
  '9999992': 'reset',
}

/**
 * `fault-error-500`, `fault-hang@example.jp` … as an id in a path, a search text, an e-mail address or a reason: the
 * same faults for users who have only the portal.
 */
export function magicFault(values: readonly string[]): Fault | null {
  for (const value of values) {
    const named = /^fault-([a-z0-9-]+)(?:@.*)?$/.exec(value)?.[1]
    if (isFaultKind(named)) return { kind: named }
    const number = Object.hasOwn(magicNumbers, value) ? magicNumbers[value] : undefined
    if (number !== undefined) return { kind: number }
  }
  return null
}

export function createFaults(): Faults {
  let active: Fault[] = []
  return {
    list: () => active,
    add: (fault) => void active.push(fault),
    clear: () => void (active = []),
    take({ operation, userId, values }) {
      const fault = active.find(
        (candidate) =>
          (candidate.operation === undefined || candidate.operation === operation) &&
          (candidate.userId === undefined || candidate.userId === userId),
      )
      if (fault === undefined) return magicFault(values)
      if (fault.times !== undefined) {
        fault.times -= 1
        if (fault.times <= 0) active = active.filter((other) => other !== fault)
      }
      return fault
    },
  }
}
