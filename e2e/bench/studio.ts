/**
 * `npm run bench -- --studio`: the time from a keystroke in the form studio until the preview shows it, on a form of
 * 300 fields, the longest task of the main thread meanwhile, and the opening of a larger form.
 */
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { StudioProgram } from '../support/studio-program.ts'
import { benchModel, middle, writeBenchForm } from './bench-form.ts'

const edits = 30

export type StudioFigures = { median: number; p95: number; longestTask: number; opening: number; jsonTab: number }

/** Returns times in milliseconds, measured without throttling. */
export async function measureStudio(browser: Browser): Promise<StudioFigures> {
  const model = benchModel(300)
  const section = model.sections[middle(model.sections.length)]
  if (section === undefined) throw new Error('The form has no sections')
  const studio = new StudioProgram()
  writeBenchForm(path.join(studio.forms, 'minato-city/bench/individual'), model, 'steps')
  try {
    await studio.start()
    const page = await browser.newPage({ viewport: { width: 1280, height: 1300 }, locale: 'ja-JP' })
    await page.goto(studio.address)
    await page
      .locator(`[role=treeitem][data-value="${section.key}/f8"] [draggable]`)
      .first()
      .click({ timeout: 120_000 })
    const label = page.getByRole('textbox', { name: '質問文', exact: true })
    const shown = page.frameLocator('iframe')
    await shown
      .getByText(section.fields[8]?.title ?? '')
      .first()
      .waitFor({ timeout: 120_000 })
    await page.evaluate(() => {
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      })
    })
    const times: number[] = []
    for (let edit = 0; edit < edits; edit++) {
      const text = `質問${edit}`
      const started = performance.now()
      await label.fill(text)
      await shown.getByText(text, { exact: true }).first().waitFor()
      times.push(performance.now() - started)
    }
    const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
    const sorted = times.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    return {
      median: at(0.5),
      p95: at(0.95),
      longestTask: Math.max(0, ...tasks),
      opening: await measureOpening(page, studio.forms),
      jsonTab: await measureJsonTab(page, studio.forms),
    }
  } finally {
    await studio.remove()
  }
}

/** The time from the visit of a form with 700 questions until its structure and the preview are there. */
async function measureOpening(page: Page, forms: string): Promise<number> {
  const name = 'minato-city/many/individual'
  writeBenchForm(path.join(forms, name), benchModel(700), 'steps')
  const address = new URL(`?form=${encodeURIComponent(name)}`, page.url()).href
  const started = performance.now()
  await page.goto(address)
  const structure = page.getByRole('treeitem').first()
  const preview = page.frameLocator('iframe').getByRole('textbox').first()
  await Promise.all([structure, preview].map((shown) => shown.waitFor({ timeout: 120_000 })))
  return performance.now() - started
}

/** Gives a form.json of 226 kB. */
const fieldsOfLargeForm = 1008

/** The time from the click on the JSON tab, which was never open, until the editor is painted. */
async function measureJsonTab(page: Page, forms: string): Promise<number> {
  const name = 'minato-city/large/individual'
  writeBenchForm(path.join(forms, name), benchModel(fieldsOfLargeForm), 'steps')
  const editor = page.waitForResponse((response) => response.url().includes('/JsonPanel-'), { timeout: 120_000 })
  await page.goto(new URL(`?form=${encodeURIComponent(name)}`, page.url()).href)
  await (await editor).finished()
  await page.frameLocator('iframe').getByRole('textbox').first().waitFor({ timeout: 120_000 })
  return page.evaluate(async () => {
    const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
      ({ textContent }) => textContent === 'JSON',
    )
    const started = performance.now()
    tab?.click()
    while (!document.querySelector('.cm-line')) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - started
  })
}
