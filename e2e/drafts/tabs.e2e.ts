import type { BrowserContext, Page } from '@playwright/test'
import { fillConsultation } from '../support/form-actions.ts'
import { expect, signIn, test } from '../support/journey.ts'
import type { Portal, Resident, SandboxClient } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import {
  applicationPath,
  arrivals,
  certificate,
  consultation,
  openReview,
  saveDraft,
} from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { draftsInBrowser } from './browser-drafts.ts'

const form = '/application/minato-city/childcare-consultation/individual'

function details(page: Page) {
  return page.getByLabel('相談の内容', { exact: true })
}
function saved(page: Page) {
  return expect(page.getByText(/\d+:\d\dに保存しました/)).toBeVisible()
}

/** The page of a tab while another one edits the application. */
function elsewhere(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'この予約は、別のタブで入力しています' })
}

/** The browser kills the tab, as on a phone with little memory: it answers nothing any more. Only Chromium has this page. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  void page.goto('chrome://crash').catch(() => undefined)
  await crashed
}

async function secondTab(context: BrowserContext, portal: Portal, resident: Resident, path: string): Promise<Page> {
  const second = await context.newPage()
  await startSignedIn(second, portal, resident)
  await second.goto(path)
  return second
}

/** The API executes the submission, but this tab learns nothing of it, also when it asks. Resolves when it is executed. */
async function loseTheAnswer(page: Page, click: () => Promise<void>): Promise<void> {
  let finish: () => void = () => undefined
  const executed = new Promise<void>((resolve) => (finish = resolve))
  await page.route('**/app/web/o/orders**', async (route) => {
    if (route.request().method() === 'POST') await route.fetch().then(finish)
    await route.abort()
  })
  await page.route('**/app/web/o/submissions/**', (route) => route.abort())
  await click()
  await executed
}

async function draftTexts(sandbox: SandboxClient, resident: Resident): Promise<string> {
  return JSON.stringify((await stored(sandbox, resident)).drafts)
}

