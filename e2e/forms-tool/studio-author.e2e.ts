import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { allNodes, formTree, isQuestion } from '../../forms/edit/form-tree.ts'
import { Keyboard, Mouse } from '../support/author-hands.ts'
import type { AuthorHands } from '../support/author-hands.ts'
import { SandboxClient } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { startSandbox } from '../support/start-sandbox.ts'
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

async function createForm(page: Page, hands: AuthorHands): Promise<void> {
  await hands.activate(page.getByRole('button', { name: '新しいフォーム' }))
  const dialog = page.getByRole('dialog')
  await hands.search(dialog.getByRole('combobox', { name: 'ひな型' }), '空のひな型：新しい申請')
  await hands.write(dialog.getByRole('textbox', { name: 'フォームの名前', exact: true }), '犬の登録')
  await hands.write(dialog.getByRole('textbox', { name: 'フォームの名前（英語）' }), 'Dog registration')
  await hands.write(dialog.getByRole('combobox', { name: '自治体のid' }), 'minato-city')
  await hands.write(dialog.getByRole('textbox', { name: '手続きのid' }), 'dog-licence')
  await picture(page, 'new-form')
  await hands.activate(dialog.getByRole('button', { name: '作る' }))
  await expect(page.getByRole('tree')).toBeVisible(patient)
}

/** Adds a question after the selected one; without a label it keeps the one of the palette. */
async function add(page: Page, hands: AuthorHands, kind: string, words?: { ja: string; en: string }): Promise<void> {
  await hands.activate(page.getByRole('button', { name: '追加', exact: true }))
  const dialog = page.getByRole('dialog')
  await hands.activate(dialog.getByRole('button', { name: kind, exact: true }))
  if (words) {
    const label = kind.startsWith('新しいステップ') ? 'ステップの見出し' : '質問文'
    await hands.write(dialog.getByRole('textbox', { name: label, exact: true }), words.ja)
    await hands.write(dialog.getByRole('textbox', { name: `${label}（英語）` }), words.en)
  }
  await hands.activate(dialog.getByRole('button', { name: '追加する' }))
  await expect(dialog).toHaveCount(0)
}

/** Writes both languages of one property of the selected question. */
async function writeBoth(page: Page, hands: AuthorHands, property: string, words: { ja: string; en: string }) {
  const main = page.getByRole('main')
  await hands.write(main.getByRole('textbox', { name: property, exact: true }), words.ja)
  await hands.write(main.getByRole('textbox', { name: `${property}（英語）`, exact: true }), words.en)
}

async function writeText(page: Page, hands: AuthorHands, place: string, words: { ja: string; en: string }) {
  await hands.write(page.getByRole('textbox', { name: `${place} 日本語` }), words.ja)
  await hands.write(page.getByRole('textbox', { name: `${place} 英語` }), words.en)
}

