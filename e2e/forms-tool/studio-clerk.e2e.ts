import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { Mouse, reportEffort } from '../support/author-hands.ts'
import { pdf } from '../files/sample-files.ts'
import { confirmAnswers, daysFromNow, next, payAtProvider, review, workingDayFromNow } from '../support/form-actions.ts'
import { SandboxClient } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { StudioAuthor } from '../support/studio-author.ts'
import type { Words } from '../support/studio-author.ts'
import { StudioProgram } from '../support/studio-program.ts'

const root = join(import.meta.dirname, '../..')

test.describe.configure({ timeout: 600_000 })
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const patient = { timeout: 60_000 }

let studio: StudioProgram
let stopPortal: (() => Promise<void>) | undefined

test.beforeEach(() => {
  studio = new StudioProgram()
})
test.afterEach(async () => {
  await stopPortal?.()
  stopPortal = undefined
  await studio.remove()
})

const shown = 'この質問を出す条件'

/** Screenshots, to look at each stage as an author sees it; without the variable the journey takes none. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.STUDIO_PICTURES
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** The page before the form and the entry in the list of procedures. */
type Description = {
  description: Words
  who: Words
  needs: Words
  next: Words
  ways: Words
  category: Words
}

async function describe(author: StudioAuthor, words: Description): Promise<void> {
  await author.open('文言')
  await author.text('フォームの説明', words.description)
  await author.text('はじめる前に：申請できる方', words.who)
  await author.text('はじめる前に：用意するもの', words.needs)
  await author.text('はじめる前に：申請のあと', words.next)
  await author.text('はじめる前に：ほかの方法', words.ways)
  await author.open('手続き')
  await author.words('一覧の見出し', words.category)
}

/** Makes the samples, corrects what the check finds by the buttons for that, and publishes. */
async function finish(page: Page, author: StudioAuthor, name: string): Promise<void> {
  await author.open('見本')
  await author.click('見本を作る')
  await expect(page.getByText(/^見本を\d+件作りました。/)).toBeVisible(patient)
  await author.open(/^指摘/)
  const fix = page.getByRole('button', { name: /^直す$|件をまとめて直す$/ })
  const nothing = page.getByText('指摘はありません。')
  await expect(page.getByText('保存済み')).toBeVisible(patient)
  while (!(await nothing.isVisible())) {
    const before = await findings(page)
    // The check of the last change may find nothing any more.
    await Promise.race([author.hands.activate(fix.first()), nothing.waitFor(patient)])
    await expect.poll(() => findings(page), patient).not.toBe(before)
  }
  await expect(nothing).toBeVisible(patient)
  await picture(page, `${name}-written`)
  await author.publish()
  execFileSync(process.execPath, ['forms/main.ts', 'test', studio.forms], { cwd: root })
}

async function findings(page: Page): Promise<string> {
  return page.getByRole('tabpanel').innerText()
}

async function openStudio(page: Page): Promise<StudioAuthor> {
  page.setDefaultTimeout(60_000)
  await studio.start()
  await page.goto(studio.address)
  await expect(page.getByRole('button', { name: '新しいフォーム' })).toBeVisible(patient)
  return new StudioAuthor(page, new Mouse(page))
}

