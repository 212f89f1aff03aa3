import { houseSpelling } from './house-spelling.ts'

/**
 * The wording of Japanese texts: in the catalogues of the portal and in forms. These rules are written here, because
 * textlint's for Japanese need a morphological dictionary of several megabytes and the file system, and the corrections
 * also run in the page of the studio.
 */

/** Rules with one correction. */
const correctable = ['text-width', 'spelling', 'double-space', 'no-full-stop'] as const
type Correctable = (typeof correctable)[number]
type Judged = 'two-requests' | 'plain-style'

/** A mistake in a text; `better` is what to write instead of `found`. */
export type Mistake = { rule: Correctable; found: string; better: string } | { rule: Judged; found: string }

/** Replaces the characters from `start` to `end`. `found` and `better` are shown instead of them, e.g. for a pair. */
type Edit = { start: number; end: number; write: string; found?: string; better?: string }

const edits: { [rule in Correctable]: (text: string) => Edit[] } = {
  'text-width': (text) => [...bracketEdits(text), ...markEdits(text), ...letterEdits(text)],
  spelling: (text) => {
    const bare = withoutCode(text)
    return houseSpelling.flatMap(({ found, write }) => [...bare.matchAll(found)].map((match) => over(match, write)))
  },
  // Spaces at the beginning of a line indent it; a line indented by two spaces may have columns.
  'double-space': (text) =>
    [...text.matchAll(/(?<=^(?! {2}).*\S)[ \u3000]{2,}(?=\S)/gm)].map((match) => over(match, ' ')),
  'no-full-stop': (text) => (isCutOff(text) ? [{ start: text.length, end: text.length, write: '。' }] : []),
}

export function isJapanese(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]/.test(text)
}

/** The mistakes in a Japanese text, each once. A text in another script has none. */
export function mistakesIn(text: string): Mistake[] {
  if (!isJapanese(text)) return []
  const mistakes: Mistake[] = [
    ...correctable.flatMap((rule) =>
      edits[rule](text).map(({ start, end, write, found = text.slice(start, end), better = write }) => ({
        rule,
        found,
        better,
      })),
    ),
    ...sentencesOf(text).flatMap(({ words, bare }): Mistake[] => [
      ...(bare.split('ください').length > 2 ? [{ rule: 'two-requests', found: words } as const] : []),
      ...(plainEnd.test(bare) ? [{ rule: 'plain-style', found: words } as const] : []),
    ]),
  ]
  return [...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values()]
}

export function isCorrectable(rule: string): rule is Correctable {
  return correctable.some((known) => known === rule)
}

/** The text as the rule wants it. */
export function corrected(text: string, rule: Correctable): string {
  if (!isJapanese(text)) return text
  // An edit can be beside another one, or reveal one: a colon after a bracket that was half-width.
  for (let last = ''; last !== text;) {
    last = text
    let next = text.length
    for (const { start, end, write } of edits[rule](last).toSorted((a, b) => b.start - a.start)) {
      if (end > next) continue
      text = text.slice(0, start) + write + text.slice(end)
      next = start
    }
  }
  return text
}

function over(match: RegExpExecArray, write: string): Edit {
  return { start: match.index, end: match.index + match[0].length, write }
}

const hidden = '\ue000'

function hide(text: string, part: RegExp): string {
  return text.replaceAll(part, (found) => hidden.repeat(found.length))
}

