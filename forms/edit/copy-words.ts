import { spokenLanguage } from '../../form-model/language-tag.ts'
import type { Language } from '../../src/lib/language.ts'

/** The name of a copy in a language. The copy of a copy has the name of the original with a number. */
function copyName(name: string, language: Language, number: number): string {
  const original = copiedName(name, language) ?? name
  if (spokenLanguage(language) === 'ja') return `${original}のコピー${number === 1 ? '' : String(number)}`
  return `Copy ${number === 1 ? '' : `${number} `}of ${original}`
}

/** The name of the original if a name has the form of that of its copy, else `null`. */
export function copiedName(name: string, language: Language): string | null {
  const pattern =
    spokenLanguage(language) === 'ja' ? /^(?<original>.+)のコピー\d*$/ : /^Copy (?:\d+ )?of (?<original>.+)$/
  return pattern.exec(name)?.groups?.original ?? null
}

/** Names for a copy, with the first number for which nothing has the Japanese name. */
export function copyNames(name: string, taken: ReadonlySet<string>): (name: string, language: Language) => string {
  let number = 1
  while (taken.has(copyName(name, 'ja', number))) number += 1
  return (own, language) => copyName(own, language, number)
}
