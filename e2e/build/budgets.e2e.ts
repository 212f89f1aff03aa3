import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { languages } from '../../src/lib/language.ts'
import { routePatterns } from '../../src/paths.ts'
import type { RouteTable } from '../../src/starter/portal-start.ts'
import { expect, signIn, test } from '../support/journey.ts'

/** Bytes are reproducible, times are not: brotli 11 of every response that the browser waited for. */
type Weight = { url: string; kind: 'js' | 'css' | 'other'; bytes: number }

const kilobyte = 1000

/** A chunk in a circle runs before the values that it imports exist, and its pages fail. Unit tests have no chunks. */
test('no chunk imports itself through others @main', () => {
  const folder = join(dist, 'assets')
  const importsOf = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => {
        const source = readFileSync(join(folder, name), 'utf8')
        return [name, [...source.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, target = '']) => target)]
      }),
  )
  const reachable = (from: string): Set<string> => {
    const found = new Set(importsOf.get(from))
    for (const next of found) for (const target of importsOf.get(next) ?? []) found.add(target)
    return found
  }
  expect(importsOf.size).toBeGreaterThan(10)
  expect([...importsOf.keys()].filter((name) => reachable(name).has(name))).toEqual([])
})

test('only pages with a form load the file of the forms @main', () => {
  const { files, routes } = startTable()
  const withForm = routes.filter((route) => route.files.ja.some((file) => files[file]?.includes('/application-')))
  const { emailChange, userProfile, application, shippingAddress, settlement } = routePatterns
  const expected = [emailChange, userProfile, application, shippingAddress, settlement].map(({ pattern }) => pattern)
  expect(withForm.map(({ pattern }) => pattern).toSorted()).toEqual(expected.toSorted())
})

for (const language of languages)
  test(`a page in ${language} loads the texts of that language alone @main`, () => {
    const { files, routes } = startTable()
    const texts = routes
      .flatMap((route) => route.files[language].map((file) => files[file] ?? ''))
      .filter((file) => file.includes('/texts-'))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((file) => !file.startsWith(`/assets/texts-${language}-`))).toEqual([])
  })

function startTable(): RouteTable {
  const [, table = ''] = /id="portal-start">([^<]*)</.exec(readFileSync(join(dist, 'index.html'), 'utf8')) ?? []
  return JSON.parse(table) as RouteTable
}

test.describe('budgets', () => {
  test('the sign-in page stays within its byte budget @main', async ({ page }) => {
    await page.goto('/login/minato-city')
    await page.getByLabel('メールアドレス').waitFor()
    await page.waitForLoadState('networkidle')
    const whole = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    const eager = table('eager: what is needed to type into the form', initialFiles())
    const named = table('with the name of the tenant', [...new Set([...initialFiles(), ...whole])].filter(isBuilt))
    expect(sum(eager, 'js'), 'eager JS').toBeLessThanOrEqual(145 * kilobyte)
    expect(sum(eager, 'css'), 'CSS').toBeLessThanOrEqual(4 * kilobyte)
    // The document and the first response count as well.
    expect(eager.length + 2, 'requests before usable').toBeLessThanOrEqual(6)
    expect(sum(named), "all files until the tenant's name is shown").toBeLessThanOrEqual(230 * kilobyte)
    expect(await loaded(page, /amplify|cognito/i), 'the auth library before it is needed').toEqual([])
    expect(await loaded(page, /\/application-[\w-]{8}\.js/), 'the form engine before it is needed').toEqual([])
  })

  // Of 251 and 247 kB until the page is usable (docs/performance.md), the answers of the API are 8.
  for (const [name, budget] of [
    ['applicationList', 243],
    ['applicationHistory', 239],
  ] as const)
    test(`the page ${name} stays within its byte budget @main`, () => {
      const { files, routes } = startTable()
      const own = routes.find(({ pattern }) => pattern === routePatterns[name].pattern)?.files.ja ?? []
      expect(own).not.toEqual([])
      const paths = new Set(['/index.html', ...initialFiles(), ...own.map((file) => files[file] ?? '')])
      const weights = table(name, [...paths])
      const headers = weights.length * kilobyte
      expect(sum(weights) + headers, 'document, files and their headers').toBeLessThanOrEqual(budget * kilobyte)
    })

  test('the form route stays within its byte budget beyond the shell', async ({ page, resident }) => {
    await signIn(page, resident)
    await page.waitForLoadState('networkidle')
    const responses = record(page)
    await page.goto('about:blank')
    await page.goto(`/${resident.tenantId}/applicationlist`)
    await page.waitForLoadState('networkidle')
    const shell = new Set((await weigh(responses.splice(0), 'shell')).map(({ url }) => url))
    await page.goto(`/application/${resident.tenantId}/residence-certificate/individual`)
    await expect(page.getByRole('button', { name: '入力内容を確認する' })).toBeVisible()
    const cold = await weigh(responses, 'form')
    // From a link to the form, on a network where every file costs a round trip.
    expect(cold.filter(({ url }) => isBuilt(url)).length, 'files of a cold visit').toBeLessThanOrEqual(40)
    const form = cold.filter(({ url }) => !shell.has(url))
    expect(sum(form, 'js'), 'JS of the form route').toBeGreaterThan(0)
    expect(sum(form, 'js'), 'JS of the form route').toBeLessThanOrEqual(127 * kilobyte)
  })
})

