import { createClock } from '../core/clock.ts'
import type { IdentityStore } from './store.ts'

/** A message with a code, for the sandbox's outbox. `tenantId` is the part of the user name before `__`. */
export type CodeMail = {
  to: string
  channel: 'email' | 'sms'
  tenantId?: string
  subject: string
  body: string
  code: string
}

/** Switches of the sandbox, read at every request. `actions` limits them to some actions. */
export type IdentityFaults = {
  delayMs?: number
  failing?: boolean
  rateLimited?: boolean
  actions?: string[]
}

export type IdentityOptions = {
  poolId: string
  clientId: string
  issuer: string
  store: IdentityStore
  /** The sandbox clock in milliseconds. */
  now: () => number
  /** The clock of the machine; a client may use either. */
  wallClock?: () => number
  /** Waits on the sandbox clock; real time without it. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  deliver: (mail: CodeMail) => void
  faults?: IdentityFaults
  /** Receives unexpected errors of the emulator itself. */
  report?: (error: unknown) => void
}

export type IdentityContext = {
  poolId: string
  /** The pool id after its `_`: the group name of SRP. */
  poolName: string
  region: string
  clientId: string
  issuer: string
  store: IdentityStore
  now: () => number
  wallClock: () => number
  wait: (ms: number, signal?: AbortSignal) => Promise<void>
  deliver: (mail: CodeMail) => void
}

export function identityContext(options: IdentityOptions): IdentityContext {
  const [region, poolName] = options.poolId.split('_')
  if (!region || !poolName) throw new Error(`The pool id must look like ap-northeast-1_name: ${options.poolId}`)
  return {
    poolId: options.poolId,
    poolName,
    region,
    clientId: options.clientId,
    issuer: options.issuer,
    store: options.store,
    now: options.now,
    wallClock: options.wallClock ?? Date.now,
    wait: options.wait ?? createClock().wait,
    deliver: options.deliver,
  }
}

/** Times that a client may use: the sandbox's and the machine's. */
export function clientClocks(context: IdentityContext): number[] {
  return [context.now(), context.wallClock()]
}
