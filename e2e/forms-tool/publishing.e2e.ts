import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Manifest } from '../../form-model/definition.ts'
import { fillConsultation, next, review } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { consultation, saveDraft } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

const root = join(import.meta.dirname, '../..')
const name = 'minato-city/childcare-consultation/individual'
const address = `/application/${name}`

/**
 * The folders of a tenant's staff: the sources of a form, and the folder that the web server publishes. Each test creates
 * them, because the process that lists the tests loads this file, too.
 */
const work = join(tmpdir(), `publishing-${process.pid}`)
const sources = join(work, 'sources')
const service = dirname(name)
const folder = join(sources, name)
const published = join(work, 'published')

test.describe('a form that staff publishes again', () => {
  test.beforeEach(async ({ sandbox }) => {
    for (const part of ['shared', service])
      cpSync(join(root, 'schemas', part), join(sources, part), { recursive: true })
    await publish()
    await sandbox.post('forms', { folder: published })
  })
  test.afterEach(async ({ sandbox }) => {
    await sandbox.post('reset', {})
    rmSync(work, { recursive: true })
  })

  test('offers a form without a build or a restart; drafts and submitted applications lose nothing (F-10)', async ({
    signedIn: page,
    context,
    portal,
    resident,
    sandbox,
    residentWith,
  }) => {
    test.slow()
    const first = currentVersion()
    await page.goto(address)
    await fillConsultation(page, '前の申請書での相談')
    await send(page)

    const drafting = await residentWith()
    const elsewhere = await context.newPage()
    await startSignedIn(elsewhere, portal, drafting)
    await elsewhere.goto(address)
    await fillConsultation(elsewhere, '途中まで書いた相談')

    const later = await residentWith()
    await saveDraft(portal, later, consultation('下書きのままの相談'))

    await test.step('an error is reported at its place, and nothing is published', async () => {
      changeForm(({ schema }) => schema.required.push('firstTime'))
      const source = readFileSync(join(folder, 'form.json'), 'utf8')
      const line = source.slice(0, source.indexOf('"firstTime"')).split('\n').length
      const { exitCode, output } = await forms('check', sources)
      expect(output).toMatch(new RegExp(`form\\.json:${line}:\\d+ .*\\[required-unknown\\]`))
      expect(exitCode).toBe(1)
      expect((await forms('build', sources, '--out', join(work, 'built'))).exitCode).toBe(1)
      expect(currentVersion()).toBe(first)
    })

    await test.step('the corrected form is published after a report of its effects on drafts', async () => {
      replaceDetails()
      const { exitCode, output } = await forms('check', sources, '--published', published)
      expect(output).toContain('[field-removed]')
      expect(output).toContain('一時保存された回答は送信されなくなり')
      expect(exitCode).toBe(0)
      await publish()
    })
    const second = currentVersion()
    expect(second).not.toBe(first)

    await test.step('the next application uses the new form', async () => {
      await page.goto('/minato-city/applicationlist')
      await page.locator(`a[href="${address}"]`).click()
      await expect(page.getByLabel('相談の内容', { exact: true })).toHaveCount(0)
      await expect(page.getByRole('radiogroup', { name: /初めてのご相談ですか/ })).toBeVisible()
    })

    await test.step('the open application is converted and lists the differences', async () => {
      await elsewhere.getByLabel('上記の内容に誤りがないことを確認しました。').check()
      await elsewhere.getByRole('button', { name: '送信する' }).click()
      await expect(
        elsewhere.getByText('保存後に予約フォームが変更されました。1件の項目をご確認ください。'),
      ).toBeVisible()
      await expect(elsewhere.getByText('予約フォームの変更でなくなった項目があります（1件）')).toBeVisible()
      await expect(elsewhere.getByText('途中まで書いた相談', { exact: true })).toBeVisible()
      await expect(elsewhere.getByText('初めてのご相談ですか：新しく増えた項目です')).toBeVisible()
      await expect(elsewhere.getByRole('heading', { level: 1, name: 'ご相談について' })).toBeVisible()
      await expect(elsewhere.getByLabel('睡眠')).toBeChecked()
      await elsewhere
        .getByRole('radiogroup', { name: /初めてのご相談ですか/ })
        .getByLabel('いいえ')
        .check()
      await next(elsewhere, '日時と連絡先')
      await review(elsewhere)
      await send(elsewhere)
    })

    await test.step('a draft of the former version is converted on any device', async () => {
      const device = await context.newPage()
      await startSignedIn(device, portal, later)
      await device.goto(address)
      await expect(device.getByText('保存後に予約フォームが変更されました。1件の項目をご確認ください。')).toBeVisible()
      await expect(device.getByText('下書きのままの相談', { exact: true })).toBeVisible()
      await expect(device.getByLabel('睡眠')).toBeChecked()
      await device
        .getByRole('radiogroup', { name: /初めてのご相談ですか/ })
        .getByLabel('はい')
        .check()
      await next(device, '日時と連絡先')
      await expect(device.getByLabel('電話番号')).toHaveValue('09012345678')
      await expect
        .poll(async () => (await stored(sandbox, later)).drafts)
        .toMatchObject([{ formVersion: second, answers: { consultation: { firstTime: 'yes' } } }])
      await device.close()
    })

    await test.step('each application is shown in its own version', async () => {
      await page.goto('/minato-city/applicationhistory')
      await page
        .getByRole('link', { name: /子育て相談の予約/ })
        .first()
        .click()
      await expect(page.getByText('前の申請書での相談')).toBeVisible()
      await expect(page.getByText('初めてのご相談ですか')).toHaveCount(0)
      await elsewhere.getByRole('link', { name: '申請履歴へ' }).click()
      await elsewhere
        .getByRole('link', { name: /子育て相談の予約/ })
        .first()
        .click()
      await expect(elsewhere.getByText('初めてのご相談ですか')).toBeVisible()
    })
    expect((await stored(sandbox, resident)).orders).toMatchObject([{ formVersion: first }])
    expect((await stored(sandbox, drafting)).orders).toMatchObject([{ formVersion: second }])
  })
})

