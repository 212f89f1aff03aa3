import type { Exchange } from '../report/check.ts'

export type Answer = {
  operation: string
  /** Null if a recording has no headers of the request. */
  requestId: string | null
  headers: Headers
  /** JSON as a value, or null; undefined if a recording does not have it. */
  body: unknown
  /** Of a file; a recording may have no bytes. */
  bytes?: Uint8Array
  /** In ms. */
  receivedAt: number
  exchange: Exchange
  /** What it shows otherwise than the answers before it. */
  differences: Violation[]
}

/** A sentence, and apart from it the value that was received: a report that leaves the test server has no values. */
export type Violation = { reason: string; seen?: string }