async function writeAfterSchool(page: Page, author: StudioAuthor): Promise<void> {
  const { hands } = author
  await author.createForm({
    template: '空のひな型：新しい申請（手数料あり）',
    title: ['放課後児童クラブの利用申込', 'After-school club'],
    summary: ['放課後児童クラブの利用を申し込みます。', 'Apply for the after-school club.'],
    tenant: 'minato-city',
    service: 'after-school-club',
  })
  await author.add('メールアドレス')

  await hands.select('items')
  await author.words('ステップの見出し', ['児童', 'Children'])
  await hands.select('items/lines')
  await author.words('質問文', ['利用する児童', 'Children who use the club'])
  await author.words('説明', ['5人まで申し込めます。', 'Up to five children.'])
  await author.words('1件の呼び名', ['児童', 'Child'])
  await author.limit('最大', '5')
  await author.add('氏名（フリガナつき）')
  await author.add('生年月日（和暦つき）')
  await author.add('選択（1つ）', ['通う小学校', 'School'])
  await author.choices([
    ['桜小学校', 'Sakura School'],
    ['緑が丘小学校', 'Midorigaoka School'],
    ['本町小学校', 'Honcho School'],
    ['南小学校', 'Minami School'],
    ['その他の小学校', 'Another school'],
  ])
  await author.add('1行の文字', ['小学校の名前', 'Name of the school'])
  await author.condition(shown, '児童 › 利用する児童 › 通う小学校', 'その他の小学校')
  await author.add('選択（1つ）', ['学年', 'Grade'])
  await author.choices([1, 2, 3, 4, 5, 6].map((year): Words => [`${year}年生`, `Grade ${year}`]))
  await author.add('はい・いいえ', ['食物アレルギーはありますか', 'Does the child have a food allergy?'])
  await author.add('複数行の文字', ['アレルギーの内容と対応', 'The allergy and what to do'])
  await author.condition(shown, '児童 › 利用する児童 › 食物アレルギーはありますか', 'はい')
  await hands.select('items/lines/[]/kind')
  await author.remove()
  await hands.select('items/lines/[]/count')
  await author.remove()
  await hands.select('delivery')
  await author.remove()
  await picture(page, 'after-school-removed')

  await author.add('新しいステップ（画面）', ['保護者', 'Guardians'])
  await author.add('繰り返し（家族など）', ['児童の保護者', 'Guardians of the children'])
  await author.words('1件の呼び名', ['保護者', 'Guardian'])
  await author.limit('最大', '2')
  await hands.select('step/people/[]/label')
  await author.words('質問文', ['保護者の氏名', 'Name of the guardian'])
  await author.add('選択（1つ）', ['児童との続柄', 'Relation to the child'])
  await author.choices([
    ['父', 'Father'],
    ['母', 'Mother'],
    ['祖父母など', 'Grandparent or another'],
  ])
  await author.add('選択（1つ）', ['保育が必要な理由', 'Why care is needed'])
  await author.choices([
    ['仕事', 'Work'],
    ['病気や障害', 'Illness or disability'],
    ['家族の介護', 'Nursing of a relative'],
    ['求職中', 'Looking for work'],
  ])
  await author.add('選択（1つ）', ['勤務の形', 'Kind of employment'])
  await author.choices([
    ['常勤', 'Full time'],
    ['パート・アルバイト', 'Part time'],
    ['育児休業中', 'Parental leave'],
  ])
  await author.condition(shown, '保護者 › 児童の保護者 › 保育が必要な理由', '仕事')
  await author.add('日付', ['復職予定日', 'Day of returning to work'])
  await author.condition(shown, '保護者 › 児童の保護者 › 勤務の形', '育児休業中')
  await author.dayFromToday('最も早い日', 0)
  await author.add('1行の文字', ['勤務先の名前', 'Name of the employer'])
  await author.condition(shown, '保護者 › 児童の保護者 › 保育が必要な理由', '仕事')

  await author.add('新しいステップ（画面）', ['利用の内容', 'Use of the club'])
  await author.add('日付', ['利用開始希望日', 'First day wanted'])
  await author.dayFromToday('最も早い日', 14)
  await author.add('数', ['利用する月数', 'Number of months'])
  await author.limit('最小', '1')
  await author.limit('最大', '12')
  await author.words('単位', ['か月', 'months'])
  await author.add('選択（複数）', ['利用する曜日', 'Days of the week'])
  await author.choices([
    ['月曜日', 'Monday'],
    ['火曜日', 'Tuesday'],
    ['水曜日', 'Wednesday'],
    ['木曜日', 'Thursday'],
    ['金曜日', 'Friday'],
    ['土曜日', 'Saturday'],
  ])
  await author.add('はい・いいえ', ['18時以降も利用しますか', 'Do you need care after 18:00?'])

  await author.add('新しいステップ（画面）', ['世帯の所得', 'Income of the household'])
  await author.add('選択（1つ）', ['市民税の区分', 'Class of municipal tax'])
  await author.choices([
    ['生活保護を受けている', 'Public assistance'],
    ['非課税', 'No tax'],
    ['均等割だけ', 'Basic tax only'],
    ['所得割あり', 'Income tax'],
  ])
  await author.add('添付ファイル', ['区分が分かる書類', 'Proof of the class'])
  await author.condition(shown, '世帯の所得 › 市民税の区分', '非課税')
  await author.add('同意')
  await picture(page, 'after-school-questions')

  await author.open('手数料・郵送')
  const panel = page.getByRole('tabpanel')
  await author.click('「郵便料金」を削除', panel)
  await author.click('手数料を追加', panel)
  const fee = panel.getByRole('group').first()
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前', exact: true }), '利用料')
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前（英語）', exact: true }), 'Fee for the club')
  await author.choose('金額の決め方', '答えごとの金額', fee)
  await author.choose('質問', '世帯の所得 › 市民税の区分', fee)
  for (const [answer, yen] of [
    ['生活保護を受けている', '0'],
    ['非課税', '2000'],
    ['均等割だけ', '4000'],
    ['所得割あり', '8000'],
  ] as const)
    await hands.write(fee.getByRole('textbox', { name: `「${answer}」（円）` }), yen)
  await author.choose('計算のしかた', '「児童 › 利用する児童」の1件ごと', fee)
  await author.choose('さらに掛ける数（月数など）', '「利用の内容 › 利用する月数」の数', fee)
  await author.click('次の件からの金額を追加', fee)
  await picture(page, 'after-school-fee')
}