test.describe('two tabs with the same application', () => {
  test('ask nothing: the tab opened last continues with everything, the other one leads back @main', async ({
    signedIn: first,
    context,
    portal,
    sandbox,
    resident,
  }) => {
    await first.goto(form)
    await details(first).fill('一つ目のタブの文')
    // Nothing was saved yet, neither in the browser nor at the API.
    const second = await secondTab(context, portal, resident, form)
    await expect(details(second)).toHaveValue('一つ目のタブの文')
    await expect(elsewhere(first)).toBeVisible()
    await expect(details(first)).toHaveCount(0)
    await details(second).fill('一つ目と二つ目のタブの文')

    await first.getByRole('button', { name: 'このタブで続ける' }).click()
    await expect(details(first)).toHaveValue('一つ目と二つ目のタブの文')
    await expect(elsewhere(second)).toBeVisible()
    await details(first).fill('また一つ目のタブの文')
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('また一つ目のタブの文')
    await second.getByRole('button', { name: 'このタブで続ける' }).click()
    await expect(details(second)).toHaveValue('また一つ目のタブの文')
    for (const tab of [first, second]) await expect(tab.getByRole('dialog')).toHaveCount(0)
  })

  test(
    'ask nothing after the browser has killed one of them: the other one continues',
    { tag: '@chromium' },
    async ({ signedIn: first, context, portal, sandbox, resident }) => {
      await first.goto(form)
      const second = await secondTab(context, portal, resident, form)
      await expect(elsewhere(first)).toBeVisible()
      await first.getByRole('button', { name: 'このタブで続ける' }).click()
      await details(first).fill('終了されたタブの文')
      await expect.poll(() => draftTexts(sandbox, resident)).toContain('終了されたタブの文')
      await crash(first)
      await second.getByRole('button', { name: 'このタブで続ける' }).click()
      await expect(details(second)).toHaveValue('終了されたタブの文')
      await expect(second.getByRole('dialog')).toHaveCount(0)
    },
  )

  test('keep a text without a network, which the next tab continues', async ({
    signedIn: first,
    context,
    portal,
    resident,
  }) => {
    await first.goto(form)
    const second = await secondTab(context, portal, resident, form)
    await expect(details(second)).toBeVisible()
    await context.setOffline(true)
    await details(second).fill('接続のないときの文')
    await first.getByRole('button', { name: 'このタブで続ける' }).click()
    await expect(details(first)).toHaveValue('接続のないときの文')
    await first.close()
    await second.close()
    await context.setOffline(false)
    const later = await secondTab(context, portal, resident, form)
    await expect(details(later)).toHaveValue('接続のないときの文')
    await saved(later)
  })

  test('create one order: the other one shows the result @main', async ({
    page,
    context,
    portal,
    sandbox,
    resident,
  }) => {
    const application = consultation('一度だけ送る文')
    const other = await context.newPage()
    await openReview(page, portal, resident, application)
    await startSignedIn(other, portal, resident)
    await other.goto(applicationPath(resident, application))
    await expect(elsewhere(page)).toBeVisible()
    await page.getByRole('button', { name: 'このタブで続ける' }).click()
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await expect(elsewhere(other)).toBeVisible()
    await page.getByRole('button', { name: '送信する' }).click()
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/minato-city\/order\/success$/)
    expect((await stored(sandbox, resident)).orders).toHaveLength(1)
    expect(await draftTexts(sandbox, resident)).toBe('[]')
  })

  test(
    'send nothing a second time while the result of the first is unknown; the second shows it',
    { tag: '@chromium' },
    async ({ page, context, portal, sandbox, resident }) => {
      const application = consultation('結果が届かない文')
      await openReview(page, portal, resident, application)
      await loseTheAnswer(page, () => page.getByRole('button', { name: '送信する' }).click())
      await expect(page.getByRole('heading', { level: 1, name: /を処理しています/ })).toBeVisible()
      const second = await secondTab(context, portal, resident, applicationPath(resident, application))
      await expect(second.getByRole('heading', { level: 1, name: /別のタブで送信しています/ })).toBeVisible()
      await expect(second.getByRole('button', { name: 'このタブで続ける' })).toHaveCount(0)
      await page.unrouteAll()
      await page.getByRole('button', { name: '今すぐ確認する' }).click()
      for (const tab of [page, second]) await expect(tab).toHaveURL(/\/minato-city\/order\/success$/)
      expect((await stored(sandbox, resident)).orders).toHaveLength(1)
      expect(await arrivals(sandbox, resident, 'submitOrder')).toHaveLength(1)
    },
  )

  test(
    'find the result although the tab that was sending is closed',
    { tag: '@chromium' },
    async ({ page, context, portal, sandbox, resident }) => {
      const application = consultation('閉じたタブの文')
      await openReview(page, portal, resident, application)
      await loseTheAnswer(page, () => page.getByRole('button', { name: '送信する' }).click())
      await expect(page.getByRole('heading', { level: 1, name: /を処理しています/ })).toBeVisible()
      const second = await secondTab(context, portal, resident, applicationPath(resident, application))
      await expect(second.getByRole('heading', { level: 1, name: /別のタブで送信しています/ })).toBeVisible()
      await page.close()
      await expect(second).toHaveURL(/\/minato-city\/order\/success$/)
      expect((await stored(sandbox, resident)).orders).toHaveLength(1)
    },
  )

  test('keep what the second has saved if the browser stores nothing, after it was closed', async ({
    signedIn: first,
    context,
    portal,
    sandbox,
    resident,
  }) => {
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Blocked', 'SecurityError')
      }
    })
    await first.goto(form)
    await details(first).fill('一つ目の文')
    const second = await secondTab(context, portal, resident, form)
    await expect(details(second)).toHaveValue('一つ目の文')
    await details(second).fill('一つ目の文と、その続き')
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('その続き')
    await second.close()
    await first.getByRole('button', { name: 'このタブで続ける' }).click()
    await expect(details(first)).toHaveValue('一つ目の文と、その続き')
    await expect(first.getByRole('dialog')).toHaveCount(0)
  })

  for (const busyMs of [0, 700])
    test(`continue in the newest with everything that was typed if the browser stores nothing and the API saves nothing, the first busy for ${busyMs} ms at a time`, async ({
      signedIn: first,
      context,
      portal,
      resident,
    }) => {
      await context.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('Blocked', 'SecurityError')
        }
        const { setItem } = Storage.prototype
        Storage.prototype.setItem = function set(name, value) {
          // The marks of the tests stay.
          const isBlocked = this === localStorage && !name.startsWith('portal.warned.')
          if (isBlocked) throw new DOMException('Blocked', 'SecurityError')
          setItem.call(this, name, value)
        }
      })
      await context.route('**/o/drafts/**', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      )
      await first.goto(form)
      await details(first).fill('どこにも保存できない文')
      await expect(first.getByText('入力途中の内容をこの端末に保存できません')).toBeVisible()
      const second = await context.newPage()
      await startSignedIn(second, portal, resident)
      await first.evaluate((ms) => {
        const isBusy = setInterval(() => {
          const end = performance.now() + ms
          while (performance.now() < end);
        })
        setTimeout(() => clearInterval(isBusy), 10 * ms)
      }, busyMs)
      await second.goto(form)
      await expect(details(second)).toHaveValue('どこにも保存できない文')
      await expect(second.getByRole('dialog')).toHaveCount(0)
      await expect(elsewhere(first)).toBeVisible()
      await first.getByRole('button', { name: 'このタブで続ける' }).click()
      await expect(details(first)).toHaveValue('どこにも保存できない文')
    })

  test('leave no data in the browser when one of them logs out', async ({
    signedIn: first,
    context,
    portal,
    resident,
  }) => {
    // The API refuses every draft, so that the first tab still has something to save when the second logs out.
    await context.route('**/o/drafts/**', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await first.clock.install()
    await first.goto(form)
    await details(first).fill('ログアウトしたら残らない文')
    await expect.poll(async () => JSON.stringify(await draftsInBrowser(first))).toContain('ログアウトしたら残らない文')
    const second = await secondTab(context, portal, resident, '/minato-city/applicationlist')
    await second.getByRole('button', { name: 'メニュー' }).click()
    await second.getByRole('button', { name: 'ログアウト' }).click()
    const question = second.getByRole('dialog', { name: '保存できていない入力があります' })
    await question.getByRole('button', { name: 'ログアウト', exact: true }).click()
    await expect(second).toHaveURL(/\/login\/minato-city$/)
    await expect(first).toHaveURL(/\/login\/minato-city$/)
    // Longer than every pause before a save and before its repetition.
    await first.clock.runFor(60_000)
    expect(await draftsInBrowser(first)).toEqual([])
  })
})

