/**
 * `npm run bench -- --visits`: measures first and returning visits of the portal by a link, on a slow network and a
 * slow processor, and compares them with a sign-in page in plain React. Ratios are taken within a round, so that load
 * on the machine affects both alike.
 */
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { handlerOf, listen } from '../../sandbox/node-server.ts'
import { serveFile } from '../../sandbox/core/serve-file.ts'
import { signIn } from '../support/journey.ts'
import type { Resident } from '../support/journey.ts'

/** Slow 4G as the browser's developer tools emulate it: milliseconds, bytes per second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const processorSlowdown = 4
const about = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 360, height: 740 } }

const baseline = 'React alone'

type Visited = { name: string; url: string; ready: string; session: boolean }
type Figures = { usable: number; paint: number; requests: number; kilobytes: number }
type Round = Record<string, Figures>
export type VisitKind = 'first' | 'returning'

/** Serves the plain React page as an unconfigured web server would, but compressed and with immutable assets. */
export async function serveBaseline(work: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const root = path.join(import.meta.dirname, 'pages')
  const folder = path.join(work, 'react-alone')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: path.join(root, 'react-sign-in.html') } },
  })
  const server = await listen(0)
  server.handle(
    handlerOf(async (request) => {
      const { pathname } = new URL(request.url)
      const response = await serveFile(request, folder, pathname === '/' ? 'react-sign-in.html' : pathname)
      response.headers.set('Cache-Control', pathname === '/' ? 'no-cache' : 'public, max-age=31536000, immutable')
      return response
    }),
  )
  return { url: `http://localhost:${server.port}/`, stop: server.stop }
}

export function visitedPages(portal: string, reactAlone: string, { tenantId }: Resident): Visited[] {
  return [
    { name: baseline, url: reactAlone, ready: 'input', session: false },
    { name: 'sign-in', url: `${portal}/login/${tenantId}`, ready: 'input[type=password]', session: false },
    {
      name: 'list',
      url: `${portal}/${tenantId}/applicationlist`,
      ready: 'main a[href*="/application/"]',
      session: true,
    },
    {
      name: 'history',
      url: `${portal}/${tenantId}/applicationhistory`,
      ready: 'main a[href*="history-details"]',
      session: true,
    },
    {
      name: 'form',
      url: `${portal}/application/${tenantId}/residence-certificate/individual`,
      ready: 'main input',
      session: true,
    },
  ]
}

/** Stored values of a session to begin visits with. */
export async function sessionOf(browser: Browser, portal: string, resident: Resident): Promise<[string, string][]> {
  const context = await browser.newContext({ ...about, baseURL: portal })
  const page = await context.newPage()
  await signIn(page, resident)
  const stored = await page.evaluate(() => Object.entries({ ...sessionStorage }))
  await context.close()
  return stored
}

export async function measureVisits(
  browser: Browser,
  pages: readonly Visited[],
  session: readonly [string, string][],
  kind: VisitKind,
  rounds: number,
): Promise<Round[]> {
  const measured: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round: Round = {}
    for (const visited of pages) {
      const context = await browser.newContext(about)
      if (visited.session)
        await context.addInitScript((entries) => {
          for (const [key, value] of entries) sessionStorage.setItem(key, value)
        }, session)
      if (kind === 'returning') await visitOnce(context, visited)
      round[visited.name] = await measureVisit(context, visited)
      await context.close()
    }
    console.error(
      `${kind} visit, round ${number}: ${Object.entries(round)
        .map(([name, { usable }]) => `${name} ${usable} ms`)
        .join(', ')}`,
    )
    measured.push(round)
  }
  return measured
}

async function visitOnce(context: BrowserContext, { url, ready }: Visited): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.close()
}

async function measureVisit(context: BrowserContext, { url, ready }: Visited): Promise<Figures> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  const finished = { requests: 0, bytes: 0 }
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    finished.requests += 1
    finished.bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'commit' })
  const usable = await visibleAt(page, ready)
  const { requests, bytes } = finished
  return { usable, paint: await firstPaint(page), requests, kilobytes: bytes / 1000 }
}

/**
 * Milliseconds after the start of the visit. The page itself looks in each frame: a locator looks in growing intervals of
 * up to half a second.
 */
async function visibleAt(page: Page, selector: string): Promise<number> {
  const time = await page.waitForFunction(
    (wanted) => (document.querySelector(wanted)?.checkVisibility() ? performance.now() : false),
    selector,
    { polling: 'raf', timeout: 60_000 },
  )
  return Math.round(Number(await time.jsonValue()))
}

/** Milliseconds after the start of the visit. A page can be usable in the document before the browser has drawn it. */
function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint')
          if (entry !== undefined) resolve(entry.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}

/** Medians; in brackets the median of the ratios to plain React in the same round. */
export function visitTable(kind: VisitKind, rounds: readonly Round[]): string {
  const names = Object.keys(rounds[0] ?? {})
  const row = (name: string) => {
    const figures = (key: keyof Figures) => rounds.flatMap((round) => round[name]?.[key] ?? [])
    const ratio = (key: 'usable' | 'paint') =>
      median(
        rounds.flatMap((round) => {
          const [own, base] = [round[name], round[baseline]]
          return own === undefined || base === undefined ? [] : [own[key] / base[key]]
        }),
      )
    const timed = (key: 'usable' | 'paint') => `${Math.round(median(figures(key)))} (${ratio(key).toFixed(2)}×)`
    return `| ${name} | ${timed('usable')} | ${timed('paint')} | ${median(figures('requests'))} | ${Math.round(median(figures('kilobytes')))} |`
  }
  return [
    `| ${kind} visit | usable, ms | first paint, ms | requests | kB |`,
    '|---|---|---|---|---|',
    ...names.map(row),
    '',
  ].join('\n')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
