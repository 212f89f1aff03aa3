import { isBlank } from './visible-text.ts'

/** Characters that the platform's EUC-JP table maps differently from fonts and keyboards: both are accepted. */
const variants = '〜‖−¢£¬—'

let table: ReadonlySet<string> | undefined

/** Rows 1–8 (signs, kana, letters), 16–47 (level 1) and 48–84 (level 2) of JIS X 0208, read from the platform's decoder. */
function characters(): ReadonlySet<string> {
  if (table) return table
  const bytes: number[] = []
  for (let row = 1; row <= 84; row++) {
    if (row > 8 && row < 16) continue
    for (let cell = 1; cell <= 94; cell++) bytes.push(0xa0 + row, 0xa0 + cell)
  }
  const decoded = new TextDecoder('euc-jp').decode(new Uint8Array(bytes))
  table = new Set(Array.from(decoded + variants).filter((character) => character !== '�'))
  return table
}

/** A character with its marks and selectors, and joined emoji as one. */
const visibleCharacters = /[\s\S]\p{M}*(?:\u200d[\s\S]\p{M}*)*/gu

/**
 * The characters outside JIS X 0208 levels 1–2 and ASCII as a reader sees them, each once, in order of appearance. One
 * that nobody sees is named by its code.
 */
export function charactersBeyondJisLevel2(text: string): string[] {
  const beyond = (text.match(visibleCharacters) ?? []).filter((character) => !isInside(character))
  return [...new Set(beyond)].map((character) => (isBlank(character) ? codeOf(character) : character))
}

function isInside(character: string): boolean {
  return /^[\t\n\r\u0020-\u007e]$/.test(character) || characters().has(character)
}

/** `U+200B` */
function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The common forms of such characters, if all of them are variants of kanji that are inside: `葛󠄀` → `葛`; else null. */
export function commonForms(characters: readonly string[]): string | null {
  const plain = characters.map((character) => character.replaceAll(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, ''))
  return plain.every(isInside) ? plain.join('') : null
}
