import { expectAccessible } from '../support/accessibility.ts'
import { expect, fillSignIn, signIn, test } from '../support/journey.ts'
import { waitUntilIdle } from '../faults/on-load/oracles/idle-screen.ts'
import { watchTraffic } from '../faults/on-load/oracles/traffic.ts'
import { askForConfig } from '../support/config.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, consultation } from '../support/ready-application.ts'

test.describe('a tenant', () => {
  test('shows a message if its web portal is switched off', async ({ page }) => {
    await page.goto('/login/hoshi-disabled')
    await expect(page).toHaveURL(/\/notsupported\/hoshi-disabled$/)
    await expect(page.getByText('このWebサービスは現在ご利用いただけません。')).toBeVisible()
    await expectAccessible(page, 'not supported')
  })

  test('shows its maintenance page while suspended @main', async ({ page }) => {
    await page.goto('/login/yume-suspended')
    await expect(page).toHaveURL(/\/yume-suspended\/maintenance$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('メンテナンス中です')
    await expectAccessible(page, 'maintenance')
  })

  test('shows one warning before its maintenance', async ({ page, residentWith }) => {
    const resident = await residentWith({ tenantId: 'kaze-maintenance' })
    const warning = page.getByRole('complementary', { name: 'メンテナンスのお知らせ' })
    await page.addInitScript(() => {
      const look = () => {
        const form = document.querySelector('main:not([hidden]) form')
        const notice = document.querySelector('aside[aria-label="メンテナンスのお知らせ"]')
        if (form !== null) sessionStorage.setItem('test.firstForm', notice === null ? 'alone' : 'below the warning')
        else requestAnimationFrame(look)
      }
      look()
    })
    await page.goto('/login/kaze-maintenance')
    await expect(warning).toBeVisible()
    const firstForm = await page.evaluate(() => sessionStorage.getItem('test.firstForm'))
    expect(firstForm, 'the warning does not move the form').toBe('below the warning')
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/\/kaze-maintenance\/applicationlist/)
    await expect(warning).toHaveCount(1)
    await expectAccessible(page, 'pre-maintenance')
  })

  test('shows the warning after the sign-in if its info arrives when the form is in use already', async ({
    page,
    residentWith,
  }) => {
    const resident = await residentWith({ tenantId: 'kaze-maintenance' })
    const warning = page.getByRole('complementary', { name: 'メンテナンスのお知らせ' })
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/tenants/kaze-maintenance/info', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login/kaze-maintenance')
    const password = page.getByLabel('パスワード', { exact: true })
    await password.fill('Po')
    const before = await password.boundingBox()
    answer()
    // The header is of the same part of the portal as the warning.
    await expect(page.getByRole('link', { name: 'かぜ市' })).toBeVisible()
    expect(await password.boundingBox()).toEqual(before)
    await expect(warning).toHaveCount(0)
    await fillSignIn(page, resident)
    await expect(page).toHaveURL(/\/kaze-maintenance\/applicationlist/)
    await expect(warning).toBeVisible()
  })

  test('never shows 申請 if its noun is お申し込み', async ({ page, residentWith }) => {
    const resident = await residentWith({ tenantId: 'aozora-water', seed: 'orders' })
    await signIn(page, resident)
    const traffic = watchTraffic(page)
    for (const path of [
      '/aozora-water/applicationlist',
      '/aozora-water/applicationhistory',
      '/aozora-water/download',
      '/aozora-water/userprofile',
      '/application/aozora-water/water-start/individual',
    ]) {
      await page.goto(path)
      await waitUntilIdle(page, traffic)
      expect(await page.locator('body').innerText(), path).not.toContain('申請')
    }
  })

  test('shows its own words in both languages, and never the usual ones before @main', async ({ page }) => {
    // The response is slower than the scripts.
    await page.route(
      '**/aozora-water/info',
      async (route) => {
        await page.waitForFunction(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('/platform-')),
        )
        await page.evaluate(async () => {
          for (let frame = 0; frame < 20; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
        })
        await route.continue()
      },
      { times: 1 },
    )
    await page.addInitScript(() => {
      const seen = new Set<string>()
      const look = () => {
        const lead = document.querySelector('main:not([hidden]) h1 + p')?.textContent
        if (lead !== undefined && lead !== null) seen.add(lead)
        requestAnimationFrame(look)
      }
      look()
      Object.assign(globalThis, { seenLeads: seen })
    })
    await page.goto('/login/aozora-water')
    const own = 'お客さまの登録内容でログインしてください。'
    await expect(page.getByText(own)).toBeVisible()
    // What was seen once stays in the set, which the next frame completes.
    await expect
      .poll(() => page.evaluate(() => [...(globalThis as never as { seenLeads: Set<string> }).seenLeads]))
      .toEqual([own])
    await page.getByLabel('メールアドレス').fill('nobody@example.jp')
    await page.getByLabel('パスワード', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'ログイン' }).click()
    await expect(page.getByRole('alert')).toHaveText('メールアドレスかパスワードが違います。')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByText('Log in with your customer account.')).toBeVisible()
  })

  test('keeps the focus on the switch of two languages while a form is loaded in the other one', async ({
    signedIn: page,
    resident,
  }) => {
    await page.goto(applicationPath(resident, consultation(), 'consultation'))
    const texts = Promise.withResolvers<void>()
    await page.route('**/forms/**/texts.en.json', async (route) => {
      await texts.promise
      await route.continue()
    })
    const english = page.getByRole('contentinfo').getByRole('button', { name: 'English' })
    await english.press('Enter')
    await expect(page.locator('[data-loading]')).toBeVisible()
    await expect(page.getByRole('button', { name: '次へ', exact: true })).toBeVisible()
    await expect(english).toBeFocused()
    texts.resolve()
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeVisible()
    await expect(english).toBeFocused()
  })

  test('keeps each label of the menu in one line beside a long name', async ({ signedIn: page, sandbox, resident }) => {
    const tenant = `tenants/${resident.tenantId}`
    try {
      for (const displayName of [
        'みなと市オンライン手続きポータル',
        'みなと市とあおぞら町が共同で運営する電子申請と手続き案内の総合ポータルサイト',
      ]) {
        await sandbox.post(tenant, { branding: { displayName } })
        for (const [width, height] of [
          [360, 740],
          [1024, 768],
          [1280, 800],
        ] as const) {
          await page.setViewportSize({ width, height })
          await page.goto(`/${resident.tenantId}/applicationlist`)
          await expect(page.getByRole('banner').getByText(displayName)).toBeVisible()
          const menu = page.getByRole('navigation', { name: 'メインメニュー' })
          await expect(menu.getByRole('link', { name: '書類' })).toBeVisible()
          const broken = await menu.getByRole('link').evaluateAll((links) =>
            links.flatMap((link) => {
              const label = link.querySelector('span') ?? link
              const range = document.createRange()
              range.selectNodeContents(label)
              const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
              return lines.size > 1 ? [label.textContent] : []
            }),
          )
          expect(broken, `${displayName} at ${width}`).toEqual([])
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(sideways, `${displayName} at ${width}`).toBeLessThanOrEqual(0)
        }
      }
    } finally {
      await sandbox.post(tenant, { branding: { displayName: 'みなと市' } })
    }
  })

  test.describe('that does not exist', () => {
    for (const path of [
      '/login/nobody',
      '/login/%2e%2e',
      '/nobody/applicationlist',
      '/login/a__b',
      '/constructor/applicationlist',
      '/nothing',
    ])
      test(`shows that the page was not found at ${path}`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('ページが見つかりません')
        expect(await page.evaluate(() => localStorage.getItem('tenantId'))).toBeNull()
      })
  })

  test('does not reveal to other users whether an order or a charge exists', async ({
    page,
    resident,
    sandbox,
    residentWith,
  }) => {
    const other = await residentWith({ seed: 'orders' })
    await signIn(page, resident)
    const { orders, charges } = await stored(sandbox, other)
    expect(orders.length).toBeGreaterThan(0)
    expect(charges.length).toBeGreaterThan(0)
    for (const path of [
      `/minato-city/history-details/${orders[0]?.orderId ?? ''}`,
      '/minato-city/history-details/none',
      `/minato-city/charges/${charges[0]?.chargeId ?? ''}/pay`,
      '/minato-city/charges/none/pay',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('ページが見つかりません')
    }
  })
})

test.describe('a broken stage', () => {
  test.use({ toleratedErrors: [/^config\.json: /] })

  test('shows a message for an invalid config.json and recovers by a retry @main', async ({ page }) => {
    await askForConfig(page)
    await page.route('**/config.json', (route) =>
      route.fulfill({ body: '{"stage":1}', contentType: 'application/json' }),
    )
    await page.goto('/login/minato-city')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, 'broken config.json')
    await page.unroute('**/config.json')
    await page.getByRole('button').first().click()
    await expect(page.getByLabel('メールアドレス')).toBeVisible()
  })

  test('shows a message for an unreachable API and recovers by a retry', async ({ page }) => {
    await page.route('**/app/web/**', (route) => route.abort())
    await page.goto('/minato-city/maintenance')
    await expect(page.getByRole('button', { name: 'もう一度試す' })).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page, 'unreachable API')
    await page.unroute('**/app/web/**')
    await page.getByRole('button', { name: 'もう一度試す' }).click()
    await expect(page).toHaveURL(/\/login\/minato-city$/)
  })
})
