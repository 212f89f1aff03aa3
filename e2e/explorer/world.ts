import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { SandboxClient } from '../support/journey.ts'
import type { Portal, Resident } from '../support/journey.ts'
import { watchSecrecy } from '../support/secrecy.ts'
import { startSignedIn, tokensOf } from '../support/signed-in.ts'
import { translate } from '../support/translator.ts'
import { RunClock } from './run-clock.ts'
import { watchConsole } from './oracles/console.ts'
import { emptyScreen, readScreen } from './screen.ts'
import type { Screen } from './screen.ts'

export type Tab = {
  page: Page
  /** The last resident who signed in here. */
  who: number
  /** Unfinished requests with their (real) start time. */
  pending: Map<Request, number>
  /** Number of requests so far, to detect whether a click sent one. */
  sent: number
  screen: Screen
  /** The generation of the application that the form of this tab was opened with, per service. */
  openedWith: { [service: string]: number }
  /** The document in which that form was opened. */
  openedDocument: string
}

export type Device = {
  context: BrowserContext
  tabs: Tab[]
  current: number
  /** Paths of closed tabs, and who was signed in there. */
  closed: { path: string; who: number }[]
  /** A page of the origin without the portal, which reads the storage that all tabs share. */
  observer: Page
  offline: boolean
  /** Residents who have logged out here: no data of theirs may be in this browser until they sign in again. */
  signedOut: Set<number>
  secrecy: () => Promise<string[]>
}

/**
 * Limits of the portal. Requests and notifications end sooner than in production, so that a run needs fewer clock
 * steps; the idle limit is longer, so that tokens expire within a session.
 */
const limits = { requestTimeoutMs: 2_000, notificationMs: 2_000, idleMinutes: 90 }
const usualLimits = { requestTimeoutMs: 30_000, notificationMs: 5_000, idleMinutes: 30 }

/** Longest real time until a visible control can be used (ms). */
const maxActionMs = 20_000

/** Longest time until a page shows content, a problem or a progress message (ms). */
export const maxIdleMs = 25_000

const builtForms = join(import.meta.dirname, '../../.local/forms')

type Parts = Pick<World, 'sandbox' | 'residents' | 'clock' | 'devices' | 'findings'> & {
  randomSeed: number
  translated: boolean
}

/** The portal, its browsers and its services, as used by one run of the explorer. */
export class World {
  readonly devices: Device[]
  readonly findings: string[]
  /** Forms that were published in this run. */
  readonly folders: string[] = []
  current = 0
  /** A response of this run had another shape than the contract. */
  hasWrongShape = false
  /** The submission that has not reached the API yet. */
  heldBack: Request | null = null
  /** The current step's choice, for the message of a finding. */
  detail = ''
  /** Receives each step and its result; `aside`: what may differ when the run is repeated. */
  onStep: ((line: string, aside?: string) => void) | undefined
  readonly portal: Portal
  readonly sandbox: SandboxClient
  /** The first, another of the same tenant, and one of the other tenant. */
  readonly residents: readonly Resident[]
  readonly clock: RunClock
  readonly #browser: Browser
  readonly #randomSeed: number
  readonly #translated: boolean

  private constructor(browser: Browser, portal: Portal, parts: Parts) {
    this.#browser = browser
    this.portal = portal
    this.sandbox = parts.sandbox
    this.residents = parts.residents
    this.clock = parts.clock
    this.devices = parts.devices
    this.findings = parts.findings
    this.#randomSeed = parts.randomSeed
    this.#translated = parts.translated
  }

  /** `randomSeed`: for the random numbers of the pages. */
  static async start(
    browser: Browser,
    portal: Portal,
    {
      randomSeed,
      translated,
      ...options
    }: { tenantId: string; seed?: string; randomSeed: number; translated: boolean },
  ): Promise<World> {
    const sandbox = new SandboxClient(portal)
    await recover(sandbox)
    await sandbox.post('forms', { folder: builtForms })
    await sandbox.post('config', { limits })
    const devices: Device[] = []
    const findings: string[] = []
    const watched = () => ({
      contexts: devices.map(({ context }) => context),
      tabs: devices.flatMap(({ tabs }) => tabs),
    })
    const clock = await RunClock.start(sandbox, watched, (finding) => findings.push(finding))
    const { tenantId } = options
    const residents = [
      await sandbox.newResident(options),
      await sandbox.newResident({ tenantId }),
      await sandbox.newResident({ tenantId: otherTenant(tenantId) }),
    ]
    const world = new World(browser, portal, { sandbox, residents, clock, devices, findings, randomSeed, translated })
    await world.addDevice()
    return world
  }

