import { describe, expect, it } from 'vitest'
import { headingPhrases, phrasesOf } from './phrases.ts'

describe('the phrases of a text', () => {
  it.each([
    'お支払いの|結果を|確認できませんでした',
    'もう一度|ログインしてください',
    'お問い合わせと|関連情報',
    '保存した|下書きが|なくなりました',
    '建物名・部屋番号',
    'はじめての|方|（新規登録）',
    '送信して|支払いへ|進む',
    '令和8年度分の|証明書',
    '工事のため、|停止します',
    '受け取り方法',
    '登録（とうろく）が|終わりました',
    '名前と|連絡（れんらく）する|ところ',
    '登録（とうろく）が|終わりました',
    '名前と|連絡（れんらく）する|ところ',
  ])('splits %s into its phrases', (text) => {
    expect(phrasesOf(text.replaceAll('|', '')).join('|')).toBe(text)
  })

  it('marks phrases in headings only: not in sentences and not in texts with values', () => {
    expect(
      headingPhrases(['書類を選ぶ', '書類を選んでください。', '{{name}}を選ぶ', '書類', 'Choose a document']),
    ).toEqual(['書類を\u200B選ぶ'])
  })
})
