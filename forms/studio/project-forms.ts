import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import { isString } from '../../src/lib/shape.ts'
import { parseJsonSource } from '../source/json-source.ts'
import { copyForm } from '../templates/copy-form.ts'
import { createForm, isCompleteTemplate, templateNames, templatesFolder } from '../templates/new-form.ts'
import { mergeFile } from '../edit/merge-files.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import type { FormFiles } from '../edit/commands.ts'
import { findSources } from '../source/find-sources.ts'
import { copyPrefix } from './copy-prefix.ts'
import type { NewFormRequest, SaveRequest, Saved, Template } from './studio-host.ts'
import { publishedDefinitions } from '../build/publish-folder.ts'
import { namesIn } from '../edit/used-names.ts'
import { formNameOf, formNameParts } from '../source/form-folder.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'
import { tenantFolderOf } from '../source/tenant-source.ts'

/** The folder of a form below some folders. Throws if there is none. */
export function folderOf(folders: readonly string[], name: string): string {
  const found = findSources(folders).folders.find((folder) => formNameOf(folder) === name)
  if (found === undefined) throw new Error(`There is no form ${name}`)
  return found
}

/** The ids of the tenants that have a form or a description. */
export function tenantsIn(folders: readonly string[]): string[] {
  const found = findSources(folders)
  const all = [...found.folders.map(tenantFolderOf), ...found.tenants].map((folder) => path.basename(folder))
  return [...new Set(all)].toSorted()
}

/** The names in all published versions of a form. */
export function usedNames(folder: string, publishTo: string): string[] {
  return publishedDefinitions(publishTo, formNameParts(folder)).flatMap(namesIn)
}

/** Those of the tool, the complete ones first, then the forms below some folders, which can be copied. */
export function templates(folders: readonly string[]): Template[] {
  const title = (template: string) =>
    (JSON.parse(readFileSync(path.join(templatesFolder, template, 'texts.ja.json'), 'utf8')) as { title: string }).title
  const ofTool = templateNames()
    .map((template) => ({ template, title: title(template), isComplete: isCompleteTemplate(template) }))
    .toSorted((a, b) => Number(b.isComplete) - Number(a.isComplete))
  const own = findSources(folders).folders.map((folder) => {
    const name = formNameOf(folder)
    return { template: `${copyPrefix}${name}`, title: titleOf(folder) ?? name, isComplete: true }
  })
  return [...ofTool, ...own]
}

/** The author may be writing the file now. */
function titleOf(folder: string): string | null {
  const file = path.join(folder, 'texts.ja.json')
  if (!existsSync(file)) return null
  const { value } = parseJsonSource(file, readFileSync(file, 'utf8'))
  const title = isRecord(value) ? value.title : undefined
  return isString(title) && title !== '' ? title : null
}

/** Creates a form in the first folder. Returns its name; `null` if that is taken. */
export function createFrom(
  folders: readonly string[],
  { tenant, service, type, template, title }: NewFormRequest,
): string | null {
  const [root = '.'] = folders
  const names = [tenant, service, type]
  const copied = template.startsWith(copyPrefix) ? folderOf(folders, template.slice(copyPrefix.length)) : null
  const isTemplate = copied !== null || templateNames().includes(template)
  if (!isTenantName(tenant) || !isFormName(service) || !isFormName(type) || !isTemplate)
    throw new RangeError(`No form can be called ${names.join('/')}`)
  if (existsSync(path.join(root, ...names))) return null
  if (copied === null) createForm({ root, tenant, service, type, template, title })
  else copyForm(copied, { root, tenant, service, type, title })
  return names.join('/')
}

/** Writes the page's changes; outside changes in the same files are kept if they do not overlap. */
export function saveForm(folder: string, { before, after }: SaveRequest): Saved {
  const disk = readFormFiles(folder)
  const result = new Map(Object.entries(disk))
  for (const [file, text] of Object.entries(after)) {
    const merged = mergeFile(before[file] ?? null, text, disk[file] ?? null)
    if (merged === undefined) return { kind: 'conflict', files: disk }
    if (merged === null) result.delete(file)
    else result.set(file, merged)
  }
  const files: FormFiles = Object.fromEntries(result)
  writeFormFiles(folder, disk, files)
  return { kind: 'saved', files }
}
