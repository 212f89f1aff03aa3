/**
 * `npm run bench`: the form of 300 fields, in the portal and by the form engine alone, compared with hand-written
 * pages.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { handlerOf, listen } from '../../sandbox/node-server.ts'
import { numberOf, optionsOf, patternOf, refuse } from '../../scripts/options.ts'
import { prepareFile } from '../../scripts/output-place.ts'
import { serveFile } from '../../sandbox/core/serve-file.ts'
import { browserPath } from '../support/browser-path.ts'
import { SandboxClient } from '../support/journey.ts'
import type { Portal } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { startSite } from '../support/start-site.ts'
import { buildBench, model, services } from './build-pages.ts'
import type { BuiltBench } from './build-pages.ts'
import { measure } from './measure.ts'
import type { BenchPage, Measured } from './measure.ts'
import { middle } from './bench-form.ts'
import { benchTable, baseline } from './table.ts'
import { measureStudio } from './studio.ts'
import { measureVisits, serveBaseline, sessionOf, visitTable, visitedPages } from './visits.ts'
import type { Round } from './table.ts'

const usage = `npm run bench -- [options]   compares the form of 300 fields with hand-written pages

   --rounds N     how often every page is measured (3)
   --only REGEX   only pages whose name matches; ratios need the Mantine page
   --form DIR     also types into each step of this definition
   --json FILE    writes every single figure
   --visits       measures visits by a link instead: sign-in, list, history, form (visits.ts)
   --studio       measures the form studio instead: a keystroke to the preview, opening (studio.ts)
   --serve        only keeps the pages up, and prints them as a list for another measuring tool`

const { values } = optionsOf(usage, {
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    form: { type: 'string' },
    json: { type: 'string' },
    serve: { type: 'boolean', default: false },
    visits: { type: 'boolean', default: false },
    studio: { type: 'boolean', default: false },
  },
})

prepareFile('--json', values.json)
if (values.form !== undefined && !existsSync(path.join(values.form, 'form.json')))
  refuse(`--form needs the folder of a form, not "${values.form}".`)
const roundCount = numberOf('--rounds', values.rounds)
const wantedPages = patternOf('--only', values.only)

/** The section in which the bench types. */
const half = model.sections[middle(model.sections.length)]?.key ?? ''

async function measureAll(pages: readonly BenchPage[]): Promise<Round[]> {
  const rounds: Round[] = []
  for (let number = 1; number <= roundCount; number++) {
    const round: Round = {}
    // Every round begins with another page, so that load on the machine affects all of them alike.
    const first = ((number - 1) * 2) % pages.length
    for (const page of [...pages.slice(first), ...pages.slice(0, first)]) {
      const measured = await measureOnce(page)
      if (measured === null) continue
      round[page.name] = measured
      const figures = Object.entries(measured).map(([name, value]) => `${name} ${value.toFixed(value < 100 ? 1 : 0)}`)
      console.error(`round ${number}, ${page.name}, load ${loadavg()[0]?.toFixed(1) ?? ''}: ${figures.join(', ')}`)
    }
    rounds.push(round)
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rounds, null, 1))
  }
  return rounds
}

/** A browser crash costs one figure, not the run. */
async function measureOnce(page: BenchPage): Promise<Measured | null> {
  const browser = await chromium.launch(browserOptions())
  try {
    return await measure(browser, page)
  } catch (cause) {
    console.error(`${page.name} could not be measured: ${String(cause)}`)
    return null
  } finally {
    await browser.close()
  }
}

function selectorsIn(section: string, error: string): Pick<BenchPage, 'field' | 'presses'> {
  const field = (key: string) => `[id="${section}.${key}"]`
  return {
    field: field('f8'),
    presses: { toggle: field('f6'), toggled: field('f9'), submit: 'button[type=submit]', error },
  }
}

const ourErrors = '[id$="-error"]'

/** The baselines, and the engine without the portal. */
function ownPages(origin: string, { versions }: BuiltBench): BenchPage[] {
  const engine = (layout: keyof typeof services, step = '') =>
    `${origin}/engine/?service=${services[layout]}&version=${versions[layout]}${step}`
  const inMiddle = (error: string) => selectorsIn(half, error)
  return [
    { name: 'plain HTML', url: `${origin}/plain/`, ...inMiddle('.error') },
    { name: 'plain HTML, ten fields', url: `${origin}/plain-step/`, ...inMiddle('.error') },
    { name: 'React, hand-written', url: `${origin}/react-baseline/`, ...inMiddle('.error') },
    { name: baseline, url: `${origin}/mantine-baseline/`, ...inMiddle('.mantine-InputWrapper-error') },
    { name: 'engine, one page', url: engine('page'), ...inMiddle(ourErrors) },
    { name: 'engine, one step', url: engine('steps', `&step=${half}`), ...inMiddle(ourErrors) },
  ]
}

