import { withTimeLimit } from './clock.ts'

/**
 * A failure between the portal and the API, as the pages need it. `api/problem.ts` creates it from anything that was
 * thrown or returned.
 */
export const problemKinds = [
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'gone',
  'invalid',
  'too-many',
  'unavailable',
  'offline',
  'timeout',
  'unreadable',
] as const

export type ProblemKind = (typeof problemKinds)[number]

/**
 * Failures after which the same request may succeed. `isRetried`: a query repeats it without the user. `namesTime`: the
 * API may ask for a time to wait, which the message shows.
 */
export const temporary: Partial<Record<ProblemKind, { isRetried: boolean; namesTime: boolean }>> = {
  'too-many': { isRetried: false, namesTime: true },
  unavailable: { isRetried: true, namesTime: true },
  offline: { isRetried: true, namesTime: false },
}

/** One invalid field of the request. `pointer` is a JSON Pointer into the body, `code` the API's name of the error. */
export type FieldError = { pointer: string; code: string }

export type Problem = {
  kind: ProblemKind
  /** One of the contract's error codes, e.g. `SE_CH_0001`. */
  code?: string
  /** HTTP status; absent if there was no response. */
  status?: number
  /** The response had no body at all. */
  emptyBody?: true
  /** The reference that a user can quote. */
  requestId?: string
  /** Seconds to wait before a retry. */
  retryAfter?: number
  fields: FieldError[]
  /** The open payment attempt that comes with `SE_CH_0003`. */
  attempt?: unknown
  /** The order that the application has become, which comes with `SE_AP_0006`. */
  orderId?: string
}

/** A refusal on a page without a session, which cannot have ended: the API, or a proxy, refused for another reason. */
export function withoutSession(problem: Problem): Problem {
  if (problem.kind !== 'unauthenticated') return problem
  const { code: _code, ...uncoded } = problem
  return { ...uncoded, kind: 'unavailable' }
}

/** Another device has deleted the account. */
export function isAccountDeleted({ code }: Problem): boolean {
  return code === 'SE_AC_0002'
}

/** The rejection of every generated function. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.kind}${problem.code === undefined ? '' : ` ${problem.code}`}`, options)
    this.problem = problem
  }
}

/** The result of `work`, or the problem `timeout` after the limit; see `withTimeLimit`. */
export async function answerInTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  try {
    return await withTimeLimit(work, limitMs)
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw isLate ? new ProblemError({ kind: 'timeout', fields: [] }, { cause }) : cause
  }
}

/** The problem inside an error, if it is one of ours. */
export function problemOf(error: unknown): Problem | null {
  return error instanceof ProblemError ? error.problem : null
}

/** The same for a caller that handles only ours. @throws any other error as it is */
export function problemIn(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  throw error
}
