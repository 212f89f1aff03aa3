import { changeRegistered, fillAddress } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'

const certificate = '/application/minato-city/residence-certificate/individual'

test('the last keystroke before a reload is kept even if neither the API nor the database of the browser has written it', async ({
  signedIn: page,
}) => {
  await page.route('**/app/web/o/drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.goto(certificate)
  await changeRegistered(page)
  await fillAddress(page)
  const town = page.getByLabel('町名・番地')
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

/** The browser may end a page before the database has written. */
function writeNothing(): void {
  IDBObjectStore.prototype.put = function (this: IDBObjectStore) {
    return this.getKey('') as IDBRequest<IDBValidKey>
  }
}
