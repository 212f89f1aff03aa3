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

/** One problem of a stage, and its fix. */
export type Finding = { check: string; problem: string; fix: string }

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Reads a stage from outside. Never rejects: an unreachable address gives `null`. */
export type Stage = {
  origin: string
  get: (path: string, init?: RequestInit) => Promise<Answer | null>
  at: (url: string, init?: RequestInit) => Promise<Answer | null>
  now: () => number
  connect: Connect
}

export function openStage(
  origin: string,
  fetchUrl: Fetch = fetch,
  now: () => number = Date.now,
  connect: Connect = connectTo,
): Stage {
  async function at(url: string, init: RequestInit = {}): Promise<Answer | null> {
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
