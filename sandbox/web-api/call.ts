import type { Locale } from '../../src/api/generated/api.schemas.ts'
import type { Fault } from '../core/faults.ts'
import { ProblemAnswer } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { Owner, PendingSubmission, TenantRecord } from '../core/records.ts'

/** One request to an operation, after authentication and validation against the contract. */
export type Call<Body> = {
  backend: Backend
  /** Path parameters in the form that the contract requires. */
  path: (name: string) => string
  /** Query parameters in the form that the contract requires. */
  query: URLSearchParams
  body: Body
  /** Set for operations that take a file. */
  form: FormData | null
  header: (name: string) => string | undefined
  locale: Locale
  /** The Idempotency-Key, for operations that take one. */
  key: string | undefined
  /** The caller, as part of the key of stored responses. */
  scope: string
  /** Whether a request with this key has arrived and has no response yet. */
  isInProgress: (scope: string, key: string) => boolean
  now: number
  /** A fault to inject that only this operation has. */
  fault: Fault | null
  tenant: TenantRecord
}

export type PublicCall<Body = undefined> = Call<Body>
export type OwnerCall<Body = undefined> = Call<Body> & { owner: Owner }

export type Answer = {
  status: number
  /** JSON; absent = an empty body. */
  body?: object
  /** Instead of JSON. */
  bytes?: Uint8Array
  headers?: { [name: string]: string }
  /** Work for later; stored with the response. */
  pending?: PendingSubmission
}

/** An operation of the contract; the request has been checked against it. */
export type Handler = (call: Call<unknown>, session: Owner | null) => Answer | Promise<Answer>

/** An operation below `p/tenants/{tenantId}`; `Body` is the contract's type of its body. */
export function publicOperation<Body = undefined>(
  handle: (call: PublicCall<Body>) => Answer | Promise<Answer>,
): Handler {
  return (call) => handle(withBody<Body>(call))
}

/** An operation below `o/`; tenant and user come from the token. */
export function ownerOperation<Body = undefined>(handle: (call: OwnerCall<Body>) => Answer | Promise<Answer>): Handler {
  return (call, owner) => {
    if (owner === null) throw new ProblemAnswer(401, 'SE_CO_0401')
    return handle({ ...withBody<Body>(call), owner })
  }
}

/** The contract check has verified that the body has the type of the operation. */
function withBody<Body>(call: Call<unknown>): Call<Body> {
  return { ...call, body: call.body as Body }
}