const textField = 'form :is(input[type="text"], input[type="tel"], input[type="email"], textarea)'

/** The buttons of a given definition are unknown, but the bench can type in every step. */
function givenPages(origin: string, { given }: BuiltBench): BenchPage[] {
  return (given?.steps ?? []).map((step) => ({
    name: `given form, ${step}`,
    url: `${origin}/engine/?service=${given?.service}&version=${given?.version}&step=${step}`,
    field: textField,
    presses: null,
  }))
}

/** The whole portal: signed in, with drafts. Each visit has its own resident, who has no draft yet. */
function portalPages(portal: Portal, client: SandboxClient): BenchPage[] {
  return (['page', 'steps'] as const).map((layout) => ({
    name: layout === 'page' ? 'portal, one page' : 'portal, one step',
    url: `${portal.url}/application/minato-city/${services[layout]}/individual`,
    prepare: async (page) => startSignedIn(page, portal, await client.newResident()),
    ...selectorsIn(layout === 'page' ? half : (model.sections[0]?.key ?? ''), ourErrors),
  }))
}

/** Pages that need no session, for other measuring tools. */
function asListed({ name, url, prepare, field, presses }: BenchPage) {
  return prepare === undefined ? [{ group: '300', name, url, ready: field, type: field, ...presses }] : []
}

async function servePages({ pages, forms }: BuiltBench): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = await listen(0)
  server.handle(
    handlerOf(async (request) => {
      const { pathname } = new URL(request.url)
      const isForm = pathname.startsWith('/forms/')
      const name = isForm ? pathname.slice('/forms/'.length) : pathname
      return serveFile(request, isForm ? forms : pages, name.endsWith('/') ? `${name}index.html` : name)
    }),
  )
  return { url: `http://localhost:${server.port}`, stop: server.stop }
}

/** The browser that the journeys use; Playwright's own if none was recorded. */
function browserOptions() {
  const executablePath = browserPath()
  return {
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...(executablePath === null ? {} : { executablePath }),
  }
}

async function bench(work: string): Promise<void> {
  const built = await buildBench(work, values.form)
  const server = await servePages(built)
  const sandbox = await startSite('sandbox')
  try {
    const portal: Portal = { ...sandbox, restart: () => Promise.reject(new Error('never while measuring')) }
    const client = new SandboxClient(portal)
    await client.post('forms', { folder: built.forms })
    const own = [...ownPages(server.url, built), ...givenPages(server.url, built)]
    const pages = [...own, ...portalPages(portal, client)].filter(({ name }) => wantedPages.test(name))
    if (values.serve) {
      console.log(JSON.stringify({ baseline, pages: pages.flatMap(asListed) }, null, 2))
      await new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
      })
    } else {
      console.log(benchTable(await measureAll(pages)))
    }
  } finally {
    await sandbox.stop()
    await server.stop()
  }
}

/** First and returning visits of a resident with a history. */
async function benchVisits(work: string): Promise<void> {
  const reactAlone = await serveBaseline(work)
  const sandbox = await startSite('sandbox')
  const browser = await chromium.launch(browserOptions())
  try {
    const resident = { tenantId: 'minato-city', userId: '', email: 'hanako@example.jp', password: 'Portal-2026!' }
    const pages = visitedPages(sandbox.url, reactAlone.url, resident)
    const session = await sessionOf(browser, sandbox.url, resident)
    for (const kind of ['first', 'returning'] as const)
      console.log(visitTable(kind, await measureVisits(browser, pages, session, kind, roundCount)))
  } finally {
    await browser.close()
    await sandbox.stop()
    await reactAlone.stop()
  }
}

async function benchStudio(): Promise<void> {
  const browser = await chromium.launch(browserOptions())
  try {
    const { median, p95, longestTask, opening, jsonTab } = await measureStudio(browser)
    const figure = (value: number) => `${value.toFixed(0)} ms`
    console.log(`Keystroke to preview, 300 fields: median ${figure(median)} (goal 200 ms), p95 ${figure(p95)}`)
    console.log(`Longest task of the main thread: ${figure(longestTask)}`)
    console.log(`Opening of a form with 700 questions: ${figure(opening)} (goal 4000 ms)`)
    console.log(`JSON tab first opening, 226 kB: ${figure(jsonTab)}`)
  } finally {
    await browser.close()
  }
}

const work = mkdtempSync(path.join(tmpdir(), 'bench-'))
if (!values.serve)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      rmSync(work, { recursive: true, force: true })
      process.exit(130)
    })
try {
  await (values.studio ? benchStudio() : values.visits ? benchVisits(work) : bench(work))
} finally {
  rmSync(work, { recursive: true, force: true })
}
