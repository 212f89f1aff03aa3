import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServiceSource } from '../../form-model/definition.ts'
import { copyNames } from '../edit/copy-words.ts'
import { findSources, serviceFile } from '../source/find-sources.ts'
import { historyFile } from '../source/history-file.ts'
import { isLanguage, languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { formTitle } from '../source/form-title.ts'
import { sharedFiles } from '../source/shared-files.ts'
import { addSharedParts, changeTexts, changeTitle, withTexts } from './new-form.ts'
import type { NewForm } from './new-form.ts'

/**
 * Copies a form, also one of another tenant or another folder, with its texts, samples and description of the service.
 * Its history is its own. The shared parts that it uses are added where they are missing.
 * @param source the folder of the copied form
 */
export function copyForm(
  source: string,
  { root, tenant, service, type, title, summary = {} }: Omit<NewForm, 'template'>,
): string {
  const folder = path.join(root, tenant, service, type)
  if (existsSync(path.join(folder, 'form.json'))) throw new Error(`${folder} already exists`)
  cpSync(source, folder, { recursive: true, filter: (file) => path.basename(file) !== historyFile })
  const own = path.dirname(folder)
  // In the list of another tenant, the copy is the only one of its name.
  const isBeside = path.resolve(source, '../..') === path.dirname(own)
  const nameOf = isBeside && title.ja === undefined ? copyNames(titleIn(source), titlesBelow(path.dirname(own))) : null
  if (nameOf)
    for (const language of languages)
      changeTexts(folder, language, (texts) => ({ ...texts, ...renamed(texts.title, language, nameOf) }))
  changeTitle(folder, title)
  const [described, description] = [source, folder].map((one) => path.join(one, '..', serviceFile)) as [string, string]
  if (existsSync(described) && !existsSync(description)) {
    const copied = JSON.parse(readFileSync(described, 'utf8')) as ServiceSource
    const names = Object.entries(copied.name).map(([language, name]) => [
      language,
      nameOf && isLanguage(language) ? nameOf(name, language) : name,
    ])
    const named: ServiceSource = {
      ...copied,
      name: withTexts(Object.fromEntries(names) as ServiceSource['name'], title),
      summary: withTexts(copied.summary, summary),
    }
    writeFileSync(description, `${JSON.stringify(named, null, 2)}\n`)
  }
  addSharedParts(root)
  for (const file of sharedFiles(source)) {
    const target = path.resolve(folder, path.relative(source, file))
    if (!existsSync(target)) cpSync(file, target)
  }
  return folder
}

function titleIn(folder: string): string {
  return formTitle(folder) ?? path.basename(folder)
}

function titlesBelow(tenant: string): ReadonlySet<string> {
  return new Set(findSources([tenant]).folders.map(titleIn))
}

function renamed(title: unknown, language: Language, nameOf: ReturnType<typeof copyNames>): { title?: string } {
  return typeof title === 'string' && title !== '' ? { title: nameOf(title, language) } : {}
}
