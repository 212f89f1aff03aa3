import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { allNodes, formTree, isQuestion } from '../../forms/edit/form-tree.ts'
import { Keyboard, Mouse, reportEffort } from '../support/author-hands.ts'
import { SandboxClient } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { StudioAuthor } from '../support/studio-author.ts'
import { StudioProgram } from '../support/studio-program.ts'

const root = join(import.meta.dirname, '../..')

test.describe.configure({ timeout: 600_000 })
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }

let studio: StudioProgram

test.beforeEach(() => {
  studio = new StudioProgram()
})
test.afterEach(() => studio.remove())

/** Screenshots for docs/forms/studio.md; without the variable the journey takes none. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.STUDIO_PICTURES
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** From the blank template with seven questions to a form of fifteen, a fee and a page before it. */
async function writeForm(author: StudioAuthor): Promise<void> {
  const { page, hands } = author
  await author.createForm({
    template: '空のひな型：新しい申請',
    title: ['犬の登録', 'Dog registration'],
    summary: ['犬の登録を届け出ます。', 'Register your dog here.'],
    tenant: 'minato-city',
    service: 'dog-licence',
  })
  await author.add('住所（郵便番号から入力）')
  await author.add('生年月日（和暦つき）')

  await hands.select('request')
  await author.words('ステップの見出し', ['犬について', 'About the dog'])
  await hands.select('request/kind')
  await author.words('質問文', ['届出の種類', 'Kind of notification'])
  await author.words('選択肢1', ['新しく飼い始めた', 'I have a new dog'])
  await author.words('選択肢2', ['転入してきた', 'I have moved here'])
  await hands.select('request/wantedDate')
  await author.words('質問文', ['鑑札を受け取る日', 'Day of receiving the tag'])

  await author.add('繰り返し（家族など）', ['登録する犬', 'Dogs to register'])
  await author.words('1件の呼び名', ['犬', 'Dog'])
  await hands.select('request/people/[]/label')
  await author.words('質問文', ['犬の名前', 'Name of the dog'])
  await hands.select('request/people')
  await author.add('選択（1つ）', ['性別', 'Sex'])
  await author.choices([
    ['オス', 'Male'],
    ['メス', 'Female'],
  ])

  await hands.select('request/wantedDate')
  await author.add('はい・いいえ', ['マイクロチップはありますか', 'Is there a microchip?'])
  await author.add('1行の文字', ['マイクロチップの番号', 'Number of the microchip'])
  await author.condition('この質問を出す条件', '犬について › マイクロチップはありますか', 'はい')
  await picture(page, 'condition')
  await author.add('添付ファイル', ['予防注射の証明書', 'Proof of vaccination'])
  await author.add('数', ['鑑札の枚数', 'Number of tags'])
  await author.limit('最小', '1')
  await author.limit('最大', '10')
  // The consent is the last question of its step.
  await hands.select('request/consent')
  await author.click('移動…')
  const move = page.getByRole('dialog')
  await author.choose('位置', '「登録する犬」の次', move)
  await author.click('移動する', move)

  await author.add('新しいステップ（画面）', ['受け取り', 'Receiving'])
  await author.add('受け取り方法')

  await author.open('手数料・郵送')
  await author.click('手数料を追加')
  const fee = page.getByRole('tabpanel').getByRole('group').first()
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前', exact: true }), '登録手数料')
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前（英語）' }), 'Registration')
  await hands.write(fee.getByRole('textbox', { name: '金額（円）' }), '3,000')
  await hands.choose(fee.getByRole('combobox', { name: '数量' }), '「犬について › 鑑札の枚数」の数')

  await author.open('文言')
  for (const [place, ja, en] of [
    ['フォームの説明', '犬の登録を届け出ます。', 'Register your dog here.'],
    ['はじめる前に：申請できる方', '市内で犬を飼う方', 'Residents who keep a dog'],
    ['はじめる前に：用意するもの', '予防注射の証明書', 'The proof of vaccination'],
    ['はじめる前に：申請のあと', '3日以内にご連絡します。', 'We contact you within 3 days.'],
    ['はじめる前に：ほかの方法', '窓口でも届け出られます。', 'You can also come to the office.'],
  ] as const)
    await author.text(place, [ja, en])
  await author.open('手続き')
  await author.choose('一覧での手数料', 'フォームで計算')

  await author.open('見本')
  await author.click('見本を作る')
  await expect(page.getByText(/^見本を\d+件作りました。/)).toBeVisible(patient)
  await author.open(/^指摘/)
  await expect(page.getByText('保存済み')).toBeVisible(patient)
  await expect(page.getByText('エラー 0')).toBeVisible(patient)
  await picture(page, 'written')
}

/** The forms tool finds no error, and all that it tries works. */
function expectGoodForm(): void {
  const forms = (...args: string[]) =>
    execFileSync(process.execPath, ['forms/main.ts', ...args], { cwd: root, encoding: 'utf8' })
  const checked = forms('check', studio.forms)
  expect(checked).toMatch(/エラー0件/)
  expect(forms('test', studio.forms)).toContain('自動生成の回答の受け付け 25/25')
  const tree = allNodes(formTree(JSON.parse(readFileSync(studio.file('form.json'), 'utf8'))))
  const questions = tree.filter((node) => (isQuestion(node) || node.kind === 'part') && !node.path.includes('[]'))
  expect(questions).toHaveLength(15)
}

for (const [way, makeHands] of [
  ['the keyboard', (page: Page) => new Keyboard(page)],
  ['the mouse', (page: Page) => new Mouse(page)],
] as const)
  test(`makes an empty folder a form of 15 questions in the list of procedures with ${way} alone`, async ({
    page,
    context,
  }) => {
    page.setDefaultTimeout(60_000)
    const hands = makeHands(page)
    const pointers = { count: 0 }
    await page.exposeFunction('reportPointer', () => (pointers.count += 1))
    await page.addInitScript(() => {
      const report = Reflect.get(window, 'reportPointer') as () => void
      for (const type of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(type, report, true)
    })
    await studio.start()
    await page.goto(studio.address)
    await expect(page.getByRole('button', { name: '新しいフォーム' })).toBeVisible(patient)
    const started = performance.now()
    const author = new StudioAuthor(page, hands)
    await writeForm(author)
    await author.publish()
    reportEffort(hands, started)
    if (way === 'the keyboard') expect(pointers.count).toBe(0)
    else expect(hands.keys).toBe(0)
    // Four minutes at 60 ms a key.
    expect(hands.keys + hands.characters).toBeLessThan(4000)
    expectGoodForm()

    const site = await startSandbox()
    const portal = { ...site, sandboxUrl: site.url, apiUrl: site.url, restart: () => Promise.resolve() }
    const sandbox = new SandboxClient(portal)
    await sandbox.post('forms', { folder: studio.published })
    const resident = await context.newPage()
    await startSignedIn(resident, portal, await sandbox.newResident())
    await resident.goto(`${site.url}/minato-city/applicationlist`)
    const residentsHands = makeHands(resident)
    await residentsHands.activate(resident.locator('a[href="/application/minato-city/dog-licence/individual"]'))
    await expect(resident.getByRole('heading', { level: 1, name: '申請する方' })).toBeVisible(patient)
    await picture(resident, 'portal')
    await site.stop()
  })