function record(page: Page): Response[] {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  return responses
}

async function weigh(responses: Response[], label: string): Promise<Weight[]> {
  const weights = await Promise.all(
    responses.map(async (response) => {
      const { pathname } = new URL(response.url())
      // The body of a response is gone after the next navigation; a built file is the same.
      const body = isBuilt(pathname) ? readFileSync(join(dist, pathname)) : response.body().catch(() => Buffer.alloc(0))
      return weightOf(pathname, await body)
    }),
  )
  note(label, weights)
  return weights
}

const dist = join(import.meta.dirname, '../../dist')

/** The scripts that index.html loads, with everything they import before they run. */
function initialFiles(): string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const found = new Set(
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path),
  )
  for (const path of found) {
    if (path.endsWith('.js')) for (const imported of importedBy(path)) found.add(imported)
  }
  return [...found]
}

function importedBy(path: string): string[] {
  const code = readFileSync(join(dist, path), 'utf8')
  const imports = code.matchAll(/(?:^|[;}\s])(?:import|export)(?:[^'"()]*?from)?\s*["']\.\/([^"']+\.js)["']/g)
  return [...imports].map(([, name = '']) => `/assets/${name}`)
}

function isBuilt(path: string): boolean {
  return path.startsWith('/assets/')
}

function table(label: string, paths: string[]): Weight[] {
  const weights = paths.map((path) => weightOf(path, readFileSync(join(dist, path))))
  note(label, weights)
  return weights
}

function weightOf(url: string, body: Buffer): Weight {
  const bytes = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  return { url, kind: url.endsWith('.js') ? 'js' : url.endsWith('.css') ? 'css' : 'other', bytes }
}

/** The report of a run has the figures, whether or not they are within the budget. */
function note(type: string, weights: Weight[]): void {
  const lines = [`${kilobytes(sum(weights))} kB br`, ...weights.map(({ url, bytes }) => `${kilobytes(bytes)} ${url}`)]
  test.info().annotations.push({ type, description: lines.join('\n') })
}

function kilobytes(bytes: number): string {
  return (bytes / kilobyte).toFixed(1)
}

function sum(weights: Weight[], kind?: Weight['kind']): number {
  return weights
    .filter((weight) => kind === undefined || weight.kind === kind)
    .reduce((total, { bytes }) => total + bytes, 0)
}

async function loaded(page: Page, name: RegExp): Promise<string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name))
  return urls.filter((url) => name.test(new URL(url).pathname))
}