/** `npm run forms -- …`, as staff runs it. */
function forms(...args: string[]): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'forms', '--', ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}

async function publish(): Promise<void> {
  const built = join(work, 'built')
  for (const command of [
    ['build', sources, '--out', built],
    ['publish', built, '--to', published],
  ])
    expect(await forms(...command)).toMatchObject({ exitCode: 0 })
}

function currentVersion(): string {
  const manifest = JSON.parse(readFileSync(join(published, 'minato-city/manifest.json'), 'utf8')) as Manifest
  return manifest.forms['childcare-consultation']?.individual?.current ?? ''
}

type Texts = { steps: { consultation: { title: string } }; fields: { [path: string]: unknown } }
type Step = { schema: { properties: { [name: string]: unknown }; required: string[] }; ui: { [name: string]: unknown } }

function changeForm(change: (firstStep: Step) => void): void {
  changeFile<{ steps: [Step] }>('form.json', ({ steps }) => change(steps[0]))
}

function changeFile<Content>(file: string, change: (content: Content) => void): void {
  const place = join(folder, file)
  const content = JSON.parse(readFileSync(place, 'utf8')) as Content
  change(content)
  writeFileSync(place, JSON.stringify(content, null, 2))
}

/** Staff removes the question for details and adds the question whether it is the first consultation. */
function replaceDetails(): void {
  changeForm(({ schema, ui }) => {
    delete schema.properties.details
    schema.properties.firstTime = { type: 'string', enum: ['yes', 'no'] }
    delete ui.details
    ui.firstTime = { 'ui:widget': 'radio' }
    ui['ui:order'] = ['topics', 'childAge', 'firstTime', 'way']
  })
  for (const [language, title, label, yes, no] of [
    ['ja', 'ご相談について', '初めてのご相談ですか', 'はい', 'いいえ'],
    ['en', 'About your consultation', 'Is this your first consultation?', 'Yes', 'No'],
  ] as const)
    changeFile<Texts>(`texts.${language}.json`, ({ steps, fields }) => {
      steps.consultation.title = title
      delete fields['consultation/details']
      fields['consultation/firstTime'] = { label, options: { yes, no } }
    })
  for (const sample of ['phone', 'visit'])
    changeFile<{ consultation: { [name: string]: unknown } }>(`valid/${sample}.json`, ({ consultation }) => {
      delete consultation.details
      consultation.firstTime = 'yes'
    })
  rmSync(join(folder, 'invalid/details-too-long.json'))
}

async function send(page: Page): Promise<void> {
  await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
  await page.getByRole('button', { name: '送信する' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('予約を受け付けました')
}
