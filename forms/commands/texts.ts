import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { missingTexts } from '../rules/text-rules.ts'
import { loadSourceForm, relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, command, sourcesIn } from './command.ts'
import { exchangeTable } from './table-file.ts'

/**
 * `texts DIR…`: adds the texts that one language lacks, in the other language's words; the rest of the file stays
 * unchanged. `texts DIR --out FILE` writes the texts of one form as a table, an Excel workbook if its name ends with .xlsx and CSV otherwise, and `--from FILE` reads them back.
 */
export const texts = command(['out', 'from'], (options, output) => {
  const { lang, paths } = options
  const { folders } = sourcesIn(options)
  if (folders.length === 0) throw new Misuse(say('no-forms', lang, { path: paths.join(' ') }))
  if (options.out !== undefined || options.from !== undefined) return exchangeTable('texts', options, output)
  for (const folder of folders) {
    for (const language of loadSourceForm(folder).requiredLanguages) {
      const added = addMissing(folder, language)
      if (added === 0) continue
      const file = relativeToHere(path.join(folder, `texts.${language}.json`))
      output.out(say('texts-added', lang, { file, count: added }))
    }
  }
  return Promise.resolve(0)
})

function addMissing(folder: string, language: Language): number {
  const file = path.join(folder, `texts.${language}.json`)
  const others = loadSourceForm(folder).texts[language === 'ja' ? 'en' : 'ja']
  if (others === null || others.source.syntaxErrors.length > 0) return 0
  if (!existsSync(file)) writeFileAtomically(file, `${JSON.stringify(schemaOf(others.source.value), null, 2)}\n`)
  const form = loadSourceForm(folder)
  const own = form.texts[language]
  if (own === null || own.source.syntaxErrors.length > 0) return 0
  const about = missingAbout(own.source.value, others.source.value)
  const missing = [...about, ...missingTexts(form, own, others)]
  if (missing.length === 0) return 0
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
  const content = missing.reduce(
    (text, { pointer, text: words }) =>
      applyEdits(text, modify(text, jsonPathOf(pointer), words, { formattingOptions })),
    readFileSync(file, 'utf8'),
  )
  writeFileAtomically(file, content)
  return missing.length
}

/**
 * Copies the whole part that is shown before the form: it also contains a number, so copying its texts alone would
 * leave it incomplete.
 */
function missingAbout(own: unknown, others: unknown): { pointer: string; text: unknown }[] {
  if (!isRecord(others) || !isRecord(others.about) || (isRecord(own) && own.about !== undefined)) return []
  return [{ pointer: '/about', text: others.about }]
}

/** Only `about` has lists; elsewhere a digit is a key, for example of an option. */
function jsonPathOf(pointer: string): (string | number)[] {
  const [group = '', ...rest] = segmentsOf(pointer)
  return [group, ...rest.map((part) => (group === 'about' && /^\d+$/.test(part) ? Number(part) : part))]
}

/** The reference to the schema of text files, for editors. */
function schemaOf(value: unknown): { $schema?: string } {
  return isRecord(value) && typeof value.$schema === 'string' ? { $schema: value.$schema } : {}
}
