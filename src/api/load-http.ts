import { loadOnline } from '../lib/load-online.ts'
import { ProblemError } from '../lib/problem.ts'
import type * as http from './http.ts'

type Http = typeof http

let loading: Promise<Http> | null = null

/** The HTTP library and all that belongs to it is a chunk of its own, since the first paint needs no answer. */
export function loadHttp(): Promise<Http> {
  loading ??= loadOnline(() => import('./http.ts')).catch((cause: unknown) => {
    loading = null
    throw new ProblemError({ kind: 'offline', fields: [] }, { cause })
  })
  return loading
}
