import { expect } from '@playwright/test'
import { fillConsultation } from '../../support/form-actions.ts'
import { effectsOf, stored } from '../../support/provider-view.ts'
import { certificate, saveDraft } from '../../support/ready-application.ts'
import { startSignedIn } from '../../support/signed-in.ts'
import { ofUser } from './action.ts'
import type { Action } from './action.ts'

const details = '消えてはいけない相談の内容'
const consultation = '/application/minato-city/childcare-consultation/individual'

export const applicationActions: Action[] = [
  {
    name: 'submit application',
    target: { operation: 'submitOrder', method: 'POST', path: /\/o\/orders$/ },
    outcome(fault) {
      if (fault === 'F4') return 'sign-in'
      if (fault === 'F7') return 'done'
      return fault === 'F10' ? 'message' : 'checking'
    },
    async prepare({ page, portal, sandbox, resident }) {
      await startSignedIn(page, portal, resident)
      await page.goto(consultation)
      await fillConsultation(page, details)
      await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
      const button = page.getByRole('button', { name: /^(もう一度)?送信する$/ })
      return {
        button,
        click: () => button.click(),
        message: page.getByRole('alert'),
        async succeeded() {
          await expect(page).toHaveURL(/\/minato-city\/order\/success$/)
          const { orders } = await stored(sandbox, resident)
          expect(JSON.stringify(orders), 'the application contains what was typed').toContain(details)
        },
        effects: () => timesOf('order-created'),
      }
      async function timesOf(name: string): Promise<number> {
        const { effects } = await effectsOf(sandbox, resident)
        return effects.filter(({ effect }) => effect === name).length
      }
    },
  },
  {
    name: 'temporary save',
    target: { operation: 'saveDraft', method: 'PUT', path: /\/o\/drafts\// },
    outcome: ofUser,
    keepsFocus: true,
    savesAutomatically: true,
    async prepare({ page, portal, sandbox, resident }) {
      await startSignedIn(page, portal, resident)
      await page.goto(consultation)
      await page.getByLabel('睡眠').check()
      await page.getByLabel('相談の内容', { exact: true }).fill(details)
      const button = page.getByRole('button', { name: '一時保存する' })
      const notices = page.getByRole('region', { name: 'お知らせ' })
      return {
        button,
        click: () => button.click(),
        message: page
          .getByRole('status', { name: '保存の状態' })
          .filter({ hasText: /保存できませんでした|入力は続けられます/ }),
        succeeded: () => expect(notices.getByText(/一時保存しました。保存した内容は1週間後/)).toBeVisible(),
        async effects() {
          const { drafts } = await stored(sandbox, resident)
          return drafts.filter((draft) => JSON.stringify(draft.answers).includes(details)).length
        },
      }
    },
  },
  {
    name: 'upload',
    target: { operation: 'uploadAttachment', method: 'POST', path: /\/o\/attachments$/, sendsFile: true },
    outcome: ofUser,
    isRepeated: (fault) => fault === 'F4' || fault === 'F10',
    keepsFocus: true,
    // The timeout of uploads is ten times that of other requests.
    timeoutMs: 500,
    async prepare({ page, portal, sandbox, resident }) {
      const { answers, ...form } = certificate()
      const { applicant } = answers
      const onBehalf = { whose: 'other', range: 'all', copies: 2, purpose: 'bank' }
      await saveDraft(portal, resident, { ...form, answers: { applicant: { ...applicant }, certificate: onBehalf } })
      await startSignedIn(page, portal, resident)
      await page.goto('/application/minato-city/residence-certificate/individual?step=certificate')
      await page.getByLabel('必要な方との関係').fill('親族')
      const again = page.getByRole('button', { name: '委任状.pdfをもう一度アップロード' })
      const chooser = page.getByLabel('委任状のファイルを選ぶ')
      const file = page.getByRole('listitem').filter({ hasText: '委任状.pdf' })
      return {
        button: again,
        focused: chooser,
        async click() {
          if (await again.isVisible()) return again.click()
          await chooser.focus()
          await chooser.setInputFiles(letter)
        },
        message: file.locator('[data-bad]'),
        succeeded: () => expect(file.getByRole('button', { name: '委任状.pdfを表示' })).toBeVisible(),
        async effects() {
          const { effects } = await effectsOf(sandbox, resident)
          return effects.filter(({ effect }) => effect === 'attachment-stored').length
        },
      }
    },
  },
]

const letter = { name: '委任状.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
