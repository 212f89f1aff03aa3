import type { Step } from '../step.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import { placesOf } from '../oracles/after-each-step.ts'
import type { World } from '../world.ts'
import { isFree } from './navigation.ts'

/** A sign-in that gets no response ends after 30 seconds; the rest allows for the clock's steps (ms). */
const maxSignInMs = 30_400

/** A log-out takes three seconds at most; the rest allows for the clock's steps (ms). */
const maxLogOutMs = 3_400

export const logOut: Step = {
  name: 'log out',
  isPossible: (model) =>
    isFree(model) && model.signedIn && !/^\/login|maintenance$|^\/notsupported/.test(model.screen.path),
  async run(world, model) {
    const { page, device } = world
    const opener = page.locator('[popovertarget="user-menu"]')
    if (!(await opener.isVisible())) return
    await opener.click()
    const button = page.locator('#user-menu').getByRole('button', { name: textOf('nav.logOut') })
    await button.click()
    // A closed tenant has no sign-in page.
    const isOut = () => /\/login\/|\/maintenance$|\/notsupported/.test(page.url())
    const anyway = page.getByRole('dialog').getByRole('button', { name: textOf('nav.logOut'), exact: true })
    let isDone = await world.clock.until(async () => isOut() || (await anyway.isVisible()), maxLogOutMs)
    if (await anyway.isVisible()) {
      await anyway.click()
      isDone = await world.clock.until(isOut, maxLogOutMs)
    }
    if (!isDone) world.findings.push(`log-out is not done after ${maxLogOutMs} ms, at ${new URL(page.url()).pathname}`)
    device.signedOut.add(world.tab.who)
    model.look(world)
    await releaseUnsaved(world, model)
  },
}

/**
 * A log-out sends unsaved answers and then removes the browser's copy. What could not be sent is lost by design (see
 * docs/reliability.md), so nothing is promised for it.
 */
async function releaseUnsaved(world: World, model: Model): Promise<void> {
  const mayFail = model.savesMayFail || world.device.tabs.length > 1 || world.devices.length > 1
  if (!mayFail) return
  const { drafts, orders } = await placesOf(world)
  const atApi = [...drafts, ...orders].join('\n')
  for (const typed of model.withStatus('kept'))
    if (
      typed.who === model.who &&
      ![typed.text, typed.attachmentId ?? typed.text].some((trace) => atApi.includes(trace))
    )
      typed.status = 'released'
}

/** `asOther`: another resident of the same tenant uses the device. */
export function signIn(asOther: boolean): Step {
  return {
    name: asOther ? 'another resident signs in' : 'sign in',
    isPossible: (model) =>
      model.screen.place === 'portal' &&
      model.screen.path.startsWith('/login/') &&
      !model.offline &&
      !model.tenantClosed &&
      (!asOther || /^\/login\/minato-city|^\/login\/aozora-water/.test(model.screen.path)),
    async run(world, model) {
      const { page, tab, device, residents } = world
      const [, , tenantId] = model.screen.path.split('/')
      const candidates = residents.flatMap((resident, who) => (resident.tenantId === tenantId ? [who] : []))
      const who = candidates[asOther ? candidates.length - 1 : 0]
      const resident = residents[who ?? -1]
      const email = page.locator('input[type=email], input[autocomplete~=username]').first()
      if (who === undefined || resident === undefined || !(await email.isVisible()) || !(await email.isEditable()))
        return
      const submit = page.getByRole('button', { name: textOf('login.submit'), exact: true })
      // A resident waits while another sign-in is still busy.
      if (!(await world.clock.until(() => submit.isEnabled(), maxSignInMs))) {
        world.findings.push(`the sign-in is still busy after ${maxSignInMs} ms`)
        return
      }
      await email.fill(resident.email)
      await page.locator('input[autocomplete="current-password"]').first().fill(resident.password)
      // From here on the resident's e-mail address is in this tab again.
      tab.who = who
      device.signedOut.delete(who)
      model.look(world)
      await submit.click()
      await world.clock.until(() => !new URL(page.url()).pathname.startsWith('/login'), 8_000)
    },
  }
}

export const signInAgain: Step = {
  name: 'sign in again in the dialog',
  isPossible: ({ screen, offline }) =>
    screen.dialog !== null && textOf('session.expiredTitle').test(screen.dialog.title) && !offline,
  async run({ page, resident, clock }) {
    const dialog = page.getByRole('dialog', { name: textOf('session.expiredTitle') })
    await dialog.locator('input[autocomplete="current-password"]').first().fill(resident.password)
    await dialog.getByRole('button', { name: textOf('login.submit'), exact: true }).click()
    await clock.until(() => dialog.isHidden(), 8_000)
  },
}

export const switchLanguage: Step = {
  name: 'switch the language',
  isPossible: (model) => isFree(model) && model.signedIn && !model.offline,
  async run({ page }) {
    const opener = page.locator('[popovertarget="user-menu"]')
    if (!(await opener.isVisible())) return
    await opener.click()
    await page.locator('#user-menu button[aria-pressed=false]').first().click()
    await page.keyboard.press('Escape')
  },
}
