import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inPage } from './in-page.ts'
import type { Expectation, InPage, Outcome, Step } from './in-page.ts'
import { combination } from './keys.ts'
import { WebDriverLocator, Scope } from './locator.ts'
import type { PageDriver } from './locator.ts'
import type { ElementReference, WebDriverSession, WindowCommands } from './protocol.ts'
import { until } from './until.ts'

const require = createRequire(import.meta.url)
const manifest = require.resolve('@testing-library/dom/package.json')
const entries = JSON.parse(readFileSync(manifest, 'utf8')) as { 'umd:main': string }
const library = readFileSync(path.join(path.dirname(manifest), entries['umd:main']), 'utf8')

/** Global of a page under test. */
const name = 'journeyDriver'
const install = `${library}; window.${name} = (${inPage.toString()})(window.TestingLibraryDom)`

type Size = { width: number; height: number }
type Url = string | RegExp | ((url: URL) => boolean)
type Answer = { missing: true } | { value?: unknown; error?: string; url: string; findings: string[] }

/** The browser that a page belongs to. */
type PageContext = {
  readonly _options: { baseURL: string }
  readonly viewport: Size
  readonly findings: string[]
  forget: (page: WebDriverPage) => void
}

const pageMs = 30_000
/** The network is idle after this time without a request, as in Playwright. */
const idleMs = 500

/**
 * Playwright's Page over WebDriver, as far as the journeys use it: a tab. `expect` of Playwright accepts it by its
 * `_apiName` and asks its main frame by `_expect`.
 */
export class WebDriverPage extends Scope implements PageDriver {
  readonly _apiName = 'Page'
  readonly #session: WebDriverSession
  readonly #handle: string
  readonly #context: PageContext
  #url = 'about:blank'
  #size: Size
  #beforeFirst: { run: (argument: never) => unknown; argument: unknown }[] = []

  constructor(session: WebDriverSession, handle: string, context: PageContext) {
    super()
    this.#session = session
    this.#handle = handle
    this.#context = context
    this.#size = context.viewport
  }

  protected override below(...steps: Step[]): WebDriverLocator {
    return new WebDriverLocator(this, steps)
  }

  context(): PageContext {
    return this.#context
  }
  /** The address at the last command. */
  url(): string {
    return this.#url
  }
  async title(): Promise<string> {
    return this.evaluate(() => document.title)
  }

