import { basePath } from '../openapi/conformance.ts'
import type { Conformance } from '../openapi/conformance.ts'
import type { Operation } from '../openapi/document.ts'
import { pathParametersOf } from '../rules/request.ts'
import type { Answer } from '../rules/answer.ts'
import { stageHosts } from '../rules/stage-hosts.ts'
import type { StageHosts } from '../rules/stage-hosts.ts'
import { configIn, NoRecording } from './har.ts'
import type { HarEntry } from './har.ts'

/** A request of the API with its answer. */
export type Recorded = HarEntry & {
  operation: Operation
  /** Position by the time of the answers. */
  order: number
  path: Readonly<Record<string, string>>
  /** JSON as a value; undefined if it is not recorded or no JSON. */
  sent: unknown
  /** Null without an answer of the server. */
  answer: Answer | null
}

export type Recording = {
  /** What one user did, each from one sign-in to the next, by the time of the answers. */
  sessions: Recorded[][]
  /** Below the base path, but not in the document. */
  unknown: HarEntry[]
  /** Null if neither the recording nor the command line has a configuration. */
  hosts: StageHosts | null
}

/**
 * @param api the base of the API; without it that of the recorded configuration, or any origin with the documented
 * path
 */
export function recordingOf(
  entries: readonly HarEntry[],
  { operationAt }: Pick<Conformance, 'operationAt'>,
  { api, hosts }: { api?: string; hosts?: StageHosts } = {},
): Recording {
  const shown = configIn(entries)
  const base = api ?? (shown === null ? null : new URL(shown.config.apiBase, shown.origin).href)
  const own = entries.flatMap((entry) => {
    const target = targetOf(entry.url, base)
    return target === null ? [] : [{ entry, target }]
  })
  if (own.length === 0) throw new NoRecording(nothingOf(entries, base))
  const recorded = own.flatMap(({ entry, target }) => {
    const operation = operationAt(entry.method, target)
    return operation === null ? [] : [recordedOf(entry, operation, target)]
  })
  const ordered = recorded.toSorted((one, other) => one.endedAt - other.endedAt)
  return {
    sessions: sessionsOf(ordered.map((one, order) => ({ ...one, order }))),
    unknown: own.flatMap(({ entry, target }) => (operationAt(entry.method, target) === null ? [entry] : [])),
    hosts: hosts ?? (shown === null ? null : stageHosts(shown.config)),
  }
}

function nothingOf(entries: readonly HarEntry[], base: string | null): string {
  const hosts = [...new Set(entries.map(({ url }) => url.host))]
  const wanted = base === null ? `with the path ${basePath}/` : `below ${base}`
  const where = hosts.length === 0 ? '' : ` (hosts: ${hosts.slice(0, 5).join(', ')}${hosts.length > 5 ? ', …' : ''})`
  return `it has ${entries.length} requests${where}, none of them ${wanted}. --api names the address of the API.`
}

/** The path and query as in the document, or null if the address is not of the API. */
function targetOf({ href, pathname, search }: URL, base: string | null): string | null {
  if (base === null) return pathname.startsWith(`${basePath}/`) ? pathname + search : null
  const place = base.replace(/\/$/, '')
  return href.startsWith(`${place}/`) ? basePath + href.slice(place.length) : null
}

function recordedOf(entry: HarEntry, operation: Operation, target: string): Omit<Recorded, 'order'> {
  const { method, status, headers, body, sentHeaders, sentBody, isOfBrowser, endedAt } = entry
  const [pathname = ''] = target.split('?')
  return {
    ...entry,
    operation,
    path: pathParametersOf(operation.path, pathname),
    sent: parsed(sentBody),
    answer:
      status === 0 || isOfBrowser
        ? null
        : {
            operation: operation.operationId,
            requestId: sentHeaders?.get('X-Request-Id') ?? null,
            headers,
            body: body === undefined ? undefined : (parsed(body) ?? null),
            receivedAt: endedAt,
            exchange: { method, path: target, sent: sentBody ?? '', status, answer: body ?? '' },
            differences: [],
          },
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function sessionsOf(recorded: readonly Recorded[]): Recorded[][] {
  const sessions: Recorded[][] = [[]]
  for (const one of recorded) {
    if (one.operation.operationId === 'login' && one.status === 200) sessions.push([])
    sessions.at(-1)?.push(one)
  }
  return sessions
}
