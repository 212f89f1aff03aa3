import { connectionProblem, connectTo, timeoutMs } from './connection.ts'
import type { Connect } from './connection.ts'

export type Answer = {
  status: number
  headers: Headers
  /** Decompressed. */
  body: Uint8Array
  text: string
  /** The `Content-Encoding` of the response; null without one. */
  encoding: string | null
  /** Size of the body on the network, if the server states it. */
  wireBytes: number | null
}

/** One problem of a stage, or of one tenant of it, and its fix. */
export type Finding = { check: string; problem: string; fix: string; tenant?: string }

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Reads a stage from outside. Never rejects: an unreachable address gives `null`. */
export type Stage = {
  origin: string
  get: (path: string, init?: RequestInit) => Promise<Answer | null>
  at: (url: string, init?: RequestInit) => Promise<Answer | null>
  now: () => number
  connect: Connect
}

/** Requests that a check sends at a time: a stage in use must not notice it, however many tenants it has. */
const mostRequests = 16

/** Runs tasks as soon as fewer than the limit are running. */
function limited(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

export function openStage(
  origin: string,
  fetchUrl: Fetch = fetch,
  now: () => number = Date.now,
  connect: Connect = connectTo,
): Stage {
  const inTurn = limited(mostRequests)

  async function request(url: string, init: RequestInit): Promise<Answer | null> {
    try {
      const response = await fetchUrl(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init })
      const body = new Uint8Array(await response.arrayBuffer())
      return {
        status: response.status,
        headers: response.headers,
        body,
        text: new TextDecoder().decode(body),
        encoding: response.headers.get('content-encoding'),
        wireBytes: lengthOf(response.headers.get('content-length')),
      }
    } catch {
      // No connection, no certificate or no response: each check reports its consequence.
      return null
    }
  }
  const at: Stage['at'] = (url, init = {}) => inTurn(() => request(url, init))
  return { origin, at, get: (path, init) => at(origin + path, init), now, connect }
}

/** Why a URL gives no answer, after {@link Stage.at} has returned `null`; `key` of config.json contains the URL. */
export async function noAnswer(stage: Stage, check: string, url: string, key?: string): Promise<Finding> {
  const { problem, fix } = connectionProblem(await stage.connect(url), url, stage.now())
  return { check, problem, fix: key === undefined ? fix : `${fix} The address comes from ${key} in config.json.` }
}

function lengthOf(header: string | null): number | null {
  return header === null ? null : Number(header)
}