/** From the blank template with seven questions to a form of fifteen, a fee and a page before it. */
async function writeForm(page: Page, hands: AuthorHands): Promise<void> {
  await createForm(page, hands)
  await add(page, hands, '住所（郵便番号から入力）')
  await add(page, hands, '生年月日（和暦つき）')

  await hands.select('request')
  await writeBoth(page, hands, 'ステップの見出し', { ja: '犬について', en: 'About the dog' })
  await hands.select('request/kind')
  await writeBoth(page, hands, '質問文', { ja: '届出の種類', en: 'Kind of notification' })
  await writeBoth(page, hands, '選択肢1', { ja: '新しく飼い始めた', en: 'I have a new dog' })
  await writeBoth(page, hands, '選択肢2', { ja: '転入してきた', en: 'I have moved here' })
  await hands.select('request/wantedDate')
  await writeBoth(page, hands, '質問文', { ja: '鑑札を受け取る日', en: 'Day of receiving the tag' })

  await add(page, hands, '繰り返し（家族など）', { ja: '登録する犬', en: 'Dogs to register' })
  await writeBoth(page, hands, '1件の呼び名', { ja: '犬', en: 'Dog' })
  await hands.select('request/people/[]/label')
  await writeBoth(page, hands, '質問文', { ja: '犬の名前', en: 'Name of the dog' })
  await hands.select('request/people')
  await add(page, hands, '選択（1つ）', { ja: '性別', en: 'Sex' })
  await writeBoth(page, hands, '選択肢1', { ja: 'オス', en: 'Male' })
  await writeBoth(page, hands, '選択肢2', { ja: 'メス', en: 'Female' })
  await hands.activate(page.getByRole('button', { name: '「その他」を削除' }))

  await hands.select('request/wantedDate')
  await add(page, hands, 'はい・いいえ', { ja: 'マイクロチップはありますか', en: 'Is there a microchip?' })
  await add(page, hands, '1行の文字', { ja: 'マイクロチップの番号', en: 'Number of the microchip' })
  const condition = page.getByRole('group', { name: 'この質問を出す条件' })
  await hands.activate(condition.getByRole('button', { name: '条件を追加' }))
  await hands.choose(
    condition.getByRole('combobox', { name: '質問', exact: true }),
    '犬について › マイクロチップはありますか',
  )
  await hands.choose(condition.getByRole('combobox', { name: '答え', exact: true }), 'はい')
  await picture(page, 'condition')
  await add(page, hands, '添付ファイル', { ja: '予防注射の証明書', en: 'Proof of vaccination' })
  await add(page, hands, '数', { ja: '鑑札の枚数', en: 'Number of tags' })
  // The consent is the last question of its step.
  await hands.select('request/consent')
  await hands.activate(page.getByRole('button', { name: '移動…' }))
  const move = page.getByRole('dialog')
  await hands.choose(move.getByRole('combobox', { name: '位置' }), '「登録する犬」の次')
  await hands.activate(move.getByRole('button', { name: '移動する' }))

  await add(page, hands, '新しいステップ（画面）', { ja: '受け取り', en: 'Receiving' })
  await add(page, hands, '受け取り方法')

  await hands.activate(page.getByRole('tab', { name: '手数料・郵送' }))
  await hands.activate(page.getByRole('button', { name: '手数料を追加' }))
  const fee = page.getByRole('tabpanel').getByRole('group').first()
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前', exact: true }), '登録手数料')
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前（英語）' }), 'Registration')
  await hands.write(fee.getByRole('textbox', { name: '金額（円）' }), '3,000')
  await hands.choose(fee.getByRole('combobox', { name: '数量' }), '「犬について › 鑑札の枚数」の数')

  await hands.activate(page.getByRole('tab', { name: '文言' }))
  for (const [place, ja, en] of [
    ['フォームの説明', '犬の登録を届け出ます。', 'Register your dog here.'],
    ['はじめる前に：申請できる方', '市内で犬を飼う方', 'Residents who keep a dog'],
    ['はじめる前に：用意するもの', '予防注射の証明書', 'The proof of vaccination'],
    ['はじめる前に：申請のあと', '3日以内にご連絡します。', 'We contact you within 3 days.'],
    ['はじめる前に：ほかの方法', '窓口でも届け出られます。', 'You can also come to the office.'],
  ] as const)
    await writeText(page, hands, place, { ja, en })
  await hands.activate(page.getByRole('tab', { name: '手続き' }))
  await hands.choose(page.getByRole('combobox', { name: '一覧での手数料' }), 'フォームで計算')

  await hands.activate(page.getByRole('tab', { name: '見本' }))
  await hands.activate(page.getByRole('button', { name: '見本を作る' }))
  await expect(page.getByText(/^見本を\d+件作りました。/)).toBeVisible(patient)
  await hands.activate(page.getByRole('tab', { name: /^指摘/ }))
  await expect(page.getByText('保存済み')).toBeVisible(patient)
  await expect(page.getByText('エラー 0')).toBeVisible(patient)
  await picture(page, 'written')
}

async function publish(page: Page, hands: AuthorHands): Promise<void> {
  await hands.activate(page.getByRole('button', { name: '公開', exact: true }))
  const dialog = page.getByRole('dialog')
  await hands.activate(dialog.getByRole('button', { name: '公開', exact: true }))
  await expect(dialog.getByText(/^版 [0-9a-f]{12} を公開しました/)).toBeVisible(patient)
  await picture(page, 'published')
  await hands.activate(dialog.getByRole('button', { name: '閉じる' }).last())
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
  test(`with ${way} alone, an empty folder becomes a form of 15 questions in the list of procedures`, async ({
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
    await writeForm(page, hands)
    await publish(page, hands)
    const seconds = (performance.now() - started) / 1000
    const keys = hands.keys + hands.characters
    const figures = `${hands.keys} keys, ${hands.characters} characters, ${hands.clicks} clicks; at 60 ms a key ${Math.round(keys * 0.06)} s, of the page and the driver ${Math.round(seconds)} s`
    test.info().annotations.push({ type: way, description: figures })
    if (way === 'the keyboard') expect(pointers.count).toBe(0)
    else expect(hands.keys).toBe(0)
    expect(keys * 0.06).toBeLessThan(240)
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
