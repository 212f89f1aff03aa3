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

type FreePlace = { kind: 'free'; root: string }

/** `leftover`: only other files are at the place. */
export type TakenPlace = { kind: 'exists' } | { kind: 'leftover'; files: string[] }

/** `published`: residents have forms of this service, of these types, whose files are elsewhere or gone. */
export type TakenFormPlace = TakenPlace | { kind: 'published'; types: string[] }

/**
 * The one rule for the name of a new form, whatever it is created from. The form goes beside those of its service or its
 * tenant.
 * @param folders those above tenants, in which forms are edited
 */
export function formPlace(folders: readonly string[], wanted: WantedForm): FreePlace | TakenPlace {
  const { tenant, service, type, template, removesLeftover = false } = wanted
  if (folderWith(folders, tenant, service, type, 'form.json') !== undefined) return { kind: 'exists' }
  const root =
    folderWith(folders, tenant, service) ??
    folderWith(folders, tenant, tenantFile) ??
    folderWith(folders, tenant) ??
    folders[0] ??
    '.'
  const files = removesLeftover || template === publishedTemplate ? [] : filesAt(path.join(root, tenant, service, type))
  return files.length > 0 ? { kind: 'leftover', files } : { kind: 'free', root }
}

/**
 * The same where the folder of published forms is known, as in the studio, which publishes into it. A command does not
 * know what is published: a folder of built forms proves nothing.
 */
export function unpublishedPlace(
  folders: readonly string[],
  publishTo: string,
  wanted: WantedForm,
): FreePlace | TakenFormPlace {
  const { tenant, service, type, template } = wanted
  const place = formPlace(folders, wanted)
  if (place.kind === 'exists' || template === publishedTemplate) return place
  const types = publishedTypes(publishTo, wanted)
  // Of a service that has files here, another form is added to those for other applicants.
  const isNew = folderWith(folders, tenant, service) === undefined
  return (isNew ? types.length > 0 : types.includes(type)) ? { kind: 'published', types } : place
}

function folderWith(folders: readonly string[], ...file: string[]): string | undefined {
  return folders.find((folder) => existsSync(path.join(folder, ...file)))
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
