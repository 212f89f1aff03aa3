/** The W3C WebDriver protocol (https://www.w3.org/TR/webdriver2/): one session is one browser with its own storage. */

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** An element of a page, as the protocol refers to it. */
export type ElementReference = { [elementKey]: string }

export class WebDriverError extends Error {
  /** A code of https://www.w3.org/TR/webdriver2/#errors. */
  readonly code: string
  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}: ${message}`)
    this.code = code
  }
}

export class WebDriverSession {
  readonly #address: string
  /** The window that receives the next command, and the commands that wait for their turn. */
  #window = ''
  #queue: Promise<unknown> = Promise.resolve()

  constructor(address: string) {
    this.#address = address
  }

  static async start(server: string, capabilities: object): Promise<WebDriverSession> {
    const { sessionId } = (await send('POST', `${server}/session`, {
      capabilities: { alwaysMatch: capabilities },
    })) as { sessionId: string }
    return new WebDriverSession(`${server}/session/${sessionId}`)
  }

  /** The commands of `run` reach that window, without commands for another one in between. */
  async inWindow<T>(handle: string, run: (commands: WindowCommands) => Promise<T>): Promise<T> {
    const result = this.#queue.then(async () => {
      if (this.#window !== handle) {
        await send('POST', `${this.#address}/window`, { handle })
        this.#window = handle
      }
      return run(new WindowCommands(this.#address))
    })
    this.#queue = result.catch(() => null)
    return result
  }

  async windowHandles(): Promise<string[]> {
    return (await send('GET', `${this.#address}/window/handles`)) as string[]
  }

  /** A window, not a tab: WebKitWebDriver cannot click in a tab in the background. */
  async openWindow(): Promise<string> {
    const opened = this.#queue.then(() => send('POST', `${this.#address}/window/new`, { type: 'window' }))
    this.#queue = opened.catch(() => null)
    return ((await opened) as { handle: string }).handle
  }
}

export class WindowCommands {
  readonly #address: string
  constructor(address: string) {
    this.#address = address
  }

  open = (url: string) => this.#post('url', { url })
  reload = () => this.#post('refresh', {})
  perform = (actions: object[]) => this.#post('actions', { actions })
  resize = (size: { width: number; height: number }) => this.#post('window/rect', size)
  sendKeys = (element: ElementReference, text: string) => this.#post(`element/${element[elementKey]}/value`, { text })
  closeWindow = () => send('DELETE', `${this.#address}/window`)
  screenshot = async () => Buffer.from((await send('GET', `${this.#address}/screenshot`)) as string, 'base64')

  /** The body of a function; it passes its result to the last of its arguments. */
  run = (script: string, args: unknown[]) => this.#post('execute/async', { script, args })

  #post(path: string, body: object): Promise<unknown> {
    return send('POST', `${this.#address}/${path}`, body)
  }
}

/** A command that takes longer hangs. */
const commandMs = 40_000

async function send(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(commandMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new WebDriverError(`${method} ${new URL(address).pathname.replace(/^\/session\/[^/]+/, '')}`, error, message)
}
