import { formNameOf } from '../source/form-folder.ts'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { byteLength, largestVersionBytes, sizesInKilobytes } from '../source/reading-problems.ts'
import type { CheckedForm } from '../check/check-form.ts'
import type { Problem } from '../source/finding.ts'
import { findSources } from '../source/find-sources.ts'
import { relativeToHere } from '../source/load-source.ts'
import { isOffered, readManifest, writeVersion } from './publish-folder.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { hashOf } from './form-version.ts'
import { toolHash } from './tool-hash.ts'
import { publishServices } from './publish-services.ts'
import { publishTenants } from './publish-tenants.ts'
import { tenantFolderOf } from '../source/tenant-source.ts'
import { severityOf } from '../source/rule-list.ts'

export type BuildResult =
  | { kind: 'unchanged' | 'written'; name: string; formVersion: string; problems: Problem[] }
  | { kind: 'refused'; name: string; problems: Problem[] }

export type BuildOptions = { now?: number; shown?: (file: string) => string }

/** The inputs of each form's last build, stored beside the built forms. */
type BuildRecord = { [name: string]: { inputs: string; formVersion: string } }

/**
 * Builds every form below a folder into `out/<tenant>/<service>/<type>/<version>/` with a manifest for each tenant.
 * Forms that did not change since the last build are skipped without being read; a form with errors is refused and
 * keeps its published version.
 */
export async function buildForms(folder: string, out: string, options: BuildOptions = {}): Promise<BuildResult[]> {
  const { now = Date.now() } = options
  const recordFile = path.join(out, '.build.json')
  const record: BuildRecord = existsSync(recordFile)
    ? (JSON.parse(readFileSync(recordFile, 'utf8')) as BuildRecord)
    : {}
  const tool = toolHash()
  const results: BuildResult[] = []
  const sources = findSources([folder])
  for (const source of sources.folders) {
    const name = formNameOf(source)
    const shared = ['../../../shared', '../../shared'].map((folder) => filesHash(path.resolve(source, folder)))
    const inputs = hashOf([tool, filesHash(source), ...shared])
    const known = record[name]
    if (known?.inputs === inputs && isPublished(out, name, known.formVersion, now)) {
      results.push({ kind: 'unchanged', name, formVersion: known.formVersion, problems: [] })
      continue
    }
    const result = await buildOne(source, out, name, { ...options, now })
    results.push(result)
    if (result.kind !== 'refused' && result.problems.length === 0)
      record[name] = { inputs, formVersion: result.formVersion }
    else delete record[name]
  }
  if (results.some(({ kind }) => kind !== 'unchanged'))
    writeFileAtomically(recordFile, `${JSON.stringify(record, null, 2)}\n`)
  const services = new Set([...sources.services, ...sources.folders.map((source) => path.dirname(source))])
  const tenants = new Set([...sources.tenants, ...sources.folders.map(tenantFolderOf)])
  const shown = options.shown ?? relativeToHere
  return [
    ...results,
    ...publishServices([...services].toSorted(), out, shown),
    ...publishTenants([...tenants].toSorted(), out, shown),
  ]
}

/** Loads the rules only if something changed. */
async function buildOne(
  source: string,
  out: string,
  name: string,
  options: BuildOptions & { now: number },
): Promise<BuildResult> {
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

function isPublished(out: string, name: string, formVersion: string, now: number): boolean {
  const [tenantId = '', serviceId = '', type = ''] = name.split('/')
  const form = readManifest(out, tenantId).forms[serviceId]?.[type]
  return isOffered(form, formVersion, now) && existsSync(path.join(out, name, formVersion, 'definition.json'))
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
