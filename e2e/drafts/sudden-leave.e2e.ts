import type { Page } from '@playwright/test'
import { changeRegistered, fillAddress } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, consultation } from '../support/ready-application.ts'

const certificate = '/application/minato-city/residence-certificate/individual'

test('the last keystroke before a reload is kept even if neither the API nor the database of the browser has written it @main', async ({
  signedIn: page,
}) => {
  await page.route('**/app/web/o/drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.goto(certificate)
  await changeRegistered(page)
  await fillAddress(page)
  const town = page.getByLabel('町名')
  for (let round = 1; round <= 3; round += 1) {
    const typed = `芝公園${round}丁目`
    const left = page.waitForEvent('load')
    if (round > 1) await page.evaluate(writeNothing)
    // Reloads in the task of the last keystroke: no timer or promise of the page can run in between.
    await town.evaluate((input: HTMLInputElement, value) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      setTimeout(() => {
        set?.call(input, value)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        window.location.reload()
      }, 0)
    }, typed)
    await left
    await expect(town, `round ${round}`).toHaveValue(typed)
  }
})

for (const { api, fault } of [
  { api: 'refuses to save', fault: true },
  { api: 'saves', fault: false },
])
  test(`the last typed key before a reload or another page is kept, without a question, while the API ${api}`, async ({
    signedIn: page,
    sandbox,
    resident,
  }) => {
    const { userId } = resident
    if (fault) await sandbox.post('faults', { kind: 'unavailable', operation: 'saveDraft', userId, times: 1000 })
    const form = applicationPath(resident, consultation())
    await page.goto(form)
    const details = page.getByLabel('相談の内容', { exact: true })
    let text = ''
    for (const [letter, leaves] of [
      ['一', 'reload'],
      ['二', '/minato-city/applicationlist'],
      ['三', 'reload'],
      ['四', '/minato-city/applicationlist'],
    ] as const) {
      await expect(details).toHaveValue(text)
      await details.press('End')
      await leaveAtNextInput(page, leaves)
      text += letter
      await details.pressSequentially(letter)
      if (leaves !== 'reload') {
        await page.waitForURL(`**${leaves}`)
        await page.goto(form)
      }
      await expect(details, `${letter}, ${leaves}`).toHaveValue(text)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    if (!fault) await expect.poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts)).toContain(text)
    await sandbox.post('faults', { clear: true })
  })

/** Leaves in the task of the next typed key, after the portal has received it. */
async function leaveAtNextInput(page: Page, leaves: string): Promise<void> {
  await page.evaluate((address) => {
    window.addEventListener(
      'input',
      () => {
        if (address === 'reload') window.location.reload()
        else window.location.assign(address)
      },
      { once: true },
    )
  }, leaves)
}

/** The browser may end a page before the database has written. */
function writeNothing(): void {
  IDBObjectStore.prototype.put = function (this: IDBObjectStore) {
    return this.getKey('') as IDBRequest<IDBValidKey>
  }
}
