import { expectAccessibleByAxe } from '../../support/accessibility.ts'
import { stored } from '../../support/provider-view.ts'
import type { Stored } from '../../support/provider-view.ts'
import { contentsOfTab, storageOf } from '../browser-contents.ts'
import type { BrowserStorage } from '../browser-contents.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import type { Screen } from '../screen.ts'
import { services } from '../services.ts'
import type { World } from '../world.ts'

/** Where a text can be: on the screens, in the browsers, at the API. */
export type Places = {
  shown: string[]
  /** Per device: its storage, the session storage of its tabs, and what they show. */
  devices: { storage: BrowserStorage; session: string; shown: string; tabs: string[] }[]
  /** Per resident. */
  stored: Stored[]
  drafts: string[]
  orders: string[]
}

/**
 * How long the portal may take until every promise holds after a step (ms): renders, local writes, messages of tabs.
 */
const maxDelayMs = 3_000

export async function checkAfterStep(world: World, model: Model, before: Screen): Promise<string[]> {
  const until = world.clock.now + maxDelayMs
  let findings = await findingsNow(world, model, before)
  while (findings.length > 0 && world.clock.now < until) {
    await world.clock.advance(100)
    model.screen = await world.settle()
    findings = await findingsNow(world, model, before)
  }
  return [...world.findings.splice(0), ...findings, ...(await inaccessible(world))]
}

async function findingsNow(world: World, model: Model, before: Screen): Promise<string[]> {
  const places = await placesOf(world)
  noteOrders(model, places, world.current)
  return [
    ...missingTexts(model, places).map((text) => `the text ${text} is lost`),
    ...orderFindings(model, places),
    ...returnedTexts(world, model, places),
    ...leftBehind(world, model, places),
    ...shownToOthers(world, model, places),
    ...lostFocus(world, before),
    ...needlessQuestions(world, model),
    ...textsInAddresses(world, model),
  ]
}

export async function placesOf(world: World): Promise<Places> {
  const devices = await Promise.all(
    world.devices.map(async ({ tabs, observer }) => {
      const contents = await Promise.all(
        // A tab between two documents has no content; its stored data is read from the storage.
        tabs.map(({ page }) => contentsOfTab(page).catch(() => ({ shown: '', session: '' }))),
      )
      return {
        storage: await storageOf(observer),
        session: contents.map(({ session }) => session).join('\n'),
        shown: contents.map(({ shown }) => shown).join('\n'),
        tabs: contents.map(({ shown }) => shown),
      }
    }),
  )
  const states = await Promise.all(world.residents.map((resident) => stored(world.sandbox, resident)))
  return {
    devices,
    shown: devices.map(({ shown }) => shown),
    stored: states,
    drafts: states.map(({ drafts }) => JSON.stringify(drafts)),
    orders: states.map(({ orders }) => JSON.stringify(orders)),
  }
}

/** Kept: every answer is on a screen, in a browser or at the API. */
function missingTexts(model: Model, { shown, devices, drafts, orders }: Places): string[] {
  const stores = devices.map(({ storage }) => storage.databases + storage.local)
  const everywhere = [...shown, ...stores, ...drafts, ...orders].join('\n')
  return model
    .withStatus('kept')
    .filter(({ text, attachmentId }) => ![text, attachmentId ?? text].some((trace) => everywhere.includes(trace)))
    .map(({ text }) => text)
}

/** A new order ends the application it was made of: its texts are sent. */
function noteOrders(model: Model, { stored: states }: Places, device: number): void {
  for (const [who, state] of states.entries()) noteOrdersOf(model, who, state, device)
}

function noteOrdersOf(model: Model, who: number, { orders, charges }: Stored, device: number): void {
  const newest = orders.toSorted((one, other) => (one.submittedAt < other.submittedAt ? 1 : -1))[0]
  if (who === model.who) {
    model.lastOrder = newest?.orderId ?? null
    model.lastCharge = charges.find(({ orderId }) => orderId === newest?.orderId)?.chargeId ?? model.lastCharge
  }
  for (const { serviceId } of services) {
    const count = orders.filter((order) => order.serviceId === serviceId).length
    const key = model.keyOf(serviceId, who)
    const known = model.orders[key] ?? 0
    if (count <= known) continue
    model.orders[key] = count
    const reapplied = model.reapplied.get(key)
    if (reapplied?.generation === model.generationOf(serviceId, who)) {
      model.reapplied.delete(key)
      if (!orders.some(({ reapplyOf }) => reapplyOf === reapplied.orderId)) model.withoutOrigin.push(serviceId)
    }
    model.nextGeneration(serviceId, who)
    model.submittedOn.set(key, device)
    const sent = JSON.stringify(orders.filter((order) => order.serviceId === serviceId))
    for (const typed of model.withStatus('kept'))
      if (typed.who === who && typed.service === serviceId) {
        if (sent.includes(typed.text)) typed.status = 'sent'
        else if (typed.mayBeLeftOut === true) typed.status = 'released'
      }
  }
}

/** One intention creates at most one order, and a charge is paid at most once. */
function orderFindings(model: Model, { stored: states }: Places): string[] {
  const charged = model.withoutOrigin.map(
    (service) => `the new order of ${service} does not name the returned one, so its fee is charged again`,
  )
  return [...states.flatMap((state, who) => doubled(model, who, state)), ...charged]
}

