import { expect } from '@playwright/test'
import type { Page, Request } from '@playwright/test'

/** Where the page has been and what it has asked since it was opened. */
export type Traffic = {
  pending: () => number
  /** The addresses one after the other, for each document by itself. */
  documents: () => string[][]
  perEndpoint: () => Map<string, number>
}

export function watchTraffic(page: Page): Traffic {
  const documents: string[][] = []
  const perEndpoint = new Map<string, number>()
  const pending = new Set<Request>()
  page.on('framenavigated', (frame) => {
    const addresses = documents.at(-1)
    if (frame === page.mainFrame() && frame.url() !== addresses?.at(-1)) addresses?.push(frame.url())
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push([])
    if (!request.url().includes('/app/web/')) return
    pending.add(request)
    const { pathname, search } = new URL(request.url())
    const endpoint = `${request.method()} ${pathname}${search}`
    perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + 1)
  })
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  return { pending: () => pending.size, documents: () => documents, perEndpoint: () => perEndpoint }
}

const most = 3

/** O5: no loop, neither of documents nor of addresses nor of questions. */
export function expectNoLoop({ documents, perEndpoint }: Traffic): void {
  expect(documents().length, 'O5: documents').toBeLessThanOrEqual(most)
  const endless = documents().filter((addresses) => addresses.length > most)
  expect(endless, 'O5: navigations').toEqual([])
  const often = [...perEndpoint()].filter(([, times]) => times > most)
  expect(often, 'O5: requests per endpoint').toEqual([])
}

/** O6: nobody is led away. */
export function expectOwnOrigin({ documents }: Traffic, origin: string): void {
  const been = documents().flat()
  expect(been.length, 'O6: somewhere').toBeGreaterThan(0)
  expect(
    been.filter((url) => new URL(url).origin !== origin),
    'O6: own origin',
  ).toEqual([])
}
