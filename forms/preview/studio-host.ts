export type HostAnswer = { status: number; body: unknown }

/** The pages of the studio, by their path on the server. */
export type HostPage = 'studio' | 'studio/print' | 'frame' | ''

/** Where the pages of the preview and the studio get their forms from, and where they store them. */
export type StudioHost = {
  /** Sends a request with an address such as `studio/form?name=…`. Rejects if there is no answer. */
  request: (method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown) => Promise<HostAnswer>
  /** Calls back with the names of forms that have changed; returns a function that unsubscribes. */
  onFormsChanged: (listener: (names: string[]) => void) => () => void
  /** The address of a page with a query. */
  pageAddress: (page: HostPage, query: string) => string
  /** The base address of built forms. */
  built: string
  /** Keeps unsaved changes; survives a reload and a closed tab. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** The base path of the pages on a server. */
export const route = '/_preview'

const timeoutMs = 60_000

/** The server from which this page was loaded. */
const serverHost: StudioHost = {
  async request(method, address, body) {
    const response = await fetch(`${route}/api/${address}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  },
  onFormsChanged(listener) {
    const hot = import.meta.hot
    const handler = ({ names }: { names: string[] }) => listener(names)
    hot?.on('forms:changed', handler)
    return () => hot?.off('forms:changed', handler)
  },
  pageAddress: (page, query) => `${route}/${page}?${query}`,
  built: `${route}/built`,
  storage: () => window.localStorage,
}

let current = serverHost

export function studioHost(): StudioHost {
  return current
}

/** Replaces the server. Call it before the first page is rendered. */
export function connectHost(host: StudioHost): void {
  current = host
}
