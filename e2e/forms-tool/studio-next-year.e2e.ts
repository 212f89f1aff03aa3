import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { Mouse } from '../support/author-hands.ts'
import { next } from '../support/form-actions.ts'
import { SandboxClient } from '../support/journey.ts'
import type { Portal } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { StudioAuthor } from '../support/studio-author.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const patient = { timeout: 60_000 }
const minute = 60_000
const year = new Date().getFullYear() + 1
const firstOfApril = `${year}-04-01T00:00`

let studio: StudioProgram
let stopPortal: (() => Promise<void>) | undefined

test.beforeEach(() => {
  studio = new StudioProgram()
})
test.afterEach(async () => {
  try {
    await stopPortal?.()
  } finally {
    stopPortal = undefined
    await studio.remove()
  }
})

/** A form that residents have, of a tenant that wants approvals from now on. */
async function openPublished(page: Page): Promise<StudioAuthor> {
  const names = ['--tenant', 'minato-city', '--service', 'stall', '--type', 'individual', '--template', 'with-fee']
  studio.run('new', studio.forms, ...names, '--title', '出店の申込')
  studio.run('publish', studio.forms, '--to', studio.published)
  const tenant = join(studio.forms, 'minato-city')
  mkdirSync(tenant, { recursive: true })
  writeFileSync(join(tenant, 'tenant.json'), '{ "locales": ["ja", "en"], "needsApproval": true }\n')
  page.setDefaultTimeout(patient.timeout)
  await studio.start()
  await page.goto(`${studio.address}?form=minato-city/stall/individual`)
  await expect(page.getByRole('tree')).toBeVisible(patient)
  return new StudioAuthor(page, new Mouse(page))
}

async function actAs(page: Page, name: string, step: string): Promise<void> {
  await page.getByRole('textbox', { name: '名前', exact: true }).fill(name)
  await page.getByRole('button', { name: step, exact: true }).click()
}

test('changes a fee for 1 April after an approval, and a draft from before pays the new fee', async ({
  page,
  context,
}) => {
  const author = await openPublished(page)
  await author.open('手数料・郵送')
  await author.hands.write(page.getByRole('textbox', { name: '「小 300円」（円）' }), '350')
  await author.open('公開中との違い')
  await expect(page.getByText(/300円 → 350円/)).toBeVisible(patient)
  await expect(page.getByRole('heading', { name: '一時保存している方への影響' })).toBeVisible()
  await page.getByLabel('公開する日時（日本時間）').fill(firstOfApril)
  await actAs(page, '山田', 'この日時に公開する')
  await expect(page.getByRole('alert')).toContainText('承認されていません')
  await actAs(page, '山田', '確認を依頼する')
  await actAs(page, '山田', '承認する')
  await expect(page.getByRole('alert')).toContainText('確認を依頼した人は承認できません')
  await actAs(page, '佐藤', '承認する')
  await actAs(page, '山田', 'この日時に公開する')
  await expect(page.getByText(`を ${firstOfApril.replace('T', ' ')} から公開します`)).toBeVisible(patient)

  const site = await startSandbox()
  stopPortal = site.stop
  const portal: Portal = { ...site, sandboxUrl: site.url, apiUrl: site.url, restart: () => Promise.resolve() }
  const sandbox = new SandboxClient(portal)
  const before = new Date(`${year}-03-31T23:45:00+09:00`)
  await sandbox.post('clock', { now: before.toISOString() })
  await sandbox.post('forms', { folder: studio.published })
  const resident = await context.newPage()
  await resident.clock.install({ time: before })
  await startSignedIn(resident, portal, await sandbox.newResident())
  await resident.goto(`${site.url}/minato-city/applicationlist`)
  await resident.getByRole('link', { name: '出店の申込' }).first().click()
  await resident.getByRole('button', { name: '登録している情報を入力する' }).click()
  await next(resident, '申請するもの')
  await resident.getByRole('combobox', { name: '種類' }).selectOption('小 300円')
  await resident.getByRole('textbox', { name: '数' }).fill('2')
  await next(resident, '受け取り方法')
  await resident.getByLabel('窓口で受け取る').check()
  await toAmount(resident)
  await expect(resident.getByText('600円').first()).toBeVisible()

  await sandbox.post('clock', { shiftMs: 20 * minute })
  await resident.clock.fastForward(20 * minute)
  await resident.reload()
  await toAmount(resident)
  await expect(resident.getByText('700円').first()).toBeVisible()
})

async function toAmount(page: Page): Promise<void> {
  const amount = page.getByRole('heading', { level: 1, name: '内容と金額の確認' })
  const ask = page.getByRole('button', { name: '入力内容を確認する' })
  await expect(amount.or(ask)).toBeVisible()
  if (await ask.isVisible()) await ask.click()
  await expect(amount).toBeVisible()
}
