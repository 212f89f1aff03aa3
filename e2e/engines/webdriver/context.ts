import { WebDriverPage } from './page.ts'
import { WebDriverSession } from './protocol.ts'

type Options = { baseURL: string; viewport: { width: number; height: number }; capabilities: object }

/** Playwright's BrowserContext over WebDriver: a browser of its own, with an empty storage that ends with it. */
export class WebDriverContext {
  readonly _options: { baseURL: string }
  readonly viewport: Options['viewport']
  /** Violations of the policy and uncaught errors of every page. */
  readonly findings: string[] = []
  readonly #session: WebDriverSession
  #pages: WebDriverPage[] = []

  private constructor(session: WebDriverSession, { baseURL, viewport }: Options) {
    this.#session = session
    this._options = { baseURL }
    this.viewport = viewport
  }

  static async start(server: string, options: Options): Promise<WebDriverContext> {
    const session = await WebDriverSession.start(server, options.capabilities)
    const context = new WebDriverContext(session, options)
    const [first = ''] = await session.windowHandles()
    await context.#add(first).setViewportSize(options.viewport)
    return context
  }

  pages(): WebDriverPage[] {
    return this.#pages
  }
  /** A further window, of the size that MiniBrowser chooses: its bars are wider than a phone. */
  async newPage(): Promise<WebDriverPage> {
    return this.#add(await this.#session.openWindow())
  }
  browser() {
    return { browserType: () => ({ name: () => 'webkit' }) }
  }
  forget(page: WebDriverPage): void {
    this.#pages = this.#pages.filter((one) => one !== page)
  }

  #add(handle: string): WebDriverPage {
    const page = withoutTheRest(new WebDriverPage(this.#session, handle, this), 'page')
    this.#pages.push(page)
    return page
  }
}

/** Names what a journey needs and WebDriver lacks, instead of "undefined is not a function". */
export function withoutTheRest<T extends object>(real: T, what: string): T {
  return new Proxy(real, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value === 'function') return value.bind(target) as unknown
      // `await` looks for `then`, a report for `toJSON`.
      if (value !== undefined || typeof key === 'symbol' || key === 'then' || key === 'toJSON') return value
      throw new Error(`WebDriver has no ${what}.${key}`)
    },
  })
}
