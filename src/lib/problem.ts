/**
 * What can go wrong between the portal and the API, as the pages need it.
 * Where the parts come from: `api/problem.ts` makes one out of anything that was thrown or answered.
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

/** One wrong field of what was sent. `pointer` is a JSON Pointer into the body, `code` the provider's name of the fault. */
export type FieldError = { pointer: string; code: string }

export type Problem = {
  kind: ProblemKind
  /** One of the contract's error codes, e.g. `SE_CH_0001`. */
  code?: string
  /** HTTP status; absent when there was no answer. */
  status?: number
  /** The response had no body at all. */
  emptyBody?: true
  /** The reference a user can quote. */
  requestId?: string
  /** Seconds to wait before another try. */
  retryAfter?: number
  fields: FieldError[]
  /** The open payment attempt that comes with `SE_CH_0003`. */
  attempt?: unknown
}

/** What every generated function rejects with. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.kind}${problem.code === undefined ? '' : ` ${problem.code}`}`, options)
    this.problem = problem
  }
}

/** The problem inside an error, if it is one of ours. */
export function problemOf(error: unknown): Problem | null {
  return error instanceof ProblemError ? error.problem : null
}