  async goto(path: string): Promise<void> {
    const url = new URL(path, this.#context._options.baseURL).href
    if (this.#beforeFirst.length > 0) {
      // A document of the same origin without the portal.
      await this.#do(({ open }) => open(new URL('/config.json', url).href))
      for (const { run, argument } of this.#beforeFirst.splice(0)) await this.evaluate(run, argument as never)
    }
    await this.#do(({ open }) => open(url))
    await this.waitForLoadState()
  }
  async reload(): Promise<void> {
    await this.#do(({ reload }) => reload())
    await this.waitForLoadState()
  }
  async goBack(): Promise<void> {
    await this.#traverse('back')
  }
  async goForward(): Promise<void> {
    await this.#traverse('forward')
  }
  /** Runs a script: the command of WebDriver waits for a load, which the back/forward cache does without. */
  async #traverse(direction: 'back' | 'forward'): Promise<void> {
    const mark = `journey ${crypto.randomUUID()}`
    await this.evaluate(
      ([own, way]) => {
        Reflect.set(window, own, true)
        window.addEventListener('popstate', () => Reflect.deleteProperty(window, own), { once: true })
        setTimeout(() => window.history[way](), 0)
      },
      [mark, direction] as const,
    )
    await until(`The page at ${direction}`, pageMs, async () => {
      const isSame = await this.evaluate((own) => Reflect.has(window, own), mark)
      return isSame ? { waitsFor: 'the page is the same' } : { done: null }
    })
    await this.waitForLoadState()
  }
  async waitForLoadState(state: 'load' | 'domcontentloaded' | 'networkidle' = 'load'): Promise<void> {
    let loaded = -1
    let since = Date.now()
    await until(`The page, ${state}`, pageMs, async () => {
      const now = await this.evaluate(() => ({
        readyState: document.readyState,
        resources: performance.getEntriesByType('resource').length,
      }))
      if (now.readyState !== 'complete') return { waitsFor: now.readyState }
      if (now.resources !== loaded) since = Date.now()
      loaded = now.resources
      return state !== 'networkidle' || Date.now() - since >= idleMs ? { done: null } : { waitsFor: 'it still loads' }
    })
  }
  async waitForURL(wanted: Url): Promise<void> {
    await until(`The address ${String(wanted)}`, pageMs, async () => {
      await this.evaluate(() => null)
      return fits(wanted, this.#url) ? { done: null } : { waitsFor: this.#url }
    })
  }
  /** WebKitWebDriver sends each command to its window, and gives the focus to each. */
  async bringToFront(): Promise<void> {
    await this.#do(() => Promise.resolve())
  }
  async close(): Promise<void> {
    await this.#do(({ closeWindow }) => closeWindow())
    this.#context.forget(this)
  }
  async screenshot(): Promise<Buffer> {
    return this.#do(({ screenshot }) => screenshot())
  }

  /** Runs before the first page of the portal, not before every document as in Playwright. */
  async addInitScript<A>(run: (argument: A) => unknown, argument: A): Promise<void> {
    this.#beforeFirst.push({ run, argument })
    return Promise.resolve()
  }

  viewportSize(): Size {
    return this.#size
  }
  async setViewportSize(size: Size): Promise<void> {
    await this.#do(({ resize }) => resize(size))
    await until(`A viewport of ${size.width}×${size.height}`, pageMs, async () => {
      const { width, height } = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }))
      return width === size.width && height === size.height ? { done: null } : { waitsFor: `${width}×${height}` }
    })
    this.#size = size
  }

  readonly keyboard = {
    press: async (keys: string): Promise<void> => {
      await this.#do(({ perform }) => perform([{ type: 'key', id: 'keyboard', actions: combination(keys) }]))
    },
    type: async (text: string): Promise<void> => {
      for (const letter of text) await this.keyboard.press(letter)
    },
    insertText: async (text: string): Promise<void> => this.insertText(text),
  }

  async evaluate<T, A>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    return this.onElements(run as (...given: unknown[]) => T | Promise<T>, [argument])
  }

  /**
   * Inserts a text at the caret, or in place of the selected text, with one event as Playwright's `fill` and a paste
   * do: the portal submits a code only if it was inserted at once.
   */
  async insertText(text: string): Promise<void> {
    await this.evaluate((inserted) => document.execCommand('insertText', false, inserted), text)
  }
  async pointer(actions: object[]): Promise<void> {
    await this.#do(({ perform }) =>
      perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]),
    )
  }
  async chooseFiles(input: ElementReference, paths: string[]): Promise<void> {
    await this.#do(({ sendKeys }) => sendKeys(input, paths.join('\n')))
  }

  async onAll<T>(steps: Step[], run: (...given: unknown[]) => T | Promise<T>, argument: unknown): Promise<T> {
    return (await this.#run(`return (${run.toString()})(driver.find(given[0]), given[1])`, [steps, argument])) as T
  }
  /** Runs a function of a test in the page; elements may be among its arguments. */
  async onElements<T>(run: (...given: unknown[]) => T | Promise<T>, given: unknown[]): Promise<T> {
    return (await this.#run(`return (${run.toString()})(...given)`, given)) as T
  }
  async call(part: keyof InPage, ...given: unknown[]): Promise<unknown> {
    return this.#run(`return driver.${part}(...given)`, given)
  }

  /** What `expect(page)` asks. */
  mainFrame() {
    return {
      url: () => this.#url,
      _expect: async (expression: string, expected: Expectation & { timeout: number }) =>
        this.expectation([], expression, expected),
    }
  }

  async expectation(
    steps: Step[],
    expression: string,
    { timeout, isNot, expressionArg, expectedText, expectedNumber, expectedValue }: Expectation & { timeout: number },
  ) {
    const asked = { isNot, expressionArg, expectedText, expectedNumber, expectedValue }
    let last: Outcome = { matches: isNot, received: 'nothing' }
    const ended = await until(expression, timeout, async () => {
      last = (await this.call('check', steps, expression, asked)) as Outcome
      return last.matches === isNot ? { waitsFor: String(last.received) } : { done: true }
    }).catch((error: unknown) => error)
    if (ended === true) return { matches: last.matches, log: [] }
    const { received, tooMany } = last
    return {
      matches: isNot,
      received: { value: received },
      timedOut: true,
      log: [String(ended)],
      ...(tooMany !== undefined && { errorMessage: `More than one element:\n${tooMany}` }),
    }
  }

  async #do<T>(run: (commands: WindowCommands) => Promise<T>): Promise<T> {
    return this.#session.inWindow(this.#handle, run)
  }

  async #run(body: string, given: unknown[]): Promise<unknown> {
    const script = `const given = [...arguments]
      const done = given.pop()
      const driver = window.${name}
      if (driver === undefined) done({ missing: true })
      else Promise.resolve()
        .then(() => { ${body} })
        .then((value) => ({ value }), (error) => ({ error: String(error?.message ?? error) }))
        .then((answer) => done({ ...answer, url: location.href, findings: driver.findings() }))`
    return this.#do(async ({ run }) => {
      let answer = (await run(script, given)) as Answer
      if ('missing' in answer) {
        await run(`${install}; arguments[0]()`, [])
        answer = (await run(script, given)) as Answer
      }
      if ('missing' in answer) throw new Error('The page cannot be driven')
      this.#url = answer.url
      this.#context.findings.push(...answer.findings)
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.value
    })
  }
}

function fits(wanted: Url, url: string): boolean {
  if (typeof wanted === 'function') return wanted(new URL(url))
  if (wanted instanceof RegExp) return wanted.test(url)
  const parts = wanted.split('**').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(url)
}
