import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import type { Resident, SandboxClient } from '../support/journey.ts'
import { pauseClock } from '../support/pause-clock.ts'
import { stored } from '../support/provider-view.ts'
import { consultation, openReview, watchRequests } from '../support/ready-application.ts'
import { draftsInBrowser } from './browser-drafts.ts'

const form = '/application/minato-city/childcare-consultation/individual'

/** Keeps the database of drafts busy from another tab of the browser until the returned function is called. */
async function keepDatabaseBusy(context: BrowserContext): Promise<() => Promise<void>> {
  const tab = await context.newPage()
  await tab.goto('/robots.txt')
  await tab.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('portal-drafts')
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('applications', 'readwrite').objectStore('applications')
          // A transaction lasts as long as it has requests.
          const goOn = () => {
            resolve()
            store.count().addEventListener('success', goOn)
          }
          goOn()
        })
      }),
  )
  return () => tab.close()
}

/** Leaves a draft that only the browser has. Returns its field. */
async function typeUnsaved(page: Page, sandbox: SandboxClient, { userId }: Resident): Promise<Locator> {
  await sandbox.post('faults', { kind: 'unavailable', operation: 'saveDraft', userId, times: 1000 })
  await page.goto(form)
  const details = page.getByLabel('相談の内容', { exact: true })
  await details.fill('前回の続きになる文')
  await expect.poll(async () => JSON.stringify(await draftsInBrowser(page))).toContain('前回の続きになる文')
  await watchDatabase(page)
  return details
}

/** From the next load on, the page has a clock that can be stopped, and a mark when it has asked its database. */
async function watchDatabase(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    IDBFactory.prototype.open = (...args) => {
      document.documentElement.toggleAttribute('data-database-asked', true)
      return open(...args)
    }
  })
}

/** Stops the clock of the page as soon as it has asked its database, and lets that time pass. */
async function reloadAndWait(page: Page, milliseconds: number): Promise<void> {
  await page.reload()
  await expect(page.locator('html[data-database-asked]')).toBeVisible()
  await pauseClock(page)
  await page.clock.runFor(milliseconds)
}

test('a draft in a browser whose database is slow opens as soon as that responds, after 10 seconds at the latest', async ({
  signedIn: page,
  context,
  sandbox,
  resident,
}) => {
  const details = await typeUnsaved(page, sandbox, resident)
  for (const isReleased of [true, false]) {
    const release = await keepDatabaseBusy(context)
    await reloadAndWait(page, 6_000)
    await expect(page.locator('[data-skeleton]')).toBeVisible()
    if (isReleased) await release()
    else await page.clock.runFor(4_000)
    await page.clock.resume()
    await expect(details).toHaveValue('前回の続きになる文')
    await release()
  }
})

test.describe('a submission in a browser whose database is slow', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('clock', { reset: true })
  })

  test('continues after a reload without being sent again', async ({ page, context, portal, sandbox, resident }) => {
    await openReview(page, portal, resident, consultation())
    const processingMs = 600_000
    const slow = { kind: 'submission-slow', operation: 'submitOrder', userId: resident.userId, times: 1 }
    await sandbox.post('faults', { ...slow, delayMs: processingMs })
    const posts = watchRequests(page, 'POST', '/o/orders')
    await page.getByRole('button', { name: '送信する', exact: true }).click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('予約を処理しています')
    await watchDatabase(page)
    const release = await keepDatabaseBusy(context)
    await reloadAndWait(page, 10_000)
    await page.clock.resume()
    await expect(title).toHaveText('予約を処理しています')
    await release()
    await sandbox.post('clock', { shiftMs: processingMs })
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
    expect((await stored(sandbox, resident)).orders).toHaveLength(1)
    expect(posts).toHaveLength(1)
  })
})
