import { formNameOf, formNameParts } from '../source/form-folder.ts'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { byteLength, largestVersionBytes, sizesInKilobytes } from '../source/reading-problems.ts'
import type { CheckedForm } from '../check/check-form.ts'
import type { Problem } from '../source/finding.ts'
import { findSources } from '../source/find-sources.ts'
import { relativeToHere } from '../source/load-source.ts'
import { isOffered, readManifest, removeTenant, writeManifest, writeVersion } from './publish-folder.ts'
import { isRecord } from '../../form-model/record.ts'
import { isInside } from '../source/inside-folder.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { hashOf } from './form-version.ts'
import { toolHash } from './tool-hash.ts'
import { publishServices } from './publish-services.ts'
import { publishTenants } from './publish-tenants.ts'
import { needsApproval } from '../source/tenant-settings.ts'
import { tenantFolderOf } from '../source/tenant-source.ts'
import { severityOf } from '../source/rule-list.ts'

type FormResult =
  | { kind: 'unchanged' | 'written'; name: string; formVersion: string; problems: Problem[] }
  | { kind: 'refused'; name: string; problems: Problem[] }

/** Of a form, or of a tenant that is gone. */
export type BuildResult = FormResult | { kind: 'removed'; name: string; problems: [] }

export type BuildOptions = {
  now?: number
  shown?: (file: string) => string
  /** Whether the approvals that a tenant wants were checked. */
  isApproved?: boolean
}

/** Stored beside the built forms. */
type BuildRecord = {
  /** The inputs of each form's last build. */
  forms: { [name: string]: { inputs: string; formVersion: string } }
  /** The folders that each tenant is built from, relative to the built forms. */
  tenants: { [tenantId: string]: string[] }
}

/**
 * Builds every form below a folder into `out/<tenant>/<service>/<type>/<version>/` with a manifest for each tenant.
 * Forms that did not change since the last build are skipped without being read; a form with errors is refused and
 * keeps its published version. A tenant whose folder no longer exists is removed.
 */
export async function buildForms(folder: string, out: string, options: BuildOptions = {}): Promise<BuildResult[]> {
  const { now = Date.now() } = options
  const recordFile = path.join(out, '.build.json')
  const recorded: unknown = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : null
  const record: BuildRecord =
    isRecord(recorded) && 'tenants' in recorded ? (recorded as BuildRecord) : { forms: {}, tenants: {} }
  const tool = toolHash()
  const results: BuildResult[] = []
  const sources = findSources([folder])
  for (const source of sources.folders) {
    const name = formNameOf(source)
    const shared = ['../../../shared', '../../shared'].map((folder) => filesHash(path.resolve(source, folder)))
    const inputs = hashOf([tool, filesHash(source), ...shared])
    const known = record.forms[name]
    if (known?.inputs === inputs && isPublished(out, source, known.formVersion, now)) {
      results.push({ kind: 'unchanged', name, formVersion: known.formVersion, problems: [] })
      continue
    }
    const result = await buildOne(source, out, name, { ...options, now })
    results.push(result)
    if (result.kind !== 'refused' && result.problems.length === 0)
      record.forms[name] = { inputs, formVersion: result.formVersion }
    else delete record.forms[name]
  }
  const services = new Set([...sources.services, ...sources.folders.map((source) => path.dirname(source))])
  const tenants = new Set([...sources.tenants, ...sources.folders.map(tenantFolderOf)])
  const shown = options.shown ?? relativeToHere
  const isNew = recordTenants(record, [...tenants], out)
  const removed = removeTenants(record, folder, out)
  if (isNew || removed.length > 0 || results.some(({ kind }) => kind !== 'unchanged'))
    writeFileAtomically(recordFile, `${JSON.stringify(record, null, 2)}\n`)
  const refused = [
    ...publishServices([...services].toSorted(), out, shown),
    ...publishTenants([...tenants].toSorted(), out, shown),
  ]
  if (options.isApproved !== true)
    for (const tenantId of new Set([...tenants].map((tenant) => path.basename(tenant))))
      markTenant(record, tenantId, out)
  return [...results, ...removed, ...refused]
}

/** Marks forms that may not be published from here, in the file that no copy of them can be without. */
function markTenant(record: BuildRecord, tenantId: string, out: string): void {
  const { needsApproval: known = false, ...manifest } = readManifest(out, tenantId)
  const isWanted = record.tenants[tenantId]?.some((place) => needsApproval(path.resolve(out, place))) === true
  if (isWanted !== known) writeManifest(out, { ...manifest, ...(isWanted ? { needsApproval: true } : {}) })
}

/** Adds the folders of tenants to the record; returns whether it did not have one of them. */
function recordTenants(record: BuildRecord, folders: readonly string[], out: string): boolean {
  const added = folders.filter((folder) => {
    const known = (record.tenants[path.basename(folder)] ??= [])
    const place = path.relative(out, folder)
    return !known.includes(place) && known.push(place) > 0
  })
  return added.length > 0
}

/** Removes the tenants that were built from a folder inside this one and have none any more. */
function removeTenants(record: BuildRecord, folder: string, out: string): BuildResult[] {
  return Object.entries(record.tenants).flatMap(([tenantId, places]): BuildResult[] => {
    const sources = places.map((place) => path.resolve(out, place))
    if (sources.some((source) => existsSync(source)) || !sources.some((source) => isInside(source, folder))) return []
    removeTenant(out, tenantId)
    delete record.tenants[tenantId]
    for (const name of Object.keys(record.forms)) if (name.startsWith(`${tenantId}/`)) delete record.forms[name]
    return [{ kind: 'removed', name: tenantId, problems: [] }]
  })
}

/** Loads the rules only if something changed. */
async function buildOne(
  source: string,
  out: string,
  name: string,
  options: BuildOptions & { now: number },
): Promise<FormResult> {
  const [{ checkForm }, { buildForm }] = await Promise.all([
    import('../check/check-form.ts'),
    import('./build-form.ts'),
  ])
  const checked: CheckedForm = checkForm(source, options)
  const { form, usable, problems } = checked
  if (!usable || problems.some(({ rule }) => severityOf(rule) === 'error')) return { kind: 'refused', name, problems }
  const built = buildForm(form)
  const bytes = Object.values(built.files).reduce((sum, content) => sum + byteLength(content), 0)
  if (bytes > largestVersionBytes) {
    const problem = { rule: 'too-large', source: form.source, pointer: '', params: sizesInKilobytes(bytes) } as const
    return { kind: 'refused', name, problems: [...problems, problem] }
  }
  const { isNew } = writeVersion(out, built, options.now)
  return { kind: isNew ? 'written' : 'unchanged', name, formVersion: built.definition.formVersion, problems }
}

function isPublished(out: string, source: string, formVersion: string, now: number): boolean {
  const definition = path.join(out, formNameOf(source), formVersion, 'definition.json')
  return isOffered(out, formNameParts(source), formVersion, now) && existsSync(definition)
}

/** Names and contents of all JSON files in a folder. */
function filesHash(folder: string): string {
  if (!existsSync(folder)) return ''
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.json'))
    .map((file) => path.join(file.parentPath, file.name))
    .toSorted()) {
    hash.update(path.relative(folder, entry)).update('\0').update(readFileSync(entry)).update('\0')
  }
  return hash.digest('hex')
}
