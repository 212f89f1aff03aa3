import type { Step } from '../step.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import { serviceOf } from '../services.ts'
import type { World } from '../world.ts'
import { atPortal, isFree } from './navigation.ts'

/** Buttons with commands of their own, because the model has to count their clicks. */
const counted = [
  'review.send',
  'settlement.send',
  'submission.sendAgain',
  'pay.submit',
  'cancel.submit',
  'reapply.open',
  'drafts.deleteNamed',
  'draft.startOver',
  'withdraw.open',
  'files.removeOne',
  'files.cancelOne',
].map((key) => textOf(key))

function freeButtons({ screen }: Model): string[] {
  return screen.buttons.filter((name) => name !== '' && !counted.some((text) => text.test(name)))
}

/** How long a click may take to change the screen, send a request or show an explanation (ms). */
const maxReactionMs = 3_000

/** Any enabled button does something: the screen changes, a request is sent or the focus moves. */
export function clickButton(index: number): Step {
  return {
    name: `click button ${index}`,
    isPossible: (model) => isFree(model) && freeButtons(model).length > 0,
    async run(world, model) {
      const names = freeButtons(model)
      const name = names[index % names.length] ?? ''
      const button = world.page.getByRole('button', { name, exact: true }).first()
      if (!(await button.isVisible()) || !(await button.isEnabled())) return
      world.detail = ` (clicked "${name}")`
      const sent = world.tab.sent
      // An explanation may return the focus to its former place, e.g. to the first invalid field.
      await button.evaluate((clicked) => {
        Reflect.set(window, 'focusMoves', 0)
        document.addEventListener('focusin', ({ target }) => {
          if (target !== clicked) Reflect.set(window, 'focusMoves', Number(Reflect.get(window, 'focusMoves')) + 1)
        })
      })
      const before = await appearance(world)
      await button.click()
      const hasReacted = async () => world.tab.sent > sent || (await appearance(world).catch(() => null)) !== before
      if (!(await world.clock.until(hasReacted, maxReactionMs)))
        world.findings.push(`the button "${name}" does nothing`)
    },
  }
}

async function appearance({ page }: World): Promise<string> {
  return page.evaluate(() => {
    const states = [...document.querySelectorAll('[aria-pressed], [aria-expanded], dialog, details, [popover]')].map(
      (element) =>
        `${element.getAttribute('aria-pressed')}${element.getAttribute('aria-expanded')}${element.matches('[open], :popover-open')}`,
    )
    // Showing a password changes only its field and the name of its button.
    const names = [...document.querySelectorAll('[aria-label], input')].map(
      (element) => `${element.getAttribute('aria-label')}${element.getAttribute('type')}`,
    )
    const focused = document.activeElement
    const place = focused === null ? -1 : [...document.querySelectorAll('*')].indexOf(focused)
    const moves = String(Reflect.get(window, 'focusMoves'))
    return [location.href, document.body.innerText, states.join(), names.join(), place, moves].join('\n')
  })
}

/** `index` chooses a button of the open dialog. */
export function answerDialog(index: number): Step {
  return {
    name: `answer the dialog with button ${index}`,
    isPossible: (model) => atPortal(model) && (model.screen.dialog?.buttons.length ?? 0) > 0 && !isSignIn(model),
    async run(world, model) {
      const buttons = model.screen.dialog?.buttons ?? []
      const name = buttons[index % buttons.length] ?? ''
      world.detail = ` (clicked "${name}")`
      await world.page.getByRole('dialog').last().getByRole('button', { name, exact: true }).first().click()
      const service = serviceOf(model.screen.path)?.serviceId
      // The answer may drop one of two versions or begin a new application: from now on nothing is promised for either.
      if (service === undefined) return
      for (const status of ['kept', 'deleted', 'sent'] as const) model.change(service, status, 'released')
      world.tab.openedWith[service] = model.generationOf(service)
    },
  }
}

function isSignIn({ screen }: Model): boolean {
  return screen.dialog !== null && textOf('session.expiredTitle').test(screen.dialog.title)
}

/** After Escape a dialog that needs an answer is still open, or something on the page leads back to it. */
export const pressEscape: Step = {
  name: 'press Escape three times',
  isPossible: (model) => atPortal(model) && model.screen.dialog !== null,
  async run(world, model) {
    const { page } = world
    const { dialog: before, buttons } = model.screen
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
    if (!needsAnswer.some((text) => text.test(before?.title ?? ''))) return
    const after = await world.settle()
    const isOffered = after.buttons.some((name) => !buttons.includes(name))
    const save = page.getByRole('button', { name: textOf('saving.save') })
    if (after.dialog !== null || isOffered || !(await save.isVisible())) return
    await save.click()
    const dialog = page.getByRole('dialog').first()
    if (!(await world.clock.until(() => dialog.isVisible(), maxReactionMs)))
      world.findings.push(`after Escape nothing leads back to the dialog "${before?.title}"`)
  },
}

const needsAnswer = ['session.expiredTitle', 'draft.conflictTitle'].map((key) => textOf(key))
