import type { Locator, Page } from '@playwright/test'
import { fillSilently } from '../../support/fill-silently.ts'
import type { Step } from '../step.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import { renamed, serviceOf, services } from '../services.ts'
import type { World } from '../world.ts'
import { isFree, open } from './navigation.ts'

const deliveryField = 'shipping-building'

function textFieldOf({ screen }: Model): string | undefined {
  const ids = services.flatMap(({ textField }) => [textField, renamed(textField)])
  return [...ids, deliveryField].find((id) => id in screen.fields)
}

export const type: Step = {
  name: 'type a text',
  isPossible: (model) => isFree(model) && textFieldOf(model) !== undefined,
  async run(world, model) {
    const id = textFieldOf(model) ?? ''
    const service = serviceOf(model.screen.path)?.serviceId ?? ''
    const field = world.page.locator(`[id="${id}"]`)
    const before = await field.inputValue()
    const typed = model.newText(service, world.current, world.tab.openedWith[service])
    typed.mayBeLeftOut = id === deliveryField
    if (model.filled) await fillIn(world.page, field, typed.text)
    else await field.fill(typed.text)
    for (const other of model.of(service, 'kept'))
      if (other !== typed && before.includes(other.text)) other.status = 'replaced'
  },
}

/** What the browser knows of the resident, by the `autocomplete` of a field. */
const known = { 'family-name': '山田', 'given-name': '花子', tel: '09012345678', email: 'hanako@example.jp' }

/** The browser fills in the field, and the empty ones that it knows, while the focus is elsewhere; the resident goes on. */
async function fillIn(page: Page, field: Locator, text: string): Promise<void> {
  await page.locator('main button:enabled').last().focus()
  await fillSilently(field, text)
  for (const [token, value] of Object.entries(known))
    for (const other of await page.locator(`main input[autocomplete="${token}"]:enabled`).all())
      if ((await other.inputValue()) === '') await fillSilently(other, value)
  await page.keyboard.press('Tab')
}

/** The page of the delivery address, which leads back to the form unless everything else is filled in. */
export const openDelivery: Step = {
  name: 'open the delivery address',
  isPossible: ({ tenantId, offline, signedIn }) => !offline && signedIn && tenantId === 'minato-city',
  run: (world, model) => open(world, `/order/shippingaddress/${model.tenantId}/residence-certificate?type=individual`),
}

/** `index` 0: the registered address. */
export function chooseAddress(index: number): Step {
  return {
    name: `choose delivery address ${index}`,
    isPossible: (model) => isFree(model) && model.screen.path.startsWith('/order/shippingaddress/'),
    async run({ page }) {
      const option = page.locator('main input[type=radio]:enabled').nth(index)
      if (!(await option.isVisible())) return
      await option.focus()
      if (!(await option.isChecked())) await page.keyboard.press('Space')
    },
  }
}

/** `index` chooses a checkbox or an option of the step. */
export function choose(index: number): Step {
  return {
    name: `choose option ${index}`,
    isPossible: (model) => isFree(model) && serviceOf(model.screen.path) !== null && !isReview(model),
    async run({ page }) {
      const options = page.locator('main :is(input[type=radio], input[type=checkbox]):enabled')
      const count = await options.count()
      if (count === 0) return
      // Uses the keyboard, because the page may still be scrolling under a pointer.
      const option = options.nth(index % count)
      await option.focus()
      if (!(await option.isChecked())) await page.keyboard.press('Space')
    },
  }
}

function isReview({ screen }: Model): boolean {
  return screen.buttons.some((name) => textOf('review.send').test(name))
}

export const save: Step = {
  name: 'save for later',
  isPossible: (model) => isFree(model) && model.screen.buttons.some((name) => textOf('saving.save').test(name)),
  run: ({ page }) => page.getByRole('button', { name: textOf('saving.save') }).click(),
}

/** Waits until the application is saved to the API, like a resident who reads the save status. */
export const waitUntilSaved: Step = {
  name: 'wait until it is saved',
  isPossible: (model) => isFree(model) && textFieldOf(model) !== undefined && !model.offline && model.apiFault === null,
  async run({ page, clock }: World) {
    const saved = page.getByText(/\d+:\d\d(?:に保存しました)|Saved at/i).first()
    await clock.until(() => saved.isVisible(), 4_000)
  },
}

export const startOver: Step = {
  name: 'start over',
  isPossible: (model) => isFree(model) && model.screen.buttons.some((name) => textOf('draft.startOver').test(name)),
  async run(world, model) {
    const service = serviceOf(model.screen.path)?.serviceId ?? ''
    const { page } = world
    await page.getByRole('button', { name: textOf('draft.startOver') }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: textOf('draft.startOverConfirm') })
    await confirm.click()
    forget(world, model, service)
  },
}

/** The resident deletes the application: none of its texts may come back. */
export function forget(world: World, model: Model, service: string): void {
  const canFail = model.offline || model.apiFault !== null
  for (const typed of model.of(service, 'kept')) {
    typed.status = canFail ? 'released' : 'deleted'
    typed.device = world.current
  }
  model.nextGeneration(service)
  world.tab.openedWith[service] = model.generationOf(service)
}
