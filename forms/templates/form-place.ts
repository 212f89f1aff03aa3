import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { readManifest } from '../build/publish-folder.ts'
import { tenantFile } from '../source/tenant-source.ts'
import { publishedTemplate } from './published-template.ts'

export type WantedForm = {
  tenant: string
  service: string
  type: string
  /** An imported form has none. */
  template?: string | undefined
  /** The author has seen which files are left at the place, and has them removed. One that is made again keeps them. */
  removesLeftover?: boolean | undefined
}

/**
 * Where a form of a name can be created, or why it cannot.
 * `leftover`: only other files are at its place. `published`: residents have forms of this service, of these types, whose
 * files are elsewhere or gone.
 */
export type FormPlace = { kind: 'free'; root: string } | TakenFormPlace

export type TakenFormPlace =
  | { kind: 'exists' }
  | { kind: 'leftover'; files: string[] }
  | { kind: 'published'; types: string[] }

/** Where forms are published on the computer of an author. */
export const localForms = '.local/forms'

/**
 * The one rule for the name of a new form, whatever it is created from. The form goes beside those of its service or its
 * tenant.
 * @param folders those above tenants, in which forms are edited
 * @param publishTo the folder of published forms
 */
export function formPlace(folders: readonly string[], publishTo: string, wanted: WantedForm): FormPlace {
  const { tenant, service, type, template, removesLeftover = false } = wanted
  const folderWith = (...file: string[]) => folders.find((folder) => existsSync(path.join(folder, ...file)))
  if (folderWith(tenant, service, type, 'form.json') !== undefined) return { kind: 'exists' }
  const ofService = folderWith(tenant, service)
  const types = publishedTypes(publishTo, wanted)
  // Of a service that has files here, another form is added to those for other applicants.
  const isPublished = ofService === undefined ? types.length > 0 : types.includes(type)
  if (isPublished && template !== publishedTemplate) return { kind: 'published', types }
  const root = ofService ?? folderWith(tenant, tenantFile) ?? folderWith(tenant) ?? folders[0] ?? '.'
  const files = removesLeftover || template === publishedTemplate ? [] : filesAt(path.join(root, tenant, service, type))
  return files.length > 0 ? { kind: 'leftover', files } : { kind: 'free', root }
}

/** The types of applicants for whom forms of a service are published. */
export function publishedTypes(
  publishTo: string,
  { tenant, service }: Pick<WantedForm, 'tenant' | 'service'>,
): string[] {
  return Object.keys(readManifest(publishTo, tenant).forms[service] ?? {})
}

/** The names of the files at a place, by their path from it. */
function filesAt(place: string): string[] {
  const status = statSync(place, { throwIfNoEntry: false })
  if (!status) return []
  if (!status.isDirectory()) return [path.basename(place)]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
