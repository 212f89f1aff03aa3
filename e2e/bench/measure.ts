import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { watchPage } from './probe.ts'

export type BenchPage = {
  name: string
  url: string
  /** Prepares a fresh tab, e.g. with a session. */
  prepare?: (page: Page) => Promise<void>
  /** Selector of the field to type into; the first match is used. */
  field: string
  /** What to click; null if only loading and typing are measured. */
  presses: Presses | null
}

/** Selectors: the checkbox, the field it reveals, the button and the first error. */
export type Presses = { toggle: string; toggled: string; submit: string; error: string }

/**
 * All values are milliseconds, except `heap` (bytes) and `errors`. `cpu*` is main-thread time without throttling. NaN
 * if nothing was clicked.
 */
export type Measured = {
  readyNet: number
  ready: number
  heap: number
  keyP50: number
  keyP95: number
  toggle: number
  submit: number
  /** The validator alone, for what the page shows; NaN for pages without it. */
  check: number
  errors: number
  cpuLoad: number
  cpuKey: number
  cpuToggle: number
  cpuSubmit: number
}

/** The presets of the browser's developer tools. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const slowdown = 4
const keys = 60

type Opened = { context: BrowserContext; page: Page; cdp: CDPSession; url: string }

/** Measures one round of a page: loads it over a slow network and uses it on a slow processor. */
export async function measure(browser: Browser, target: BenchPage): Promise<Measured> {
  const network = await open(browser, target, { slow: true, network: true })
  const readyNet = await load(network)
  await network.context.close()

  const slow = await open(browser, target, { slow: true })
  const ready = await load(slow)
  await slow.cdp.send('HeapProfiler.collectGarbage')
  const { usedSize: heap } = await slow.cdp.send('Runtime.getHeapUsage')
  await focusField(slow, target)
  const times = await type(slow, keys)
  const { presses } = target
  const toggle = presses === null ? Number.NaN : await toggling(slow, presses)
  const submit = presses === null ? Number.NaN : await submitting(slow, presses)
  const check = presses === null ? Number.NaN : await slow.page.evaluate(() => window.checkAnswers?.() ?? Number.NaN)
  const errors = presses === null ? Number.NaN : await slow.page.locator(presses.error).count()
  await slow.context.close()

  const counted = await open(browser, target, { ticks: true })
  await load(counted)
  const cpuLoad = await busy(counted.cdp)
  await focusField(counted, target)
  const cpuKey = await costOf(counted.cdp, () => type(counted, keys / 2))
  const cpuToggle = presses === null ? Number.NaN : await costOf(counted.cdp, () => toggling(counted, presses))
  const cpuSubmit = presses === null ? Number.NaN : await costOf(counted.cdp, () => submitting(counted, presses))
  await counted.context.close()
  return {
    readyNet,
    ready,
    heap,
    keyP50: quantile(times, 0.5),
    keyP95: quantile(times, 0.95),
    toggle,
    submit,
    check,
    errors,
    cpuLoad,
    cpuKey: cpuKey / (keys / 2),
    cpuToggle: cpuToggle / toggles,
    cpuSubmit,
  }
}

type How = { slow?: boolean; network?: boolean; ticks?: boolean }

async function open(browser: Browser, target: BenchPage, { slow, network, ticks }: How): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ja-JP' })
  const page = await context.newPage()
  await target.prepare?.(page)
  await page.addInitScript(watchPage, target.field)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', ticks === true ? { timeDomain: 'threadTicks' } : {})
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (slow === true) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (network === true) await cdp.send('Network.emulateNetworkConditions', slow4g)
  return { context, page, cdp, url: target.url }
}

/** Until the field accepts typing; then waits for the remaining work. */
async function load({ page, cdp, url }: Opened): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.bench.ready !== null, null, { timeout: 90_000, polling: 100 })
  await quiet(cdp)
  return page.evaluate(() => window.bench.ready ?? Number.NaN)
}

async function focusField({ page, cdp }: Opened, { field }: BenchPage): Promise<void> {
  const input = page.locator(field).first()
  await input.scrollIntoViewIfNeeded()
  await input.focus()
  await quiet(cdp)
}

/** Types letters; returns for each key the time until the paint that shows its letter. */
async function type({ page, cdp }: Opened, count: number): Promise<number[]> {
  await page.evaluate(() => {
    window.bench.keys.length = 0
  })
  for (let index = 0; index < count; index++) {
    const key = String.fromCharCode(97 + (index % 26))
    const code = `Key${key.toUpperCase()}`
    const windowsVirtualKeyCode = 65 + (index % 26)
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key, code, windowsVirtualKeyCode })
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode })
    await pause(30)
  }
  await quiet(cdp)
  return page.evaluate(() => window.bench.keys)
}

const toggles = 4

/** Shows and hides the conditional field twice; measures the time until it is visible. */
async function toggling({ page, cdp }: Opened, { toggle, toggled }: Presses): Promise<number> {
  const times: number[] = []
  const box = page.locator(toggle)
  await box.scrollIntoViewIfNeeded()
  await box.focus()
  for (let index = 0; index < toggles; index++) {
    await quiet(cdp)
    const shown = index % 2 === 0
    const settled = page.evaluate(
      ([selector, wanted]) =>
        new Promise<number>((resolve) => {
          const onClick = ({ timeStamp }: Event) =>
            resolve(window.bench.until(timeStamp, () => window.bench.isShown(selector) === wanted))
          window.addEventListener('click', onClick, { capture: true, once: true })
        }),
      [toggled, shown] as const,
    )
    await pause(50)
    await page.keyboard.press('Space')
    const time = await settled
    if (shown) times.push(time)
  }
  return quantile(times, 0.5)
}

async function submitting({ page, cdp }: Opened, { submit, error }: Presses): Promise<number> {
  await quiet(cdp)
  const time = await page.evaluate(
    ([button, first]) => {
      const start = performance.now()
      document.querySelector<HTMLElement>(button)?.click()
      return window.bench.until(start, () => window.bench.isShown(first))
    },
    [submit, error] as const,
  )
  await quiet(cdp)
  return time
}

async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

async function costOf(cdp: CDPSession, action: () => Promise<unknown>): Promise<number> {
  const before = await busy(cdp)
  await action()
  return (await busy(cdp)) - before
}

/** The main thread counts as idle if it was busy for less than 5 ms of 150 ms. */
async function quiet(cdp: CDPSession): Promise<void> {
  const end = Date.now() + 15_000
  for (let last = await busy(cdp); Date.now() < end;) {
    await pause(150)
    const now = await busy(cdp)
    if (now - last < 5) return
    last = now
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place - Math.floor(place))
}
