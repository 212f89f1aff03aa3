import type { Page } from '@playwright/test'
import { mailLink } from '../identity/outbox.ts'
import { attachDrawing, openDocuments } from '../files/documents.ts'
import type { RouteName } from '../../src/paths.ts'
import { fillRegistration } from '../support/form-actions.ts'
import { expect, SandboxClient } from '../support/journey.ts'
import type { Portal, Resident } from '../support/journey.ts'
import { applicationPath, consultation, saveDraft } from '../support/ready-application.ts'
import type { Application } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

/** A screen to which answers lead and not an address alone, so it is not in the table of routes. */
export type FormScreen = {
  id: string
  /** `application` by default. */
  route?: RouteName
  /** What it shows, in Japanese: the forms are those of the sandbox. */
  title: string
  heading: string
  open: (page: Page, portal: Portal, resident: Resident) => Promise<void>
}

const name = { familyName: '山田', givenName: '花子', familyNameKana: 'ヤマダ', givenNameKana: 'ハナコ' }
const bulkyWaste: Application = {
  serviceId: 'bulky-waste',
  type: 'individual',
  answers: {
    applicant: { name, phone: '09012345678', email: 'hanako@example.jp' },
    items: {
      lines: [
        { kind: 'futon', count: 2 },
        { kind: 'sofa', count: 1, note: '革張り' },
      ],
    },
  },
}
const certificate = { serviceId: 'residence-certificate', type: 'individual' }

function draftAt(application: Application, step: string): FormScreen['open'] {
  return async (page, portal, resident) => {
    await startSignedIn(page, portal, resident)
    await saveDraft(portal, resident, application)
    await page.goto(applicationPath(resident, application, step))
  }
}

export const formScreens: readonly FormScreen[] = [
  {
    id: 'form-on-one-page',
    title: '申請書（1ページ）',
    heading: '住民票の写しの交付請求',
    open: async (page, portal, resident) => {
      await startSignedIn(page, portal, resident)
      await page.goto(applicationPath(resident, { ...certificate, answers: {} }))
    },
  },
  {
    id: 'form-first-step',
    title: '申請書の最初のステップ（選択肢、文章）',
    heading: '相談の内容',
    open: draftAt(consultation(), 'consultation'),
  },
  {
    id: 'form-last-step',
    title: '申請書の最後のステップ（日付、時刻、氏名、電話番号）',
    heading: '日時と連絡先',
    open: draftAt(consultation(), 'booking'),
  },
  {
    id: 'form-errors',
    title: '申請書の誤りの一覧',
    heading: '相談の内容',
    open: async (page, portal, resident) => {
      await startSignedIn(page, portal, resident)
      await page.goto(applicationPath(resident, consultation()))
      await page.getByRole('button', { name: '次へ' }).click()
      await expect(page.getByRole('region', { name: /入力内容を確認してください/ })).toBeFocused()
    },
  },
  {
    id: 'form-list',
    title: '申請書の繰り返し項目',
    heading: '出すもの',
    open: draftAt(bulkyWaste, 'items'),
  },
  {
    id: 'form-attachments',
    title: '申請書の添付ファイル',
    heading: '図面と写真',
    open: async (page, portal, resident) => {
      await openDocuments(page, portal, resident)
      await attachDrawing(page, '位置図.pdf')
    },
  },
  {
    id: 'form-review',
    title: '入力内容の確認（手数料なし）',
    heading: '入力内容の確認',
    open: draftAt(consultation(), 'review'),
  },
  {
    id: 'registration-password',
    route: 'registration',
    title: 'パスワードと同意',
    heading: 'パスワードと同意',
    open: async (page, portal, resident) => {
      const sandbox = new SandboxClient(portal)
      await page.goto(await mailLink({ portal, sandbox }, 'registration', resident, `new-${resident.email}`))
      await fillRegistration(page)
    },
  },
]
