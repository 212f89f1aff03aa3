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

/** The characters outside JIS X 0208 levels 1–2 and ASCII, each once, in order of appearance. */
export function charactersBeyondJisLevel2(text: string): string[] {
  const found = new Set<string>()
  for (const character of text) {
    if (!/[\t\n\r\u0020-\u007e]/.test(character) && !characters().has(character)) found.add(character)
  }
  return [...found]
}
