import type { Page, Request, Route } from '@playwright/test'
import { interrupt } from '../../support/interrupt.ts'
import type { SandboxClient } from '../../support/journey.ts'
import { askForConfig } from '../../support/config.ts'

/** Faults during a click; `F5`, `F9`, `F11` and `F12` apply to loading only. */
export const faults = {
  F1: 'the API fails (500)',
  F2: 'the API is busy (503, Retry-After as a date)',
  F3: 'too many requests (429, Retry-After in seconds)',
  F4: 'the session has ended (401)',
  F6: 'the connection is reset before the request arrives',
  F7: 'the API executed it and the response is lost',
  F8: 'no response',
  F10: 'the device is offline',
} as const

export type FaultId = keyof typeof faults

export const faultIds = Object.keys(faults) as FaultId[]

/** The request of an action that the fault applies to. */
export type Target = {
  operation: string
  method: 'POST' | 'PUT' | 'PATCH'
  path: RegExp
  /** Playwright does not expose the body of an upload, so the fault has to be injected by the sandbox. */
  sendsFile?: true
}

export function isTarget({ method, path }: Target, request: Request): boolean {
  return request.method() === method && path.test(new URL(request.url()).pathname)
}

/** Request timeout of the portal under F8, instead of half a minute. */
export const timeoutMs = 1_500

export async function shortenRequestTimeout(page: Page, requestTimeoutMs: number): Promise<void> {
  await askForConfig(page)
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as { limits: object }
    await route.fulfill({ response, json: { ...config, limits: { ...config.limits, requestTimeoutMs } } })
  })
}

/** Applies the fault to every request of the target until the returned function is called. */
export async function applyFault(
  page: Page,
  sandbox: SandboxClient,
  fault: FaultId,
  target: Target,
): Promise<() => Promise<void>> {
  if (fault === 'F10') {
    await page.context().setOffline(true)
    return () => page.context().setOffline(false)
  }
  if (fault === 'F7' && target.sendsFile === true) {
    await sandbox.post('faults', { kind: 'answer-lost', operation: target.operation })
    return async () => void (await sandbox.post('faults', { clear: true }))
  }
  return interrupt(page, '**/app/web/**', (route) => {
    if (!isTarget(target, route.request())) return route.fallback()
    // F8: the request stays pending until the portal's own timeout.
    return fault === 'F8' ? undefined : answers[fault](route)
  })
}

const answers: { [fault in Exclude<FaultId, 'F8' | 'F10'>]: (route: Route) => Promise<void> } = {
  F1: (route) => refuse(route, 500, 'SE_CO_0500'),
  F2: (route) => refuse(route, 503, 'SE_CO_0503', { 'Retry-After': new Date(Date.now() + 1_000).toUTCString() }),
  F3: (route) => refuse(route, 429, 'SE_CO_0429', { 'Retry-After': '1' }),
  F4: (route) => refuse(route, 401, 'SE_CO_0401'),
  F6: (route) => route.abort('connectionreset'),
  async F7(route) {
    await route.fetch()
    await route.abort('connectionreset')
  },
}

function refuse(route: Route, status: number, code: string, headers: { [name: string]: string } = {}): Promise<void> {
  return route.fulfill({
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/problem+json',
      'X-Request-Id': route.request().headers()['x-request-id'] ?? 'none',
    },
    body: JSON.stringify({ type: 'about:blank', title: 'A fault of the test', status, code }),
  })
}
