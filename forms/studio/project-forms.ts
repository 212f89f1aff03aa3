import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { formTitle, tenantTitle } from '../source/form-title.ts'
import { copyForm } from '../templates/copy-form.ts'
import { unpublishedPlace } from '../templates/form-place.ts'
import { createForm, isCompleteTemplate, templateNames, templatesFolder } from '../templates/new-form.ts'
import { publishedTemplate } from '../templates/published-template.ts'
import { restoreForm } from '../templates/restore-form.ts'
import { withChange } from '../edit/merge-files.ts'
import type { FormFiles } from '../edit/form-files.ts'
import type { FileChange } from '../edit/merge-files.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { findSources } from '../source/find-sources.ts'
import { copyPrefix } from './copy-prefix.ts'
import type { Created, NewFormRequest, Saved, Template } from './studio-host.ts'
import { listsNamedIn } from '../edit/shared-lists.ts'
import { publishedDefinitions } from '../build/publish-folder.ts'
import { namesIn } from '../edit/used-names.ts'
import { formNameOf, formNameParts } from '../source/form-folder.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'
import { tenantFolderOf } from '../source/tenant-source.ts'

/**
 * The folder of a form below some folders, or that of a form which a tenant by this id does not have yet: the files of
 * the tenant are found from it. Throws if there is neither.
 */
export function folderOf(folders: readonly string[], name: string): string {
  const found = findSources(folders)
  const tenant = found.tenants.find((folder) => path.basename(folder) === name)
  const folder = tenant === undefined ? found.folders.find((one) => formNameOf(one) === name) : anyFormOf(tenant)
  if (folder === undefined) throw new Error(`There is no form ${name}`)
  return folder
}

/** Any folder that a form of a tenant may have. */
function anyFormOf(tenant: string): string {
  return path.join(tenant, '-/-')
}

/** The files in the folder of a tenant. */
export function tenantFiles(folder: string): FormFiles {
  return readFormFiles(anyFormOf(folder))
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

/** The forms of the same tenant that use each of its lists of choices. */
export function listUses(folders: readonly string[], name: string): { [list: string]: string[] } {
  const uses: { [list: string]: string[] } = {}
  for (const folder of findSources(folders).folders) {
    const other = formNameOf(folder)
    if (other.split('/')[0] !== name.split('/')[0]) continue
    for (const list of listsNamedIn(readFileSync(path.join(folder, 'form.json'), 'utf8')))
      (uses[list] ??= []).push(other)
  }
  return uses
}

/** The titles of the forms below some folders, and the names of the tenants, by what opens them. */
export function titles(folders: readonly string[]): { [name: string]: string } {
  const found = findSources(folders)
  const named = [
    ...found.folders.map((folder) => [formNameOf(folder), formTitle(folder)] as const),
    ...found.tenants.map((folder) => [path.basename(folder), tenantTitle(folder)] as const),
  ]
  return Object.fromEntries(named.flatMap(([name, title]) => (title === null ? [] : [[name, title]])))
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
    return { template: `${copyPrefix}${name}`, title: formTitle(folder) ?? name, isComplete: true }
  })
  return [...ofTool, ...own]
}

/** Creates a form beside those of its service or its tenant, unless its name is taken. */
export function createFrom(folders: readonly string[], publishTo: string, wanted: NewFormRequest): Created {
  const { tenant, service, type, template, title, summary, removesLeftover } = wanted
  const name = [tenant, service, type].join('/')
  const copied = template.startsWith(copyPrefix) ? folderOf(folders, template.slice(copyPrefix.length)) : null
  const isTemplate = copied !== null || [...templateNames(), publishedTemplate].includes(template)
  if (!isTenantName(tenant) || !isFormName(service) || !isFormName(type) || !isTemplate)
    throw new RangeError(`No form can be called ${name}`)
  const place = unpublishedPlace(folders, publishTo, wanted)
  if (place.kind !== 'free') return { ...place, name }
  const { root } = place
  if (removesLeftover === true && template !== publishedTemplate)
    rmSync(path.join(root, name), { recursive: true, force: true })
  if (copied !== null) copyForm(copied, { root, tenant, service, type, title, summary })
  else if (template === publishedTemplate) restoreForm(publishTo, { root, tenant, service, type })
  else createForm({ root, tenant, service, type, template, title, summary })
  return { kind: 'created', name }
}

/** Writes the page's changes; outside changes in the same files are kept if they do not overlap. */
export function saveForm(folder: string, change: FileChange): Saved {
  const disk = readFormFiles(folder)
  const files = withChange(disk, change)
  if (files === null) return { kind: 'conflict', files: disk }
  writeFormFiles(folder, disk, files)
  return { kind: 'saved', files }
}
