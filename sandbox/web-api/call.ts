import type { Locale } from '../../src/api/generated/api.schemas.ts'
import type { Fault } from '../core/faults.ts'
import type { Backend } from '../rules/backend.ts'
import type { Owner, PendingSubmission, TenantRecord } from '../core/records.ts'

/** One request to an operation, after authentication and validation against the contract. */
export type Call<Body> = {
  backend: Backend
  /** Path parameters; each has the form the contract demands. */
  path: (name: string) => string
  /** Query parameters, in the form the contract demands. */
  query: URLSearchParams
  body: Body
  /** Set for operations that take a file. */
  form: FormData | null
  header: (name: string) => string | undefined
  locale: Locale
  /** The Idempotency-Key, for operations that take one. */
  key: string | undefined
  /** The caller, as answers are stored by key. */
  scope: string
  isUnderWay: (scope: string, key: string) => boolean
  now: number
  /** A fault of this operation's own kind that is to be played. */
  fault: Fault | null
}

export type PublicCall<Body = undefined> = Call<Body> & { tenant: TenantRecord }
export type OwnerCall<Body = undefined> = Call<Body> & { owner: Owner; tenant: TenantRecord }

export type Answer = {
  status: number
  /** JSON; absent = an empty body. */
  body?: object
  /** Instead of JSON. */
  bytes?: Uint8Array
  headers?: { [name: string]: string }
  /** Work that is done later; stored with the answer. */
  pending?: PendingSubmission
}

export type Handler =
  | { access: 'public'; handle: (call: PublicCall<never>) => Answer | Promise<Answer> }
  | { access: 'owner'; handle: (call: OwnerCall<never>) => Answer | Promise<Answer> }

/** An operation below `p/tenants/{tenantId}`; `Body` is the contract's type of its body. */
export function publicOperation<Body = undefined>(
  handle: (call: PublicCall<Body>) => Answer | Promise<Answer>,
): Handler {
  return { access: 'public', handle }
}

/** An operation below `o/`; tenant and user come from the token. */
export function ownerOperation<Body = undefined>(handle: (call: OwnerCall<Body>) => Answer | Promise<Answer>): Handler {
  return { access: 'owner', handle }
}
