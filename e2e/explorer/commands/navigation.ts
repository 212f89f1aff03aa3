import { returnTo } from '../../support/return-to.ts'
import type { Step } from '../step.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import { serviceOf, servicesOf } from '../services.ts'
import { otherTenant } from '../world.ts'
import type { Tab, World } from '../world.ts'

function hasDialog({ screen }: Model): boolean {
  return screen.dialog !== null
}

export function atPortal(model: Model): boolean {
  return model.screen.place === 'portal'
}

/** Neither on the card provider's page nor behind a dialog. */
export function isFree(model: Model): boolean {
  return atPortal(model) && !hasDialog(model)
}

/** A new tab begins with a fresh sign-in, which needs the identity provider. */
function canSignIn(model: Model): boolean {
  return model.identityFault === null && !model.tenantClosed
}

function isOnForm({ screen }: Model): boolean {
  return serviceOf(screen.path) !== null
}

/** An address typed into the address bar; the browser shows an error page if it cannot be loaded. */
export async function open(world: World, path: string): Promise<void> {
  await world.page.goto(path, { waitUntil: 'commit' }).catch(ignoreInterrupted)
}

/** A navigation that is replaced by another or has no network is not a failure of the run. */
function ignoreInterrupted(error: unknown): void {
  if (!/interrupted by another navigation|net::ERR_/.test(String(error))) throw error
}

export const openList: Step = {
  name: 'open the list of services by address',
  isPossible: (model) => !model.offline,
  run: (world) => open(world, world.path('applicationlist')),
}

/** The resident of the other tenant has to sign in there. */
export const switchTenant: Step = {
  name: 'open the list of services of the other tenant',
  isPossible: (model) => !model.offline && atPortal(model),
  run: (world) => open(world, `/${otherTenant(world.resident.tenantId)}/applicationlist`),
}

export const followToList: Step = {
  name: 'follow the menu to the list of services',
  isPossible: (model) => isFree(model) && model.signedIn && !/^\/login|\/applicationlist$/.test(model.screen.path),
  async run(world) {
    const link = world.page.locator(`nav a[href$="/applicationlist"]`).first()
    if (await link.isVisible()) await link.click()
    else await open(world, world.path('applicationlist'))
  },
}

/** `index` chooses the service. */
export function openForm(index: number): Step {
  return {
    name: `open the form of service ${index}`,
    isPossible: (model) => !model.offline && model.signedIn,
    async run(world) {
      const services = servicesOf(world.resident.tenantId)
      const service = services[index % services.length]
      if (service === undefined) throw new Error('The tenant has no service')
      await open(
        world,
        `/application/${service.tenantId}/${service.serviceId}/${service.type}?step=${service.textStep}`,
      )
    },
  }
}

export const nextStep: Step = {
  name: 'next step',
  isPossible: (model) => isFree(model) && isOnForm(model) && nextButton(model) !== undefined,
  async run(world, model) {
    await world.page.getByRole('button', { name: nextButton(model) ?? '', exact: true }).click()
  },
}

const nextTexts = [textOf('button.next'), textOf('step.review'), textOf('review.toShipping')]

function nextButton({ screen }: Model): string | undefined {
  return screen.buttons.find((name) => nextTexts.some((text) => text.test(name)))
}

export const previousStep: Step = {
  name: 'previous step',
  isPossible: (model) =>
    isFree(model) && isOnForm(model) && model.screen.buttons.some((name) => textOf('button.back').test(name)),
  run: (world) =>
    world.page
      .getByRole('button', { name: textOf('button.back') })
      .first()
      .click(),
}

export const browserBack: Step = {
  name: 'browser Back',
  isPossible: (model) => !model.offline && model.screen.canGoBack,
  run: (world) => travel(world, -1),
}

export const browserForward: Step = {
  name: 'browser Forward',
  isPossible: (model) => !model.offline && model.screen.canGoForward,
  run: (world) => travel(world, 1),
}

/**
 * Stays within the pages of this run: goes back neither to the empty tab nor to a form response of the card provider's
 * page.
 */
async function travel(world: World, direction: -1 | 1): Promise<void> {
  const { page } = world
  const { currentIndex, entries } = await historyOf(world)
  const target = entries[currentIndex + direction]
  const isAnswer = target?.url.startsWith(world.portal.cardUrl) === true && !target.url.includes('session=')
  if (target === undefined || isAnswer || target.url === 'about:blank') return
  await (direction < 0 ? page.goBack({ waitUntil: 'commit' }) : page.goForward({ waitUntil: 'commit' })).catch(
    ignoreInterrupted,
  )
}

