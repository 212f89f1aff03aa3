import { expect, test } from '@playwright/test'
import { writeWorkbook } from '../../forms/spreadsheets/workbook.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

let studio: StudioProgram
const patient = { timeout: 60_000 }

test.beforeEach(() => {
  studio = new StudioProgram()
  studio.createDogs()
})
test.afterEach(() => studio.remove())

/** Enough for more than 512 kB in one file of the workbook, which the library then unpacks in a worker. */
function manyTexts(): string[][] {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647)
  const words = () => Array.from({ length: 60 }, () => String.fromCodePoint(0x4e00 + (random() % 8000))).join('')
  const rows = Array.from({ length: 4000 }, (_, index) => ['', `/fields/elsewhere~1q${index}/label`, words(), ''])
  return [['place', 'id', 'ja', 'en'], ['', '/title', '犬の届出', ''], ...rows]
}

test('a large workbook is read under the strict policy, and its wrong rows are counted', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) refused.push(message.text())
  })
  await studio.start()
  await page.goto(`${studio.address}?form=minato-city/dog-licence/individual`, patient)
  await page.getByRole('tab', { name: '文言' }).click(patient)
  const texts = page.getByRole('group', { name: '文言の表' })
  const bytes = Buffer.from(await (await writeWorkbook(manyTexts())).arrayBuffer())
  expect(bytes.length).toBeGreaterThan(512_000)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    texts.getByRole('button', { name: '表を取り込む' }).click(),
  ])
  await chooser.setFiles({ name: 'texts.xlsx', mimeType: 'application/octet-stream', buffer: bytes })
  await expect(texts.getByRole('status')).toContainText('文言1件を変えました。', patient)
  await expect(texts.getByRole('status').getByRole('listitem')).toHaveCount(21)
  await expect(texts.getByRole('status')).toContainText('ほかの3980行も使えませんでした。')
  await expect.poll(() => studio.text('texts.ja.json')).toContain('犬の届出')
  expect(refused).toEqual([])
})
