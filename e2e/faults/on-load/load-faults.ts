import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { interrupt } from '../../support/interrupt.ts'
import type { RouteUnderTest } from './routes-under-test.ts'
import { askForConfig } from '../../support/config.ts'

export type FaultName = 'F1' | 'F2' | 'F3' | 'F4' | 'F5' | 'F6' | 'F7' | 'F8' | 'F9' | 'F10' | 'F11' | 'F12'

/** An injected fault. */
export type AppliedFault = {
  /** How many requests it was applied to. */
  hits: () => number
  /** Applied after the page is rendered, for pages without requests. */
  afterwards?: () => Promise<void>
  remove: () => Promise<void>
}

export type Place = { page: Page; context: BrowserContext; target: RouteUnderTest }

export type Fault = {
  name: FaultName
  /** Variants; each route gets one of them in turn. */
  variants: readonly Variant[]
  /** The requests it applies to: the page's own, every API request, or others. */
  aim: 'own' | 'api' | 'other'
}

export type Variant = { name: string; apply: (place: Place) => Promise<AppliedFault> }

/** Request timeout of the portal, short enough to expire during the test. */
const requestTimeoutMs = 400

export const faults: readonly Fault[] = [
  { name: 'F1', aim: 'own', variants: [respond('500 with JSON', 500, { title: 'Internal error', status: 500 })] },
  {
    name: 'F2',
    aim: 'own',
    variants: [
      respond('503, Retry-After in seconds', 503, { code: 'SE_CO_0503' }, () => ({ 'Retry-After': '30' })),
      respond('503, Retry-After as a date', 503, { code: 'SE_CO_0503' }, () => ({
        'Retry-After': new Date(Date.now() + 120_000).toUTCString(),
      })),
    ],
  },
  {
    name: 'F3',
    aim: 'own',
    variants: [respond('429 with Retry-After', 429, { code: 'SE_CO_0429' }, () => ({ 'Retry-After': '20' }))],
  },
  { name: 'F4', aim: 'own', variants: [respond('401', 401, { code: 'SE_CO_0401' })] },
  {
    name: 'F5',
    aim: 'own',
    variants: [respond('403', 403, { title: 'Forbidden' }), respond('404', 404, { code: 'SE_CO_0404' })],
  },
  {
    name: 'F6',
    aim: 'api',
    variants: [intercept('connection reset', every, (route) => route.abort('connectionreset'))],
  },
  {
    name: 'F7',
    aim: 'api',
    variants: [
      intercept('answer lost', every, async (route) => {
        await route.fetch()
        await route.abort('connectionclosed')
      }),
    ],
  },
  { name: 'F8', aim: 'api', variants: [{ name: 'no answer', apply: neverRespond }] },
  {
    name: 'F9',
    aim: 'own',
    variants: [
      broken('200 with HTML', { contentType: 'text/html', body: '<!doctype html><h1>It works!</h1>' }),
      broken('200 and empty', { body: '' }),
      broken('200 cut off', { contentType: 'application/json', body: '{"items":[{"orderId":"OR' }),
      broken('200 of another shape', {
        contentType: 'application/json',
        body: '{"unexpected":["<img src=x>",0,null]}',
      }),
      broken('200 of another type', { contentType: 'application/json', body: '[[null,42]]' }),
    ],
  },
  { name: 'F10', aim: 'api', variants: [{ name: 'offline, then back', apply: offline }] },
  {
    name: 'F11',
    aim: 'other',
    variants: [
      missing('chunk 404', { status: 404, contentType: 'text/plain', body: 'Not found' }),
      missing('index.html instead of a chunk', { status: 200, contentType: 'text/html', body: '<!doctype html>' }),
    ],
  },
  {
    name: 'F12',
    aim: 'other',
    variants: [{ name: 'storage blocked or full', apply: noStorage }],
  },
]

type Reply = { status?: number; contentType?: string; body: string; headers?: Record<string, string> }