/** The text with its placeholders, addresses, places in files and code hidden; every other character keeps its place. */
function withoutCode(text: string): string {
  return hide(text, /\{\{file\}\}:\{\{line\}\}|\{\{[^}]*\}\}|https?:\/\/[!-~]+|[\w.+-]+@[\w.-]+|`[^`]*`/g)
}

/** The same without what is quoted or in brackets, from the inside to the outside. */
function withoutAsides(text: string): string {
  let bare = withoutCode(text)
  for (let last = ''; last !== bare;) {
    last = bare
    bare = hide(bare, /「[^「」]*」|『[^『』]*』|（[^（）]*）|\([^()]*\)/g)
  }
  return bare
}

/** A character of Japanese, or a mark that is only beside it. */
function isBeside(character = ''): boolean {
  return isJapanese(character) || /[、。「」『』（）【】々〜：]/.test(character)
}

/** Brackets in or beside Japanese are full-width, as a pair; those of code such as `max(a)` are not. */
function bracketEdits(text: string): Edit[] {
  const bare = withoutCode(text)
  const opened: number[] = []
  return [...bare.matchAll(/[()[\]（）［］]/g)].flatMap(({ 0: mark, index }): Edit[] => {
    if ('([（［'.includes(mark)) opened.push(index)
    const start = ')]）］'.includes(mark) ? opened.pop() : undefined
    if (start === undefined || !isFullWidthPair(bare, start, index)) return []
    return [start, index].flatMap((place) => bracketEdit(bare, place))
  })
}

function isFullWidthPair(bare: string, start: number, end: number): boolean {
  const inside = bare.slice(start + 1, end)
  if (isJapanese(inside)) return !(bare[start] === '[' && inside.includes('"'))
  if (bare[start] === '[' || /[a-z_]/.test(bare[start - 1] ?? '')) return false
  return isBeside(bare.slice(0, start).trimEnd().at(-1)) || isBeside(bare.slice(end + 1).trimStart()[0])
}

/** A full-width bracket has its space in itself. */
function bracketEdit(bare: string, place: number): Edit[] {
  const mark = bare[place] ?? ''
  const write = { '(': '（', ')': '）', '[': '［', ']': '］' }[mark]
  if (write === undefined) return []
  const isOpening = '(['.includes(mark)
  const spaces = isOpening ? / *$/.exec(bare.slice(0, place)) : /^ */.exec(bare.slice(place + 1))
  const length = spaces?.[0].length ?? 0
  const start = isOpening ? place - length : place
  const end = isOpening ? place + 1 : place + 1 + length
  const [found, better] = '()'.includes(mark) ? ['( )', '（ ）'] : ['[ ]', '［ ］']
  return [{ start, end, write, found, better }]
}

/**
 * Colons, semicolons, exclamation and question marks beside Japanese or between two placeholders; not those of times,
 * ratios and keys.
 */
function markEdits(text: string): Edit[] {
  const bare = withoutCode(text)
  return [...bare.matchAll(/[:;] *|[!?]/g)].flatMap((match): Edit[] => {
    const before = bare[match.index - 1] ?? ''
    const after = bare[match.index + match[0].length] ?? ''
    const ends = isJapanese(before) || /[」』）】々〜]/.test(before)
    const begins = isJapanese(after) || /[「『（【]/.test(after)
    const joins =
      text.slice(0, match.index).endsWith('}}') && text.slice(match.index + match[0].length).startsWith('{{')
    return ends || begins || joins ? [over(match, String.fromCodePoint((match[0].codePointAt(0) ?? 0) + 0xfee0))] : []
  })
}

/** Full-width katakana, and half-width digits and letters. */
function letterEdits(text: string): Edit[] {
  return [...withoutCode(text).matchAll(/[\uff61-\uff9f]+|[０-９Ａ-Ｚａ-ｚ]+/g)].map((match) =>
    over(match, match[0].normalize('NFKC')),
  )
}

/** Several sentences, the last of which has no full stop. What follows 例： is no sentence. */
function isCutOff(text: string): boolean {
  const bare = withoutAsides(text)
  const last = /。(?<last>[^。！？\n]+)$/.exec(bare)?.groups?.last ?? ''
  return isJapanese(last.at(-1) ?? '') && !/^\s*例[:：]/.test(last)
}

function sentencesOf(text: string): { words: string; bare: string }[] {
  return [...withoutAsides(text).matchAll(/[^。！？\n]+[。！？]?/g)].map(({ 0: bare, index }) => ({
    bare,
    words: text.slice(index, index + bare.length).trim(),
  }))
}

/** The end of a sentence in the plain style; notes that end with a noun are no sentences. */
const plainEnd =
  /(?:である|[^まただ]だ|だった|(?<![まで])した|(?<![まで])す|[っい]た|んだ|ない|なかった|べき|よい|る|行う|使う|払う|従う)。$/
