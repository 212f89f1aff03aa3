import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { AuthorHands } from './author-hands.ts'

/** A text in Japanese and in English. */
export type Words = readonly [ja: string, en: string]

type NewForm = { template: string; title: Words; summary: Words; tenant: string; service: string }

/** The first check compiles the schemas of the forms, which is slow on a busy machine. */
const patient = { timeout: 60_000 }

/** What an author of forms does on the page of the studio, by the words on the page. */
export class StudioAuthor {
  readonly page: Page
  readonly hands: AuthorHands

  constructor(page: Page, hands: AuthorHands) {
    this.page = page
    this.hands = hands
  }

  get #main(): Locator {
    return this.page.getByRole('main')
  }

  get #dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  async click(name: string, inside: Page | Locator = this.page): Promise<void> {
    await this.hands.activate(inside.getByRole('button', { name, exact: true }))
  }

  async #write(name: string, text: string, inside: Page | Locator = this.#main): Promise<void> {
    await this.hands.write(inside.getByRole('textbox', { name, exact: true }), text)
  }

  async choose(name: string, option: string, inside: Page | Locator = this.#main): Promise<void> {
    await this.hands.choose(inside.getByRole('combobox', { name, exact: true }), option)
  }

  async createForm(form: NewForm): Promise<void> {
    await this.click('新しいフォーム')
    await this.hands.search(this.#dialog.getByRole('combobox', { name: 'ひな型' }), form.template)
    await this.words('フォームの名前', form.title, this.#dialog)
    await this.words('一覧に出す説明', form.summary, this.#dialog)
    await this.hands.write(this.#dialog.getByRole('combobox', { name: '自治体のid' }), form.tenant)
    await this.#write('手続きのid', form.service, this.#dialog)
    await this.click('作る', this.#dialog)
    await expect(this.page.getByRole('tree')).toBeVisible(patient)
  }

  /** Adds a step, or a question after the selected one; without words it keeps those of the palette. */
  async add(kind: string, words?: Words): Promise<void> {
    await this.click('追加')
    await this.click(kind, this.#dialog)
    if (words !== undefined) {
      const [ja, en] = words
      await this.hands.write(this.#dialog.getByRole('textbox').first(), ja)
      await this.hands.write(this.#dialog.getByRole('textbox', { name: /（英語）$/ }), en)
    }
    await this.click('追加する', this.#dialog)
    await expect(this.#dialog).toHaveCount(0)
  }

  /** Removes the selected question, also if others depend on it. */
  async remove(): Promise<void> {
    await this.click('削除', this.#main.getByRole('region').first())
    const anyway = this.#dialog.getByRole('button', { name: /削除する$/ })
    if (await anyway.isVisible()) await this.hands.activate(anyway)
  }

  /** Writes both languages of a text, of the selected step or question if no other place is given. */
  async words(property: string, [ja, en]: Words, inside?: Locator): Promise<void> {
    await this.#write(property, ja, inside)
    await this.#write(`${property}（英語）`, en, inside)
  }

  /** Gives a new question a list of choices from a spreadsheet instead of the three of the palette. */
  async choices(choices: readonly Words[], former: readonly string[] = []): Promise<void> {
    await this.click('一覧を貼り付ける')
    const list = this.#dialog.getByRole('textbox', { name: '選択肢の一覧' })
    await this.hands.paste(list, choices.map((words) => words.join('\t')).join('\n'))
    await this.click(`${choices.length}件を追加する`, this.#dialog)
    for (const choice of former) {
      await this.click(`「${choice}」を削除`, this.#main)
      const repairs = this.#dialog.getByRole('button', { name: '選んだとおりにして削除する' })
      if (await repairs.isVisible()) await this.hands.activate(repairs)
    }
  }

  /** Writes a limit of the selected question, or another property without languages. */
  async limit(name: string, value: string): Promise<void> {
    await this.#write(name, value)
  }

  /** The earliest or the latest day that a date accepts, from today on or back. */
  async dayFromToday(end: '最も早い日' | '最も遅い日', days: number): Promise<void> {
    await this.choose(end, '今日から数える')
    if (days === 0) return
    await this.choose(`${end}：当日か前後か`, days > 0 ? '日後' : '日前')
    await this.#write(`${end}：日数`, String(Math.abs(days)))
  }

  /** Adds a row to a condition; the studio proposes the question, which is chosen only if it is another one. */
  async condition(legend: string, question: string, answer: string): Promise<void> {
    const group = this.#main.getByRole('group', { name: legend, exact: true })
    await this.click('条件を追加', group)
    const row = group.getByRole('group').last()
    const proposed = row.getByRole('combobox', { name: '質問', exact: true })
    if ((await proposed.locator('option:checked').textContent()) !== question)
      await this.hands.choose(proposed, question)
    const answers = row.getByRole('combobox', { name: '答え', exact: true })
    if ((await answers.locator('option:checked').textContent()) !== answer) await this.hands.choose(answers, answer)
  }

  async turn(name: string): Promise<void> {
    await this.hands.turn(this.#main.getByRole('switch', { name }))
  }

  async open(tab: string | RegExp): Promise<void> {
    await this.hands.activate(this.page.getByRole('tab', { name: tab }))
  }

  /** Writes a text in the open table of texts. */
  async text(place: string, [ja, en]: Words): Promise<void> {
    await this.#write(`${place} 日本語`, ja, this.page)
    await this.#write(`${place} 英語`, en, this.page)
  }

  async publish(): Promise<void> {
    await this.click('公開')
    await this.#write('名前', '山田', this.#dialog)
    await this.click('公開', this.#dialog)
    await expect(this.#dialog.getByText(/^版 [0-9a-f]{12} を公開しました/)).toBeVisible(patient)
    await this.hands.activate(this.#dialog.getByRole('button', { name: '閉じる' }).last())
  }
}