/** A resident who does not wait: Back is pressed before the page shows the effect of the step. */
export function backAtOnce(step: Step): Step {
  return {
    name: `${step.name}, and browser Back at once`,
    isPossible: (model) => !model.offline && step.isPossible(model),
    async run(world, model) {
      await step.run(world, model)
      await travel(world, -1)
    },
  }
}

async function historyOf({ page, device }: World) {
  const browser = await device.context.newCDPSession(page)
  try {
    return await browser.send('Page.getNavigationHistory')
  } catch (error) {
    // The browser is just exchanging the document.
    if (!String(error).includes('Not attached to an active page')) throw error
    await page.waitForLoadState('domcontentloaded')
    return await browser.send('Page.getNavigationHistory')
  } finally {
    await browser.detach()
  }
}

export const reload: Step = {
  name: 'reload',
  isPossible: (model) => !model.offline && atPortal(model),
  async run({ page }) {
    await page.reload({ waitUntil: 'commit' }).catch(ignoreInterrupted)
  },
}

export const newTab: Step = {
  name: 'open the same page in a second tab',
  isPossible: (model) => canSignIn(model) && !model.offline && model.signedIn && atPortal(model) && model.tabs < 3,
  async run(world, model) {
    const { path } = world.tab.screen
    await world.addTab(world.tab.who)
    model.look(world)
    await open(world, path.startsWith('/login') ? world.path('applicationlist') : path)
  },
}

export const nextTab: Step = {
  name: 'go to the next tab',
  isPossible: (model) => model.tabs > 1,
  async run(world) {
    const { device } = world
    device.current = (device.current + 1) % device.tabs.length
    await returnTo(world.page)
  },
}

export const closeTab: Step = {
  name: 'close the tab',
  isPossible: (model) => model.tabs > 1,
  async run(world, model) {
    const { device, tab } = world
    device.closed.push({ path: tab.screen.path, who: tab.who })
    await tab.page.close({ runBeforeUnload: false })
    device.tabs.splice(device.current, 1)
    device.current = 0
    model.look(world)
    await returnTo(world.page)
  },
}

export const reopenTab: Step = {
  name: 'reopen the closed tab',
  isPossible: (model) => canSignIn(model) && model.closedTabs > 0 && model.tabs < 3 && !model.offline && model.signedIn,
  async run(world, model) {
    const { path, who } = world.device.closed.pop() ?? { path: '', who: 0 }
    await world.addTab(who)
    model.look(world)
    await open(world, path.startsWith('/login') || path === '' ? world.path('applicationlist') : path)
  },
}

export const crashTab: Step = {
  name: 'the browser kills the tab',
  isPossible: (model) => canSignIn(model) && atPortal(model) && !model.offline && model.signedIn,
  async run(world, model) {
    const { device, tab } = world
    await waitForBrowserCopy(world, model)
    await crash(tab)
    device.tabs.splice(device.current, 1)
    await openAgain(world, model, tab)
  },
}

/** The current tab is opened again; the answers of the other tabs must be in the browser or at the API. */
export const killBrowser: Step = {
  name: 'the browser is killed with all its tabs',
  isPossible: crashTab.isPossible,
  async run(world, model) {
    const { device, tab } = world
    await waitForBrowserCopy(world, model)
    for (const one of device.tabs) await crash(one)
    device.tabs.length = 0
    await openAgain(world, model, tab)
  },
}

async function crash({ page }: Tab): Promise<void> {
  const crashed = page.waitForEvent('crash', { timeout: 3_000 })
  void page.goto('chrome://crash').catch(() => undefined)
  await crashed
  await page.close()
}

async function openAgain(world: World, model: Model, { who, screen: { path } }: Tab): Promise<void> {
  await world.addTab(who)
  model.look(world)
  await open(world, path.startsWith('/login') ? world.path('applicationlist') : path)
}

/** The promise for a killed browser applies from a quarter of a second after the last key. */
async function waitForBrowserCopy(world: World, model: Model): Promise<void> {
  if (model.withStatus('kept').some(({ typedAt }) => typedAt >= model.steps - 2)) await world.clock.advance(400)
}

export const secondDevice: Step = {
  name: 'go to the second device',
  isPossible: (model) => canSignIn(model) && model.devices < 2 && model.signedIn,
  async run(world, model) {
    const { path } = world.tab.screen
    await world.addDevice(world.tab.who)
    model.devices += 1
    model.look(world)
    await open(world, path === '' || path.startsWith('/login') ? world.path('applicationlist') : path)
  },
}

export const otherDevice: Step = {
  name: 'go to the other device',
  isPossible: (model) => model.devices > 1,
  async run(world, model) {
    world.current = (world.current + 1) % world.devices.length
    model.look(world)
    await returnTo(world.page)
  },
}
