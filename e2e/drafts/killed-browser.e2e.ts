import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import type { Portal, Resident } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { draftsInBrowser } from './browser-drafts.ts'
import { newProfile } from './own-browser.ts'
import type { OwnBrowser, Profile } from './own-browser.ts'

const address = '/application/minato-city/childcare-consultation/individual'
function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}

/** the browser is killed while a field has the focus. Neither `blur` nor `pagehide` is fired. */
test.describe('a browser that is killed while a resident types', () => {
  let profile: Profile
  let running: OwnBrowser | null = null

  test.beforeEach(({}, testInfo) => {
    profile = newProfile(testInfo)
  })
  test.afterEach(async () => {
    await running?.kill()
    running = null
    profile.remove()
  })

  async function openForm(portal: Portal, resident: Resident): Promise<Page> {
    running = await profile.start()
    await startSignedIn(running.page, portal, resident)
    await running.page.goto(portal.url + address)
    return running.page
  }

  async function kill(): Promise<void> {
    await running?.kill()
    running = null
  }

  test('restores every typed character after a restart (R-07)', async ({ portal, sandbox, resident }) => {
    const page = await openForm(portal, resident)
    // The API receives nothing, so the restored answers come from this browser.
    await page.route('**/o/drafts/**', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await page.getByLabel('睡眠').check()
    await details(page).pressSequentially('まだ書きかけの文')
    await expect.poll(() => lastTyped(page)).toBe('まだ書きかけの文')
    await expect(details(page)).toBeFocused()
    await kill()
    expect((await stored(sandbox, resident)).drafts).toEqual([])

    const again = await openForm(portal, resident)
    await expect(again.getByText(/続きから入力しています/)).toBeVisible()
    await expect(details(again)).toHaveValue('まだ書きかけの文')
    await expect(again.getByLabel('睡眠')).toBeChecked()
    // The API has it now, without another keystroke.
    await expect
      .poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts))
      .toContain('まだ書きかけの文')
  })

  test('saves everything to the API, and another device continues (R-07)', async ({
    page: other,
    portal,
    resident,
  }) => {
    const page = await openForm(portal, resident)
    await page.getByLabel('睡眠').check()
    await details(page).pressSequentially('別の端末で続ける文')
    await expect(page.getByText(/に保存しました/)).toBeVisible()
    await expect(details(page)).toBeFocused()
    await kill()

    await startSignedIn(other, portal, resident)
    await other.goto('/minato-city/applicationlist')
    await other.getByRole('link', { name: '子育て相談の予約の入力を続ける' }).click()
    await expect(details(other)).toHaveValue('別の端末で続ける文')
    await expect(other.getByLabel('睡眠')).toBeChecked()
  })
})

async function lastTyped(page: Page): Promise<unknown> {
  const [draft] = await draftsInBrowser(page)
  return draft?.content.answers.consultation?.details
}
