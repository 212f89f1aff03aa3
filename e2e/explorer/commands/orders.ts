import type { Step } from '../step.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import { serviceOf, services } from '../services.ts'
import type { World } from '../world.ts'
import { forget } from './form.ts'
import { isFree, open } from './navigation.ts'

const sendTexts = [textOf('review.send'), textOf('settlement.send'), textOf('submission.sendAgain')]

function buttonOf({ screen }: Model, ...texts: RegExp[]): string | undefined {
  return screen.buttons.find((name) => texts.some((text) => text.test(name)))
}

/** `twice`: a double click. */
export function submit(twice: boolean): Step {
  return {
    name: twice ? 'submit by a double click' : 'submit',
    isPossible: (model) =>
      isFree(model) && serviceOf(model.screen.path) !== null && buttonOf(model, ...sendTexts) !== undefined,
    async run(world, model) {
      const { page, tab } = world
      const service = serviceOf(model.screen.path)?.serviceId ?? ''
      const consent = page.getByLabel(textOf('review.consent'))
      if (await consent.isVisible()) await consent.setChecked(true)
      model.submits(service, tab.openedWith[service] ?? model.generationOf(service))
      const button = page.getByRole('button', { name: buttonOf(model, ...sendTexts) ?? '', exact: true })
      await (twice ? button.dblclick() : button.click())
    },
  }
}

/** The portal finds out that nothing has arrived, and the user may correct the answers; no save arrives meanwhile. */
export const submitHeldBack: Step = {
  name: 'submit, and the network holds it back',
  isPossible: (model) => !model.hasHeldBack && submit(false).isPossible(model),
  async run(world, model) {
    const { page, clock } = world
    model.hasHeldBack = true
    model.savesMayFail = true
    await page.route(/\/o\/(?:orders|drafts\/.+)$/, (route) => {
      const request = route.request()
      if (request.method() === 'POST' && model.hasHeldBack) world.heldBack ??= request
      else if (request.method() !== 'PUT' || world.heldBack === null) return route.fallback()
      return route.abort()
    })
    await submit(false).run(world, model)
    const back = page.getByRole('button', { name: textOf('submission.backToAnswers') })
    await clock.until(() => back.isVisible(), 4_000)
  },
}

/** Not that of an application that is over: it would be an order of its own. */
export const heldBackArrives: Step = {
  name: 'the submission that was held back arrives',
  isPossible: ({ hasHeldBack }) => hasHeldBack,
  async run(world, model) {
    const { page, heldBack } = world
    if (heldBack === null) return
    world.heldBack = null
    model.hasHeldBack = false
    const { serviceId } = heldBack.postDataJSON() as { serviceId: string }
    const isCurrent = model.intentions.get(model.keyOf(serviceId))?.has(model.generationOf(serviceId)) === true
    if (isCurrent) await page.request.fetch(heldBack)
  },
}

export function heldBackArrivesAfter(step: Step): Step {
  return {
    name: `${step.name}, and the submission that was held back arrives at once`,
    isPossible: (model) => heldBackArrives.isPossible(model) && step.isPossible(model),
    async run(world, model) {
      await step.run(world, model)
      await heldBackArrives.run(world, model)
    },
  }
}

export const backToAnswers: Step = {
  name: 'return to the answers that have not arrived',
  isPossible: (model) => isFree(model) && buttonOf(model, textOf('submission.backToAnswers')) !== undefined,
  run: ({ page }) => page.getByRole('button', { name: textOf('submission.backToAnswers') }).click(),
}

export const correct: Step = {
  name: 'correct the first section',
  isPossible: (model) => isFree(model) && model.screen.links.some((name) => textOf('review.editNamed').test(name)),
  run: ({ page }) =>
    page
      .getByRole('link', { name: textOf('review.editNamed') })
      .first()
      .click(),
}

const cards = {
  'a card that pays': '4242 4242 4242 4242',
  'a card that is declined': '4000 0000 0000 0002',
  'a card that is decided later': '4000 0000 0000 9995',
  'a card that never returns': '4000 0000 0000 0119',
}

export type Card = keyof typeof cards
export const cardNames = Object.keys(cards) as Card[]

export function payByCard(card: Card): Step {
  return {
    name: `pay with ${card}`,
    isPossible: ({ screen }) => screen.place === 'card',
    async run({ page }) {
      const number = page.getByRole('textbox', { name: /カード番号|Card number/ })
      if (!(await number.isVisible())) return leaveCardPage(page)
      await number.fill(cards[card])
      await page.getByRole('button', { name: /^(?:支払う|Pay)$/ }).click()
    },
  }
}

export const cancelAtCardPage: Step = {
  name: 'cancel at the card page',
  isPossible: ({ screen }) => screen.place === 'card',
  async run({ page }) {
    const cancel = page.getByRole('button', { name: /^(?:やめる|Cancel)$/ })
    await ((await cancel.isVisible()) ? cancel.click() : leaveCardPage(page))
  },
}

async function leaveCardPage(page: World['page']): Promise<void> {
  const back = page.getByRole('link', { name: /元のサイトに戻る|Back to the site/ })
  if (await back.isVisible()) await back.click()
}

export const pay: Step = {
  name: 'pay the open charge',
  isPossible: (model) =>
    isFree(model) &&
    /\/charges\/.*\/pay$/.test(model.screen.path) &&
    buttonOf(model, textOf('pay.submit')) !== undefined,
  run: ({ page }) => page.getByRole('button', { name: textOf('pay.submit'), exact: true }).click(),
}

