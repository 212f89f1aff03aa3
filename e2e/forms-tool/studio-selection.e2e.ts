import { cpSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findSources } from '../../forms/source/find-sources.ts'
import { createForm, templateNames } from '../../forms/templates/new-form.ts'
import { StudioProgram } from '../support/studio-program.ts'

test.describe.configure({ timeout: 600_000 })
test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

let studio: StudioProgram
test.beforeEach(async () => {
  studio = new StudioProgram()
  cpSync(join(import.meta.dirname, '../../schemas'), studio.forms, { recursive: true })
  for (const template of templateNames())
    createForm({ root: studio.forms, tenant: 'town', service: template, type: 'individual', template, title: {} })
  await studio.start()
})
test.afterEach(() => studio.remove())

type Selections = { shown: string[]; wrong: string[]; times: number[] }

/**
 * Clicks on each of these questions of a step in the preview, which must select it in the tree, and then selects it in
 * the tree, which must highlight it in the preview. Times are milliseconds.
 */
async function selectBothWays(page: Page, step: string, questions: string[]): Promise<Selections> {
  return page.evaluate(
    async ([first, paths]) => {
      const frame = document.querySelector('iframe')
      const rowOf = (path: string) => document.querySelector<HTMLElement>(`[role=treeitem][data-value="${path}"]`)
      const clickRow = (path: string) => rowOf(path)?.querySelector<HTMLElement>('[draggable]')?.click()
      /** Entries of lists are numbered; the first that has the question. */
      const elementOf = (path: string) =>
        [...(frame?.contentDocument?.querySelectorAll<HTMLElement>('[id]') ?? [])].find(
          ({ id }) => id.replaceAll(/[.][0-9]+(?=[.])/g, '.[]') === path.replaceAll('/', '.'),
        )
      const isSelected = (path: string) => rowOf(path)?.ariaSelected === 'true'
      /** The time until it is true; null after a second. */
      const until = async (isDone: () => boolean) => {
        const started = performance.now()
        while (!isDone()) {
          if (performance.now() - started > 1000) return null
          await new Promise((resolve) => setTimeout(resolve))
        }
        return performance.now() - started
      }
      const shown: string[] = []
      const wrong: string[] = []
      const times: number[] = []
      const report = (what: string, took: number | null) => {
        if (took === null) wrong.push(what)
        else times.push(took)
      }
      clickRow(first)
      // Some are shown only after other answers; the rest may be drawn a moment later.
      await until(() => isSelected(first) && paths.every((path) => elementOf(path)))
      for (const path of paths) {
        const element = elementOf(path)
        if (!element) continue
        shown.push(path)
        // A MouseEvent would answer the question, and other questions may depend on the answer.
        element.dispatchEvent(new Event('click', { bubbles: true }))
        report(`preview to tree: ${path}`, await until(() => isSelected(path)))
        clickRow(first)
        await until(() => isSelected(first))
        clickRow(path)
        report(`tree to preview: ${path}`, await until(() => (elementOf(path)?.style.outline ?? '') !== ''))
        clickRow(first)
        await until(() => isSelected(first))
      }
      return { shown, wrong, times }
    },
    [step, questions] as const,
  )
}

test('each question of every form is selected from the preview and highlighted from the tree', async ({ page }) => {
  const names = findSources([studio.forms]).folders.map((folder) => relative(studio.forms, folder))
  const wrong: string[] = []
  const times: number[] = []
  let questions = 0
  for (const name of names) {
    await page.goto(`${studio.address}?form=${encodeURIComponent(name)}`)
    const frame = page.frameLocator('iframe')
    const expectDrawn = () => expect(frame.getByRole('heading').first()).toBeVisible({ timeout: 120_000 })
    await expectDrawn()
    const rows = await page
      .getByRole('treeitem')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-value') ?? ''))
    const missing = new Set(rows.filter((path) => path.includes('/')))
    questions += missing.size
    const fillings = page.getByRole('combobox', { name: 'プレビューの回答' })
    const offered = await fillings
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
    for (const filling of offered) {
      if (missing.size === 0) break
      await fillings.selectOption(filling)
      await expect(page.locator(`iframe[src*="${new URLSearchParams({ answers: filling })}"]`)).toBeVisible()
      await expectDrawn()
      // Answers show further questions; those that were selected before need no second time.
      for (const [step, paths] of Map.groupBy(missing, (path) => path.split('/')[0] ?? '')) {
        const found = await selectBothWays(page, step, paths)
        for (const path of found.shown) missing.delete(path)
        wrong.push(...found.wrong.map((what) => `${name}, ${filling}: ${what}`))
        times.push(...found.times)
      }
    }
    wrong.push(...[...missing].map((path) => `${name}: ${path} is never shown`))
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)} ms`
  // Depends on the machine, so it is reported and not tested.
  const description = `${questions} questions, ${times.length} selections: median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`
  test.info().annotations.push({ type: 'selections', description })
  expect(wrong).toEqual([])
})
