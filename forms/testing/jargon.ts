import type { ToolLanguage } from '../source/tool-languages.ts'

/** What only those understand who write JSON: names of files, keywords and keys, pointers, symbols. */
const json =
  /\.json|\bJSON\b|[{}[\]∈∉→]|\/\w|`|\b(?:schema|properties|property|keyword|enum|const|format|pattern|regex|required:|type:|items|widget|options|default|boolean|string|integer|object|array|null|true|false|ui|ref|id ["“])\b|[a-z][A-Z]/g
const quoted = /「[^」]*」|“[^”]*”|"[^"]*"/g
const unfilled = /\{\{|undefined|\[object/g
const abbreviations: readonly string[] = ['PDF', 'PNG', 'JPEG', 'SVG', 'WEBP', 'KB', 'MB', 'https', 'http', 'id']

/** What a sentence for clerks must not have outside of the words that an author has written. */
export function jargonIn(words: string, language: ToolLanguage): string[] {
  const own = words.replaceAll(quoted, '')
  const letters = language === 'ja' ? (own.match(/[A-Za-z]+/g) ?? []) : []
  return [
    ...(words.match(unfilled) ?? []),
    ...(own.match(json) ?? []),
    ...letters.filter((word) => !abbreviations.includes(word)),
  ]
}
