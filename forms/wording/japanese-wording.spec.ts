import { describe, expect, it } from 'vitest'
import { corrected, isCorrectable, mistakesIn } from './japanese-wording.ts'

function correctedByAll(text: string): string {
  return mistakesIn(text).reduce((last, { rule }) => (isCorrectable(rule) ? corrected(last, rule) : last), text)
}

describe('a text with one right form', () => {
  it.each([
    ['電話番号 (例:０9012345678)', '電話番号（例：09012345678）', ['text-width']],
    ['(A)と(B)のどちらか[1つ]', '（A）と（B）のどちらか［1つ］', ['text-width']],
    ['受付: 9:00〜17:00', '受付：9:00〜17:00', ['text-width']],
    ['{{file}}: {{count}}行', '{{file}}：{{count}}行', ['text-width']],
    ['本当に消しますか?', '本当に消しますか？', ['text-width']],
    ['ｶﾅで、Ａ４の用紙に', 'カナで、A4の用紙に', ['text-width']],
    ['ﾌﾘｶﾞﾅ', 'フリガナ', ['text-width']],
    ['{{name}}は(必須)です。', '{{name}}は（必須）です。', ['text-width']],
    ['郵送でお申込み下さい。', '郵送でお申し込みください。', ['spelling']],
    ['手続の方法は、お問合せ先へ', '手続きの方法は、お問い合わせ先へ', ['spelling']],
    ['サインインして、Eメールを見る', 'ログインして、メールを見る', ['spelling']],
    ['山田  花子', '山田 花子', ['double-space']],
    ['写真も使えます。5枚までです', '写真も使えます。5枚までです。', ['no-full-stop']],
    [
      '手続(注意)をご確認下さい。1つです',
      '手続き（注意）をご確認ください。1つです。',
      ['no-full-stop', 'spelling', 'text-width'],
    ],
  ])('%s becomes %s', (text, better, rules) => {
    expect([...new Set(mistakesIn(text).map(({ rule }) => rule))].toSorted()).toEqual(rules)
    expect(correctedByAll(text)).toBe(better)
    expect(mistakesIn(better)).toEqual([])
  })
})

describe('a text that an author must judge', () => {
  it.each([
    ['住所を確認してください、そして送信してください。', 'two-requests'],
    ['写真が必要である。', 'plain-style'],
    ['対象です。届いたら連絡する。', 'plain-style'],
  ])('%s is named by %s and has no correction', (text, rule) => {
    expect(mistakesIn(text)).toMatchObject([{ rule }])
    expect(correctedByAll(text)).toBe(text)
  })

  it('names a text that an author must judge with its sentence alone', () => {
    expect(mistakesIn('対象です。届いたら連絡する。')).toMatchObject([{ found: '届いたら連絡する。' }])
  })
})

it.each([
  'Enter a (valid) date: now?',
  'https://example.jp/a(b)?c=1:2 を開く',
  'hanako@example.jp（連絡用）',
  '形式はYYYY-MM-DD、時刻は10:30',
  '`max(a, b)`と`{"a": 1}`を使います。',
  '工事の一致を確かめます。行政手続法によります。',
  '「手続きを選んでください。」を押してください。',
  '金額（円）。例：1,000',
  '書類の種類',
  '{{file}}:{{line}} を見る',
  '使い方：\n  check PATH   誤りを探します',
])('leaves %s alone', (text) => {
  expect(mistakesIn(text)).toEqual([])
})

it('names every mistake once', () => {
  expect(mistakesIn('下さい。また、下さい。')).toHaveLength(1)
})
