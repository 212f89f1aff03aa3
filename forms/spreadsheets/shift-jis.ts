/**
 * Which characters survive Shift_JIS, as Excel on Japanese Windows saves CSV. It replaces the others without asking
 * again: by a question mark, a similar character or the letter without its accent.
 */

let known: ReadonlySet<string> | null = null

/** All characters of the encoding, found by decoding every byte and every pair of bytes. */
function characters(): ReadonlySet<string> {
  if (known) return known
  const decoder = new TextDecoder('shift_jis')
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const leads = bytes.filter((byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc))
  const singles = bytes.filter((byte) => byte < 0x80 || (byte > 0xa0 && byte < 0xe0))
  const pairs = leads.flatMap((lead) => bytes.filter((byte) => byte >= 0x40).map((trail) => [lead, trail]))
  const found = [...singles.map((byte) => [byte]), ...pairs].map((code) => decoder.decode(new Uint8Array(code)))
  known = new Set(found.filter((text) => !text.includes('\uFFFD')))
  return known
}

/** Characters for which Unicode has two, of which Shift_JIS has the second. They look the same. */
const twins = new Map([
  ['〜', '～'],
  ['—', '―'],
  ['−', '－'],
  ['‖', '∥'],
  ['¢', '￠'],
  ['£', '￡'],
  ['¬', '￢'],
  ['¥', '\\'],
  ['‾', '~'],
])

/** The characters of a text that Shift_JIS does not have, each once. */
export function lostCharacters(text: string): string[] {
  return [...new Set(text)].filter((character) => !characters().has(character) && !twins.has(character))
}

/** Whether a cell can be what is left of a text in Shift_JIS. */
export function isLeftOf(cell: string, text: string): boolean {
  if (cell === text) return true
  const pattern = Array.from(text, (character) => {
    if (characters().has(character)) return quoted(character)
    const [letter = ''] = character.normalize('NFKD')
    const others = [twins.get(character), letter].filter((other) => other !== undefined && other !== character)
    return `(?:${['\\?'.repeat(character.length), ...others.map((other) => quoted(other ?? ''))].join('|')})`
  })
  return new RegExp(`^${pattern.join('')}$`, 'u').test(cell)
}

function quoted(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
}
