/**
 * Words and endings that stay on one line although BudouX divides them. Add a word where a heading is divided inside
 * it; the longest lines of the portal have about 16 characters, so keep entries short.
 */
export const houseDictionary: readonly RegExp[] = [
  /お?問い?合わせ(?:番号|先)?/g,
  /お?申し?込み(?:履歴|完了)?/g,
  /もう一度/g,
  /下書き/g,
  /手続き(?:中|一覧)?/g,
  /部屋番号/g,
  /(?:受け?取り?|支払い?)方法?/g,
  /予防接種/g,
  /あてはまる/g,
  /かかる/g,
  /粗大ごみ/g,
  /住民票の写し/g,
  /(?:令和|平成|昭和)(?:\d+|元)年度?(?:分)?/g,
  /[^\s、。]{1,4}のため/g,
  /について/g,
  /支払いへ/g,
  // A reading belongs to its word.
  /.（[ぁ-ん]{2,8}）/g,
]