function doubled(model: Model, who: number, { orders, charges }: Stored): string[] {
  const tooMany = services.flatMap(({ serviceId }) => {
    const made =
      orders.filter((order) => order.serviceId === serviceId).length -
      (model.ordersAtStart[model.keyOf(serviceId, who)] ?? 0)
    const wanted = model.intentions.get(model.keyOf(serviceId, who))?.size ?? 0
    return made > wanted ? [`${made} orders of ${serviceId} for ${wanted} submissions`] : []
  })
  const paidTwice = charges.flatMap(({ chargeId, attempts }) => {
    const paid = attempts.filter(({ state }) => state === 'SUCCEEDED').length
    return paid > 1 ? [`the charge ${chargeId} is paid ${paid} times`] : []
  })
  return [...tooMany, ...paidTwice]
}

/** Deleted and sent answers never become a draft again, neither at the API nor in the browser. */
function returnedTexts(world: World, model: Model, { devices, drafts }: Places): string[] {
  return [
    ...model.withStatus('deleted').flatMap(({ text, device, who }) => {
      if (drafts[who]?.includes(text) === true) return [`the deleted text ${text} is a draft again`]
      // Another tab may still show the form and has to ask; until then it keeps its own copy.
      const hasOtherTabs = (world.devices[device]?.tabs.length ?? 0) > 1
      const { databases = '', local = '' } = devices[device]?.storage ?? {}
      const isInBrowser = (databases + local).includes(text)
      return isInBrowser && !hasOtherTabs ? [`the deleted text ${text} is still in the browser`] : []
    }),
    // Every other tab of that browser has received the submission and must ask before it begins a new application.
    ...model
      .withStatus('kept')
      .filter(({ service, who, device, generation }) => {
        const isOver = generation < model.generationOf(service, who)
        return isOver && model.submittedOn.get(model.keyOf(service, who)) === device
      })
      .flatMap(({ text, who }) =>
        drafts[who]?.includes(text) === true ? [`the text ${text} of a submitted application is a new draft`] : [],
      ),
    ...model
      .withStatus('sent')
      .flatMap(({ text, who }) =>
        drafts[who]?.includes(text) === true ? [`the submitted text ${text} is a draft again`] : [],
      ),
  ]
}

/** Signed out: no token, no draft and no personal text in any storage or tab of the browser. */
function leftBehind(world: World, model: Model, { devices }: Places): string[] {
  return world.devices.flatMap(({ signedOut, tabs }, index) => {
    const place = devices[index]
    if (signedOut.size === 0 || place === undefined) return []
    const personal = [...signedOut].flatMap((who) => [
      world.residents[who]?.email ?? '',
      ...model.texts.filter((typed) => typed.who === who).map(({ text }) => text),
    ])
    const everyoneIsOut = tabs.every(({ who }) => signedOut.has(who))
    const { storage, session, shown } = place
    const parts = { ...storage, session, shown }
    return Object.entries(parts).flatMap(([name, content]) => [
      ...(everyoneIsOut && /Token"|eyJ[\w-]{20,}\.eyJ/.test(content) ? [`a token in ${name} after log-out`] : []),
      ...personal.filter((text) => content.includes(text)).map((text) => `${text} in ${name} after log-out`),
    ])
  })
}

/** A resident's typed answers are never shown to another user of the same browser. */
function shownToOthers(world: World, model: Model, { devices }: Places): string[] {
  return world.devices.flatMap(({ tabs }, index) =>
    tabs.flatMap(({ who }, place) => {
      const shown = devices[index]?.tabs[place] ?? ''
      return model.texts
        .filter((typed) => typed.who !== who && shown.includes(typed.text))
        .map(({ text }) => `${text} is shown to another resident`)
    }),
  )
}

/** The focus is never lost while the document stays the same. */
function lostFocus({ tab: { screen } }: World, before: Screen): string[] {
  const isSame = screen.document === before.document && screen.place === 'portal'
  return isSame && screen.focusLost && !before.focusLost ? [`the focus is lost on ${screen.title}`] : []
}

/** Only what another device has changed is a question; a save that a fault has delayed looks like one. */
function needlessQuestions({ devices }: World, { screen: { dialog }, savesMayFail }: Model): string[] {
  const isAsked = dialog !== null && textOf('draft.conflictTitle').test(dialog.title)
  return isAsked && devices.length === 1 && !savesMayFail ? ['the tabs of one browser are a question'] : []
}

/** No address contains typed text. */
function textsInAddresses({ tabs }: World, { texts }: Model): string[] {
  return tabs.flatMap(({ page }) =>
    texts
      .filter(({ text }) => decodeURIComponent(page.url()).includes(text))
      .map(({ text }) => `${text} in an address`),
  )
}

/** Screens that axe has passed in this process; a run shows most of them many times. */
const passed = new Set<string>()

async function inaccessible(world: World): Promise<string[]> {
  const { page, tab } = world
  // The page may change during the check; a finding must be there again on a second check.
  for (let look = 1; ; look += 1) {
    const { screen } = tab
    if (screen.place !== 'portal' || screen.headings !== 1) return []
    const kind = [screen.title, screen.dialog?.title ?? '', screen.path.replaceAll(/[A-Z]{2}-\w{10}/g, 'id')].join('|')
    if (passed.has(kind)) return []
    try {
      // A control that happens to be scrolled below a sticky bar is not a finding.
      await page.evaluate(() => window.scrollTo(0, 0))
      await expectAccessibleByAxe(page, screen.title)
      passed.add(kind)
      return []
    } catch (error) {
      if (look === 3) return [error instanceof Error ? error.message : String(error)]
      await world.clock.advance(300)
      await world.settle()
    }
  }
}
