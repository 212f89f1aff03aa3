import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveSampleDate } from '../../form-model/sample-date.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { applicationPath, saveDraft } from '../support/ready-application.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 300_000 })

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }

const name = 'sakura-city/open-day/individual'
const resident = { tenantId: 'sakura-city', userId: 'user-1001', email: 'hanako@example.jp', password: 'Portal-2026!' }
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#C2185B"/></svg>'

const answers = {
  applicant: {
    name: { familyName: '山田', givenName: '花子', familyNameKana: 'ヤマダ', givenNameKana: 'ハナコ' },
    phone: '09012345678',
  },
  request: { kind: 'first', wantedDate: resolveSampleDate('today+7', Date.now()), consent: true },
}

let studio: StudioProgram

test.beforeEach(() => {
  studio = new StudioProgram()
})
test.afterEach(async ({ sandbox }) => {
  await sandbox.post('reset', {})
  await studio.remove()
})

test('a new tenant gets a look and the form of another tenant, and a resident of its pool applies', async ({
  page,
  context,
  portal,
  sandbox,
}) => {
  const template = ['--template', 'simple', '--title', '公開講座の申し込み']
  studio.run('new', studio.forms, '--tenant', 'minato-city', '--service', 'open-day', ...template)
  studio.run('new-tenant', 'sakura-city', studio.forms, '--title', 'さくら市')
  const tenant = () => JSON.parse(readFileSync(join(studio.forms, 'sakura-city/tenant.json'), 'utf8')) as object
  await studio.start()

  const author = await context.newPage()
  author.setDefaultTimeout(60_000)
  const frame = author.frameLocator('iframe')

  await test.step('the look and the texts of a tenant without a form are shown beside it', async () => {
    await author.goto(new URL('?form=sakura-city', studio.address).href)
    await author.getByRole('textbox', { name: '色の番号（#RRGGBB）' }).fill('#8A1C5C')
    await expect(frame.getByRole('button', { name: '次へ' })).toHaveCSS('background-color', 'rgb(138, 28, 92)')
    await author.getByRole('textbox', { name: '変えたい文言を探す' }).fill('登録したメールアドレスとパスワードを入力')
    await author.getByRole('button', { name: /を変える$/ }).click()
    await author.getByRole('textbox', { name: 'この事業者の文言（日本語）' }).fill('さくら市のページです。')
    await expect(frame.getByText('さくら市のページです。')).toBeVisible()
    await author.getByRole('button', { name: 'もとの文言に戻す' }).click()
    await expect(frame.getByText('さくら市のページです。')).toHaveCount(0)
    await expectAccessible(author, 'a tenant without a form in the studio')
  })

  await test.step('the form of another tenant is copied', async () => {
    await author.goto(studio.address)
    await author.getByRole('button', { name: '新しいフォーム' }).click()
    const dialog = author.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'ひな型' }).click()
    await dialog.getByRole('option', { name: '公開講座の申し込み（minato-city/open-day/individual）を写す' }).click()
    await dialog.getByRole('combobox', { name: '自治体のid' }).fill('sakura-city')
    await dialog.getByRole('textbox', { name: '手続きのid' }).fill('open-day')
    await dialog.getByRole('button', { name: '作る' }).click()
    await expect(frame.getByRole('banner')).toContainText('さくら市', patient)
  })

  await test.step('the preview follows the look, and a change is undone', async () => {
    await author.getByRole('tab', { name: '事業者' }).click()
    const color = author.getByRole('textbox', { name: '色の番号（#RRGGBB）' })
    await color.fill('#FFD43D')
    await expect(author.getByRole('list', { name: '「色」の注意' })).toContainText('#ffd43d / #ffffff 1.4:1')
    await color.fill('#C2185B')
    await expect(author.getByRole('list', { name: '「色」の注意' })).toHaveCount(0)
    await expect(frame.getByRole('banner')).toHaveCSS('border-block-start-color', 'rgb(194, 24, 91)')
    await author
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
    await expect(frame.getByRole('banner').locator('img')).toBeVisible()
    await author.getByRole('textbox', { name: '事業者の名前', exact: true }).fill('さくら野市')
    await expect(frame.getByRole('banner')).toContainText('さくら野市')
    await author.getByRole('button', { name: '元に戻す' }).click()
    await expect(frame.getByRole('banner')).toContainText('さくら市')
    await author.getByRole('textbox', { name: '事業者の名前（英語）' }).fill('Sakura City')
    await author.getByRole('textbox', { name: '問い合わせの電話番号' }).fill('0312345678')
    for (const [field, file] of [
      ['利用規約のページ', 'terms'],
      ['プライバシーポリシーのページ', 'privacy'],
      ['アクセシビリティ方針のページ', 'accessibility'],
    ] as const)
      await author.getByRole('textbox', { name: field }).fill(`https://sakura-city.example.jp/${file}`)
    await expect(author.getByRole('list', { name: /の注意$/ })).toHaveCount(0)
    await expectAccessible(author, 'the tenant in the studio')
    await expect
      .poll(tenant)
      .toMatchObject({ primaryColor: '#C2185B', logo: 'logo.svg', contact: { phone: '0312345678' } })
  })

  await test.step('the form is published to the portal', async () => {
    await author.getByRole('button', { name: '公開', exact: true }).click()
    const dialog = author.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '名前' }).fill('山田')
    await dialog.getByRole('button', { name: '公開', exact: true }).click()
    await expect(dialog.getByText('ポータルの /sakura-city/applicationlist に表示されます。')).toBeVisible(patient)
    await sandbox.post('forms', { folder: studio.published })
  })

  await test.step('a resident of the pool signs in and applies', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, resident)
    const banner = page.getByRole('banner')
    await expect(banner).toContainText('さくら市')
    await expect(banner).toHaveCSS('border-block-start-color', 'rgb(194, 24, 91)')
    await expect(page.locator(`a[href="/application/${name}"]`)).toBeVisible()
    await expectAccessible(page, 'the list of the new tenant')
    const application = { serviceId: 'open-day', type: 'individual', answers }
    await saveDraft(portal, resident, application)
    await page.goto(applicationPath(resident, application, 'review'))
    await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
    await page.getByRole('button', { name: '送信する' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
  })
})