test('plain http on a local network: everything works, and the form says once that it needs one tab @main', async ({
  page,
  sandbox,
  resident,
}) => {
  // The functions that a browser has on secure pages only.
  await page.addInitScript(() => {
    for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name)
    for (const name of ['locks', 'clipboard']) Reflect.deleteProperty(Navigator.prototype, name)
  })
  await signIn(page, resident)
  await page.goto(form)
  const notice = page.getByText('この予約は、1つのタブだけで入力してください。', { exact: false })
  await expect(notice).toBeVisible()
  await details(page).fill('平文の接続で書いた文')
  await saved(page)
  await fillConsultation(page, '平文の接続で書いた文')
  await expect(notice).toHaveCount(0)
  await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
  await page.getByRole('button', { name: '送信する' }).click()
  await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
  expect((await stored(sandbox, resident)).orders).toHaveLength(1)
})

test.describe('the question which of two copies to use', () => {
  test('can be postponed by Escape, stays visible, and explains why nothing is sent', async ({
    page,
    browser,
    portal,
    sandbox,
    resident,
  }) => {
    await openReview(page, portal, resident, consultation('この端末の文'))
    await page.getByRole('button', { name: '戻る' }).click()
    await page.getByRole('button', { name: '戻る' }).click()
    // A later save of the step would take over what the other device has changed, without a question.
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('"step":"consultation"')
    const computer = await secondTab(
      await browser.newContext(),
      portal,
      resident,
      `${portal.url}${form}?step=consultation`,
    )
    await details(computer).fill('別の端末の文')
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('別の端末の文')
    await computer.context().close()
    await page.bringToFront()
    await details(page).fill('この端末の次の文')
    await details(page).blur()
    const dialog = page.getByRole('dialog', { name: 'どちらの内容を使いますか' })
    await expect(dialog).toBeVisible()
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: '内容を確認して決める' })).toBeVisible()
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await page.getByRole('button', { name: '送信する' }).click()
    await expect(dialog).toBeVisible()
    expect((await stored(sandbox, resident)).orders).toHaveLength(0)
    await dialog.getByRole('button', { name: 'この画面の内容を使う' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('main').getByText('この端末の次の文')).toBeVisible()
    await page.getByRole('button', { name: '送信する' }).click()
    await expect.poll(async () => (await stored(sandbox, resident)).orders.length).toBe(1)
  })
})

test.describe('sending from an older page', () => {
  test('does not delete what another device has saved since, and shows it first', async ({
    page,
    browser,
    portal,
    sandbox,
    resident,
  }) => {
    await openReview(page, portal, resident, consultation('この端末の文'))
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    const device = await browser.newContext()
    const computer = await secondTab(device, portal, resident, `${portal.url}${form}?step=consultation`)
    await details(computer).fill('別の端末の文')
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('別の端末の文')
    await device.close()
    await page.getByRole('button', { name: '送信する' }).click()
    await expect(page.getByRole('main').getByText('別の端末の文')).toBeVisible()
    await expect(page.getByText(/^別の端末で変更された内容を反映しました。まだ送信していません。/)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await draftTexts(sandbox, resident)).toContain('別の端末の文')
    expect((await stored(sandbox, resident)).orders).toHaveLength(0)
    // What was confirmed is no longer what is shown.
    await expect(page.getByLabel('上記の内容に誤りがないことを確認しました。')).not.toBeChecked()
  })
})

