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

test.describe('a draft in a browser whose database is slow', () => {
  test('opens the form with a notice after waiting 10 seconds for the draft, which a reload shows', async ({
    signedIn: page,
    context,
    sandbox,
    resident,
  }) => {
    const details = await typeUnsaved(page, sandbox, resident)
    const notice = page.getByText('この端末に保存した内容があるかどうかを確認できませんでした', { exact: false })

    const release = await keepDatabaseBusy(context)
    await reloadAndWait(page, 6_000)
    await expect(page.locator('[data-skeleton]')).toBeVisible()
    await release()
    await page.clock.resume()
    await expect(details).toHaveValue('前回の続きになる文')
    await expect(notice).toHaveCount(0)

    const releaseLater = await keepDatabaseBusy(context)
    await reloadAndWait(page, 10_000)
    await page.clock.resume()
    await expect(notice).toBeVisible()
    await expect(details).toHaveValue('')
    await releaseLater()
    await page.getByRole('button', { name: '再読み込みする' }).click()
    await expect(details).toHaveValue('前回の続きになる文')
    await expect(notice).toHaveCount(0)
  })

  test('offers the draft after the first words if it could not be read in time', async ({
    signedIn: page,
    context,
    sandbox,
    resident,
  }) => {
    const details = await typeUnsaved(page, sandbox, resident)
    const release = await keepDatabaseBusy(context)
    await reloadAndWait(page, 10_000)
    await page.clock.resume()
    await expect(details).toHaveValue('')
    await release()
    await details.fill('新しい文')
    await details.blur()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('前回の続きになる文')
  })
})

test.describe('a submission in a browser whose database is slow', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('clock', { reset: true })
  })

  test('continues a submission after a reload without sending it again', async ({
    page,
    context,
    portal,
    sandbox,
    resident,
  }) => {
    await openReview(page, portal, resident, consultation())
    const processingMs = 600_000
    const slow = { kind: 'submission-slow', operation: 'submitOrder', userId: resident.userId, times: 1 }
    await sandbox.post('faults', { ...slow, delayMs: processingMs })
    const posts = watchRequests(page, 'POST', '/o/orders')
    const send = page.getByRole('button', { name: '送信する', exact: true })
    await send.click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('予約を処理しています')
    await watchDatabase(page)
    const release = await keepDatabaseBusy(context)
    await reloadAndWait(page, 10_000)
    await page.clock.resume()
    const consent = page.getByLabel('上記の内容に誤りがないことを確認しました。')
    await expect(consent, 'as if nothing had been sent').toBeVisible()
    await release()
    await consent.check()
    await send.click()
    const refusal = page.getByRole('alert').filter({ hasText: '二重に送信しないように、今回は送信していません。' })
    await expect(refusal).toBeVisible()
    expect(posts).toHaveLength(1)
    await refusal.getByRole('button', { name: '再読み込みする' }).click()
    await expect(title).toHaveText('予約を処理しています')
    await sandbox.post('clock', { shiftMs: processingMs })
    await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
    expect((await stored(sandbox, resident)).orders).toHaveLength(1)
    expect(posts).toHaveLength(1)
  })
})