/** Whether the fault applies to a request. */
type Aim = (target: RouteUnderTest, path: string) => boolean

function every(): boolean {
  return true
}

function own(target: RouteUnderTest, path: string): boolean {
  return target.own?.test(path) === true
}

function respond(
  name: string,
  status: number,
  body: object,
  headers: () => Record<string, string> = () => ({}),
): Variant {
  const problem = JSON.stringify({ type: 'about:blank', ...body })
  return intercept(name, own, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: problem, headers: headers() }),
  )
}

function broken(name: string, reply: Reply): Variant {
  return intercept(name, own, (route) => route.fulfill(reply))
}

/** Handles the API requests that `aim` selects, until the fault is removed. */
function intercept(name: string, aim: Aim, handle: (route: Route) => Promise<void>): Variant {
  return {
    name,
    async apply({ page, target }) {
      const counter = hitCounter()
      const remove = await interrupt(page, '**/app/web/**', async (route) => {
        if (!aim(target, apiPath(route.request()))) return route.fallback()
        await handle(route)
        counter.hit()
      })
      return { ...counter.seen, remove }
    },
  }
}

function apiPath(request: Request): string {
  return new URL(request.url()).pathname.replace('/app/web/', '')
}

async function neverRespond({ page }: Place): Promise<AppliedFault> {
  const counter = hitCounter()
  page.on('requestfailed', (request) => {
    if (request.url().includes('/app/web/')) counter.hit()
  })
  await askForConfig(page)
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as { limits: object }
    await route.fulfill({ json: { ...config, limits: { ...config.limits, requestTimeoutMs } } })
  })
  return { ...counter.seen, remove: await interrupt(page, '**/app/web/**', () => undefined) }
}

/** Goes offline at the first API request; a page without requests goes offline after it is rendered. */
async function offline({ page, context }: Place): Promise<AppliedFault> {
  const counter = hitCounter()
  const files = watchFiles(page)
  const end = await interrupt(page, '**/app/web/**', async (route) => {
    // A page without its own files has to be reloaded, which is another fault (F11).
    await files.arrived()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
    counter.hit()
  })
  return {
    ...counter.seen,
    async afterwards() {
      await context.setOffline(true)
      counter.hit()
    },
    async remove() {
      await end()
      await context.setOffline(false)
    },
  }
}

/** The files of the portal that a page is fetching. */
function watchFiles(page: Page) {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return {
    /** Resolves when no file is being fetched at two checks in a row: one file may load the next. */
    async arrived(): Promise<void> {
      let quietChecks = -1
      await expect
        .poll(() => (quietChecks = pending.size === 0 ? quietChecks + 1 : 0), {
          message: 'no file is pending',
          intervals: [100],
        })
        .toBeGreaterThanOrEqual(2)
    },
  }
}

function html() {
  return readFileSync(join(import.meta.dirname, '../../../dist/index.html'), 'utf8')
}

/** Every chunk that index.html does not name is missing, as after a deployment. */
function missing(name: string, reply: Reply): Variant {
  return {
    name,
    async apply({ page }) {
      const counter = hitCounter()
      const first = html()
      const remove = await interrupt(page, '**/assets/*.js', async (route) => {
        // The document also has a list of all chunks, for the starter.
        if (first.includes(`="${new URL(route.request().url()).pathname}"`)) return route.fallback()
        await route.fulfill(reply)
        counter.hit()
      })
      return { ...counter.seen, remove }
    },
  }
}

/** Storage is blocked; with a session, which has to be read from it, only writing fails. */
async function noStorage({ page, target }: Place): Promise<AppliedFault> {
  if (target.session) {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
  } else {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
    })
  }
  return { hits: () => 1, remove: async () => undefined }
}

function hitCounter(): { seen: Pick<AppliedFault, 'hits'>; hit: () => void } {
  let hits = 0
  return {
    seen: { hits: () => hits },
    hit() {
      hits += 1
    },
  }
}