test.describe('a deleted draft', () => {
  test('disappears for re-applying after a return, too, and is not sent', async ({
    page,
    portal,
    sandbox,
    residentWith,
  }) => {
    const resident = await residentWith({ seed: 'orders' })
    const orders = (await stored(sandbox, resident)).orders
    const returned = orders.find(({ status }) => status === 'CANCELLED_BY_TENANT')
    await startSignedIn(page, portal, resident)
    await saveDraft(portal, resident, certificate(5))
    await page.goto('/minato-city/applicationlist')
    await page.getByRole('link', { name: /住民票.*の入力を続ける$/ }).click()
    await expect(page.getByRole('main').getByText('5通', { exact: true })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: new RegExp(`${returned?.receiptNumber}.*理由を確認する`) }).click()
    await page.getByRole('button', { name: 'この内容をもとに申請する' }).click()
    const dialog = page.getByRole('dialog', { name: '入力途中の下書きがあります' })
    await dialog.getByRole('button', { name: '下書きを削除して、この申請の内容を使う' }).click()
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await expect(page).toHaveURL(/\/order\/payment\/minato-city\/residence-certificate\?type=individual/)
    await expect(page.getByRole('heading', { level: 1, name: '内容と金額の確認' })).toBeVisible()
    await expect(page.getByRole('main').getByText('2通', { exact: true })).toBeVisible()
    await page.getByRole('checkbox', { name: /確認しました/ }).check()
    await page.getByRole('button', { name: /^送信/ }).click()
    const sent = async () => {
      const now = (await stored(sandbox, resident)).orders
      return now.filter(({ orderId }) => !orders.some((before) => before.orderId === orderId))
    }
    await expect.poll(async () => (await sent()).length).toBe(1)
    expect((await sent())[0], 'the paid fee is not charged again').toMatchObject({
      reapplyOf: returned?.orderId,
      answers: { certificate: { copies: 2 } },
    })
  })

  test('does not come back in its form after it was deleted from the list', async ({
    signedIn: page,
    portal,
    sandbox,
    resident,
  }) => {
    const answers = { consultation: { topics: ['sleep'], details: '消す文' } }
    await saveDraft(portal, resident, { ...consultation(), answers })
    await page.goto('/minato-city/applicationlist')
    await page.getByRole('link', { name: /入力を続ける$/ }).click()
    await expect(details(page)).toHaveValue('消す文')
    await page.goBack()
    await page.getByRole('button', { name: /下書きを削除する$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '下書きを削除する' }).click()
    await expect.poll(() => draftTexts(sandbox, resident)).toBe('[]')
    expect(await draftsInBrowser(page)).toEqual([])
    await page.goForward()
    await expect(details(page)).toHaveValue('')
    await details(page).fill('新しい文')
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('新しい文')
    expect(await draftTexts(sandbox, resident)).not.toContain('消す文')
  })

  test('stays deleted if it was deleted by starting over without a network', async ({
    signedIn: page,
    context,
    portal,
    sandbox,
    resident,
  }) => {
    await saveDraft(portal, resident, consultation('前の文'))
    await page.goto(form)
    await page.getByRole('button', { name: 'はじめから入力する' }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: '消してはじめから入力する' }).click()
    await expect(details(page)).toHaveValue('')
    await context.setOffline(false)
    await page.goto(form)
    await expect(details(page)).toHaveValue('')
    await expect.poll(() => draftTexts(sandbox, resident)).toBe('[]')
  })
})

test.describe('a proxy that weakens entity tags', () => {
  test('does not prevent a second save of a draft', async ({ signedIn: page, sandbox, resident }) => {
    const statuses: number[] = []
    await page.route('**/o/drafts/**', async (route) => {
      const response = await route.fetch()
      const { etag, ...headers } = response.headers()
      if (route.request().method() === 'PUT') statuses.push(response.status())
      await route.fulfill({ response, headers: etag === undefined ? headers : { ...headers, etag: `W/${etag}` } })
    })
    await page.goto(form)
    await details(page).fill('はじめの文')
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('はじめの文')
    await details(page).fill('つぎの文')
    await expect.poll(() => draftTexts(sandbox, resident)).toContain('つぎの文')
    expect(statuses).toEqual([200, 200])
  })
})
