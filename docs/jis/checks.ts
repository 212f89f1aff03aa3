/**
 * Tests that give evidence for success criteria. `docs/jis/record.ts` runs them and writes their results to `run.json`;
 * a test that is renamed or removed fails `docs/jis/page.spec.ts`.
 */
type Check = {
  /** How the page of results calls it. */
  kind: '画面検査' | '操作' | '部品' | '読み上げ'
  /** What was done, in Japanese. */
  what: string
  file: string
  /** The whole title of the test, or its beginning if the test runs several times. */
  title: string
}

export const screens = 'e2e/screens/screens.e2e.ts'
const keyboard = 'e2e/screens/keyboard-only.e2e.ts'
const reader = 'src/app/screen-reader.spec.tsx'

export const checks = {
  byKeyboard: {
    kind: '操作',
    what: 'キーボードだけでログイン、申請、履歴の確認を行う',
    file: keyboard,
    title: 'a resident signs in, applies and finds the application',
  },
  payByKeyboard: {
    kind: '操作',
    what: 'キーボードだけで手数料を支払う',
    file: keyboard,
    title: 'a resident pays a fee at the card provider and comes back',
  },
  tabStops: {
    kind: '操作',
    what: '申請書とマイページで Tab キーの停止位置をすべてたどる（見える、隠れない、順番どおり、抜けられる）',
    file: keyboard,
    title: 'every tab stop of ',
  },
  refused: {
    kind: '操作',
    what: '未入力のまま進み、誤りの一覧、該当欄へのリンク、入力内容が残ることを確かめる',
    file: 'e2e/application/apply.e2e.ts',
    title: 'is refused with a list of the missing answers and loses nothing (A-02)',
  },
  reviewed: {
    kind: '操作',
    what: '確認画面を経て送信し、支払い、履歴で確かめる',
    file: 'e2e/application/apply.e2e.ts',
    title: 'can be filled in, paid by card and found again with its receipt number',
  },
  sessionEnd: {
    kind: '操作',
    what: '入力の途中でログインの期限が切れても、入力内容を失わずに続けられることを確かめる',
    file: 'e2e/drafts/session-end.e2e.ts',
    title: 'and a reload: sign-in leads back to the same step with the same values (S-15)',
  },
  pasted: {
    kind: '操作',
    what: 'メールアドレス、パスワード、確認コードを貼り付けてログインする',
    file: 'e2e/identity/help-of-the-browser.e2e.ts',
    title: 'address, password and code can come from a password manager, the clipboard or a message (A-11)',
  },
  timeLimit: {
    kind: '部品',
    what: '期限の5分前に知らせ、延長できる',
    file: 'src/app/portal.spec.tsx',
    title: 'are announced five minutes before, can be extended, and end at a login page that returns to the same page',
  },
  navigation: {
    kind: '部品',
    what: '画面が変わると新しい画面の見出しへフォーカスが移る',
    file: 'src/app/portal.spec.tsx',
    title: 'moves the focus to the heading of the new page, not on the first page',
  },
  contact: {
    kind: '部品',
    what: '画面下部に事業者の問い合わせ先がある',
    file: 'src/app/portal.spec.tsx',
    title: 'sets colour, name and noun of the page',
  },
  labels: {
    kind: '部品',
    what: '入力欄のラベル、必須・任意の表示、説明、誤りの関連付け',
    file: 'src/ui/fields/fields.spec.tsx',
    title: 'shows in words whether it is required, and exposes help and error to screen readers (A-12)',
  },
  legend: {
    kind: '部品',
    what: '選択肢のグループと見出し',
    file: 'src/ui/fields/fields.spec.tsx',
    title: 'are a group with a legend, and the error summary links to the first option',
  },
  summary: {
    kind: '部品',
    what: '誤りの一覧がフォーカスを受け取り、各欄へリンクする',
    file: 'src/form-engine/step/FormStep.spec.tsx',
    title: 'lists the errors, moves the focus there and links to each field',
  },
  appearing: {
    kind: '部品',
    what: '回答に応じて欄が現れても、フォーカスが動かない',
    file: 'src/form-engine/step/FormStep.spec.tsx',
    title: 'shows a field once its condition is true, and keeps the focus',
  },
  limits: {
    kind: '部品',
    what: '書式と上限を入力欄の説明で示す',
    file: 'src/form-engine/widgets/widgets.spec.tsx',
    title: 'has an accessible name, description and limits (A-12)',
  },
  messages: {
    kind: '部品',
    what: '通知を role=status または role=alert で伝える',
    file: 'src/feedback/feedback.spec.tsx',
    title: 'show queued messages; a success is a status that disappears, a failure an alert that stays',
  },
  staying: {
    kind: '部品',
    what: '読んでいる間は通知が消えない',
    file: 'src/feedback/feedback.spec.tsx',
    title: 'stay while a user reads them',
  },
  colours: {
    kind: '部品',
    what: '事業者の色を、コントラスト比を満たす色に補正する',
    file: 'src/tenant/tenant-theme.spec.ts',
    title: 'is readable for any colour',
  },
  registeredValues: {
    kind: '部品',
    what: '登録済みの値を申請書に入れられる',
    file: 'src/features/apply/pages/ApplicationPage.spec.tsx',
    title: 'offer registered values, for the empty fields only',
  },
  fileButtons: {
    kind: '部品',
    what: '添付をボタンで選び、ファイル名の付いたボタンで取り消せる（ドラッグは不要）',
    file: 'src/form-engine/widgets/files.spec.tsx',
    title: 'can be cancelled, retried and removed, each by a button that names the file',
  },
  readSignIn: {
    kind: '読み上げ',
    what: 'ログイン画面と誤りの読み上げ',
    file: reader,
    title: 'reads the sign-in and a wrong password',
  },
  readApplication: {
    kind: '読み上げ',
    what: '申請書と二つの誤りの読み上げ',
    file: reader,
    title: 'reads an application with two errors',
  },
  readAddress: {
    kind: '読み上げ',
    what: '郵便番号から見つかった住所の読み上げ',
    file: reader,
    title: 'reads the address that a postal code finds',
  },
  readAttachment: {
    kind: '読み上げ',
    what: '添付ファイルの断り、完了、ウイルスの検出、削除の読み上げ',
    file: reader,
    title: 'reads an attachment that is refused, stored, found infected and removed',
  },
  readFee: {
    kind: '読み上げ',
    what: '手数料のある申請の確認画面と、支払い後の受付の読み上げ',
    file: reader,
    title: 'reads the review of an application with a fee, and its receipt after the payment',
  },
  readPayment: { kind: '読み上げ', what: '支払い画面の読み上げ', file: reader, title: 'reads a payment' },
  readHistory: {
    kind: '読み上げ',
    what: '申請履歴と差戻しの読み上げ',
    file: reader,
    title: 'reads the history and an application that was sent back',
  },
} satisfies Record<string, Check>

export type CheckName = keyof typeof checks
export const checkNames = Object.keys(checks) as CheckName[]

/** Parts of the journey that opens every screen: the function of `screens.e2e.ts` that checks it, and what it checks. */
export const screenChecks = {
  title: { call: 'page.title()', what: 'ページの題名が画面の見出しを含む' },
  structure: { call: 'expectAccessible(', what: 'id の重複、参照先のない参照、h1 の数、言語の指定' },
  targets: { call: 'expectTargets(', what: '操作対象の大きさと間隔' },
  reflow: { call: 'expectReflow(', what: '幅 320 px、横向き、文字間隔の拡大で、文字が切れず横に動かない' },
  enlarged: { call: 'expectEnlarged(', what: '文字の大きさ 200 % で、文字が切れず重ならない' },
} satisfies Record<string, { call: string; what: string }>

export type ScreenCheck = keyof typeof screenChecks