  /** Restores the sandbox: other tests of the same worker use it too. */
  async close(): Promise<void> {
    await Promise.all(this.devices.map(({ context }) => context.close()))
    await recover(this.sandbox)
    await this.sandbox.post('forms', { folder: builtForms })
    await this.sandbox.post('config', { limits: usualLimits })
    for (const folder of this.folders) rmSync(folder, { recursive: true })
  }

  get device(): Device {
    return at(this.devices, this.current)
  }

  get tab(): Tab {
    return at(this.device.tabs, this.device.current)
  }

  /** The resident of the current tab. */
  get resident(): Resident {
    return at(this.residents, this.tab.who)
  }

  get page(): Page {
    return this.tab.page
  }

  get tabs(): Tab[] {
    return this.devices.flatMap(({ tabs }) => tabs)
  }

  async addDevice(who = 0): Promise<void> {
    const context = await this.#browser.newContext({
      baseURL: this.portal.url,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    })
    context.setDefaultTimeout(maxActionMs)
    await this.clock.addContext(context, this.#randomSeed)
    if (this.#translated) await translate(context)
    watchConsole(
      context,
      this.portal,
      (finding) => this.findings.push(finding),
      () => this.hasWrongShape,
    )
    const secrecy = watchSecrecy(context, this.portal)
    const observer = await context.newPage()
    await observer.goto('/config.json')
    const device: Device = {
      context,
      tabs: [],
      current: 0,
      closed: [],
      observer,
      offline: false,
      signedOut: new Set(),
      secrecy,
    }
    this.devices.push(device)
    this.current = this.devices.length - 1
    await this.addTab(who)
  }

  /** A tab with a session of its own, as if the resident had signed in there. */
  async addTab(who: number): Promise<void> {
    const page = await this.device.context.newPage()
    const tab: Tab = {
      page,
      who,
      pending: new Map(),
      sent: 0,
      screen: emptyScreen,
      openedWith: {},
      openedDocument: '',
    }
    page.on('request', (request) => {
      tab.sent += 1
      tab.pending.set(request, Date.now())
    })
    page.on('requestfinished', (request) => tab.pending.delete(request))
    page.on('requestfailed', (request) => tab.pending.delete(request))
    page.on('dialog', (dialog) => void dialog.accept())
    this.device.tabs.push(tab)
    this.device.current = this.device.tabs.length - 1
    await startSignedIn(page, this.portal, this.resident)
    this.device.signedOut.delete(who)
  }

  /** Ends sessions as a password change or staff would. */
  async endSessions(): Promise<void> {
    const { accessToken } = await tokensOf(this.portal, this.resident)
    await fetch(`${this.portal.url}/_identity/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
      },
      body: JSON.stringify({ AccessToken: accessToken }),
    })
  }

  path(rest: string): string {
    return `/${this.resident.tenantId}/${rest}`
  }

  /** Lets time pass until nothing is loading or being sent in the current tab, and returns its content. */
  async settle(limitMs = maxIdleMs): Promise<Screen> {
    const { tab } = this
    let screen = tab.screen
    // One frame, for effects after the render.
    await this.clock.advance(20)
    const isIdle = await this.clock.until(async () => {
      const read = await readScreen(tab.page, this.portal.url, this.portal.cardUrl).catch(() => null)
      if (read === null) return false
      screen = read
      // Autosave may hang; only what the page itself waits for counts as busy.
      return read.place !== 'portal' || (read.headings === 1 && !read.blank && !read.busy)
    }, limitMs)
    if (!isIdle) {
      const pending = [...tab.pending.keys()].map((request) => request.url())
      const shown = JSON.stringify({ ...screen, fields: undefined, links: undefined })
      this.findings.push(`not idle after ${limitMs} ms: ${shown}, pending: ${pending.join(' ')}`)
    }
    tab.screen = screen
    return screen
  }
}

export function otherTenant(tenantId: string): string {
  return tenantId === 'minato-city' ? 'aozora-water' : 'minato-city'
}

/** Ends every fault and closed tenant, and the clock jumps unless `keepClock`. */
export async function recover(sandbox: SandboxClient, { keepClock = false } = {}): Promise<void> {
  await sandbox.post('faults', { clear: true })
  await sandbox.post('identity-faults', {})
  for (const tenantId of ['minato-city', 'aozora-water'])
    await sandbox.post(`tenants/${tenantId}`, { state: 'ACTIVE', webApplication: true })
  if (!keepClock) await sandbox.post('clock', { reset: true })
}

function at<T>(list: readonly T[], index: number): T {
  const entry = list[index]
  if (entry === undefined) throw new Error(`There is no entry ${index}`)
  return entry
}
