import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { isLanguage, languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { copiedName } from '../edit/copy-words.ts'
import { findSources } from '../source/find-sources.ts'
import type { Problem } from '../source/finding.ts'
import { parseJsonSource } from '../source/json-source.ts'
import type { JsonSource } from '../source/json-source.ts'
import type { SourceForm, TextSource } from '../source/load-source.ts'

/** Titles, steps and questions with the name that the tool gave to a copy, which residents must not read. */
export function copiedTexts(form: SourceForm): Problem[] {
  const titles = Object.fromEntries(languages.map((language) => [language, titleIn(form.texts[language]?.source)]))
  const wrong = copiedAmong(titles, path.resolve(form.folder, '../..'))
  return languages.flatMap((language): Problem[] => {
    const texts = form.texts[language]
    if (!texts) return []
    const { source } = texts
    const found = [...(wrong.includes(language) ? ['/title'] : []), ...copiedNodes(texts, language)]
    return found.map((pointer) => problem(source, pointer))
  })
}

/** The same for the name in the list of procedures. */
export function copiedServiceNames(source: JsonSource, tenant: string): Problem[] {
  const names = recordOf(recordOf(source.value).name)
  return copiedAmong(names, tenant).map((language) => problem(source, `/name/${language}`))
}

function problem(source: JsonSource, pointer: string): Problem {
  const text = segmentsOf(pointer).reduce<unknown>((value, key) => recordOf(value)[key], source.value)
  return { rule: 'copy-name', source, pointer, params: { text: String(text) } }
}

/**
 * The languages in which a form or a procedure is called a copy. In other languages than Japanese, other names begin
 * alike (戸籍謄本: Copy of the family register): there, the original must be a form of the tenant, or the Japanese name
 * that of a copy.
 */
function copiedAmong(names: { readonly [language: string]: unknown }, tenant: string): Language[] {
  const isShaped = (language: Language) => originalOf(names[language], language) !== null
  const shaped = Object.keys(names).filter(isLanguage).filter(isShaped)
  const isSure = isShaped('ja')
  return shaped.filter(
    (language) => isSure || language === 'ja' || isTitle(originalOf(names[language], language), language, tenant),
  )
}

function originalOf(name: unknown, language: Language): string | null {
  return typeof name === 'string' ? copiedName(name, language) : null
}

function isTitle(name: string | null, language: Language, tenant: string): boolean {
  return findSources([tenant]).folders.some((folder) => {
    const file = path.join(folder, `texts.${language}.json`)
    return existsSync(file) && titleIn(parseJsonSource(file, readFileSync(file, 'utf8'))) === name
  })
}

function titleIn(source: JsonSource | undefined): unknown {
  return recordOf(source?.value).title
}

/** Steps and questions whose original, which has the same name in the data but for a number, is in the form, too. */
function copiedNodes({ source, own }: TextSource, language: Language): string[] {
  const steps = recordOf(recordOf(source.value).steps)
  return [...copiedIn(steps, 'title', '/steps', language), ...copiedIn(own, 'label', '/fields', language)]
}

function copiedIn(
  texts: { readonly [path: string]: unknown },
  key: 'title' | 'label',
  pointer: string,
  language: Language,
): string[] {
  const named = Object.entries(texts).map(([at, text]) => ({ at, text: isRecord(text) ? text[key] : undefined }))
  return named.flatMap(({ at, text }) => {
    const original = originalOf(text, language)
    const isCopy = named.some((other) => other.text === original && other.at !== at && stem(other.at) === stem(at))
    return original !== null && isCopy ? [`${joinPointer(pointer, at)}/${key}`] : []
  })
}

/** The name in the data without the number of a copy. */
function stem(at: string): string {
  return (
    at
      .replace(/\/\[\]$/, '')
      .split('/')
      .at(-1) ?? at
  ).replace(/\d+$/, '')
}
