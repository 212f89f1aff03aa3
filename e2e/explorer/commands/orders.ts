import type { Step } from '../command.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import { serviceOf, services } from '../services.ts'
import type { World } from '../world.ts'
import { forget } from './form.ts'
import { isFree } from './navigation.ts'

const sendTexts = [textOf('review.send'), textOf('settlement.send'), textOf('submission.sendAgain')]

function sendButton({ screen }: Model): string | undefined {
  return screen.buttons.find((name) => sendTexts.some((text) => text.test(name)))
}

/** `twice`: a double click. */
export function submit(twice: boolean): Step {
  return {
    name: twice ? 'submit by a double click' : 'submit',
    isPossible: (model) => isFree(model) && serviceOf(model.screen.path) !== null && sendButton(model) !== undefined,
    async run(world, model) {
      const { page, tab } = world
      const service = serviceOf(model.screen.path)?.serviceId ?? ''
      const consent = page.getByLabel(textOf('review.consent'))
      if (await consent.isVisible()) await consent.setChecked(true)
      const generation = tab.openedWith[service] ?? model.generationOf(service)
      model.submits(service, generation)
      const button = page.getByRole('button', { name: sendButton(model) ?? '', exact: true })
      await (twice ? button.dblclick() : button.click())
    },
  }
}

const cards = {
  'a card that pays': '4242 4242 4242 4242',
  'a card that is declined': '4000 0000 0000 0002',
  'a card that is decided later': '4000 0000 0000 9995',
}

export function payByCard(card: keyof typeof cards): Step {
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

export const deleteDraft: Step = {
  name: 'delete a draft',
  isPossible: (model) => isFree(model) && model.screen.buttons.some((name) => textOf('drafts.deleteNamed').test(name)),
  async run(world, model) {
    const { page } = world
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: textOf('drafts.deleteNamed') }) })
    const href = (await row.first().locator('a[href*="/application/"]').getAttribute('href')) ?? ''
    await row
      .first()
      .getByRole('button', { name: textOf('drafts.deleteNamed') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: textOf('drafts.deleteConfirm') })
      .click()
    const service = services.find(({ serviceId }) => href.includes(`/${serviceId}/`))?.serviceId
    if (service !== undefined) forget(world, model, service)
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
