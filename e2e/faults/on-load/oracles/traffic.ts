import { expect } from '@playwright/test'
import type { Page, Request } from '@playwright/test'

/** Navigations and API requests of a page since it was opened. */
export type Traffic = {
  /** The addresses of unfinished requests to the API, and for files that the page needs to draw the response. */
  pending: () => string[]
  /** The addresses of each document, in order. */
  documents: () => string[][]
  perEndpoint: () => Map<string, number>
}

export function watchTraffic(page: Page): Traffic {
  const documents: string[][] = []
  const perEndpoint = new Map<string, number>()
  const pending = new Set<Request>()
  let ofFormerDocument: Request[] = []
  page.on('framenavigated', (frame) => {
    const addresses = documents.at(-1)
    if (frame === page.mainFrame() && frame.url() !== addresses?.at(-1)) addresses?.push(frame.url())
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      documents.push([])
      ofFormerDocument = [...pending]
    }
    const isOfApi = request.url().includes('/app/web/')
    if (isOfApi || request.url().includes('/assets/')) pending.add(request)
    if (!isOfApi) return
    const { pathname, search } = new URL(request.url())
    const endpoint = `${request.method()} ${pathname}${search}`
    perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + 1)
  })
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  // The end of a request whose document has been replaced is not always reported.
  page.on('domcontentloaded', () => {
    for (const request of ofFormerDocument.splice(0)) pending.delete(request)
  })
  return {
    pending: () => [...pending].map((request) => request.url()),
    documents: () => documents,
    perEndpoint: () => perEndpoint,
  }
}

const maxRepeats = 3

/** No loop of reloads, navigations or requests. */
export function expectNoLoop({ documents, perEndpoint }: Traffic): void {
  expect(documents().length, 'documents loaded').toBeLessThanOrEqual(maxRepeats)
  const endless = documents().filter((addresses) => addresses.length > maxRepeats)
  expect(endless, 'navigations per document').toEqual([])
  const often = [...perEndpoint()].filter(([, times]) => times > maxRepeats)
  expect(often, 'requests per endpoint').toEqual([])
}

/** The page never leaves its own origin. */
export function expectOwnOrigin({ documents }: Traffic, origin: string): void {
  const been = documents().flat()
  expect(been.length, 'at least one address').toBeGreaterThan(0)
  expect(
    been.filter((url) => new URL(url).origin !== origin),
    'own origin',
  ).toEqual([])
}
