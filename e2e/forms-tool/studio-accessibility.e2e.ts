import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import en from '../../forms/studio/texts.en.json' with { type: 'json' }
import ja from '../../forms/studio/texts.ja.json' with { type: 'json' }
import { expectAccessible } from '../support/accessibility.ts'
import { misfits } from '../support/misfits.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }
const texts = { ja, en }

let studio: StudioProgram

test.beforeEach(async ({ page }) => {
  page.setDefaultTimeout(30_000)
  studio = new StudioProgram()
  studio.createDogs()
  await studio.start()
  await page.goto(studio.address, patient)
  await expect(page.getByRole('tree')).toBeVisible(patient)
})
test.afterEach(() => studio.remove())

type Key = keyof typeof ja
type Look = (where: string) => Promise<void>

/** Calls `look` in places of the studio, each with its name. */
type Visit = (page: Page, say: (key: Key) => string, look: Look) => Promise<void>

/** On a narrow page one pane is shown at a time. */
async function showPane(page: Page, say: (key: Key) => string, key: 'structure' | 'main' | 'preview'): Promise<void> {
  const panes = page.getByRole('radiogroup', { name: say('panel') })
  if (await panes.isVisible()) await panes.getByText(say(key), { exact: true }).click()
}

const visitPanes: Visit = async (page, say, look) => {
  await showPane(page, say, 'preview')
  await expect(page.locator('iframe')).toBeVisible(patient)
  await look('the preview')
  await showPane(page, say, 'structure')
  await look('the structure')
  await showPane(page, say, 'main')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(8)
  for (const tab of await tabs.all()) {
    await tab.click()
    const panel = page.getByRole('tabpanel')
    await expect(panel).toBeVisible()
    await expect(panel.getByLabel(/^(読み込み中|編集欄を読み込み中|Loading)/)).toHaveCount(0, patient)
    await look(`the tab ${(await tab.textContent()) ?? ''}`)
  }
}

const visitDialogs: Visit = async (page, say, look) => {
  const press = (key: Key) => page.getByRole('button', { name: say(key), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const lookAndClose = async (where: string) => {
    // Mantine names a dialog by its title a moment after it has opened.
    await expect(dialog).toHaveAccessibleName(/./)
    await look(where)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await press('new')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  // The list of templates is open, as the first field has the focus.
  await page.keyboard.press('Escape')
  await lookAndClose('a new form')
  await press('publish')
  await lookAndClose('publishing')
  await press('add')
  await expect(dialog).toBeVisible()
  await look('the palette')
  await dialog.getByRole('button').nth(2).click()
  await lookAndClose('a new question')
  await page.locator('[role=treeitem][data-value="dogs/list/[]/microchip"]').focus()
  await page.keyboard.press('Delete')
  await lookAndClose('the question before a removal')
  await showPane(page, say, 'main')
  await press('move')
  await lookAndClose('moving')
}

/** Others change the text that the author has changed while the server was away. */
const visitProblems: Visit = async (page, say, look) => {
  await page.locator('[role=treeitem][data-value="dogs/list/[]/name"] [draggable]').first().click()
  await showPane(page, say, 'main')
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: say('label'), exact: true }).fill('犬の呼び名')
  await expect(page.getByText(say('save.unreachable'))).toBeVisible()
  await look('the server is away')
  writeFileSync(studio.file('texts.ja.json'), studio.text('texts.ja.json').replace('犬の名前', '犬の愛称'))
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog', { name: say('conflict.title') })).toBeVisible(patient)
  await look('the question about a change by others')
}

const visits = [
  ['each pane and tab', visitPanes],
  ['each dialog', visitDialogs],
  ['what is said about saving', visitProblems],
] as const

/** The text of the browser at twice its size, as a user sets it. */
async function enlargeText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

for (const language of ['ja', 'en'] as const)
  for (const [places, visit] of visits)
    test.describe(`the studio in ${language}`, () => {
      const say = (key: Key) => texts[language][key]
      test.beforeEach(async ({ page }) => {
        if (language === 'en') await page.getByRole('button', { name: 'English' }).click()
      })

      for (const colorScheme of ['light', 'dark'] as const)
        test(`${places} is accessible, ${colorScheme}`, async ({ page }) => {
          // Otherwise axe would see colours in transition.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await visit(page, say, async (where) => {
            await expectAccessible(page, where)
          })
        })

      test(`${places} fits 320 px, and nothing is cut, covered or too small`, async ({ page }) => {
        await page.setViewportSize({ width: 320, height: 640 })
        await visit(page, say, async (where) => {
          await expect.soft.poll(() => misfits(page), where).toEqual([])
        })
      })

      test(`${places} fits text of 200 %, and nothing is cut or covered`, async ({ page }) => {
        await enlargeText(page)
        await visit(page, say, async (where) => {
          await expect.soft.poll(() => misfits(page), where).toEqual([])
        })
      })
    })
