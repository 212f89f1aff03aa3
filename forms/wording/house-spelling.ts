/**
 * Why a word is written in one way.
 *
 * - `specification`: its texts write it so.
 * - `portal`: every other text of the portal writes it so.
 * - `official`: kana for auxiliary words, as 公用文作成の考え方 (文化審議会, 2022) recommends.
 * - `okurigana`: 送り仮名の付け方 (昭和48年内閣告示第2号), as municipalities apply it.
 * - `loanword`: 外来語の表記 (平成3年内閣告示第2号) writes the long vowel.
 */
type Source = 'specification' | 'portal' | 'official' | 'okurigana' | 'loanword'

type Spelling = { found: RegExp; write: string; source: Source }

/**
 * One spelling for each word, and one word for each thing. Add a row if texts write a word in several ways. Lookarounds
 * keep other words with the same characters, such as 工事, 一致します and 行政手続法.
 */
export const houseSpelling: readonly Spelling[] = [
  { found: /申込(?=[みまむめん])/g, write: '申し込', source: 'specification' },
  { found: /お申込(?![みまむめん])/g, write: 'お申し込み', source: 'specification' },
  { found: /取り下げ(?=[のをはが]|$)/g, write: '取下げ', source: 'specification' },
  { found: /差し戻し(?=[のをはが]|$)/g, write: '差戻し', source: 'specification' },
  { found: /手続(?!き|法)/g, write: '手続き', source: 'specification' },
  { found: /お支払(?![いうえわっ])/g, write: 'お支払い', source: 'specification' },
  { found: /支払(?=方法|期限|金額|手続)/g, write: '支払い', source: 'specification' },
  { found: /取り扱い(?=[のをはがに]|$)/g, write: '取扱い', source: 'portal' },
  { found: /受取(?=[らりるれっ])/g, write: '受け取', source: 'portal' },
  { found: /受取(?![らりるれっ人書証])/g, write: '受け取り', source: 'portal' },
  { found: /立会(?=[いうえわっ])/g, write: '立ち会', source: 'portal' },
  { found: /持込(?=[みまむめん])/g, write: '持ち込', source: 'portal' },
  { found: /問合わ?せ|問い合せ/g, write: '問い合わせ', source: 'okurigana' },
  { found: /引越(?=[しさすせそ])/g, write: '引っ越', source: 'okurigana' },
  { found: /引越(?![しさすせそ])/g, write: '引っ越し', source: 'okurigana' },
  { found: /届け出(?=[のをはが書]|$)/g, write: '届出', source: 'okurigana' },
  { found: /受け付け(?=[のをはが]|期間|時間|番号|$)/g, write: '受付', source: 'okurigana' },
  { found: /(?<=[0-9０-９一二三数何])[ヶケヵカ](?=[月所年国])/g, write: 'か', source: 'okurigana' },

  { found: /下さ(?=[いりるっ])/g, write: 'くださ', source: 'official' },
  { found: /出来(?=[るなまたれず])/g, write: 'でき', source: 'official' },
  { found: /(?<![一合誘招])致し(?=[まて])/g, write: 'いたし', source: 'official' },
  { found: /(?<!山)頂(?=[いきくけこ])/g, write: 'いただ', source: 'official' },
  { found: /(?<![所保特固共未専])有(?=[るれっ]|り(?!難))/g, write: 'あ', source: 'official' },
  { found: /(?<=[るたいうな])事(?=[がはをもにで、。]|$)/g, write: 'こと', source: 'official' },
  { found: /(?<=[るたいうなの])時(?=[はにの、])/g, write: 'とき', source: 'official' },
  { found: /(?<=[のるた])為(?=[にの、]|$)/g, write: 'ため', source: 'official' },
  { found: /(?<=(?:次|以下|下記|上記|記載|表記)の)通り/g, write: 'とおり', source: 'official' },
  { found: /宜し(?=[いく])/g, write: 'よろし', source: 'official' },
  { found: /予め/g, write: 'あらかじめ', source: 'official' },
  { found: /但し(?!書)/g, write: 'ただし', source: 'official' },
  { found: /既に/g, write: 'すでに', source: 'specification' },
  { found: /又は/g, write: 'または', source: 'specification' },
  { found: /全て/g, write: 'すべて', source: 'portal' },
  { found: /(?<![\u4e00-\u9fff]|その)他の/g, write: 'ほかの', source: 'portal' },
  { found: /わか(?=[らりるっ])/g, write: '分か', source: 'portal' },

  { found: /サイン・?(?:イン|オン)|ログオン/g, write: 'ログイン', source: 'specification' },
  { found: /サイン・?(?:アウト|オフ)|ログオフ/g, write: 'ログアウト', source: 'specification' },
  { found: /(?:[EeＥｅ][-－]?|電子)メール/g, write: 'メール', source: 'specification' },
  { found: /メアド|メールアド(?!レス)/g, write: 'メールアドレス', source: 'specification' },
  { found: /送信先/g, write: '送り先', source: 'portal' },
  { found: /読み込み直す/g, write: '再読み込みする', source: 'portal' },
  { found: /読み込み直(?=し)/g, write: '再読み込み', source: 'portal' },
  { found: /トップページ/g, write: 'トップ画面', source: 'specification' },
  { found: /ブラウザー/g, write: 'ブラウザ', source: 'specification' },
  { found: /ユーザー?/g, write: '利用者', source: 'specification' },
  { found: /ふりがな/g, write: 'フリガナ', source: 'portal' },
  { found: /スマホ/g, write: 'スマートフォン', source: 'portal' },
  { found: /サーバ(?!ー)/g, write: 'サーバー', source: 'loanword' },
  { found: /フォルダ(?!ー)/g, write: 'フォルダー', source: 'loanword' },
  { found: /カレンダ(?!ー)/g, write: 'カレンダー', source: 'loanword' },
  { found: /コンピュータ(?!ー)/g, write: 'コンピューター', source: 'loanword' },
  { found: /プリンタ(?!ー)/g, write: 'プリンター', source: 'loanword' },
  { found: /\uff5e/g, write: '〜', source: 'portal' },
]