export const decline: Step = {
  name: 'decline the open charge',
  isPossible: (model) =>
    isFree(model) &&
    /\/charges\/.*\/cancel$/.test(model.screen.path) &&
    buttonOf(model, textOf('cancel.submit')) !== undefined,
  run: ({ page }) => page.getByRole('button', { name: textOf('cancel.submit') }).dblclick(),
}

/** Leaves the card provider's page, or follows a link in a mail. */
export function openCharge(view: 'pay' | 'cancel'): Step {
  return {
    name: `open the newest charge to ${view}`,
    isPossible: (model) => model.lastCharge !== null && !model.offline,
    run: (world, model) => open(world, world.path(`charges/${model.lastCharge ?? ''}/${view}`)),
  }
}

export function forgedCallback(result: 'success' | 'cancel' | 'error'): Step {
  return {
    name: `open a forged ${result} callback`,
    isPossible: (model) => !model.offline && model.lastCharge !== null,
    run: (world) => open(world, `/callbacks/payment_${result}?tenantId=${world.resident.tenantId}`),
  }
}

export const deleteDraft: Step = {
  name: 'delete a draft',
  isPossible: (model) => isFree(model) && buttonOf(model, textOf('drafts.deleteNamed')) !== undefined,
  async run(world, model) {
    const { page } = world
    const named = textOf('drafts.deleteNamed')
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: named }) })
      .first()
    const href = (await row.locator('a[href*="/application/"]').getAttribute('href')) ?? ''
    await row.getByRole('button', { name: named }).click()
    // The session may end meanwhile, and its dialog open over this one.
    const dialog = page.getByRole('dialog', { name: textOf('drafts.deleteTitle') })
    await dialog.getByRole('button', { name: textOf('drafts.deleteConfirm') }).click()
    const isDone = await world.clock.until(() => dialog.isHidden(), 5_000)
    const service = services.find(({ serviceId }) => href.includes(`/${serviceId}/`))?.serviceId
    if (service !== undefined && isDone) forget(world, model, service)
  },
}

export const continueDraft: Step = {
  name: 'continue a draft',
  isPossible: (model) => isFree(model) && model.screen.links.some((name) => textOf('drafts.continueNamed').test(name)),
  run: ({ page }) =>
    page
      .getByRole('link', { name: textOf('drafts.continueNamed') })
      .first()
      .click(),
}

export const openReturned: Step = {
  name: 'open the returned order',
  isPossible: (model) => model.returnedOrder !== null && model.who === 0 && model.signedIn && !model.offline,
  run: (world, model) => open(world, world.path(`history-details/${model.returnedOrder?.orderId ?? ''}`)),
}

/** Inside the portal, so that an open form stays open. */
export const followToReturned: Step = {
  name: 'follow the list to the returned order',
  isPossible: (model) =>
    isFree(model) &&
    model.signedIn &&
    model.who === 0 &&
    model.returnedOrder !== null &&
    model.screen.path.startsWith(`/${model.tenantId}/`),
  async run({ page }, model) {
    const link = page.locator(`a[href$="/history-details/${model.returnedOrder?.orderId ?? ''}"]`).first()
    if (await link.isVisible()) await link.click()
  },
}

/** The resident's choice if a draft exists already. */
export function reapply(choice: 'replaceDraft' | 'useDraft' | 'cancel'): Step {
  return {
    name: `apply again, ${choice} if there is a draft`,
    isPossible: (model) => isFree(model) && buttonOf(model, textOf('reapply.open')) !== undefined,
    async run(world, model) {
      const { page } = world
      const from = page.url()
      await page.getByRole('button', { name: textOf('reapply.open') }).click()
      const dialog = page.getByRole('dialog', { name: textOf('reapply.draftTitle') })
      const hasLeft = () => page.url().includes('/application/')
      await world.clock.until(async () => hasLeft() || (await dialog.isVisible()), 5_000)
      const asked = await dialog.isVisible()
      if (asked) await dialog.getByRole('button', { name: textOf(`reapply.${choice}`) }).click()
      if (asked && choice !== 'replaceDraft') return
      if (!(await world.clock.until(hasLeft, 5_000))) return
      const serviceId = serviceOf(new URL(page.url()).pathname)?.serviceId
      if (serviceId === undefined) return
      if (asked) forget(world, model, serviceId)
      const key = model.keyOf(serviceId)
      const order = model.returnedOrder
      // Another order may be on the screen, e.g. a finished one or one that the staff returned meanwhile.
      if (order === null || !from.includes(order.orderId)) model.reapplied.delete(key)
      else model.reapplied.set(key, { orderId: order.orderId, generation: model.generationOf(serviceId) })
    },
  }
}

export const openLastOrder: Step = {
  name: 'open the newest order',
  isPossible: ({ lastOrder, signedIn, offline }) => lastOrder !== null && signedIn && !offline,
  run: (world, { lastOrder }) => open(world, world.path(`history-details/${lastOrder ?? ''}`)),
}

export const withdraw: Step = {
  name: 'withdraw the order',
  isPossible: (model) =>
    isFree(model) &&
    model.screen.path.includes('/history-details/') &&
    buttonOf(model, textOf('withdraw.open')) !== undefined,
  async run({ page }) {
    await page.getByRole('button', { name: textOf('withdraw.open'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: textOf('withdraw.confirm'), exact: true })
      .dblclick()
  },
}