async function writeRoadUse(page: Page, author: StudioAuthor): Promise<void> {
  const { hands } = author
  await author.createForm({
    template: '空のひな型：新しい申請（法人）',
    title: ['道路の占用の許可申請', 'Road occupancy permit'],
    summary: ['道路に足場や看板を置く許可を申請します。', 'Apply for a permit to place objects on a road.'],
    tenant: 'minato-city',
    service: 'road-use',
  })
  await hands.select('request')
  await author.words('ステップの見出し', ['占用の内容', 'The occupancy'])
  await author.add('選択（1つ）', ['占用する物件', 'Object on the road'])
  await author.choices([
    ['足場', 'Scaffolding'],
    ['看板', 'Signboard'],
    ['電柱', 'Utility pole'],
    ['その他の物件', 'Another object'],
  ])
  await author.click('移動…')
  await author.choose('位置', '先頭', page.getByRole('dialog'))
  await author.click('移動する', page.getByRole('dialog'))
  await author.add('1行の文字', ['物件の内容', 'What the object is'])
  await author.condition(shown, '占用の内容 › 占用する物件', 'その他の物件')
  await author.add('数', ['看板の枚数', 'Number of signboards'])
  await author.words('単位', ['枚', 'signboards'])
  await author.condition(shown, '占用の内容 › 占用する物件', '看板')
  await author.add('1行の文字', ['占用する場所', 'Place'])
  await author.add('数', ['占用する面積', 'Area'])
  await author.limit('最小', '1')
  await author.words('単位', ['㎡', '㎡'])
  await author.limit('最大', '1000')
  await author.choose('小数', '小数第1位まで')
  await author.add('数', ['占用する月数', 'Number of months'])
  await author.limit('最小', '1')
  await author.words('単位', ['か月', 'months'])
  await author.limit('最大', '12')
  await hands.select('request/period/from')
  await author.turn('開庁日だけ（土日・祝日・12月29日から1月3日を除く）')
  await hands.select('request/attachments')
  await author.words('質問文', ['図面', 'Drawings'])
  await author.turn('必ず答えてもらう')
  await author.add('同意')

  await author.open('手数料・郵送')
  const panel = page.getByRole('tabpanel')
  await author.click('手数料を追加', panel)
  const fee = panel.getByRole('group').first()
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前', exact: true }), '占用料')
  await hands.write(fee.getByRole('textbox', { name: '手数料の名前（英語）', exact: true }), 'Occupancy fee')
  await author.choose('金額の決め方', '答えごとの金額', fee)
  for (const [answer, yen] of [
    ['足場', '350'],
    ['看板', '1200'],
    ['電柱', '700'],
    ['その他の物件', '500'],
  ] as const)
    await hands.write(fee.getByRole('textbox', { name: `「${answer}」（円）` }), yen)
  await author.choose('数量', '「占用の内容 › 占用する面積」の数', fee)
  await author.choose('さらに掛ける数（月数など）', '「占用の内容 › 占用する月数」の数', fee)
  await author.choose('端数の扱い', '10円未満を切り捨て', fee)
  await picture(page, 'road-use-fee')
}

