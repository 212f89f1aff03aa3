import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import { sandboxFile, tenantFile } from './tenant-source.ts'

/** The sources below the paths of the command line; all absolute. */
export type FoundSources = {
  /** Folders with a form.json. */
  folders: string[]
  /** Folders with a service.json. */
  services: string[]
  /** Folders with a tenant.json. */
  tenants: string[]
  /** JSON Schema files outside such folders. */
  schemas: string[]
  /** Paths that do not exist. */
  missing: string[]
}

export const serviceFile = 'service.json'

/** The files of a folder of forms: definitions, texts, histories, and logos of tenants. */
export const projectFiles = /\.jsonl?$|(?:^|\/)logo\.(?:svg|png)$/

/** What the valid samples of a form cost, by their names. */
export const feeSamplesFile = 'fee-samples.json'

const skipped = new Set(['node_modules', '.git', '.local', 'dist'])

/** Files are used directly; folders are searched for forms, and for JSON Schema files if they contain no form. */
export function findSources(paths: readonly string[]): FoundSources {
  const folders = new Set<string>()
  const services = new Set<string>()
  const tenants = new Set<string>()
  const schemas = new Set<string>()
  const missing: string[] = []
  for (const given of paths) {
    const absolute = path.resolve(given)
    const status = statSync(absolute, { throwIfNoEntry: false })
    if (!status) missing.push(given)
    else if (status.isDirectory()) {
      const found = formFolders(absolute)
      for (const folder of found) folders.add(folder)
      const described = foldersWith(serviceFile, absolute)
      for (const folder of described) services.add(folder)
      const ofTenants = foldersWith(tenantFile, absolute)
      for (const folder of ofTenants) tenants.add(folder)
      if (found.length + described.length + ofTenants.length === 0)
        for (const file of schemaFiles(absolute)) schemas.add(file)
    } else if (path.basename(absolute) === serviceFile) services.add(path.dirname(absolute))
    else if ([tenantFile, sandboxFile].includes(path.basename(absolute))) tenants.add(path.dirname(absolute))
    else {
      const folder = folderOf(absolute)
      if (folder) folders.add(folder)
      else schemas.add(absolute)
    }
  }
  return {
    folders: [...folders].toSorted(),
    services: [...services].toSorted(),
    tenants: [...tenants].toSorted(),
    schemas: [...schemas].toSorted(),
    missing,
  }
}

/** The folders above the tenants, also of those without forms. */
export function rootsOf({ folders, tenants }: Pick<FoundSources, 'folders' | 'tenants'>): string[] {
  const up = (folder: string, levels: string) => path.resolve(folder, levels)
  return [...new Set([...folders.map((one) => up(one, '../../..')), ...tenants.map((one) => up(one, '..'))])]
}

function formFolders(folder: string): string[] {
  if (existsSync(path.join(folder, 'form.json'))) return [folder]
  return subfolders(folder).flatMap(formFolders)
}

function subfolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => path.join(folder, entry.name))
}

/** Folders with a file of this name, in and below a folder. */
function foldersWith(name: string, folder: string): string[] {
  const below = subfolders(folder).flatMap((inside) => foldersWith(name, inside))
  return existsSync(path.join(folder, name)) ? [folder, ...below] : below
}

function schemaFiles(folder: string): string[] {
  const here = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => path.join(folder, entry.name))
    .filter(looksLikeSchema)
  return [...here, ...subfolders(folder).flatMap(schemaFiles)]
}

/** A file that is not valid JSON counts, so that its mistake is reported. */
function looksLikeSchema(file: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(value) && ('$schema' in value || 'properties' in value || '$ref' in value || 'oneOf' in value)
  } catch (cause) {
    if (cause instanceof SyntaxError) return true
    throw cause
  }
}

/** The form of a single file: form.json, its texts, its samples. */
function folderOf(file: string): string | null {
  const folder = path.dirname(file)
  const inSamples = ['valid', 'invalid'].includes(path.basename(folder))
  const candidate = inSamples ? path.dirname(folder) : folder
  const belongs = inSamples || /^(?:form|fee-samples|texts\.[a-z-]+)\.json$/.test(path.basename(file))
  return belongs && existsSync(path.join(candidate, 'form.json')) ? candidate : null
}
