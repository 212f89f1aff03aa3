import type { Page } from '@playwright/test'
import { confirmAnswers, expectCardPage, next, review } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import {
  applicationPath,
  arrivals,
  certificate,
  consultation,
  openReview,
  saveDraft,
  watchRequests,
} from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
function send(page: Page) {
  return page.getByRole('button', { name: '送信する', exact: true })
}

test.describe('after a submission', () => {
  test('Back, reload and reopening the form send nothing and show an empty form; the next submission has a new key (P-03) @main', async ({
    signedIn: page,
    portal,
    resident,
    sandbox,
  }) => {
    await page.goto(applicationPath(resident, consultation()))
    await openReview(page, portal, resident, consultation())
    const posts = watchRequests(page, 'POST', '/o/orders')
    await send(page).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    const number = (await stored(sandbox, resident)).orders[0]?.receiptNumber ?? 'none'
    await page.getByRole('link', { name: '手続き', exact: true }).click()
    await page.locator(`main a[href="${applicationPath(resident, consultation())}"]`).click()
    await expect(title(page), 'the finished application is forgotten without a reload, too').toHaveText('相談の内容')
    await expect(page.getByLabel('睡眠')).not.toBeChecked()
    await page.goBack()
    await page.goBack()
    await expect(page.getByText(number).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(number).first(), 'the receipt survives a reload').toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('睡眠')).not.toBeChecked()
    await page.reload()
    await expect(title(page)).toHaveText('相談の内容')
    await expect(page.getByLabel('相談の内容', { exact: true })).toHaveValue('')
    await page.goto(applicationPath(resident, consultation()))
    await expect(page.getByText('続きから入力しています')).toHaveCount(0)
    await expect(page.getByLabel('相談の内容', { exact: true })).toHaveValue('')
    expect((await stored(sandbox, resident)).drafts).toEqual([])
    expect(posts).toHaveLength(1)
    await openReview(page, portal, resident, consultation('別の相談です。'))
    await send(page).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    expect(posts).toHaveLength(2)
    expect(posts[1]?.key).not.toBe(posts[0]?.key)
    expect((await stored(sandbox, resident)).orders).toHaveLength(2)
  })

  test('Back to the form shows the top of the empty one, although the filled-in one was left at its end', async ({
    page,
    portal,
    resident,
  }) => {
    await startSignedIn(page, portal, resident)
    await saveDraft(portal, resident, consultation())
    await page.goto(applicationPath(resident, consultation(), 'consultation'))
    await expect(page.getByLabel('睡眠')).toBeChecked()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await next(page, '日時と連絡先')
    await review(page)
    await confirmAnswers(page)
    await send(page).click()
    // Until a page has shown the result, the form leads to it.
    await expect(title(page)).toHaveText('予約を受け付けました')
    await page.evaluate(() => window.history.go(-2))
    await expect(title(page)).toHaveText('相談の内容')
    await expect(page.getByLabel('睡眠')).not.toBeChecked()
    await expect(title(page)).toBeFocused()
    // The portal would restore the scroll position in the frame after the content.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('the receipt can be printed: number and next steps, no navigation, no buttons', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, consultation())
    await send(page).click()
    await expect(page).toHaveURL(/\/order\/success$/)
    const number = (await stored(sandbox, resident)).orders[0]?.receiptNumber ?? 'none'
    await expect(page.getByText('子育て相談の予約', { exact: true })).toBeVisible()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '1')
    })
    await page.getByRole('button', { name: '印刷する' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', '1')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    await expect(title(page)).toBeVisible()
    await expect(page.getByText(number).first()).toBeVisible()
    await expect(page.getByText('子育て相談の予約', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'このあとの流れ' })).toBeVisible()
    for (const name of ['button', 'navigation', 'contentinfo'] as const) {
      for (const one of await page.getByRole(name).all()) await expect(one, `${name} on paper`).toBeHidden()
    }
    const paper = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(paper, 'one sheet').toBeLessThanOrEqual(1123)
    await page.screenshot({ path: test.info().outputPath('receipt.png'), fullPage: true })
  })
})

test.describe('one click, one request (P-01)', () => {
  const gestures: { [name: string]: (page: Page) => Promise<unknown> } = {
    'a double click': (page) => page.locator('[data-page-foot] button').last().dblclick(),
    'Enter twice': async (page) => {
      await page.locator('[data-page-foot] button').last().focus()
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
    },
    'a click and Enter': async (page) => {
      const button = page.locator('[data-page-foot] button').last()
      // Within one key press: the success page would otherwise remove the button before a slow browser gets the second one.
      await button.evaluate((element: HTMLButtonElement) =>
        element.addEventListener('keydown', () => element.click(), { once: true }),
      )
      await button.focus()
      await page.keyboard.press('Enter')
    },
    'two clicks in one tick': (page) =>
      page
        .locator('[data-page-foot] button')
        .last()
        .evaluate((button: HTMLButtonElement) => {
          button.click()
          button.click()
        }),
  }
  for (const [name, gesture] of Object.entries(gestures)) {
    // Matrix B clicks every button of the portal twice at once; this test uses click, double-click, Enter and tap.
    const tag = name === 'a double click' ? '@main' : '@chromium'
    test(`${name} on 送信する sends one application (P-01)`, { tag }, async ({ page, portal, resident, sandbox }) => {
      await openReview(page, portal, resident, consultation())
      await gesture(page)
      await expect(page).toHaveURL(/\/order\/success$/)
      expect(await arrivals(sandbox, resident, 'submitOrder')).toHaveLength(1)
    })
  }

  test('two clicks on 送信して支払いへ進む send one application and start one payment (P-01)', async ({
    page,
    portal,
    resident,
    sandbox,
  }) => {
    await openReview(page, portal, resident, certificate())
    await page.getByRole('button', { name: '送信して支払いへ進む' }).dblclick()
    await expectCardPage(page, portal)
    expect(await arrivals(sandbox, resident, 'submitOrder')).toHaveLength(1)
    expect(await arrivals(sandbox, resident, 'proceedCharge')).toHaveLength(1)
  })
})