async function writeInsurance(page: Page, author: StudioAuthor): Promise<void> {
  const { hands } = author
  await author.createForm({
    template: '空のひな型：新しい申請',
    title: ['国民健康保険をやめる届出', 'Leaving the health insurance'],
    summary: ['国民健康保険をやめることを届け出ます。', 'Report that you leave the national health insurance.'],
    tenant: 'minato-city',
    service: 'insurance-loss',
  })
  await hands.select('applicant')
  await author.add('住所（郵便番号から入力）')
  await author.add('生年月日（和暦つき）')
  await hands.select('request')
  await author.words('ステップの見出し', ['届出の内容', 'The notification'])
  await hands.select('request/kind')
  await author.words('質問文', ['やめる理由', 'Why you leave'])
  await author.choices(
    [
      ['職場の健康保険に入った', 'Insured at work'],
      ['市外へ引っ越した', 'Moved away'],
      ['その他の理由', 'Another reason'],
      ['生活保護を受け始めた', 'Public assistance'],
    ],
    ['1つ目', '2つ目', 'その他'],
  )
  await hands.select('request/wantedDate')
  await author.words('質問文', ['資格がなくなった日', 'Day of the loss'])
  await author.dayFromToday('最も早い日', -730)
  await author.dayFromToday('最も遅い日', 0)
  await author.add('1行の文字', ['保険証の記号番号', 'Number of the insurance card'])
  await author.choose('入力の形', '半角数字（桁数を決める）')
  await author.add('はい・いいえ', ['いっしょにやめる家族はいますか', 'Do relatives leave, too?'])

  await author.add('新しいステップ（画面）', ['新しい健康保険', 'New insurance'])
  await author.condition('このステップを出す条件', '届出の内容 › やめる理由', '職場の健康保険に入った')
  await author.add('1行の文字', ['健康保険の名前', 'Name of the insurance'])
  await author.add('日付', ['資格を取った日', 'Day of joining'])
  await author.dayFromToday('最も遅い日', 0)
  await author.add('選択（1つ）', ['資格を確認できるもの', 'Proof'])
  await author.choices([
    ['資格確認書', 'Certificate'],
    ['資格情報のお知らせ', 'Notice'],
    ['まだ届いていない', 'Not received yet'],
  ])
  await author.add('はい・いいえ', ['コピーを添付できますか', 'Can you attach a copy?'])
  await author.condition(shown, '新しい健康保険 › 資格を確認できるもの', '資格確認書')
  await author.add('添付ファイル', ['資格確認書のコピー', 'Copy of the certificate'])
  await author.condition(shown, '新しい健康保険 › コピーを添付できますか', 'はい')

  await author.add('新しいステップ（画面）', ['家族', 'Relatives'])
  await author.condition('このステップを出す条件', '届出の内容 › いっしょにやめる家族はいますか', 'はい')
  await author.add('繰り返し（家族など）', ['いっしょにやめる家族', 'Relatives who leave, too'])
  await author.words('1件の呼び名', ['家族', 'Relative'])
  await hands.select('step2/people/[]/label')
  await author.words('質問文', ['家族の氏名', 'Name of the relative'])
  await author.add('生年月日（和暦つき）')
  await author.add('選択（1つ）', ['世帯主との続柄', 'Relation to the head of the household'])
  await author.choices([
    ['配偶者', 'Spouse'],
    ['子', 'Child'],
    ['その他の親族', 'Another relative'],
  ])
  await author.add('1行の文字', ['続柄の内容', 'Which relation'])
  await author.condition(shown, '家族 › いっしょにやめる家族 › 世帯主との続柄', 'その他の親族')
  await picture(page, 'insurance-questions')
}

type Portal = { page: Page; cardUrl: string }

/** Opens a form from the list of procedures of a portal that has what the studio published, as a new resident. */
async function openForm(context: BrowserContext, title: string, kind = 'person'): Promise<Portal> {
  const site = await startSandbox()
  stopPortal = site.stop
  const portal = { ...site, sandboxUrl: site.url, apiUrl: site.url, restart: () => Promise.resolve() }
  const sandbox = new SandboxClient(portal)
  await sandbox.post('forms', { folder: studio.published })
  const page = await context.newPage()
  page.setDefaultTimeout(patient.timeout)
  await startSignedIn(page, portal, await sandbox.newResident({ kind }))
  await page.goto(`${site.url}/minato-city/applicationlist`)
  await picture(page, `${title}-list`)
  await page.getByRole('link', { name: title }).first().click()
  await page.getByRole('button', { name: '登録している情報を入力する' }).click()
  return { page, cardUrl: site.cardUrl }
}

async function fillName(place: Page | Locator, givenName: string, givenNameKana: string): Promise<void> {
  await place.getByLabel('姓', { exact: true }).fill('港')
  await place.getByLabel('名', { exact: true }).fill(givenName)
  await place.getByLabel('セイ（フリガナ）').fill('ミナト')
  await place.getByLabel('メイ（フリガナ）').fill(givenNameKana)
}

async function fillBirthDate(place: Page | Locator, year: string): Promise<void> {
  await place.getByLabel('年', { exact: true }).fill(year)
  await place.getByLabel('月', { exact: true }).fill('4')
  await place.getByLabel('日', { exact: true }).fill('2')
}

