import type { UiTexts } from '../ui-texts.ts'

/** The texts of the components of ui/ for specs without the portal around them. */
export const uiTexts: UiTexts = {
  required: '必須',
  optional: '任意',
  close: '閉じる',
  copy: 'コピーする',
  copied: 'コピーしました',
  notCopied: 'コピーできませんでした。文字を選んでコピーしてください。',
  showPassword: 'パスワードを表示する',
  hidePassword: 'パスワードを隠す',
  loading: '読み込んでいます',
  stillLoading: '時間がかかっています',
  errorPrefix: 'エラー：',
  titleSuffix: 'みなと市',
}
