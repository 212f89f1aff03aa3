import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { interrupt } from '../../support/interrupt.ts'
import type { Scene } from './routes-under-test.ts'

export type FaultName = 'F1' | 'F2' | 'F3' | 'F4' | 'F5' | 'F6' | 'F7' | 'F8' | 'F9' | 'F10' | 'F11' | 'F12'

/** A fault that lies in wait. */
export type Armed = {
  /** How often it has struck. */
  struck: () => number
  /** When it last struck, in milliseconds. */
  last: () => number
  /** For pages that ask nothing: what strikes them once they are drawn. */
  afterwards?: () => Promise<void>
  disarm: () => Promise<void>
}

export type Place = { page: Page; context: BrowserContext; scene: Scene }

export type Fault = {
  name: FaultName
  /** One of its forms; which of them a route meets goes round. */
  forms: readonly Form[]
  /** What it strikes: the page's own questions, every question to the API, or something else. */
  aim: 'own' | 'api' | 'other'
}

export type Form = { is: string; arm: (place: Place) => Promise<Armed> }

/** How long an answer may take here, so that the missing one is noticed before the test is over. */
const patience = 400

export const faults: readonly Fault[] = [
  { name: 'F1', aim: 'own', forms: [answer('500 with JSON', 500, { title: 'Internal error', status: 500 })] },
  {
    name: 'F2',
    aim: 'own',
    forms: [
      answer('503, Retry-After in seconds', 503, { code: 'SE_CO_0503' }, () => ({ 'Retry-After': '30' })),
      answer('503, Retry-After as a date', 503, { code: 'SE_CO_0503' }, () => ({
        'Retry-After': new Date(Date.now() + 120_000).toUTCString(),
      })),
    ],
  },
  {
    name: 'F3',
    aim: 'own',
    forms: [answer('429 with Retry-After', 429, { code: 'SE_CO_0429' }, () => ({ 'Retry-After': '20' }))],
  },
  { name: 'F4', aim: 'own', forms: [answer('401', 401, { code: 'SE_CO_0401' })] },
  {
    name: 'F5',
    aim: 'own',
    forms: [answer('403', 403, { title: 'Forbidden' }), answer('404', 404, { code: 'SE_CO_0404' })],
  },
  { name: 'F6', aim: 'api', forms: [strike('connection reset', every, (route) => route.abort('connectionreset'))] },
  {
    name: 'F7',
    aim: 'api',
    forms: [
      strike('answer lost', every, async (route) => {
        await route.fetch()
        await route.abort('connectionclosed')
      }),
    ],
  },
  { name: 'F8', aim: 'api', forms: [{ is: 'no answer', arm: silence }] },
  {
    name: 'F9',
    aim: 'own',
    forms: [
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
  { name: 'F10', aim: 'api', forms: [{ is: 'offline, then back', arm: offline }] },
  {
    name: 'F11',
    aim: 'other',
    forms: [
      missing('chunk 404', { status: 404, contentType: 'text/plain', body: 'Not found' }),
      missing('index.html instead of a chunk', { status: 200, contentType: 'text/html', body: '<!doctype html>' }),
    ],
  },
  {
    name: 'F12',
    aim: 'other',
    forms: [{ is: 'storage blocked or full', arm: noStorage }],
  },
]

type Reply = { status?: number; contentType?: string; body: string; headers?: Record<string, string> }

/** Whether a request is one of those a fault aims at. */
type Aim = (scene: Scene, path: string) => boolean

function every(): boolean {
  return true
}

function own(scene: Scene, path: string): boolean {
  return scene.own?.test(path) === true
}

function answer(is: string, status: number, body: object, headers: () => Record<string, string> = () => ({})): Form {
  const problem = JSON.stringify({ type: 'about:blank', ...body })
  return strike(is, own, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: problem, headers: headers() }),
  )
}

function broken(is: string, reply: Reply): Form {
  return strike(is, own, (route) => route.fulfill(reply))
}

/** Meets the requests to the API that `aim` names, until it is disarmed. */
function strike(is: string, aim: Aim, meet: (route: Route) => Promise<void>): Form {
  return {
    is,
    async arm({ page, scene }) {
      const count = counter()
      const disarm = await interrupt(page, '**/app/web/**', async (route) => {
        if (!aim(scene, apiPath(route.request()))) return route.fallback()
        await meet(route)
        count.strike()
      })
      return { ...count.seen, disarm }
    },
  }
}

function apiPath(request: Request): string {
  return new URL(request.url()).pathname.replace('/app/web/', '')
}

async function silence({ page }: Place): Promise<Armed> {
  const count = counter()
  page.on('requestfailed', (request) => {
    if (request.url().includes('/app/web/')) count.strike()
  })
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as { limits: object }
    await route.fulfill({ json: { ...config, limits: { ...config.limits, requestTimeoutMs: patience } } })
  })
  return { ...count.seen, disarm: await interrupt(page, '**/app/web/**', () => undefined) }
}

/** The line breaks when the page asks its first question; a page that asks nothing loses it when it has been drawn. */
async function offline({ page, context }: Place): Promise<Armed> {
  const count = counter()
  const end = await interrupt(page, '**/app/web/**', async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
    count.strike()
  })
  return {
    ...count.seen,
    async afterwards() {
      await context.setOffline(true)
      count.strike()
    },
    async disarm() {
      await end()
      await context.setOffline(false)
    },
  }
}

function html() {
  return readFileSync(join(import.meta.dirname, '../../../dist/index.html'), 'utf8')
}

/** Every part of the portal that is not in the first document is gone, as after a deploy. */
function missing(is: string, reply: Reply): Form {
  return {
    is,
    async arm({ page }) {
      const count = counter()
      const first = html()
      const disarm = await interrupt(page, '**/assets/*.js', async (route) => {
        if (first.includes(new URL(route.request().url()).pathname)) return route.fallback()
        await route.fulfill(reply)
        count.strike()
      })
      return { ...count.seen, disarm }
    },
  }
}

/** The browser refuses storage; where a session has to be read from it, it only takes nothing more. */
async function noStorage({ page, scene }: Place): Promise<Armed> {
  if (scene.session) {
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
  return { struck: () => 1, last: () => Date.now(), disarm: async () => undefined }
}

function counter(): { seen: Pick<Armed, 'struck' | 'last'>; strike: () => void } {
  let struck = 0
  let last = Date.now()
  return {
    seen: { struck: () => struck, last: () => last },
    strike() {
      struck += 1
      last = Date.now()
    },
  }
}