async function applyForAfterSchool({ page, cardUrl }: Portal): Promise<void> {
  await next(page, '児童')
  const child = (number: number) => page.getByRole('group', { name: `児童${number}`, exact: true })
  await fillName(child(1), '一郎', 'イチロウ')
  await fillBirthDate(child(1), '平成30')
  await child(1).getByLabel('その他の小学校').check()
  await child(1).getByLabel('小学校の名前').fill('海辺小学校')
  await child(1).getByLabel('3年生').check()
  await child(1).getByRole('radiogroup', { name: '食物アレルギーはありますか' }).getByLabel('はい').check()
  await child(1).getByLabel('アレルギーの内容と対応').fill('卵を除いてください。')
  await page.getByRole('button', { name: '児童を追加' }).click()
  await fillName(child(2), '二葉', 'フタバ')
  await fillBirthDate(child(2), '令和2')
  await child(2).getByLabel('桜小学校').check()
  await child(2).getByLabel('1年生').check()
  await child(2).getByRole('radiogroup', { name: '食物アレルギーはありますか' }).getByLabel('いいえ').check()
  await next(page, '保護者')
  const guardian = page.getByRole('group', { name: '保護者1', exact: true })
  await guardian.getByLabel('保護者の氏名').fill('港花子')
  await guardian.getByLabel('母', { exact: true }).check()
  await guardian.getByLabel('仕事').check()
  await guardian.getByLabel('勤務先の名前').fill('みなと設備')
  await guardian.getByLabel('育児休業中').check()
  await guardian.getByLabel('復職予定日').fill(daysFromNow(40))
  await next(page, '利用の内容')
  await page.getByLabel('利用開始希望日').fill(daysFromNow(20))
  await page.getByRole('textbox', { name: '利用する月数' }).fill('3')
  await page.getByLabel('月曜日').check()
  await page.getByRole('radiogroup', { name: '18時以降も利用しますか' }).getByLabel('いいえ').check()
  await next(page, '世帯の所得')
  await page.getByLabel('所得割あり').check()
  await page.getByLabel('内容に間違いがないことを確認しました').check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '内容と金額の確認' })).toBeVisible()
  await picture(page, 'after-school-review')
  await expect(page.getByText('36,000円').first()).toBeVisible()
  await pay(page, cardUrl)
}

async function applyForRoadUse({ page, cardUrl }: Portal): Promise<void> {
  await next(page, '担当者')
  await page.getByRole('button', { name: '登録している情報を入力する' }).click()
  await next(page, '占用の内容')
  await page.getByLabel('看板', { exact: true }).check()
  await page.getByRole('textbox', { name: '看板の枚数' }).fill('2')
  await page.getByLabel('足場', { exact: true }).check()
  await page.getByLabel('占用する場所').fill('芝公園4丁目2番地先')
  await page.getByRole('textbox', { name: '占用する面積' }).fill('12.5')
  await page.getByRole('textbox', { name: '占用する月数' }).fill('3')
  await page.getByLabel('開始日').fill(workingDayFromNow(20))
  await page.getByLabel('終了日').fill(daysFromNow(110))
  await page.getByLabel('目的').fill('外壁の工事のため')
  await page.getByLabel('図面のファイルを選ぶ').setInputFiles(drawing())
  await expect(page.getByRole('button', { name: '平面図.pdfを削除' })).toBeVisible(patient)
  await page.getByLabel('内容に間違いがないことを確認しました').check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '内容と金額の確認' })).toBeVisible()
  await picture(page, 'road-use-review')
  // 350 yen × 12.5 ㎡ × 3 months, without what is below 10 yen.
  await expect(page.getByText('13,120円').first()).toBeVisible()
  await pay(page, cardUrl)
}

/** A drawing of 9 MB. */
function drawing() {
  const { name, mimeType, buffer } = pdf('平面図.pdf')
  return { name, mimeType, buffer: Buffer.concat([buffer, Buffer.alloc(9 * 1024 * 1024, ' ')]) }
}

