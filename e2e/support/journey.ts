import { test as base, expect } from '@playwright/test'
import type { Locator, Page, Response } from '@playwright/test'
import { inWebKit } from '../engines/webdriver/fixtures.ts'
import { createConformance } from '../../contract/openapi/conformance.ts'
import { watchSecrecy } from './secrecy.ts'
import { startSignedIn } from './signed-in.ts'
import { startSite } from './start-site.ts'
import { translate } from './translator.ts'
import type { ServedBy } from './start-site.ts'

/** A site for each worker, on free ports: the production build with its headers, and a sandbox in memory. */
export type Portal = {
  url: string
  /** Address of the sandbox for programs. */
  sandboxUrl: string
  /** Origin of the API as the browser uses it. */
  apiUrl: string
  cardUrl: string
  /** The certificate that nginx has created. */
  certificateFile?: string
  restart: () => Promise<void>
}
export type Resident = { tenantId: string; userId: string; email: string; password: string }

type WorkerFixtures = { portal: Portal; servedBy: ServedBy }
type TestFixtures = {
  /** The test injects a response that no API may send. */
  offContract: boolean
  /** Errors that a test causes on purpose, e.g. by a broken config.json, which is reported to the console too. */
  toleratedErrors: RegExp[]
  /**
   * Violations of the content security policy, uncaught errors, responses that break the contract and secrets in the
   * wrong place (S-10, S-23) on any page of the test; must stay empty.
   */
  watched: string[]
  /** A new resident of minato-city, so that no test sees another's orders. */
  resident: Resident
  sandbox: SandboxClient
  /** Creates further residents, or one in a special state. */
  residentWith: (options?: ResidentOptions) => Promise<Resident>
  /** The page with a session of `resident`, as after a sign-in. */
  signedIn: Page
}

/** Options of `POST /_sandbox/users`, see `createUser` in sandbox/control-panel/users.ts. */
type ResidentOptions = { tenantId?: string; [key: string]: unknown }

const inPlaywright = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // oxlint's hook rules do not apply here: `use` is Playwright's.
    async ({ servedBy }, provide) => {
      let running = await startSite(servedBy)
      const portal: Portal = {
        ...running,
        restart: async () => {
          await running.stop()
          running = await startSite(servedBy)
          Object.assign(portal, running)
        },
      }
      await provide(portal)
      await running.stop()
    },
    { scope: 'worker' },
  ],
  servedBy: ['sandbox', { option: true, scope: 'worker' }],
  baseURL: async ({ portal }, provide) => provide(portal.url),
  /** Translated with `npm run e2e -- --translated`. */
  context: async ({ context }, provide) => {
    if (process.env.JOURNEY_TRANSLATED === '1') await translate(context)
    await provide(context)
  },
  toleratedErrors: [[], { option: true }],
  offContract: [false, { option: true }],
  watched: [
    async ({ context, portal, toleratedErrors, offContract }, provide) => {
      const seen: string[] = []
      const secrecy = watchSecrecy(context, portal)
      context.on('weberror', (error) => {
        const { message } = error.error()
        if (!toleratedErrors.some((expected) => expected.test(message))) seen.push(`uncaught: ${message}`)
      })
      context.on('console', (message) => {
        if (/Content Security Policy|requires 'Trusted/i.test(message.text())) seen.push(`policy: ${message.text()}`)
      })
      const answers: Answer[] = []
      context.on('response', (response) => {
        if (
          !response.fromServiceWorker() &&
          conformance.operationAt(response.request().method(), response.url()) !== null
        )
          // Read at once: a browser no longer has the body when the page has navigated.
          answers.push({ response, body: response.text().catch(() => null) })
      })
      await provide(seen)
      if (!offContract) seen.push(...(await offTheContract(answers)))
      seen.push(...(await secrecy()))
      expect(seen, 'No page may violate the policy or the contract, throw, or disclose a secret.').toEqual([])
    },
    { auto: true },
  ],
  sandbox: async ({ portal }, provide) => provide(new SandboxClient(portal)),
  resident: async ({ sandbox }, provide) => provide(await sandbox.newResident()),
  residentWith: async ({ sandbox }, provide) => provide((options) => sandbox.newResident(options)),
  signedIn: async ({ page, portal, resident }, provide) => {
    await startSignedIn(page, portal, resident)
    await provide(page)
  },
})

/** Set by e2e/engines/webkit.config.ts for the browser that Playwright cannot control. */
export const test = process.env.JOURNEY_ENGINE === 'webkit' ? inWebKit(inPlaywright) : inPlaywright
export { expect }

const conformance = createConformance()

/** The body is null if the response was interrupted. */
type Answer = { response: Response; body: Promise<string | null> }

/** Checks every response that reached a page against the contract. */
async function offTheContract(answers: readonly Answer[]): Promise<string[]> {
  const findings = await Promise.all(
    answers.map(async ({ response, body }) =>
      conformance.findings(
        {
          method: response.request().method(),
          url: response.url(),
          status: response.status(),
          headers: response.headers(),
          body: await body,
        },
        ['date', 'cache-control'],
      ),
    ),
  )
  return findings.flat()
}

/** Client of the sandbox's control panel. */
export class SandboxClient {
  readonly #portal: Portal
  constructor(portal: Portal) {
    this.#portal = portal
  }

  async newResident(options: ResidentOptions = {}): Promise<Resident> {
    return (await this.post('users', { tenantId: 'minato-city', ...options })) as Resident
  }

  async post(path: string, body: unknown): Promise<unknown> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  async get(path: string): Promise<unknown> {
    return this.#send(path, {})
  }

  async #send(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.#portal.sandboxUrl}/_sandbox/${path}`, init)
    if (!response.ok) throw new Error(`/_sandbox/${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

/** `isKept`: nobody else uses the device, so that the sign-in counts for every tab. */
type SignInOptions = { isKept?: boolean }

/** Signs in at the login page and waits for the next page. */
export async function signIn(page: Page, resident: Resident, options: SignInOptions = {}): Promise<void> {
  await page.goto(`/login/${resident.tenantId}`)
  await fillSignIn(page, resident, options)
  await expect(page).toHaveURL(new RegExp(`/${resident.tenantId}/applicationlist`))
}

/** Empties the address with the keyboard first: in Firefox, `fill` appends to a field of the type email. */
export async function fillSignIn(
  page: Page,
  resident: Pick<Resident, 'email' | 'password'>,
  { isKept = false }: SignInOptions = {},
): Promise<void> {
  const address = page.getByLabel('メールアドレス')
  await address.press('ControlOrMeta+a')
  await address.press('Backspace')
  await address.fill(resident.email)
  await page.getByLabel('パスワード', { exact: false }).first().fill(resident.password)
  if (isKept) await page.getByLabel('この端末は自分だけが使う').check()
  await signInButton(page).click()
}

/** That of the form: a page whose session has ended has another one, which opens the form. */
export function signInButton(page: Page): Locator {
  return page.locator('button[type=submit]', { hasText: /^ログイン$/ })
}
