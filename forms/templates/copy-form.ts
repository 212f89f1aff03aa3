import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServiceSource } from '../../form-model/definition.ts'
import { numbered } from '../edit/commands.ts'
import { copyNames } from '../edit/copy-words.ts'
import { listsNamedIn, pairOfLists, sharedFolder } from '../edit/shared-lists.ts'
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
  copySharedParts(source, folder)
  return folder
}

/** The path from a form to a list of its tenant, or to the fees of a pair of lists. */
const listPath = /(?<![./])\.\.\/\.\.\/shared\/([\w-]+)/g

/**
 * Adds the shared parts of the original that are missing; a part of all tenants stays as it is. A list of the other
 * tenant with the same name, but other choices, texts or fees, is another list: the copied one gets a name of its own,
 * so that the copy offers what the original offers, for the same fees.
 */
function copySharedParts(source: string, folder: string): void {
  const form = path.join(folder, 'form.json')
  const definition = readFileSync(form, 'utf8')
  const files = sharedFiles(source)
  const named = [...new Set(listsNamedIn(definition).map((name) => name.replace(/\.fees$/, '')))]
  const pairs = new Map(
    named.flatMap((rows) => named.map((columns) => [pairOfLists(rows, columns), { rows, columns }])),
  )
  const lists = named.filter((name) => !pairs.has(name))
  const names = new Map(lists.map((list) => [list, list]))
  for (const list of lists)
    numbered(list, (name) => {
      names.set(list, name)
      return files.every((file) => !isAbout(file, list) || isMissingOrSame(targetOf(file), file))
    })
  for (const file of files) if (!existsSync(targetOf(file))) cpSync(file, targetOf(file))
  const renamed = withNames(definition)
  if (renamed !== definition) writeFileSync(form, renamed)

  function isAbout(file: string, list: string): boolean {
    const [[, name = ''] = []] = path.relative(source, file).matchAll(listPath)
    return name === list || pairs.get(name)?.rows === list
  }

  function targetOf(file: string): string {
    return path.resolve(folder, withNames(path.relative(source, file)))
  }

  function withNames(text: string): string {
    return text.replaceAll(listPath, (_path, name: string) => {
      const pair = pairs.get(name)
      return `../../${sharedFolder}/${pair ? pairOfLists(nameOf(pair.rows), nameOf(pair.columns)) : nameOf(name)}`
    })
  }

  function nameOf(list: string): string {
    return names.get(list) ?? list
  }
}

function isMissingOrSame(target: string, file: string): boolean {
  return !existsSync(target) || readFileSync(target).equals(readFileSync(file))
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
