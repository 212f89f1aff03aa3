import { waitUntilIdle } from '../faults/on-load/oracles/idle-screen.ts'
import { watchTraffic } from '../faults/on-load/oracles/traffic.ts'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, certificate, saveDraft } from '../support/ready-application.ts'

/** the tenant closes while a resident is typing. */
test.describe('a tenant that closes while an application is filled in', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('tenants/minato-city', { state: 'ACTIVE', webApplication: true })
  })

  for (const { name, change, page: title, url, reopened } of [
    {
      name: 'for maintenance',
      change: { state: 'SUSPENDED' },
      page: 'メンテナンス中です',
      url: /\/minato-city\/maintenance$/,
      reopened: { state: 'ACTIVE' },
    },
    {
      name: 'for good: the tenant switches its web portal off',
      change: { webApplication: false },
      page: 'ご利用いただけません',
      url: /\/notsupported\/minato-city$/,
      reopened: { webApplication: true },
    },
  ])
    test(`${name}: shows the right page, then the form again with all answers (R-12)`, async ({
      signedIn: page,
      portal,
      sandbox,
      resident,
    }) => {
      const application = certificate()
      await saveDraft(portal, resident, application)
      const traffic = watchTraffic(page)
      await page.goto(applicationPath(resident, application, 'applicant'))
      const visited: string[] = []
      page.on('framenavigated', (frame) => visited.push(frame.url()))
      const building = page.getByLabel('建物名・部屋番号')
      await expect(building).toBeVisible()
      // A request for page data of the closed tenant leads to the maintenance page at once.
      await waitUntilIdle(page, traffic)
      await sandbox.post('tenants/minato-city', change)
      await building.fill('閉まる直前に書いた部屋')
      // Autosave does not interrupt typing; the next click leads to the maintenance page.
      await expect(page.getByText(/この端末には保存済みです/)).toBeVisible()
      await page.getByRole('button', { name: '一時保存する' }).click()
      await expect(page).toHaveURL(url)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText(/入力した内容は、この端末に.+まで保存されています。/)).toBeVisible()
      expect(visited.length, visited.join(' → ')).toBeLessThanOrEqual(3)
      expect(JSON.stringify((await stored(sandbox, resident)).drafts)).not.toContain('閉まる直前に書いた部屋')

      await sandbox.post('tenants/minato-city', reopened)
      // The resident returns later: the login page leads back to the form.
      await page.goto('/login/minato-city')
      await expect(building).toHaveValue('閉まる直前に書いた部屋')
      await expect
        .poll(async () => JSON.stringify((await stored(sandbox, resident)).drafts))
        .toContain('閉まる直前に書いた部屋')
    })
})