async function applyForInsurance({ page }: Portal): Promise<void> {
  await next(page, '届出の内容')
  await page.getByLabel('職場の健康保険に入った').check()
  await page.getByLabel('資格がなくなった日').fill(daysFromNow(-3))
  await page.getByLabel('保険証の記号番号').fill('1234567')
  const relatives = page.getByRole('radiogroup', { name: 'いっしょにやめる家族はいますか' })
  await relatives.getByLabel('はい').check()
  await page.getByLabel('個人情報の取扱いに同意します').check()
  await page.getByRole('button', { name: '次へ' }).click()
  await expect(page.getByRole('link', { name: /保険証の記号番号/ })).toBeVisible()
  await page.getByLabel('保険証の記号番号').fill('12345678')
  await next(page, '新しい健康保険')
  await page.getByLabel('健康保険の名前').fill('みなと健康保険組合')
  await page.getByLabel('資格を取った日').fill(daysFromNow(-3))
  await page.getByLabel('資格確認書', { exact: true }).check()
  const copy = page.getByRole('radiogroup', { name: 'コピーを添付できますか' })
  await copy.getByLabel('はい').check()
  await expect(page.getByLabel('資格確認書のコピーのファイルを選ぶ')).toBeVisible()
  await page.getByLabel('資格情報のお知らせ').check()
  await expect(copy).toBeHidden()
  await expect(page.getByLabel('資格確認書のコピーのファイルを選ぶ')).toBeHidden()
  await next(page, '家族')
  const relative = page.getByRole('group', { name: '家族1', exact: true })
  await relative.getByLabel('家族の氏名').fill('港一郎')
  await fillBirthDate(relative, '平成30')
  await relative.getByLabel('その他の親族').check()
  await relative.getByLabel('続柄の内容').fill('孫')
  await review(page)
  await picture(page, 'insurance-review')
  await confirmAnswers(page)
  await page.getByRole('button', { name: '送信する', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/success$/)
}

/** Sends the application and pays by card. */
async function pay(page: Page, cardUrl: string): Promise<void> {
  await confirmAnswers(page)
  await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
  await payAtProvider(page, { cardUrl }, '支払う')
  await expect(page.getByText('受付番号').first()).toBeVisible()
}

test('makes the form of an after-school club, with children in a list and a fee by income, and pays', async ({
  page,
  context,
}) => {
  const author = await openStudio(page)
  const started = performance.now()
  await writeAfterSchool(page, author)
  await describe(author, {
    description: ['放課後児童クラブの利用を申し込みます。', 'Apply for the after-school club.'],
    who: ['市内の小学生の保護者', 'Guardians of pupils in the city'],
    needs: ['市民税の区分が分かる書類', 'A proof of the class of municipal tax'],
    next: ['2週間以内に結果をお知らせします。', 'You get the result within two weeks.'],
    ways: ['窓口でも申し込めます。', 'You can also apply at the counter.'],
    category: ['子育て', 'Children'],
  })
  await finish(page, author, 'after-school')
  reportEffort(author.hands, started)
  await applyForAfterSchool(await openForm(context, '放課後児童クラブの利用申込'))
})

test('makes the form of companies that occupy a road, with a fee by area and months, and pays', async ({
  page,
  context,
}) => {
  const author = await openStudio(page)
  const started = performance.now()
  await writeRoadUse(page, author)
  await describe(author, {
    description: ['道路に足場や看板を置く許可を申請します。', 'Apply for a permit to place objects on a road.'],
    who: ['市内の道路を占用する法人', 'Corporations that occupy a road in the city'],
    needs: ['位置図と平面図', 'The site plan and the floor plan'],
    next: ['2週間以内に結果をお知らせします。', 'You get the result within two weeks.'],
    ways: ['窓口でも申請できます。', 'You can also apply at the counter.'],
    category: ['道路', 'Roads'],
  })
  await finish(page, author, 'road-use')
  reportEffort(author.hands, started)
  await applyForRoadUse(await openForm(context, '道路の占用の許可申請', 'corporation'))
})

test('makes the form for leaving the health insurance, with conditions in conditions, and applies', async ({
  page,
  context,
}) => {
  const author = await openStudio(page)
  const started = performance.now()
  await writeInsurance(page, author)
  await describe(author, {
    description: ['国民健康保険をやめることを届け出ます。', 'Report that you leave the national health insurance.'],
    who: ['国民健康保険に入っている方', 'Members of the national health insurance'],
    needs: ['新しい健康保険の資格確認書', 'The certificate of the new insurance'],
    next: ['1週間以内に手続きを終えます。', 'It takes up to one week.'],
    ways: ['窓口でも届け出られます。', 'You can also come to the counter.'],
    category: ['健康保険', 'Health insurance'],
  })
  await finish(page, author, 'insurance')
  reportEffort(author.hands, started)
  await applyForInsurance(await openForm(context, '国民健康保険をやめる届出'))
})
